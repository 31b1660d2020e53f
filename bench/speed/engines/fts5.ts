import { DatabaseSync } from "node:sqlite";
import { type BenchEngine, readTermLines } from "../engine.ts";

/** SQLite's own full-text index, without a copy of the text, as that is its fastest form. */
export const engine: BenchEngine = {
  title: "FTS5",
  build(corpus, folder) {
    using database = new DatabaseSync(`${folder}/index.db`);
    database.exec(`create virtual table chunks
      using fts5(terms, content='', tokenize="unicode61 remove_diacritics 0")`);
    const insert = database.prepare("insert into chunks (rowid, terms) values (?, ?)");
    database.exec("begin");
    readTermLines(corpus).forEach((line, index) => insert.run(index + 1, line));
    database.exec("commit; insert into chunks (chunks) values ('optimize')");
    return Promise.resolve();
  },
  open(folder) {
    const database = new DatabaseSync(`${folder}/index.db`, { readOnly: true });
    const select = database.prepare(
      "select rowid, rank from chunks where chunks match ? order by rank limit ?",
    );
    const search = ({ terms }: { readonly terms: readonly string[] }, limit: number) =>
      select.all(terms.map((term) => `"${term}"`).join(" OR "), limit).length;
    return Promise.resolve({ search });
  },
};
