import { matchForms, type NamedPlace, toPlace } from "./match_forms.ts";

/** One line of a compiler's or linter's output; some tools print the file on a line of its own. */
export interface ParsedDiagnostic extends NamedPlace {
  /** Code of the rule, such as `TS2322` or `E0382`. */
  readonly code?: string;
  /** What is wrong; empty on a line that only says where. */
  readonly message: string;
}

const SEVERITY =
  "(?:fatal error|error|warning|note|info|err|warn|hint|Error|Warning|ERROR|WARNING)";

/** Forms of diagnostics; the groups are named after the fields of {@link ParsedDiagnostic}. */
const DIAGNOSTIC_FORMS: readonly RegExp[] = [
  // tsc, MSBuild: a.ts(10,5): error TS2322: message
  new RegExp(
    `^\\s*(?<path>[^\\s()][^\\n]*?)\\((?<line>\\d{1,9})(?:,(?<column>\\d{1,9}))?\\): ${SEVERITY} (?<code>[A-Z]{1,8}\\d{1,6}): (?<message>.+)`,
  ),
  // tsc --pretty: a.ts:10:5 - error TS2322: message
  new RegExp(
    `^\\s*(?<path>[^\\s:][^:\\n]*):(?<line>\\d{1,9}):(?<column>\\d{1,9}) - ${SEVERITY} (?<code>\\w{1,12}): (?<message>.+)`,
  ),
  // rustc, deno: error[E0382]: message
  new RegExp(`^${SEVERITY}\\[(?<code>[\\w:/-]{1,60})\\]: (?<message>.+)`),
  // rustc, deno: --> src/main.rs:10:5; esbuild and Elixir point with other signs
  /^\s*(?:-->|╭─\[|┌─|└─|:::)\s*(?<path>(?!\d+:)[^\s:][^:\n]*):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?(?<message>)/,
  // kotlinc: e: file:///a.kt:10:5 message
  /^[ew]: (?<path>[^\s:]*(?::\/\/)?[^\s:]+):(?: \(|)(?<line>\d{1,9})(?:, |:)(?<column>\d{1,9})\)?:? (?<message>.+)/,
  // Maven: [ERROR] /a/B.java:[10,5] message; sbt: [error] a.scala:10:5: message
  /^\[(?:ERROR|WARNING|error|warn)\]\s+(?<path>[^\s:]+):\[?(?<line>\d{1,9})(?:[,:](?<column>\d{1,9}))?[\]:]:? (?<message>.+)/,
  // gcc, clang, javac, go, zig, ghc, mypy, flake8: a.c:10:5: error: message
  /^\s*(?<path>[^\s:"'`()]+(?: [^\s:"'`()]+)?\.\w{1,8}):(?<line>\d{1,9}):(?:(?<column>\d{1,9}):)? (?:(?:fatal error|error|warning|note):? )?(?<message>.+)/,
  // PHP: Parse error: message in /a/b.php on line 12
  /^(?:PHP )?(?:Parse|Fatal|Warning|Notice|Deprecated)\b[^:]{0,30}: {1,2}(?<message>[^\n]+?) in (?<path>[^\s]+) on line (?<line>\d{1,9})/,
  // Elixir: ** (CompileError) lib/a.ex:12: message
  /^\s*\*\* \(\w+\) (?<path>[^\s:]+):(?<line>\d{1,9}):(?:(?<column>\d{1,9}):)? (?<message>.+)/,
  // eslint and its like, under a line with the path: 10:5  error  message  rule
  /^\s+(?<line>\d{1,9}):(?<column>\d{1,9})\s+(?:error|warning)\s+(?<message>.+?)(?:\s{2,}(?<code>[@\w/-]+))?\s*$/,
];

const HINT_REGEXP = /\d|^\s*(?:error|warning|-->)/i;

/** Returns the diagnostic of a line, or undefined when it is no compiler output. */
export function parseDiagnostic(line: string): ParsedDiagnostic | undefined {
  const groups = HINT_REGEXP.test(line) ? matchForms(DIAGNOSTIC_FORMS, line) : undefined;
  if (groups === undefined) return undefined;
  const { code, message = "" } = groups;
  return { ...toPlace(groups), ...(code !== undefined && { code }), message };
}
