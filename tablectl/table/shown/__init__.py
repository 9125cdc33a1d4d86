"""What people see of a table, by role, and what they would change by a command."""
