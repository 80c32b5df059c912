"""Results and traces turned into plotly figures; no Dash in here."""
