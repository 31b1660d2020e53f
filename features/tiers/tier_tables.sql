-- Injections from context tiers, and acknowledged manifests. Times are milliseconds since 1970.

-- One source of a tier, injected or rejected. Rows are append-only, and may be deleted with the
-- last record of their session.
CREATE TABLE IF NOT EXISTS tier_injections (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('identity', 'workflow', 'reference')),
  source TEXT NOT NULL,           -- URI
  content_hash TEXT NOT NULL,     -- SHA-256 of all that the source has, hexadecimal
  tokens INTEGER NOT NULL,        -- of what was given; 0 when it was refused
  trigger TEXT NOT NULL,          -- what set it off
  reason TEXT,                    -- why it was refused; NULL when it was given
  record INTEGER                  -- number of the record that it was given with; NULL without one
) STRICT;

CREATE INDEX IF NOT EXISTS tier_injections_by_source ON tier_injections (session, source, id);
CREATE INDEX IF NOT EXISTS tier_injections_by_time ON tier_injections (session, reason, time);
CREATE INDEX IF NOT EXISTS tier_injections_by_record ON tier_injections (record);

CREATE TRIGGER IF NOT EXISTS tier_injections_once BEFORE INSERT ON tier_injections
WHEN EXISTS (SELECT 1 FROM tier_injections WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER IF NOT EXISTS tier_injections_kept BEFORE UPDATE ON tier_injections
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER IF NOT EXISTS tier_injections_never_deleted BEFORE DELETE ON tier_injections
WHEN EXISTS (SELECT 1 FROM records WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- The activity of a session that was checked for triggers.
CREATE TABLE IF NOT EXISTS tier_refreshes (
  session TEXT PRIMARY KEY CHECK (session <> ''),
  activity INTEGER NOT NULL,      -- id of the last activity that was looked at
  turns INTEGER NOT NULL,         -- turns up to that
  rfc TEXT NOT NULL,              -- hash of the RFC in progress and its tasks, as they were then
  waiting INTEGER NOT NULL CHECK (waiting IN (0, 1)), -- whether a trigger waits for the cooldown
  head TEXT,                      -- the newest commit; NULL without a repository
  time INTEGER                    -- files changed later are news; NULL when it is not known
) STRICT, WITHOUT ROWID;

-- The content of each acknowledged manifest; the first one counts as acknowledged.
CREATE TABLE IF NOT EXISTS manifests (
  path TEXT PRIMARY KEY,          -- relative to the root
  hash TEXT NOT NULL,             -- SHA-256 of the file, hexadecimal
  acknowledged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Earlier versions stored the edges of documents.
DROP TABLE IF EXISTS relevance_edges;
