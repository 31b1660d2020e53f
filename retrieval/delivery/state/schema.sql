-- What has been given to whom, and why. Times are milliseconds since 1970. Whatever is only read back whole is JSON;
-- see injection.ts for what it holds.

-- Those who are given context again and again, and need not be given the same twice.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  issue TEXT,                     -- id of the issue that it was given context for last
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One bundle or answer as it was given. Its row is written after its fragments and omissions, and seals
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
  fragments INTEGER NOT NULL,     -- how many it has
  omissions INTEGER NOT NULL,     -- how many it has
  texts INTEGER NOT NULL DEFAULT 0 -- how many it has
) STRICT;

CREATE INDEX records_by_session ON records (session, id) WHERE session IS NOT NULL;

-- A round of a session is answered once, whoever comes first.
CREATE UNIQUE INDEX records_by_round ON records (session, round) WHERE round IS NOT NULL;

-- What was given need not be lines of a file.
CREATE TABLE fragments (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          -- place in the bundle, 1-based
  source TEXT,                    -- URI; NULL for lines of a file, whose place says it
  path TEXT,                      -- relative to the root, with "/"; NULL for what is no file
  start_line INTEGER,             -- 1-based
  end_line INTEGER,               -- 1-based, inclusive
  content_hash TEXT NOT NULL,     -- SHA-256 of the text that was given, hexadecimal
  file_hash TEXT NOT NULL,        -- SHA-256 of the file's bytes, hexadecimal; else of the text
  position TEXT NOT NULL,
  form TEXT NOT NULL,
  trust TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  score REAL NOT NULL,
  kind TEXT,                      -- of the file
  role TEXT,
  slug TEXT,
  freshness REAL,                 -- 0 to 1
  details TEXT NOT NULL,          -- JSON
  PRIMARY KEY (record, rank),
  CHECK ((source IS NULL) = (path IS NOT NULL)),
  CHECK ((path IS NULL) = (start_line IS NULL) AND (path IS NULL) = (end_line IS NULL))
) STRICT, WITHOUT ROWID;

-- What was left out has a source where there is no path.
CREATE TABLE omissions (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          -- place among the omissions, 1-based
  source TEXT,                    -- URI; NULL for lines of a file
  path TEXT,
  start_line INTEGER,
  end_line INTEGER,
  tokens INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (record, rank),
  CHECK ((source IS NULL) = (path IS NOT NULL)),
  CHECK ((path IS NULL) = (start_line IS NULL) AND (path IS NULL) = (end_line IS NULL))
) STRICT, WITHOUT ROWID;

-- A long text of a request, such as that of an issue, is kept once, however many records have it. A record has the
-- beginning of the text in its request and the whole here.
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,      -- SHA-256 of the text, hexadecimal
  text TEXT NOT NULL              -- JSON, which keeps what a column can not
) STRICT;

CREATE TABLE record_texts (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  place TEXT NOT NULL,            -- JSON: the keys that lead to it in the request
  head TEXT NOT NULL,             -- JSON: what stands before the text there
  text INTEGER NOT NULL REFERENCES texts (id),
  tail TEXT NOT NULL,             -- JSON: what stands after it
  PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_texts_by_text ON record_texts (text);

-- Records may be let go of, and only so: a record can be deleted when a row here says that it was, when and why. These
-- rows stay for good, and no number is used again.

-- One letting go of records.
CREATE TABLE prunings (
  id INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT;

-- The records that went.
CREATE TABLE pruned (
  record INTEGER PRIMARY KEY,
  pruning INTEGER NOT NULL REFERENCES prunings (id)
) STRICT;

-- What was recorded as given and then not sent, as nobody waited for it any more. Whoever it was for does not hold it.
CREATE TABLE withdrawn (
  record INTEGER PRIMARY KEY,
  time INTEGER NOT NULL
) STRICT;

-- A checksum for each record, of all its rows, so that a disk or a memory that changes a bit does not change what was
-- given unnoticed.
CREATE TABLE record_sums (
  record INTEGER PRIMARY KEY REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  sum INTEGER NOT NULL            -- see record_sums.ts
) STRICT;

-- All of these are only ever added to. A row may not even be replaced, which SQLite does without asking the triggers on
-- DELETE, nor may a record be given more once its row is there.
CREATE TRIGGER records_once BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM pruned WHERE record = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_kept BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_never_deleted BEFORE DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER fragments_once BEFORE INSERT ON fragments
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER fragments_kept BEFORE UPDATE ON fragments
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER fragments_never_deleted BEFORE DELETE ON fragments
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER omissions_once BEFORE INSERT ON omissions
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_kept BEFORE UPDATE ON omissions
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_never_deleted BEFORE DELETE ON omissions
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER texts_once BEFORE INSERT ON texts
WHEN EXISTS (SELECT 1 FROM texts WHERE id = NEW.id OR hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER texts_kept BEFORE UPDATE ON texts
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER texts_never_deleted BEFORE DELETE ON texts
WHEN EXISTS (SELECT 1 FROM record_texts WHERE text = OLD.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER record_texts_once BEFORE INSERT ON record_texts
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_texts_kept BEFORE UPDATE ON record_texts
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_texts_never_deleted BEFORE DELETE ON record_texts
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER prunings_once BEFORE INSERT ON prunings
WHEN EXISTS (SELECT 1 FROM prunings WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER prunings_kept BEFORE UPDATE ON prunings
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER prunings_never_deleted BEFORE DELETE ON prunings
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- Only what is there can go.
CREATE TRIGGER pruned_once BEFORE INSERT ON pruned
WHEN NOT EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
  OR EXISTS (SELECT 1 FROM pruned WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER pruned_kept BEFORE UPDATE ON pruned
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER pruned_never_deleted BEFORE DELETE ON pruned
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER withdrawn_once BEFORE INSERT ON withdrawn
WHEN EXISTS (SELECT 1 FROM withdrawn WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_kept BEFORE UPDATE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_never_deleted BEFORE DELETE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER record_sums_once BEFORE INSERT ON record_sums
WHEN EXISTS (SELECT 1 FROM record_sums WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_kept BEFORE UPDATE ON record_sums
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_never_deleted BEFORE DELETE ON record_sums
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- What a session did, and what it was told, as it and its host tell.
CREATE TABLE session_activity (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  hash TEXT,                      -- SHA-256, hexadecimal, of a file whose every line the session has seen or written, and
                                  -- of what it was told; NULL otherwise
  tokens INTEGER                  -- of what it was told; NULL otherwise
) STRICT;

CREATE INDEX session_activity_by_session ON session_activity (session, id);

-- Notes that were too late for their own process, and which others have written down since. Each is written down once,
-- whoever finds it.
CREATE TABLE late_activity (
  id TEXT PRIMARY KEY CHECK (id <> '') -- name of the file that it was left in
) STRICT, WITHOUT ROWID;
