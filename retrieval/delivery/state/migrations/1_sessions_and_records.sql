-- Version 1: what has been given to whom, and why. Times are milliseconds since 1970. Whatever is only
-- read back whole is JSON; see injection.ts for what it holds.

-- Those who are given context again and again, and need not be given the same twice.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  issue TEXT,                     -- id of the issue that it was given context for last
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One bundle or answer as it was given. Its row is written after its passages and omissions, and seals
-- them.
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  session TEXT REFERENCES sessions (id),
  kind TEXT NOT NULL CHECK (kind IN ('bundle', 'answer')),
  round INTEGER CHECK (round IS NULL OR (round >= 1 AND session IS NOT NULL AND kind = 'answer')),
  time INTEGER NOT NULL,
  trigger TEXT NOT NULL,
  request TEXT NOT NULL,          -- JSON
  plan TEXT,                      -- JSON
  hash TEXT NOT NULL,
  format TEXT NOT NULL,
  estimator TEXT NOT NULL,
  budget_limit INTEGER NOT NULL,
  budget_used INTEGER NOT NULL,
  index_state TEXT NOT NULL,      -- JSON
  exclusions TEXT NOT NULL,       -- JSON
  notes TEXT NOT NULL,            -- JSON
  outcomes TEXT NOT NULL,         -- JSON
  details TEXT NOT NULL,          -- JSON
  duration REAL,                  -- milliseconds
  passages INTEGER NOT NULL,      -- how many it has
  omissions INTEGER NOT NULL      -- how many it has
) STRICT;

CREATE INDEX records_by_session ON records (session, id) WHERE session IS NOT NULL;

-- A round of a session is answered once, whoever comes first.
CREATE UNIQUE INDEX records_by_round ON records (session, round) WHERE round IS NOT NULL;

CREATE TABLE passages (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          -- position in the bundle, 1-based
  path TEXT NOT NULL,             -- relative to the root, with "/"
  start_line INTEGER NOT NULL,    -- 1-based
  end_line INTEGER NOT NULL,      -- 1-based, inclusive
  content_hash TEXT NOT NULL,     -- SHA-256 of the text that was given, hexadecimal
  file_hash TEXT NOT NULL,        -- SHA-256 of the file's bytes, hexadecimal
  form TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  score REAL NOT NULL,
  kind TEXT NOT NULL,
  role TEXT,
  slug TEXT,
  freshness REAL,                 -- 0 to 1
  details TEXT NOT NULL,          -- JSON
  PRIMARY KEY (record, rank)
) STRICT, WITHOUT ROWID;

CREATE TABLE omissions (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          -- position among the omissions, 1-based
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (record, rank)
) STRICT, WITHOUT ROWID;

-- The three are only ever added to. A row may not even be replaced, which SQLite does without asking the
-- triggers on DELETE, nor may a record be given more once its row is there.
CREATE TRIGGER records_once BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_kept BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_never_deleted BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER passages_once BEFORE INSERT ON passages
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER passages_kept BEFORE UPDATE ON passages
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER passages_never_deleted BEFORE DELETE ON passages
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER omissions_once BEFORE INSERT ON omissions
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_kept BEFORE UPDATE ON omissions
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_never_deleted BEFORE DELETE ON omissions
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
