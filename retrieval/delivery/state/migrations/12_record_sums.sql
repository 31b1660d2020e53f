-- Version 12: a checksum for each record, of all its rows, so that a disk or a memory that changes a bit does not change
-- what was given unnoticed. Records of before have none.

CREATE TABLE record_sums (
  record INTEGER PRIMARY KEY REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  sum INTEGER NOT NULL            -- see record_sums.ts
) STRICT;

CREATE TRIGGER record_sums_once BEFORE INSERT ON record_sums
WHEN EXISTS (SELECT 1 FROM record_sums WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_kept BEFORE UPDATE ON record_sums
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_never_deleted BEFORE DELETE ON record_sums
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
