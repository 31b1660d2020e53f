-- Version 9: what hosts tell of a session, and what it was told at moments of its own.

ALTER TABLE session_activity ADD COLUMN hash TEXT; -- SHA-256, hexadecimal, of a file whose every line the session
                                                   -- has seen or written, and of what it was told; NULL otherwise
ALTER TABLE session_activity ADD COLUMN tokens INTEGER; -- of what it was told; NULL otherwise
