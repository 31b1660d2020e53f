-- Version 8: with which record a tier gave something, as what was not sent after all is not held.

ALTER TABLE tier_injections ADD COLUMN record INTEGER; -- number of the record; NULL without one

CREATE INDEX tier_injections_by_record ON tier_injections (record);
