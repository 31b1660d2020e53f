import MiniSearch, { type Options } from "minisearch";
import { type BenchEngine, readTermLines } from "../engine.ts";

interface Row {
  readonly id: number;
  readonly terms: string;
}

const OPTIONS: Options<Row> = {
  fields: ["terms"],
  tokenize: (text) => text.split(" "),
  processTerm: (term) => term,
};

/** In-memory index that is saved as one JSON text. */
export const engine: BenchEngine = {
  title: "MiniSearch",
  build(corpus, folder) {
    const index = new MiniSearch(OPTIONS);
    index.addAll(readTermLines(corpus).map((terms, id) => ({ id, terms })));
    Deno.writeTextFileSync(`${folder}/index.json`, JSON.stringify(index));
    return Promise.resolve();
  },
  open(folder) {
    const index = MiniSearch.loadJSON(Deno.readTextFileSync(`${folder}/index.json`), OPTIONS);
    return Promise.resolve({
      search: ({ terms }, limit) => index.search(terms.join(" ")).slice(0, limit).length,
    });
  },
};
