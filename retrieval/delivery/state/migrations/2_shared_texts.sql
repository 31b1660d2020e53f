-- Version 2: a long text of a request, such as that of an issue, is kept once, however many records have
-- it. A record has the beginning of the text in its request and the whole here.

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

ALTER TABLE records ADD COLUMN texts INTEGER NOT NULL DEFAULT 0; -- how many it has

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
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
