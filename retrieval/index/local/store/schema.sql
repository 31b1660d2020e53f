-- The index: a cache of the tree, rebuilt from the files whenever it is missing, damaged or older
-- than the program. Nothing here may be lost that the tree does not hold.

-- Columns named "sum" hold a checksum of the others of their row, see checksum.ts; verify_store.ts says which
-- tables have one, and how those without are checked.

-- One value by name: the fingerprint of what wrote the index, times, the parsed configuration.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An immutable part of the index. Its chunks are numbered from 0 in the order of its documents.
CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  chunk_count INTEGER NOT NULL,
  -- Terms in each chunk by field: chunk_count little-endian 16-bit body lengths, then one byte a
  -- chunk each for symbols, heading and path (a longer field is counted as the largest number).
  lengths BLOB NOT NULL,
  lengths_sum INTEGER NOT NULL,             -- checksum of lengths
  -- Whose chunks: three little-endian 32-bit numbers each (document id, number of its first chunk,
  -- terms in the body of all its chunks).
  runs BLOB NOT NULL,
  runs_sum INTEGER NOT NULL DEFAULT 0,      -- checksum of runs
  postings_sum INTEGER NOT NULL DEFAULT 0,  -- checksums of the segment's rows in postings, added up
  -- One bit a chunk, lowest first: 1 when the chunk's document was changed or removed since. NULL
  -- while all chunks are alive.
  dead BLOB,
  dead_count INTEGER NOT NULL DEFAULT 0,  -- bits of it that are 1
  -- Terms in the living chunks by field, so that mean lengths need no walk over all chunks.
  body_terms INTEGER NOT NULL,
  symbols_terms INTEGER NOT NULL,
  heading_terms INTEGER NOT NULL,
  path_terms INTEGER NOT NULL,
  life_sum INTEGER NOT NULL       -- checksum of dead and all numbers but id
) STRICT;

-- Segments that are kept elsewhere as well, so that they are not sent again.
CREATE TABLE shared_segments (
  segment INTEGER PRIMARY KEY REFERENCES segments (id) ON DELETE CASCADE,
  name TEXT NOT NULL,             -- what it is called there
  -- JSON: what of it is in which block there; NULL when all of it is here. Otherwise only those of its postings,
  -- vectors and parts are here that were asked for, and empty postings say that a term does not occur in it.
  head TEXT,
  sum INTEGER NOT NULL
) STRICT;

-- The blocks of vectors and details of these that are here; see segment_blocks.ts.
CREATE TABLE fetched_blocks (
  segment INTEGER NOT NULL REFERENCES shared_segments (segment) ON DELETE CASCADE,
  block TEXT NOT NULL,
  PRIMARY KEY (segment, block)
) STRICT, WITHOUT ROWID;

-- One indexed file.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,      -- relative to the root, with "/"
  stem TEXT NOT NULL,             -- the names that the path goes by, as `fileKeys` gives them
  folder TEXT,                    -- NULL unless the file stands for its folder
  language TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('code', 'document')),
  size INTEGER NOT NULL,          -- bytes on disk
  modified INTEGER NOT NULL,      -- milliseconds since 1970
  changed INTEGER NOT NULL,       -- the same of whatever the disk knows of the file
  inode INTEGER NOT NULL,         -- last 32 bits of its number on the disk
  racy INTEGER NOT NULL,          -- 1 when a later change could have left all of these as they are
  hash TEXT NOT NULL,             -- SHA-256 of the bytes, hexadecimal
  blob TEXT NOT NULL,             -- what git calls these bytes: 40 hexadecimal digits
  segment INTEGER NOT NULL REFERENCES segments (id),
  first_chunk INTEGER NOT NULL,   -- number in the segment of the first of its chunks
  chunks TEXT NOT NULL,           -- JSON: [[start line, end line, label], …], 1-based, inclusive
  definitions TEXT NOT NULL,      -- distinct names defined in it, one a line
  name_terms TEXT NOT NULL,       -- terms of the name it is known by, as `encodeFileName` writes them
  names_sum INTEGER NOT NULL,     -- of path, kind, hash, definitions and name_terms
  sum INTEGER NOT NULL            -- of what is read from the file and its path
) STRICT;

-- A query that names files asks for those that may be meant.
CREATE INDEX documents_by_stem ON documents (stem);
CREATE INDEX documents_by_folder ON documents (folder) WHERE folder IS NOT NULL;

-- Every answer looks at these files.
CREATE INDEX documents_of_doubt ON documents (path) WHERE racy = 1;

-- When a segment is dropped, SQLite looks for documents that refer to it.
CREATE INDEX documents_by_segment ON documents (segment);

