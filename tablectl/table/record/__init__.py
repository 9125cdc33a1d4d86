"""What writes a table into its journal and reads it back: recovery, checkpoints, replay, incidents and rounds of the past."""
