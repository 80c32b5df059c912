"""The rule language of own policies: a line of arithmetic that anybody may type, and never code.

`language` is the face of it: a text becomes a tree or a sentence that says what is wrong with it. `value` walks the
tree in Python, `blocks` runs it as a program over many jobs; both call `operations`, and give the same bits. Names of
no family are known here but those in `names`. This is version 1 of the language, and stays what it is.
"""
