-- Version 6: what tiers of context gave to sessions, what sessions did meanwhile, which manifest was agreed
-- to, and which documents matter for which. Times are milliseconds since 1970.

-- One source of a tier, as it was given or was refused. Rows are only ever added.
CREATE TABLE tier_injections (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('identity', 'workflow', 'reference')),
  source TEXT NOT NULL,           -- URI
  content_hash TEXT NOT NULL,     -- SHA-256 of all that the source has, hexadecimal
  tokens INTEGER NOT NULL,        -- of what was given; 0 when it was refused
  trigger TEXT NOT NULL,          -- what set it off
  reason TEXT                     -- why it was refused; NULL when it was given
) STRICT;

CREATE INDEX tier_injections_by_source ON tier_injections (session, source, id);
CREATE INDEX tier_injections_by_time ON tier_injections (session, reason, time);

CREATE TRIGGER tier_injections_once BEFORE INSERT ON tier_injections
WHEN EXISTS (SELECT 1 FROM tier_injections WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER tier_injections_kept BEFORE UPDATE ON tier_injections
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER tier_injections_never_deleted BEFORE DELETE ON tier_injections
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- What a session did, which triggers go by.
CREATE TABLE session_activity (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE INDEX session_activity_by_session ON session_activity (session, id);

-- How far the activity of a session has been looked at for triggers.
CREATE TABLE tier_refreshes (
  session TEXT PRIMARY KEY CHECK (session <> ''),
  activity INTEGER NOT NULL,      -- id of the last activity that was looked at
  turns INTEGER NOT NULL,         -- turns up to that
  rfc TEXT NOT NULL,              -- hash of the RFC in progress and its tasks, as they were then
  waiting INTEGER NOT NULL CHECK (waiting IN (0, 1)) -- whether a trigger waits for the cooldown
) STRICT, WITHOUT ROWID;

-- The content of each manifest that somebody has agreed to; the first that was seen counts as such.
CREATE TABLE manifests (
  path TEXT PRIMARY KEY,          -- relative to the root
  hash TEXT NOT NULL,             -- SHA-256 of the file, hexadecimal
  acknowledged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE relevance_edges (
  source TEXT NOT NULL,           -- URI
  target TEXT NOT NULL,           -- URI
  type TEXT NOT NULL CHECK (type IN ('explicit', 'keyword', 'learned')),
  weight REAL NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (source, target, type)
) STRICT, WITHOUT ROWID;
