"""Why A and another side differ: sentences, pictures and tables of the ledger of both."""
