/** Where a character of a shell's text stands. */
export interface ShellCharacter {
  /** As written, with the backslash that takes its meaning. */
  readonly text: string;
  /** UTF-16 offset. */
  readonly at: number;
  readonly quote: "none" | "single" | "double";
  /** Whether it opens or closes a quotation. */
  readonly isMark: boolean;
}

/**
 * Gives the characters of a text in the order of a POSIX shell, with the quotation that each is in. What stands in
 * `$(…)` within quotation marks begins without any.
 *
 * @param isScript Whether it is read as a command; else `$(` means nothing.
 */
export function* walkShell(text: string, isScript = true): Generator<ShellCharacter> {
  const outer: ShellCharacter["quote"][] = [];
  let quote: ShellCharacter["quote"] = "none";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote === "single") {
      const isMark = character === "'";
      yield { text: character, at, quote, isMark };
      if (isMark) quote = "none";
    } else if (character === "\\" && at + 1 < text.length) {
      yield { text: text.slice(at, at + 2), at, quote, isMark: false };
      at++;
    } else if (character === '"' || (character === "'" && quote === "none")) {
      const next: ShellCharacter["quote"] = character === "'" ? "single" : "double";
      yield { text: character, at, quote, isMark: true };
      quote = quote === next ? "none" : next;
    } else {
      yield { text: character, at, quote, isMark: false };
      if (!isScript) continue;
      if (character === "(" && text[at - 1] === "$") {
        outer.push(quote);
        quote = "none";
      } else if (character === ")" && quote === "none") quote = outer.pop() ?? "none";
    }
  }
}

/** What a backslash takes the meaning of between words; before anything else it is a character of its own. */
const ESCAPED_REGEXP = /^\\[\s"'\\]$/;

/**
 * Returns the words of a text: quotation marks hold one together, and are no part of it. Where one is never closed,
 * as in "don't", all of them are characters.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isOpen = false;
  for (const { text: character, quote, isMark } of walkShell(text, false)) {
    if (isMark) {
      word ??= "";
      isOpen = !isOpen;
    } else if (quote === "none" && /^\s$/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + (ESCAPED_REGEXP.test(character) ? character[1]! : character);
  }
  if (isOpen) return text.trim().split(/\s+/);
  return word === undefined ? words : [...words, word];
}

/** What stands for arguments in a command: all of them, or one by its place. */
const ARGUMENT_REGEXP = /^\$(?:ARGUMENTS\b|([1-9])(?!\d))/;

/**
 * Returns the script of a command in which arguments are named: a shell gets them beside it, as variables in
 * quotation marks, so that whatever they hold is never read as a command. It is run with the words as `$1` to `$9`
 * and the whole text as `ARGUMENTS`; a word that is missing is no argument at all.
 */
export function toShellScript(command: string): string {
  let script = "";
  let skipUntil = 0;
  for (const { text, at, quote } of walkShell(command)) {
    if (at < skipUntil) continue;
    const [written, place] = text === "$" ? ARGUMENT_REGEXP.exec(command.slice(at)) ?? [] : [];
    if (written === undefined) {
      script += text;
      continue;
    }
    skipUntil = at + written.length;
    const value = place === undefined ? "${ARGUMENTS}" : `\${${place}-}`;
    const whole = place === undefined ? '"$@"' : `\${${place}+"$${place}"}`;
    script += quote === "none" ? whole : quote === "double" ? value : `'"${value}"'`;
  }
  return script;
}
