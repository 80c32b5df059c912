"""A whole schedule, be it of a million jobs: packed once, and looked at through windows of a bounded size."""