-- An issue asks for all that is prose, in the order of the paths.
CREATE INDEX documents_of_prose ON documents (path, language) WHERE kind = 'document';

-- A file that was looked at and left out for what it holds, so that it is not read again.
CREATE TABLE skipped (
  path TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  racy INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a term occurs: one row a segment. The key is the term itself, so two terms can not be
-- taken for one another whatever their hashes.
CREATE TABLE postings (
  term TEXT NOT NULL,
  segment INTEGER NOT NULL,
  data BLOB NOT NULL,             -- see posting_codec.ts
  sum INTEGER NOT NULL,
  -- By segment first: a segment is written in one go at the end of the table, and merging or dropping
  -- small ones touches nothing of the large ones. A query looks each term up once a segment.
  PRIMARY KEY (segment, term)
) STRICT, WITHOUT ROWID;

-- Vectors of chunks: blocks of 256 neighbours in their segment, all made by one model. No row where none
-- of them has a vector, and no rows at all without a model.
CREATE TABLE vectors (
  segment INTEGER NOT NULL,
  block INTEGER NOT NULL,         -- number of its first chunk, divided by 256
  -- A little-endian 32-bit float a chunk, its scale, NaN when the chunk has no vector; then one signed
  -- byte a dimension and chunk. Byte times scale gives the number.
  data BLOB NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (segment, block)
) STRICT;

-- Vectors of the names that documents define, some names each, of the same model. No row for a document
-- that defines none, or whose names have yet to be embedded.
CREATE TABLE name_vectors (
  document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  data BLOB NOT NULL,             -- as in vectors
  sum INTEGER NOT NULL
) STRICT;

-- The definitions, sections and blocks of a document's text, as a question is answered by them. No row for a
-- text that is too long to be cut.
CREATE TABLE parts (
  document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  data TEXT NOT NULL,             -- see part_codec.ts in core
  sum INTEGER NOT NULL
) STRICT;

-- What commits have said of the files they touched, apart from the words: columns of numbers by name,
-- see history.ts. The rest of what is known of a history is under "history" in meta.
CREATE TABLE history_columns (
  name TEXT PRIMARY KEY,
  data BLOB NOT NULL,
  sum INTEGER NOT NULL
) STRICT;

-- The files of the history by the path that each has after the commit read last, or had when it was
-- removed. A file that another has taken the place of has no path any more.
CREATE TABLE history_paths (
  path TEXT PRIMARY KEY,          -- relative to the root, with "/"
  file INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where the tree of a commit had a name in its code, or that it had a file at a path: what git was asked
-- once, so that a document that names what is gone is not looked up for every answer. Of the files that the
-- index had unchanged at the time nothing is known: they are in changed_paths once they are no longer.
CREATE TABLE past_names (
  "commit" TEXT NOT NULL,
  name TEXT NOT NULL,
  change INTEGER NOT NULL,        -- of changed_paths, the last that is taken in
  files TEXT NOT NULL,            -- JSON: [[path, blob], …]
  sum INTEGER NOT NULL,
  PRIMARY KEY ("commit", name)
) STRICT, WITHOUT ROWID;

-- The files that came, went or changed since the first of past_names was written, each with the number of its
-- last change.
CREATE TABLE changed_paths (
  change INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE
) STRICT;

-- Whatever it is that changes the index, this is noted with it.
CREATE TRIGGER document_added AFTER INSERT ON documents
  WHEN EXISTS (SELECT 1 FROM past_names) BEGIN
    DELETE FROM changed_paths WHERE path = new.path;
    INSERT INTO changed_paths (path) VALUES (new.path);
  END;
CREATE TRIGGER document_changed AFTER UPDATE OF blob ON documents
  WHEN EXISTS (SELECT 1 FROM past_names) BEGIN
    DELETE FROM changed_paths WHERE path = new.path;
    INSERT INTO changed_paths (path) VALUES (new.path);
  END;
CREATE TRIGGER document_removed AFTER DELETE ON documents
  WHEN EXISTS (SELECT 1 FROM past_names) BEGIN
    DELETE FROM changed_paths WHERE path = old.path;
    INSERT INTO changed_paths (path) VALUES (old.path);
  END;
CREATE TRIGGER skipped_removed AFTER DELETE ON skipped
  WHEN EXISTS (SELECT 1 FROM past_names) BEGIN
    DELETE FROM changed_paths WHERE path = old.path;
    INSERT INTO changed_paths (path) VALUES (old.path);
  END;

-- Which commits have a term in their subject.
CREATE TABLE history_postings (
  term TEXT PRIMARY KEY,
  data BLOB NOT NULL,             -- numbers of commits, see number_list.ts
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
