"""The looks of the policies of parallel jobs."""

from components.looks.look import Look, Looks

# Okabe & Ito 2008, "Color Universal Design", shifted until text in it has a contrast of 4.5 on the paper; the dark
# variants keep the hue. Where two policies have the marker of one shape, they differ in dash and in glyph; a rigid
# variant is the long-dashed line of the same hue, darker or lighter so that a map of colors can tell them apart.
PARALLEL_JOBS_LOOKS = Looks(
    {
        "SED": Look("#0072B2", "#56B4E9", "circle", "solid", "●"),
        "SED-NU": Look("#B85C00", "#E69F00", "square", "dash", "■"),
        "SED-NM": Look("#007A5A", "#2CC295", "diamond", "dashdot", "◆"),
        "FCFS": Look("#1A1A1A", "#E8E8E8", "x", "dot", "✕"),
        "FF": Look("#6B6B6B", "#A8A8A8", "cross", "dot", "✚"),
        "EASY": Look("#007F9E", "#8ADCF0", "triangle-up", "solid", "▲"),
        "Conservative": Look("#005A73", "#4AA9BD", "triangle-down", "dash", "▼"),
        "UFF": Look("#C8361A", "#FF7A52", "circle", "longdashdot", "◉"),
        "Simple": Look("#A8447F", "#E79AC6", "square", "solid", "▣"),
        "Simple-R": Look("#86235F", "#C774A3", "square", "longdash", "◧"),
        "Lazy": Look("#7550B8", "#BBA3F5", "diamond", "solid", "◈"),
        "Lazy-R": Look("#553092", "#9880D8", "diamond", "longdash", "⬖"),
        "SJF": Look("#3F6E00", "#9BCB3C", "triangle-left", "solid", "◀"),
        "LJF": Look("#5C7A1F", "#C2DE7A", "triangle-right", "dash", "▶"),
        "SAF": Look("#8A6A00", "#E8C84A", "diamond-tall", "solid", "⧫"),
        "LAF": Look("#6E5710", "#C9B25E", "diamond-wide", "dash", "◊"),
        "SQF": Look("#A3480F", "#F09A5C", "hourglass", "solid", "▿"),
        "LQF": Look("#7C3A14", "#CF8357", "bowtie", "dash", "⧓"),
        "F1": Look("#B3002D", "#FF8095", "star", "solid", "★"),
        "F2": Look("#9C1148", "#F06E9E", "hexagram", "dash", "✶"),
        "F3": Look("#7D1A5E", "#D97BB8", "star-square", "dashdot", "✦"),
        "F4": Look("#5F2370", "#B983CC", "star-diamond", "dot", "✧"),
        "EDF": Look("#4A4A8C", "#A6A6E8", "hexagon", "solid", "⬢"),
        "WFP3": Look("#00617A", "#5CC4DE", "pentagon", "solid", "⬟"),
        "UNICEF": Look("#14507F", "#7AB0E0", "star-triangle-up", "dash", "⬠"),
        "XF": Look("#2E4A9E", "#8FA6F0", "hexagon2", "dash", "⬡"),
        "EASY-SJF": Look("#00756B", "#4FD1C5", "triangle-up", "longdash", "◭"),
        "Multifactor": Look("#8C4A2F", "#E0A184", "octagon", "solid", "◍"),
    }
)
