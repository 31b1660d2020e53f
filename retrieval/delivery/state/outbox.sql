-- What follows from deliveries and was not done yet: a row goes in the transaction that does it.

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  record INTEGER NOT NULL,        -- number of the record that it follows from
  time INTEGER NOT NULL,          -- when that was recorded
  topic TEXT NOT NULL,            -- what it is about; see feature.ts
  payload TEXT NOT NULL           -- JSON
) STRICT;

-- How far the tables of each feature are.
CREATE TABLE feature_versions (
  feature TEXT PRIMARY KEY,
  version INTEGER NOT NULL        -- how many of its migrations were made
) STRICT, WITHOUT ROWID;
