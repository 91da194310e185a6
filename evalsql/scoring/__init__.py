"""A connection and its flow: inputs, relations, scores."""
