import { raw } from "../text/match_at.ts";
import {
  COLUMN_GROUP,
  LINE_GROUP,
  matchFirstPattern,
  MAYBE_COLUMN_GROUP,
  type NamedLocation,
  toLocation,
} from "./match_patterns.ts";

/** One line of a compiler's or linter's output; some tools print the file on a separate line. */
export interface ParsedDiagnostic extends NamedLocation {
  /** Code of the rule, such as `TS2322` or `E0382`. */
  readonly code?: string;
  /** Message; empty on a line with only a location. */
  readonly message: string;
}

/** Severity: `warning`. */
const SEVERITY =
  "(?:fatal error|error|warning|note|info|err|warn|hint|Error|Warning|ERROR|WARNING)";

/** Message, up to the end of the line: `Cannot find name 'a'.` */
const MESSAGE = "(?<message>.+)";

/** Sign before a location: `-->`. */
const POINTER = raw`(?:-->|╭─\[|┌─|└─|:::)`;

/** A path or an address: `file:///a.kt`. */
const ADDRESS = raw`(?<path>[^\s:]*(?:://)?[^\s:]+)`;

/** Path with at most one blank: `my app/a.c`. */
const SPACED_PATH = raw`(?<path>[^\s:"'\x60()]+(?: [^\s:"'\x60()]+)?\.\w{1,8})`;

/** Label before the message in some compilers: `fatal error: `. */
const LABEL = "(?:(?:fatal error|error|warning|note):? )?";

/** Label before the colon in PHP: `PHP Parse error`. */
const PHP_LABEL = raw`^(?:PHP )?(?:Parse|Fatal|Warning|Notice|Deprecated)\b[^:]{0,30}`;

/** Name of a linter's rule after the message: `  no-unused-vars`. */
const RULE = raw`(?:\s{2,}(?<code>[@\w/-]+))?`;

/** Forms of diagnostics; the groups have the names of the fields of {@link ParsedDiagnostic}. */
const DIAGNOSTIC_FORMS: readonly RegExp[] = [
  // tsc, MSBuild: a.ts(10,5): error TS2322: message
  new RegExp(
    raw`^\s*(?<path>[^\s()][^\n]*?)\(${LINE_GROUP}(?:,${COLUMN_GROUP})?\): ${SEVERITY} (?<code>[A-Z]{1,8}\d{1,6}): ${MESSAGE}`,
  ),
  // tsc --pretty: a.ts:10:5 - error TS2322: message
  new RegExp(
    raw`^\s*(?<path>[^\s:][^:\n]*):${LINE_GROUP}:${COLUMN_GROUP} - ${SEVERITY} (?<code>\w{1,12}): ${MESSAGE}`,
  ),
  // rustc, deno: error[E0382]: message
  new RegExp(
    raw`^${SEVERITY}\[(?<code>[\w:/-]{1,60})\]: ${MESSAGE}`,
  ),
  // rustc, deno: --> src/main.rs:10:5; esbuild and Elixir point with other signs
  new RegExp(
    raw`^\s*${POINTER}\s*(?<path>(?!\d+:)[^\s:][^:\n]*):${LINE_GROUP}${MAYBE_COLUMN_GROUP}(?<message>)`,
  ),
  // kotlinc: e: file:///a.kt:10:5 message
  new RegExp(raw`^[ew]: ${ADDRESS}:(?: \(|)${LINE_GROUP}(?:, |:)${COLUMN_GROUP}\)?:? ${MESSAGE}`),
  // Maven: [ERROR] /a/B.java:[10,5] message; sbt: [error] a.scala:10:5: message
  new RegExp(
    raw`^\[(?:ERROR|WARNING|error|warn)\]\s+(?<path>[^\s:]+):\[?${LINE_GROUP}(?:[,:]${COLUMN_GROUP})?[\]:]:? ${MESSAGE}`,
  ),
  // gcc, clang, javac, go, zig, ghc, mypy, flake8: a.c:10:5: error: message
  new RegExp(raw`^\s*${SPACED_PATH}:${LINE_GROUP}:(?:${COLUMN_GROUP}:)? ${LABEL}${MESSAGE}`),
  // PHP: Parse error: message in /a/b.php on line 12
  new RegExp(raw`${PHP_LABEL}: {1,2}(?<message>[^\n]+?) in (?<path>[^\s]+) on line ${LINE_GROUP}`),
  // Elixir: ** (CompileError) lib/a.ex:12: message
  /^\s*\*\* \(\w+\) (?<path>[^\s:]+):(?<line>\d{1,9}):(?:(?<column>\d{1,9}):)? (?<message>.+)/,
  // eslint and similar tools, below a line with the path: 10:5  error  message  rule
  new RegExp(
    raw`^\s+${LINE_GROUP}:${COLUMN_GROUP}\s+(?:error|warning)\s+(?<message>.+?)${RULE}\s*$`,
  ),
];

const HINT_REGEXP = /\d|^\s*(?:error|warning|-->)/i;

