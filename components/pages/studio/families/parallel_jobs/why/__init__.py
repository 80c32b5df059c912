"""Why a policy did what it did at one event, in sentences and tables: a module for each kind of policy."""
