-- Version 3: records may be let go of, and only so: a record can be deleted when a row here says that it
-- was, when and why. These rows stay for good, and no number is used again.

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

DROP TRIGGER records_once;
CREATE TRIGGER records_once BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM pruned WHERE record = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

DROP TRIGGER records_never_deleted;
CREATE TRIGGER records_never_deleted BEFORE DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

DROP TRIGGER passages_never_deleted;
CREATE TRIGGER passages_never_deleted BEFORE DELETE ON passages
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

DROP TRIGGER omissions_never_deleted;
CREATE TRIGGER omissions_never_deleted BEFORE DELETE ON omissions
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

DROP TRIGGER record_texts_never_deleted;
CREATE TRIGGER record_texts_never_deleted BEFORE DELETE ON record_texts
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
