"""Methods: what each family of models assumes and computes, with its equations, as its README says."""
