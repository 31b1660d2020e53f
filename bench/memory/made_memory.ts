import type { Lease } from "@dossier/retrieval/lease";
import { CitedTree } from "../../features/memory/cited_tree.ts";
import type { Anchor } from "../../features/memory/core/mod.ts";
import {
  type MemoryPlace,
  type ObservationDraft,
  storeObservationIn,
} from "../../features/memory/store/mod.ts";
import { seededRandom } from "../../tests/runs/generated_tree.ts";

/** Number of different words. Their frequency falls with their rank, as in any language (Zipf). */
const VOCABULARY_SIZE = 20_000;

const SYLLABLES = [
  "ba",
  "re",
  "mi",
  "to",
  "ku",
  "sen",
  "dar",
  "pol",
  "vix",
  "gan",
  "lor",
  "zet",
  "u",
];

/** Words between the others, which have no meaning. */
const FILLERS = ["the", "is", "when", "through", "because", "of", "and", "a", "never", "before"];

/** Number of files of the tree, and of definitions of each. */
const FILES = 200;
const DEFINITIONS = 4;

/** Share of observations that cite something that has changed since. */
const DRIFTED_SHARE = 0.1;

/** Number of observations that are stored at once. */
const BATCH = 500;

/** Makes texts with the statistics of those of a project. Equal seeds give equal texts. */
export class MadeMemory {
  readonly #random: () => number;
  readonly #words: readonly string[];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const words = new Set<string>();
    while (words.size < VOCABULARY_SIZE) {
      words.add(Array.from({ length: 2 + this.#below(3) }, () => this.#pick(SYLLABLES)).join(""));
    }
    this.#words = [...words];
  }

  /** Returns files of code, by path. */
  makeFiles(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [
        `src/${this.#rareWord()}/${this.#rareWord()}_${at}.ts`,
        Array.from(
          { length: DEFINITIONS },
          () =>
            `export function ${this.#identifier()}(value: string): string {\n` +
            `  return ${this.#identifier()}(value);\n}\n`,
        ).join("\n"),
      ]),
    );
  }

  /** Returns an observation of one to three sentences that cites one of some locations. */
  makeObservation(anchors: readonly Anchor[]): ObservationDraft {
    const anchor = this.#pick(anchors);
    const isDrifted = this.#random() < DRIFTED_SHARE;
    return {
      kind: this.#pick(["decision", "pattern", "error"]),
      content: Array.from({ length: 1 + this.#below(3) }, () => this.#sentence(anchor)).join(" "),
      origin: this.#pick(["explicit", "captured"]),
      classification: "internal",
      anchors: [isDrifted ? { ...anchor, hash: "0".repeat(64) } : anchor],
      weight: 1 - this.#random() / 2,
    };
  }

  /** Returns a title: some words of a text, and others. */
  makeQuestion(text: string): string {
    const words = text.split(" ");
    const own = Array.from({ length: 6 }, () => this.#pick(words));
    return [...own, ...Array.from({ length: 3 }, () => this.#word()), this.#identifier()].join(" ");
  }

  #sentence({ path, symbol = "" }: Anchor): string {
    const words = Array.from(
      { length: 8 + this.#below(10) },
      () => this.#random() < 0.35 ? this.#pick(FILLERS) : this.#word(),
    );
    if (this.#random() < 0.4) words.push(this.#identifier());
    if (this.#random() < 0.2) words.push(this.#pick([path, symbol]));
    return `${words.join(" ")}.`;
  }

  #identifier(): string {
    const [first = "", ...more] = Array.from({ length: 2 + this.#below(2) }, () => this.#word());
    return first + more.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  }

  /** Returns a word. The one of rank r has a share proportional to 1/r. */
  #word(): string {
    return this.#words[Math.floor(VOCABULARY_SIZE ** this.#random()) - 1]!;
  }

  #rareWord(): string {
    return this.#pick(this.#words);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** Returns the locations of the definitions of a tree, as observations cite them. */
export async function listAnchors(
  lease: Pick<Lease, "indexed" | "visibility">,
  files: Readonly<Record<string, string>>,
): Promise<readonly Anchor[]> {
  const tree = new CitedTree(lease);
  const anchors: Anchor[] = [];
  for (const [path, text] of Object.entries(files)) {
    for (const [, name] of text.matchAll(/function (\w+)/g)) {
      anchors.push(await tree.cite(`${path}#${name}`, ""));
    }
  }
  return anchors;
}

/** Stores observations up to a number, and returns their texts. */
export async function fillMemory(
  place: MemoryPlace,
  { made, anchors, count }: {
    readonly made: MadeMemory;
    readonly anchors: readonly Anchor[];
    readonly count: number;
  },
): Promise<readonly string[]> {
  const texts: string[] = [];
  while (texts.length < count) {
    await place.state.write(async (sql) => {
      for (let at = 0; at < BATCH && texts.length < count; at++) {
        const draft = made.makeObservation(anchors);
        const { same } = await storeObservationIn(sql, place, draft);
        if (same === undefined) texts.push(draft.content);
      }
    });
  }
  return texts;
}
