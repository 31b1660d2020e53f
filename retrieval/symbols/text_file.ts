import type { SymbolDefinition } from "@dossier/core";
import { maskLiterals } from "@dossier/core/calls";
import { outlineSymbols } from "@dossier/core/outline";
import { type LineTable, splitLines } from "@dossier/core/text";

/** Parts of a {@link TextFile}. */
export interface TextFileParts {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly language: string;
  /** SHA-256 of the indexed bytes, in hexadecimal. */
  readonly hash: string;
  readonly text: string;
}

/** Occurrence of a name in a text. */
export interface TextOccurrence {
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** Line, 1-based. */
  readonly line: number;
}

/** Character that can continue a name. */
const NAME_CHARACTER_REGEXP = /[\p{L}\p{N}_$]/u;

/** File as text, with its definitions in the index. */
export class TextFile {
  readonly path: string;
  readonly language: string;
  readonly hash: string;
  readonly text: string;
  #definitions: readonly SymbolDefinition[] | undefined;
  #code: string | undefined;
  #lines: LineTable | undefined;

  constructor({ path, language, hash, text }: TextFileParts) {
    this.path = path;
    this.language = language;
    this.hash = hash;
    this.text = text;
  }

  /** Indexed definitions of the file, in the order of lines. */
  get definitions(): readonly SymbolDefinition[] {
    return this.#definitions ??= outlineSymbols(this.text, this.language);
  }

  /** Text with spaces in place of comments and strings. */
  get code(): string {
    return this.#code ??= maskLiterals(this.text, this.language);
  }

  /** Yields the occurrences of a name as a whole word, in a text of the same length as the file. */
  *listPlaces(name: string, text: string = this.text): Generator<TextOccurrence> {
    for (
      let start = text.indexOf(name);
      start >= 0;
      start = text.indexOf(name, start + name.length)
    ) {
      const [before, behind] = [text[start - 1] ?? "", text[start + name.length] ?? ""];
      if (isNameCharacter(before) && isNameCharacter(name[0]!) || isNameCharacter(behind)) continue;
      yield { start, line: this.lineAt(start) };
    }
  }

  /** Returns the 1-based number of the line at an offset. */
  lineAt(offset: number): number {
    const { starts, count } = this.#lines ??= splitLines(this.text);
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns the offset of the start of a line with a 1-based number; the length of the text for a
   * line after the last.
   */
  offsetOf(line: number): number {
    const { starts } = this.#lines ??= splitLines(this.text);
    return starts[line - 1] ?? this.text.length;
  }

  /** Returns the text of a line by its 1-based number, without its end. */
  lineText(line: number): string {
    const text = this.text.slice(this.offsetOf(line), this.offsetOf(line + 1));
    return text.endsWith("\n") ? text.slice(0, -1) : text;
  }
}

function isNameCharacter(character: string): boolean {
  return character !== "" && NAME_CHARACTER_REGEXP.test(character);
}
