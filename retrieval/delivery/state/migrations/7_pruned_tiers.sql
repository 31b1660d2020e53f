-- Version 7: what tiers gave to a session may go when no record of the session is left.

DROP TRIGGER tier_injections_never_deleted;
CREATE TRIGGER tier_injections_never_deleted BEFORE DELETE ON tier_injections
WHEN EXISTS (SELECT 1 FROM records WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
