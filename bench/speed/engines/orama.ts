import { deserialize, serialize } from "node:v8";
import { create, insertMultiple, load, save, search } from "@orama/orama";
import { type BenchEngine, readTermLines } from "../engine.ts";

/**
 * In-memory index, saved by the runtime's structured clone: as JSON it soon exceeds the maximum
 * length of a string.
 */
export const engine: BenchEngine = {
  title: "Orama",
  async build(corpus, folder) {
    const index = createIndex();
    await insertMultiple(index, readTermLines(corpus).map((terms) => ({ terms })), BATCH);
    Deno.writeFileSync(`${folder}/index.bin`, serialize(save(index)));
  },
  open(folder) {
    const index = createIndex();
    load(index, deserialize(Deno.readFileSync(`${folder}/index.bin`)));
    return Promise.resolve({
      async search({ terms }, limit) {
        const found = await search(index, { term: terms.join(" "), limit, threshold: 1 });
        return found.hits.length;
      },
    });
  },
};

/** Number of documents inserted between two turns of the event loop. */
const BATCH = 10_000;

function createIndex() {
  return create({
    schema: { terms: "string" },
    components: {
      tokenizer: {
        language: "english",
        normalizationCache: new Map(),
        tokenize: (text: string) => text.split(" "),
      },
    },
  });
}
