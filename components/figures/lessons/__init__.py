"""A prediction over what is measured."""
