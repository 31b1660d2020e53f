-- Version 5: what was given need not be lines of a file. Fragments take the place of passages, and of
-- what is left out there is a source where there is no path.

ALTER TABLE records RENAME COLUMN passages TO fragments;

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

INSERT INTO fragments (record, rank, path, start_line, end_line, content_hash, file_hash, position,
  form, trust, tokens, score, kind, role, slug, freshness, details)
SELECT record, rank, path, start_line, end_line, content_hash, file_hash, 'before', form, 'project',
  tokens, score, kind, role, slug, details ->> '$.freshness', json_remove(details, '$.freshness')
FROM passages;

DROP TABLE passages;

ALTER TABLE omissions RENAME TO earlier_omissions;

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

INSERT INTO omissions (record, rank, path, start_line, end_line, tokens, reason)
SELECT record, rank, path, start_line, end_line, tokens, reason FROM earlier_omissions;

DROP TABLE earlier_omissions;

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
