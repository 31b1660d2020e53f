import type { StateStore } from "@dossier/retrieval/state";
import type { SqlDialect } from "../../features/memory/store/mod.ts";

/** Number of observations that a search returns, as for `recall`. */
const FOUND = 60;

/** Number of rows of one statement. */
const ROWS = 500;

/**
 * Plain way to store and find texts in a database: its own full-text index and ranking, and a table
 * that is polled without leases. It has only the essential parts.
 */
export class PlainPeer {
  readonly #state: StateStore;
  readonly #isPostgres: boolean;

  private constructor(state: StateStore, dialect: SqlDialect) {
    this.#state = state;
    this.#isPostgres = dialect.lockRow !== "";
  }

  /** Creates the tables in the same database, and indexes the texts. */
  static async make(
    state: StateStore,
    { dialect, texts }: { readonly dialect: SqlDialect; readonly texts: readonly string[] },
  ): Promise<PlainPeer> {
    const peer = new PlainPeer(state, dialect);
    const statements = peer.#isPostgres
      ? [
        "CREATE TABLE peer_texts (id bigint PRIMARY KEY, content text NOT NULL)",
        "CREATE TABLE peer_queue (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, session text, text text, done bigint)",
      ]
      : [
        "CREATE VIRTUAL TABLE peer_texts USING fts5(content, tokenize = 'porter')",
        "CREATE TABLE peer_queue (id INTEGER PRIMARY KEY, session TEXT, text TEXT, done INTEGER)",
      ];
    const insert = peer.#isPostgres
      ? "INSERT INTO peer_texts (id, content) VALUES "
      : "INSERT INTO peer_texts (rowid, content) VALUES ";
    await state.write(async (sql) => {
      for (const table of ["peer_texts", "peer_queue"]) {
        await sql.run(`DROP TABLE IF EXISTS ${table}`);
      }
      for (const statement of statements) await sql.run(statement);
      await sql.run("CREATE INDEX peer_waiting ON peer_queue (session, done, id)");
      for (let at = 0; at < texts.length; at += ROWS) {
        const page = texts.slice(at, at + ROWS);
        const rows = page.map(() => "(?, ?)").join(", ");
        await sql.run(insert + rows, ...page.flatMap((text, index) => [at + index + 1, text]));
      }
      if (peer.#isPostgres) {
        await sql.run(
          "CREATE INDEX peer_words ON peer_texts USING gin (to_tsvector('english', content))",
        );
      }
    });
    return peer;
  }

  /** Returns the texts with a word of a query, best first. */
  async search(query: string): Promise<readonly string[]> {
    const words = query.match(/\w+/g) ?? [];
    const terms = this.#isPostgres
      ? words.join(" | ")
      : words.map((word) => `"${word}"`).join(" OR ");
    const statement = this.#isPostgres
      ? `SELECT content FROM peer_texts, to_tsquery('english', ?) AS asked
        WHERE to_tsvector('english', content) @@ asked
        ORDER BY ts_rank(to_tsvector('english', content), asked) DESC LIMIT ${FOUND}`
      : `SELECT content FROM peer_texts WHERE peer_texts MATCH ? ORDER BY bm25(peer_texts) LIMIT ${FOUND}`;
    const rows = await this.#state.read((sql) => sql.table(statement, terms));
    return rows.map(([content]) => String(content));
  }

  /** Puts a text into the queue of a session, takes the oldest, and marks it as done. */
  async cycle(session: string, text: string): Promise<void> {
    const state = this.#state;
    await state.write((sql) =>
      sql.run("INSERT INTO peer_queue (session, text, done) VALUES (?, ?, 0)", session, text)
    );
    const id = await state.read((sql) =>
      sql.value<number>(
        "SELECT id FROM peer_queue WHERE session = ? AND done = 0 ORDER BY id LIMIT 1",
        session,
      )
    );
    await state.write((sql) => sql.run("UPDATE peer_queue SET done = 1 WHERE id = ?", id!));
  }
}