/** Returns the diagnostic of a line, or undefined for other lines. */
export function parseDiagnostic(line: string): ParsedDiagnostic | undefined {
  const groups = HINT_REGEXP.test(line) ? matchFirstPattern(DIAGNOSTIC_FORMS, line) : undefined;
  if (groups === undefined) return undefined;
  const { code, message = "" } = groups;
  return { ...toLocation(groups), ...(code !== undefined && { code }), message };
}

/** Failing test, as one line of a test run reports it. */
export interface ParsedTestFailure extends NamedLocation {
  /** Name with suites and classes, as printed; absent for a whole file. */
  readonly name?: string;
}

/** Forms of failing tests; the groups have the names of the fields of {@link ParsedTestFailure}. */
const TEST_FORMS: readonly RegExp[] = [
  // pytest: FAILED tests/test_a.py::TestA::test_b - message
  /^\s*(?:FAILED|ERROR) (?<path>[^\s:]+\.py)(?:::(?<name>\S+))?/,
  // pytest: ____ TestA.test_b ____
  /^_{3,} (?:ERROR at \w+ of )?(?<name>[\w.[\]-]+) _{3,}\s*$/,
  // unittest: FAIL: test_b (a.b.TestA), FAIL: test_b (a.b.TestA.test_b)
  /^(?:FAIL|ERROR): (?<name>\w+ \([\w.]+\))/,
  // vitest and jest: FAIL src/a.test.ts > suite > test
  /^\s*(?:FAIL|❯)\s+(?<path>[^\s>:]+\.\w{1,5})(?: > (?<name>.+?))?\s*$/,
  // jest: ● Suite › test; then the list of it, ✕ test (5 ms)
  /^\s*● (?<name>.+ › .+?)\s*$/,
  /^\s*(?:✕|✗|×|✘) (?<name>.+?)(?: \(?\d+ ?m?s\)?)?\s*$/,
  // go test: --- FAIL: TestA/sub (0.00s)
  /^\s*--- FAIL: (?<name>\S+)/,
  // go test: a_test.go:12: message
  /^\s+(?<path>[\w/.-]+_test\.go):(?<line>\d{1,9}): /,
  // cargo test: test a::b ... FAILED; ---- a::b stdout ----
  /^\s*test (?<name>[\w:]+) \.\.\. FAILED/,
  /^---- (?<name>[\w:]+) std(?:out|err) ----/,
  // Maven: [ERROR] ATest.b:12 message; [ERROR] b(org.ATest) Time elapsed: 1 s <<< FAILURE!
  /^\[ERROR\]\s+(?<name>[\w.$]+(?:\([\w.$]+\))?)(?:\s+--)?\s+Time elapsed:[^<]*<<< (?:FAILURE|ERROR)!/,
  /^\[ERROR\]\s+(?<name>\w+\.\w+):(?<line>\d{1,9})(?:->|\s)/,
  // Gradle: ATest > b() FAILED
  /^(?<name>\S.* > .+?) FAILED\s*$/,
  // RSpec: rspec ./spec/a_spec.rb:12 # A does b
  /^\s*rspec (?<path>[^\s:[]+)(?::(?<line>\d{1,9})|\[[\d:,]+\])?(?: # (?<name>.+))?/,
  // Minitest: TestA#test_b [test/a_test.rb:12]:
  /^\s*(?<name>[\w:]+#test_\S+) \[(?<path>[^\s\]:]+):(?<line>\d{1,9})\]/,
  // PHPUnit: 1) Tests\ATest::testB
  /^\d{1,5}\) (?<name>[\w\\]+::\w+)/,
  // ExUnit: 1) test does b (MyApp.ATest)
  /^\s*\d{1,5}\) (?<name>(?:test|doctest|property) .+ \([\w.]+\))\s*$/,
  // Deno: suite ... step => ./a_test.ts:12:6
  /^(?<name>\S.*?) => (?<path>[^\s:]+|file:\/\/[^\s:]+):(?<line>\d{1,9}):\d{1,9}\s*$/,
  /^(?<name>\S.*?) \.\.\. FAILED/,
  // .NET: Failed Suite.Test [12 ms]
  /^\s*Failed (?<name>[\w.]+(?:\([^)]*\))?) \[[^\]]+\]/,
  // googletest: [  FAILED  ] Suite.Test (0 ms)
  /^\[ {2}FAILED {2}\] (?<name>\w+\.\w+)/,
  // TAP: not ok 3 - name
  /^not ok \d{1,6}(?: -)? (?<name>.+?)\s*$/,
];

const TEST_HINT_REGEXP =
  /FAIL|ERROR|^_{3}|^----|[●✕✗×✘❯]|rspec|\d\) |#test_|=> |Failed|^not ok|_test\.go:/;

/** Returns the failing test that a line reports, or undefined. */
export function parseTestFailure(line: string): ParsedTestFailure | undefined {
  const groups = TEST_HINT_REGEXP.test(line) ? matchFirstPattern(TEST_FORMS, line) : undefined;
  if (groups === undefined) return undefined;
  const { name } = groups;
  return { ...(name !== undefined && { name }), ...toLocation(groups) };
}
