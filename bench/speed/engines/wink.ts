import createIndex from "wink-bm25-text-search";
import { type BenchEngine, readTermLines } from "../engine.ts";

/** In-memory index that is saved as one JSON text. */
export const engine: BenchEngine = {
  title: "wink",
  build(corpus, folder) {
    const index = configure();
    readTermLines(corpus).forEach((terms, id) => index.addDoc({ terms }, id));
    index.consolidate();
    Deno.writeTextFileSync(`${folder}/index.json`, index.exportJSON());
    return Promise.resolve();
  },
  open(folder) {
    const index = configure();
    index.importJSON(Deno.readTextFileSync(`${folder}/index.json`));
    return Promise.resolve({
      search: ({ terms }, limit) => index.search(terms.join(" "), limit).length,
    });
  },
};

function configure() {
  const index = createIndex();
  index.defineConfig({ fldWeights: { terms: 1 } });
  index.definePrepTasks([(text: string) => text.split(" ")]);
  return index;
}
