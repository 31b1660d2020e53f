/**
 * Most characters (UTF-16 code units) of the texts of all sources that are read at once: a hundred times what tiers
 * hold by default, and 3 s of looking for secrets.
 */
export const MAX_SOURCE_CHARACTERS: number = 4 * 1024 * 1024;

/** Most files of all sources that are read at once. */
export const MAX_SOURCE_FILES = 5000;

/** Counts what the sources of one manifest take together: a few lines of globs name all files of a tree, again and again. */
export class SourceRoom {
  #characters = 0;
  #files = 0;

  /** Returns half a sentence that says why no further file is read; undefined while there is room. */
  findReason(): string | undefined {
    if (this.#characters > MAX_SOURCE_CHARACTERS) {
      return `all sources must have at most ${MAX_SOURCE_CHARACTERS} characters together: ` +
        `those before it have ${this.#characters}; name fewer files`;
    }
    if (this.#files < MAX_SOURCE_FILES) return undefined;
    return `all sources must have at most ${MAX_SOURCE_FILES} files together, and those before it have ` +
      "as many: name fewer";
  }

  /** Counts a file that was read. */
  add(characters: number): void {
    this.#characters += characters;
    this.#files++;
  }
}
