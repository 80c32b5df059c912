"""Cases of `bench` beside those of drawn jobs: jobs as logs have them, and policies of one's own."""
