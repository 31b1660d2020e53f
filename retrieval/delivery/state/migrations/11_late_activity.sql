-- Version 11: notes that were too late for their own process, and which others have written down since. Each is
-- written down once, whoever finds it.

CREATE TABLE late_activity (
  id TEXT PRIMARY KEY CHECK (id <> '') -- name of the file that it was left in
) STRICT, WITHOUT ROWID;
