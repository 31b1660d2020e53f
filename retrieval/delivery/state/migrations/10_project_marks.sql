-- Version 10: what a project was like when a session was looked at, so that what is done to it sets off triggers.

ALTER TABLE tier_refreshes ADD COLUMN head TEXT; -- the newest commit; NULL without a repository
ALTER TABLE tier_refreshes ADD COLUMN time INTEGER; -- files changed later are news; NULL when it is not known
