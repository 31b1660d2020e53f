-- Session memory: observations, their use in sessions, and the outcomes. Times are milliseconds
-- since 1970. Written for SQLite; PostgreSQL gets the same with other names of types, see
-- `sql_dialect.ts`.

-- The projects of this memory; other tables refer to their numbers.
CREATE TABLE IF NOT EXISTS memory_projects (
  id INTEGER PRIMARY KEY,
  organization TEXT NOT NULL,
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL,      -- JSON: what it is made with
  settings TEXT NOT NULL,         -- JSON
  UNIQUE (organization, name)
) STRICT;

-- Grants of a project's observations to another.
CREATE TABLE IF NOT EXISTS memory_grants (
  source INTEGER NOT NULL,
  destination INTEGER NOT NULL,
  PRIMARY KEY (source, destination)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS memory_observations (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  agent TEXT NOT NULL,            -- empty for none
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  reason TEXT NOT NULL,           -- empty for none
  content_hash TEXT NOT NULL,     -- SHA-256, hexadecimal
  sim_hash TEXT NOT NULL,         -- 16 hexadecimal digits
  origin TEXT NOT NULL,
  evidence TEXT NOT NULL,         -- where rules found it; empty for none
  classification TEXT NOT NULL,
  anchors TEXT NOT NULL,          -- JSON
  tags TEXT NOT NULL,             -- JSON
  weight REAL NOT NULL,
  session TEXT NOT NULL,          -- empty for none
  status TEXT NOT NULL CHECK (status IN ('waiting', 'active', 'refused', 'superseded')),
  superseded_by INTEGER,
  source_project TEXT NOT NULL,   -- empty for its own
  created_at INTEGER NOT NULL,
  verified_at INTEGER NOT NULL,
  UNIQUE (project, agent, content_hash)
) STRICT;

CREATE INDEX IF NOT EXISTS memory_observations_by_status
  ON memory_observations (project, status, id);

-- The words of active observations for searches, and the quarters of their SimHash ('#0:abcd').
CREATE TABLE IF NOT EXISTS memory_terms (
  project INTEGER NOT NULL,
  term TEXT NOT NULL,
  observation INTEGER NOT NULL,
  PRIMARY KEY (project, term, observation)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS memory_terms_by_observation ON memory_terms (observation);

-- The memory of a session at a moment, sent or not.
CREATE TABLE IF NOT EXISTS memory_injections (
  id INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL UNIQUE,  -- names it on all machines
  project INTEGER NOT NULL,
  session TEXT NOT NULL,
  work_type TEXT NOT NULL,
  moment TEXT NOT NULL,
  query TEXT NOT NULL,
  budget_tokens INTEGER NOT NULL,
  actual_tokens INTEGER NOT NULL,
  graph_tokens INTEGER NOT NULL,
  observations TEXT NOT NULL,     -- JSON: ids in the order shown
  summaries TEXT NOT NULL,        -- JSON: those of them that are summaries of sessions
  graph_nodes TEXT NOT NULL,      -- JSON
  graph_edges TEXT NOT NULL,      -- JSON
  time INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS memory_injections_by_session
  ON memory_injections (project, session, id);

-- The same by observation: the sessions that got it.
CREATE TABLE IF NOT EXISTS memory_given (
  project INTEGER NOT NULL,
  observation INTEGER NOT NULL,
  session TEXT NOT NULL,
  delivery TEXT NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (project, observation, session, delivery)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS memory_given_by_session ON memory_given (project, session);
CREATE INDEX IF NOT EXISTS memory_given_by_delivery ON memory_given (delivery);

-- The entry of the log for a record of bundles, of the tree at a root.
CREATE TABLE IF NOT EXISTS memory_records (
  record INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL,
  root TEXT NOT NULL
) STRICT;

-- Ranks of candidates for a session, with and without feedback.
CREATE TABLE IF NOT EXISTS memory_ranks (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  session TEXT NOT NULL,
  observation INTEGER NOT NULL,
  relevance REAL NOT NULL,
  weight REAL NOT NULL,
  weighted REAL NOT NULL,
  plain_rank INTEGER NOT NULL,
  weighted_rank INTEGER NOT NULL,
  time INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS memory_ranks_by_session ON memory_ranks (project, session);

-- Outcomes of sessions: the first one counts.
CREATE TABLE IF NOT EXISTS memory_outcomes (
  project INTEGER NOT NULL,
  session TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('accepted', 'rejected', 'rework')),
  diagnostic TEXT NOT NULL,       -- JSON
  time INTEGER NOT NULL,
  PRIMARY KEY (project, session)
) STRICT, WITHOUT ROWID;

-- Each step of a weight. Subjects are 'o12' for an observation, 'n:ID' for a node and 'e:KEY' for an edge.
CREATE TABLE IF NOT EXISTS memory_weight_steps (
  project INTEGER NOT NULL,
  subject TEXT NOT NULL,
  session TEXT NOT NULL,
  outcome TEXT NOT NULL,
  previous REAL NOT NULL,
  weight REAL NOT NULL,
  rate REAL NOT NULL,
  reason TEXT NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (project, subject, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS memory_nodes (
  project INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  importance REAL NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS memory_edges (
  project INTEGER NOT NULL,
  source TEXT NOT NULL,
  relation TEXT NOT NULL,
  target TEXT NOT NULL,
  observation INTEGER NOT NULL,   -- from which it was made
  feedback REAL NOT NULL,
  PRIMARY KEY (project, source, relation, target, observation)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS memory_edges_by_target ON memory_edges (project, target);
CREATE INDEX IF NOT EXISTS memory_edges_by_observation ON memory_edges (observation);

-- Queued texts for running sessions.
CREATE TABLE IF NOT EXISTS memory_injects (
  id INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL UNIQUE,
  project INTEGER NOT NULL,
  session TEXT NOT NULL,
  content_hash TEXT NOT NULL,     -- SHA-256 of the text, hexadecimal
  text TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('memory', 'user')),
  turn TEXT NOT NULL,             -- empty for none
  state TEXT NOT NULL CHECK (state IN ('pending', 'offered', 'acked', 'dead')),
  attempts INTEGER NOT NULL,
  worker TEXT NOT NULL,           -- to whom it was offered last; empty for nobody
  leased_until INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  acked_at INTEGER,
  dead_reason TEXT,
  UNIQUE (project, session, content_hash)
) STRICT;

CREATE INDEX IF NOT EXISTS memory_injects_by_session
  ON memory_injects (project, session, state, id);

-- The audit log of the memory, as a chain of hashes, and the end of each project's chain.
CREATE TABLE IF NOT EXISTS memory_audit (
  project INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  event TEXT NOT NULL,            -- JSON
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS memory_audit_ends (
  project INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project)
) STRICT, WITHOUT ROWID;
