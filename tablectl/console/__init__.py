"""The web console: who may look and who may act, over HTTP and one WebSocket a tab."""
