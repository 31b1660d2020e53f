-- Transcripts of sessions in this tree that are read for observations. Times are milliseconds since
-- 1970.
CREATE TABLE IF NOT EXISTS memory_transcripts (
  path TEXT PRIMARY KEY,          -- absolute, of this machine
  session TEXT NOT NULL,
  noted_at INTEGER NOT NULL,
  read_size INTEGER NOT NULL,     -- bytes of it that were read and remembered; -1 for none
  size INTEGER NOT NULL,          -- bytes of it when it was last begun; -1 for never
  done INTEGER NOT NULL,          -- how many of its proposals were remembered then
  taken_until INTEGER NOT NULL    -- somebody reads it until then
) STRICT;
