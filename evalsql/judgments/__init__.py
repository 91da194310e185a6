"""What is made of judgments: descriptions of them, and what other pools would say."""
