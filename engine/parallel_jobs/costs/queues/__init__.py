"""Who waits and who runs beside whom, as far as it is known before anything is drawn."""
