-- Version 4: what was recorded as given and then not sent, as nobody waited for it any more. Whoever it
-- was for does not hold it.

CREATE TABLE withdrawn (
  record INTEGER PRIMARY KEY,
  time INTEGER NOT NULL
) STRICT;

CREATE TRIGGER withdrawn_once BEFORE INSERT ON withdrawn
WHEN EXISTS (SELECT 1 FROM withdrawn WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_kept BEFORE UPDATE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_never_deleted BEFORE DELETE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
