import { createWordCache, embeddingWords, embeddingWordsOfName } from "@dossier/core/text";
import { parseRepositories } from "./extract_all.ts";
import { type Pair, stableHash } from "./pair.ts";

/** Texts of a pair, each with its own file of numbers. */
const PARTS = ["query", "capsule", "body"] as const;

/**
 * Maximum number of occurrences of a question in all sources. A more frequent question has no
 * specific answer.
 */
const MAX_REPEATS = 2;

/** Occurrences of a word. */
interface WordUse {
  /** Number of the word, in order of first occurrence. */
  readonly id: number;
  /** Number of texts with the word. */
  texts: number;
  /** Number of repositories with the word. */
  repositories: number;
  /** Last of these repositories. */
  last: string;
}

/** Numbers words, and counts their occurrences. */
export class WordCounter {
  readonly #uses = new Map<string, WordUse>();
  readonly #lookup = createWordCache(embeddingWordsOfName, { maxWords: 1 << 17 });

  /** Returns the numbers of a text's distinct words, in order of first occurrence. */
  add(text: string, repository: string): Uint32Array<ArrayBuffer> {
    const words = new Set(embeddingWords(text, this.#lookup));
    return Uint32Array.from(words, (word) => {
      let use = this.#uses.get(word);
      if (use === undefined) {
        use = { id: this.#uses.size, texts: 0, repositories: 0, last: "" };
        this.#uses.set(word, use);
      }
      use.texts++;
      if (use.last !== repository) {
        use.last = repository;
        use.repositories++;
      }
      return use.id;
    });
  }

  /** Returns a line for each word, in the order of their numbers: word, texts, repositories. */
  render(): string {
    return [...this.#uses].map(([word, { texts, repositories }]) =>
      `${word}\t${texts}\t${repositories}\n`
    ).join("");
  }
}

/**
 * Writes the pairs in `work/pairs` as numbers. `words.tsv` has the words, and `pairs.tsv` the
 * description of each pair. For each part of a pair, `<part>.ids` has its words and `<part>.ends`
 * their ends, as unsigned 32-bit numbers.
 */
export function encodePairs(work: string): void {
  const counter = new WordCounter();
  const repeats = new Map<number, number>();
  const files = new Map(PARTS.map((part) => [part, openPart(`${work}/${part}`)]));
  const table: string[] = [];
  const sets = parseRepositories(
    Deno.readTextFileSync(new URL("repositories.tsv", import.meta.url)),
  );
  for (const { name, set } of sets) {
    for (const pair of readPairs(`${work}/pairs/${name.replace("/", "+")}.jsonl`)) {
      const question = stableHash(pair.query.toLowerCase());
      const count = repeats.get(question) ?? 0;
      if (pair.kind !== "commit" && count >= MAX_REPEATS) continue;
      repeats.set(question, count + 1);
      for (const part of PARTS) files.get(part)!.write(counter.add(pair[part], name));
      table.push(`${set}\t${name}\t${pair.kind}\t${pair.language}\t${question}\n`);
    }
  }
  for (const file of files.values()) file.close();
  Deno.writeTextFileSync(`${work}/pairs.tsv`, table.join(""));
  Deno.writeTextFileSync(`${work}/words.tsv`, counter.render());
}

function* readPairs(path: string): Generator<Pair> {
  let text;
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  for (const line of text.split("\n")) if (line !== "") yield JSON.parse(line);
}

function openPart(
  base: string,
): { write(ids: Uint32Array<ArrayBuffer>): void; close(): void } {
  const options = { write: true, create: true, truncate: true };
  const file = Deno.openSync(`${base}.ids`, options);
  const ends: number[] = [];
  let end = 0;
  let waiting: Uint32Array<ArrayBuffer>[] = [];
  const flush = () => {
    const joined = new Uint32Array(waiting.reduce((sum, ids) => sum + ids.length, 0));
    let at = 0;
    for (const ids of waiting) {
      joined.set(ids, at);
      at += ids.length;
    }
    writeAll(file, new Uint8Array(joined.buffer));
    waiting = [];
  };
  return {
    write(ids) {
      end += ids.length;
      ends.push(end);
      waiting.push(ids);
      if (waiting.length >= 1 << 12) flush();
    },
    close() {
      flush();
      file.close();
      Deno.writeFileSync(`${base}.ends`, new Uint8Array(Uint32Array.from(ends).buffer));
    },
  };
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}
