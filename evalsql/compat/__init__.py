"""Other packages' interfaces over evalsql: code that was written for them runs on it when it imports these instead."""
