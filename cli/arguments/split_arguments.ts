import type { OptionSpec } from "@dossier/retrieval/operation";

/** One element of a command line. */
export type Argument =
  | { readonly kind: "word"; readonly word: string }
  | {
    readonly kind: "option";
    /** Option of the command, or undefined for an unknown one. */
    readonly spec: OptionSpec | undefined;
    /** Option as the user wrote it, with its dashes. */
    readonly written: string;
    readonly value: string | undefined;
    /** True when the value is in the same word. */
    readonly isInline: boolean;
  };

const LONG_REGEXP = /^(--[^=]*)(?:=(.*))?$/s;

/**
 * Returns the elements of a command line, by the POSIX and GNU rules: `--name value`,
 * `--name=value`, `-n value`, `-nvalue`, switches of one letter in one word, and only words after
 * `--`. An optional value is the next word, unless that is an option.
 *
 * No library is used, as the process starts in 15 ms, and a library takes long to load: `parseArgs`
 * of the runtime 6 ms, citty 18, cac 20, mri 24, minimist 25, commander 33.
 */
export function splitArguments(
  words: readonly string[],
  specs: readonly OptionSpec[],
): Argument[] {
  const found: Argument[] = [];
  const rest = [...words];
  const addOption = (written: string, spec: OptionSpec | undefined, inline?: string) => {
    const usesNextWord = spec?.value !== undefined &&
      !(spec.isOptional === true && (rest[0] ?? "-").startsWith("-"));
    const value = inline ??
      (usesNextWord ? rest.shift() : spec?.isOptional === true ? "" : undefined);
    found.push({ kind: "option", spec, written, value, isInline: inline !== undefined });
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      for (const each of rest.splice(0)) found.push({ kind: "word", word: each });
    } else if (word.startsWith("--")) {
      const [, written = word, inline] = LONG_REGEXP.exec(word) ?? [];
      addOption(written, specs.find(({ name }) => `--${name}` === written), inline);
    } else if (word.startsWith("-") && word !== "-") {
      for (let letters = word.slice(1); letters !== "";) {
        const [letter = "", tail] = [letters[0], letters.slice(1)];
        const spec = specs.find(({ short }) => short === letter);
        // The first switch with a value uses the rest of the word.
        const hasInlineValue = spec?.value !== undefined && tail !== "";
        addOption(`-${letter}`, spec, hasInlineValue ? tail : undefined);
        letters = hasInlineValue ? "" : tail;
      }
    } else found.push({ kind: "word", word });
  }
  return found;
}
