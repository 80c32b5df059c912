"""Share: the dialog of every page, short links, QR codes, scenario files, and computing a result again."""
