import { matchesStars } from "../policy/capability.ts";

/** Where a character of a shell's text stands. */
interface ShellCharacter {
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
function* walkShell(text: string, isScript = true): Generator<ShellCharacter> {
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

/** What redirects nothing into a file. */
const HARMLESS_REDIRECTION_REGEXP = /^(?:>&\d|> ?\/dev\/null(?![\w./-]))/;

/**
 * Returns the commands that a text has one after the other; undefined when it runs commands within others or writes
 * into files, so that the beginning of a command does not say what it does.
 */
function splitCommands(text: string): readonly string[] | undefined {
  const parts = [""];
  for (const { text: character, at, quote } of walkShell(text)) {
    const isSubstitution = character === "`" || (character === "$" && text[at + 1] === "(");
    if (isSubstitution && quote !== "single") return undefined;
    const isPlain = quote === "none";
    if (isPlain && (character === "(" || character === ")")) return undefined;
    if (isPlain && character === ">") {
      if (!HARMLESS_REDIRECTION_REGEXP.test(text.slice(at))) return undefined;
    }
    const isJoint = isPlain && /^[;|&\n]$/.test(character) && text[at - 1] !== ">";
    if (isJoint) parts.push("");
    else parts.push(parts.pop()! + character);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** A permission such as `Bash` or `Bash(git *)`. */
const SHELL_RULE_REGEXP = /^Bash(?:\(([^]*)\))?$/;

/**
 * Returns whether the tools that are allowed let a shell run a command: `Bash` and `Bash(*)` let it run any,
 * `Bash(git *)` and `Bash(git:*)` those that begin with the word, `Bash(git status)` that one. Each of the commands
 * that a text joins must be let, and only the first two let it run commands within others or write into files.
 */
export function permitsShell(allowedTools: readonly string[], command: string): boolean {
  const patterns = allowedTools.flatMap((tool) => {
    const match = SHELL_RULE_REGEXP.exec(tool.trim());
    return match === null ? [] : [(match[1] ?? "*").trim().replace(/:\*$/, " *")];
  });
  if (patterns.some((pattern) => pattern === "*" || pattern === " *")) return true;
  const commands = splitCommands(command);
  if (commands === undefined || commands.length === 0) return false;
  // What stands behind the last blank may be missing.
  const all = patterns.flatMap((one) => one.endsWith(" *") ? [one, one.slice(0, -2)] : [one]);
  return commands.every((one) => all.some((pattern) => matchesStars(pattern, one)));
}
