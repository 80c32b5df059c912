"""The looks of the policies of master-worker applications: of the paper's four, hues as far apart as can be."""

from components.looks.look import Look

MASTER_WORKER_LOOKS = {
    "LPTF": Look("#1A1A1A", "#E8E8E8", "diamond", "solid", "◆"),
    "LPTF on Expectation": Look("#007F9E", "#8ADCF0", "square", "dash", "■"),
    "Random & Average": Look("#007A5A", "#2CC295", "circle", "solid", "●"),
    "Random": Look("#C8361A", "#FF7A52", "triangle-up", "dot", "▲"),
    "Fixed Chunk": Look("#B85C00", "#E69F00", "cross", "dashdot", "✚"),
    "Guided": Look("#A8447F", "#E79AC6", "triangle-down", "longdash", "▼"),
    "Factoring": Look("#7550B8", "#BBA3F5", "pentagon", "longdashdot", "⬟"),
    "Earliest Completion": Look("#2D5FA8", "#7FA6E8", "x", "dash", "✕"),
}
"""Black for the bound, Okabe & Ito's sky, green and vermilion for the paper's others, its other hues for the rest."""
