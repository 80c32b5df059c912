"""Policies in Python from files and packages of whoever sits at this computer.

Imported by the command line and by `corral` alone, and by nothing that a page, a link or a worker reaches: an import
contract and a test hold that.
"""
