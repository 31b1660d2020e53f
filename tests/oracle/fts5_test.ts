import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  createTermNames,
  type Hit,
  makeZipfCorpus,
  openBodyIndex,
  type OracleCorpus,
  overlap,
  readOwnCorpus,
} from "./body_index.ts";

/**
 * Maximum share of chunks with a term of a query.
 *
 * FTS5's idf is `ln((N - n + 0.5) / (n + 0.5))`, at least 1e-6: without the 1 that our formula adds
 * inside. So the formulas differ for common terms, and FTS5 ignores a term in half of all chunks.
 * In queries of any terms of the texts, the overlap is .86 and .88 (.90 and .92 without those in
 * over half of the chunks, .97 and .97 without those in over three tenths); stop words remove such
 * common terms from queries.
 */
const MAX_SHARE = 0.1;

/** Minimum mean overlap; measured: .987 and .990. */
const MIN_OVERLAP = 0.95;

/**
 * Returns the mean overlap of our first ten chunks with those of SQLite's FTS5, which has k1 = 1.2
 * and b = 0.75 built in.
 */
function compareWithFts5({ texts, queries }: OracleCorpus): number {
  const { nameOf, rewrite } = createTermNames();
  using database = new DatabaseSync(":memory:");
  database.exec(`CREATE VIRTUAL TABLE chunks USING fts5(terms, content='', tokenize='ascii')`);
  const insert = database.prepare("INSERT INTO chunks (rowid, terms) VALUES (?, ?)");
  texts.forEach((text, chunk) => insert.run(chunk + 1, rewrite(text)));
  const select = database.prepare(
    "SELECT rowid, bm25(chunks) AS cost FROM chunks WHERE chunks MATCH ? ORDER BY cost, rowid",
  );
  using ours = openBodyIndex(texts);
  let sum = 0;
  for (const terms of queries) {
    const match = terms.map((term) => `"${nameOf(term)}"`).join(" OR ");
    const rows = select.all(match) as unknown as { rowid: number; cost: number }[];
    const expected: Hit[] = rows.map(({ rowid, cost }) => ({ chunk: rowid - 1, score: -cost }));
    const actual = ours.rank(terms);
    assert.equal(actual.length, expected.length, `both find the same chunks for ${terms}`);
    sum += overlap(actual, expected);
  }
  return sum / queries.length;
}

Deno.test("LexicalScorer ranks like FTS5 on words spread by Zipf's law", () => {
  const corpus = makeZipfCorpus(MAX_SHARE);
  assert.ok(corpus.texts.length >= 2000);
  const mean = compareWithFts5(corpus);
  assert.ok(mean >= MIN_OVERLAP, `${mean}`);
});

Deno.test("LexicalScorer ranks like FTS5 on this program's own files", () => {
  const mean = compareWithFts5(readOwnCorpus(MAX_SHARE));
  assert.ok(mean >= MIN_OVERLAP, `${mean}`);
});
