"""The field's words: what terms, metrics, policies and fields mean, and which label leads to which of them."""
