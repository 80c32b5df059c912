"""What several files of tests here are given."""

from tests.components.pages.compared import both as both
