-- Vectors of active observations: a row for each, of one model at a time. A new vector has a new
-- and higher number, so that a reader that has all up to a number reads only the others.
CREATE TABLE IF NOT EXISTS memory_vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL,
  observation INTEGER NOT NULL UNIQUE,
  model TEXT NOT NULL,            -- the beginning of the SHA-256 of its fingerprint; empty until there is a vector
  numbers TEXT NOT NULL           -- signed bytes in Base64; empty where the model knows nothing of the text
) STRICT;

CREATE INDEX IF NOT EXISTS memory_vectors_by_model ON memory_vectors (project, model, id);

INSERT INTO memory_vectors (project, observation, model, numbers)
  SELECT project, id, '', '' FROM memory_observations WHERE status = 'active';
