import { matchesStars } from "../condition/matches_stars.ts";
import { walkShell } from "./shell_text.ts";

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

/** Commands of git that only read, which Claude Code runs without asking. */
const READING_REGEXP =
  /^git (?:(?:status|diff|log|show|rev-parse|ls-files|describe|blame|shortlog)(?: .*)?|branch(?: (?:--show-current|--list|-a|-r|-v{1,2}))*|remote(?: -v| get-url [\w.-]+)?)$/;

/**
 * What makes such a command write a file, run a program or read outside of the tree: options, also shortened as git
 * takes them, paths, and whatever a shell makes others of.
 */
const BEYOND_REGEXP =
  /\s-(?:-o(?!neline\b)|-ex|-te|-no-i|-cont)|[\\$*?[{]|(?:\s|=)~|(?:\s|=)(?:\/|\.\.\/)|\/\.\.(?:\/|\s|$)/;

/** A permission such as `Bash` or `Bash(git *)`. */
const SHELL_RULE_REGEXP = /^Bash(?:\(([^]*)\))?$/;

/**
 * Returns whether the tools that are allowed let a shell run a command: `Bash` and `Bash(*)` let it run any,
 * `Bash(git *)` and `Bash(git:*)` those that begin with the word, `Bash(git status)` that one. Each of the commands
 * that a text joins must be let, and only the first two let it run commands within others or write into files. What
 * only reads of git needs no permission. Quotation marks around a word make no difference.
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
  const all = patterns.flatMap((one) => one.endsWith(" *") ? [one, one.slice(0, -2)] : [one])
    .map(dropQuotes);
  return commands.every((written) => {
    const one = dropQuotes(written);
    const onlyReads = READING_REGEXP.test(one) && !BEYOND_REGEXP.test(one);
    return onlyReads || all.some((pattern) => matchesStars(pattern, one));
  });
}

/** Returns a text without quotation marks around what holds no blank, or any other mark that they take away. */
function dropQuotes(text: string): string {
  return text.replaceAll(/"([\w./:${}@%+,=-]+)"|'([\w./:@%+,=-]+)'/g, "$1$2");
}
