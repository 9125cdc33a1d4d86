"""How the devices of the table do, right now: live numbers for a technician, never put into the journal."""
