import type { TempWorkspace } from "../temp_workspace.ts";

/** Number of different words in the files of a generated tree. */
const VOCABULARY_SIZE = 3000;

const SYLLABLES = ["ba", "re", "mi", "to", "ku", "sen", "dar", "pol", "vix", "gan", "lor", "zet"];

/** Default number of definitions or sections of a file. */
const DEFAULT_PARTS = 12;

/** Number of words of a definition or section. */
const WORDS_PER_PART = 14;

/**
 * Returns a source of numbers from 0 to below 1, the same ones for the same seed.
 *
 * Mulberry32 by Tommy Ettinger: one 32-bit state, good enough to scatter words and moments.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Size of a {@link GeneratedTree}. */
export interface TreeOptions {
  /** Files. */
  readonly files: number;
  /** Definitions or sections of a file. @default 12 */
  readonly parts?: number | undefined;
  /** Makes all that is random. */
  readonly seed: number;
}

/**
 * Tree of generated code and prose that can be changed at random, in the same way for the same
 * seed.
 */
export class GeneratedTree {
  readonly #workspace: TempWorkspace;
  readonly #random: () => number;
  readonly #parts: number;
  readonly #paths = new Set<string>();
  #made = 0;

  /** Writes the files of the tree. */
  constructor(
    workspace: TempWorkspace,
    { files, parts = DEFAULT_PARTS, seed }: TreeOptions,
  ) {
    this.#parts = parts;
    this.#workspace = workspace;
    this.#random = seededRandom(seed);
    for (let i = 0; i < files; i++) this.#add();
  }

  /** Returns the number of files. */
  get size(): number {
    return this.#paths.size;
  }

  /** Rewrites, removes and adds a share of the files each. */
  change(share: number): void {
    const paths = [...this.#paths];
    for (const path of paths) {
      const chance = this.#random();
      if (chance < share) this.#write(path);
      else if (chance < 2 * share) {
        this.#workspace.remove(path);
        this.#paths.delete(path);
        this.#add();
      }
    }
  }

  /** Returns queries of one to five words that are in the files. */
  queries(count: number): string[] {
    return Array.from(
      { length: count },
      (_, i) => Array.from({ length: 1 + i % 5 }, () => this.#word()).join(" "),
    );
  }

  #add(): void {
    const number = this.#made++;
    const path = `part_${number % 37}/file_${number}.${number % 2 === 0 ? "py" : "md"}`;
    this.#paths.add(path);
    this.#write(path);
  }

  #write(path: string): void {
    const parts = Array.from({ length: this.#parts }, () => {
      const words = Array.from({ length: WORDS_PER_PART }, () => this.#word());
      const name = words.slice(0, 2);
      return path.endsWith(".py")
        ? `def ${name.join("_")}(${words[2]}):\n    """Does ${words.slice(3, 9).join(" ")}."""\n` +
          `    return ${words.slice(9).join("(")}${")".repeat(words.length - 10)}\n`
        : `## ${name.join(" ")}\n\n${words.slice(2).join(" ")}.\n`;
    });
    this.#workspace.write(path, parts.join("\n"));
  }

  /** Returns a word; some are in most files and most are in few. */
  #word(): string {
    let rest = Math.floor(VOCABULARY_SIZE * this.#random() ** 3);
    let word = "";
    do {
      word += SYLLABLES[rest % SYLLABLES.length];
      rest = Math.floor(rest / SYLLABLES.length);
    } while (rest > 0);
    return word;
  }
}
