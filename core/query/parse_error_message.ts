import { anyOf, raw } from "../text/match_at.ts";
import type { Groups } from "./match_patterns.ts";

/** Error as a program printed it. */
export interface ParsedError {
  /** Class of the error, such as `ValueError`; absent for a plain `error: …`. */
  readonly type?: string;
  /** Message without the class. */
  readonly message: string;
  /** Offset of the message in the line, in UTF-16 code units. */
  readonly offset: number;
}

/** End of the name of an error: `Error`, `NoSuchElement`. */
const TYPE_END =
  raw`(?:Error|Exception|Warning|Failure|Fault|Exit|Interrupt|Panic|DoesNotExist|NotFound|NoSuch\w{1,40}|Denied)`;

/** Class of an error: `app.errors.ValueError`. */
const TYPE = raw`(?<type>(?:[\w$]{1,80}(?:\.|::|\\)){0,8}\w{0,80}${TYPE_END})`;

/** Optional text before the class: `Caused by: `. */
const LEAD = anyOf(
  "E {2,8}",
  raw`\[?ERROR\]?:? `,
  "Caused by: ",
  raw`Uncaught (?:\(in promise\) )?`,
  raw`Unhandled \w+: `,
  'Exception in thread "[^"]*" ',
  raw`Unhandled exception\. `,
  "PHP Fatal error: {1,2}Uncaught ",
  "Failure/Error: ",
  "Failed: ",
  raw`\[cause\]: `,
  "> ",
);

/** Labels of a message without a class: `panic`. */
const LABEL = anyOf(
  "panic|fatal error|fatal|error|err|ERROR|FATAL|Error",
  "assertion failed|Assertion failed|runtime error|RuntimeError",
  "CRITICAL|Exception Value|Exception|E",
);

/** Errors that often have no message: `KeyboardInterrupt`. */
const BARE_TYPE =
  "(?:AssertionError|StopIteration|KeyboardInterrupt|RecursionError|StackOverflowError)";

/** Forms of a line that is an error message; `message` ends the line. */
const LINE_FORMS: readonly RegExp[] = [
  new RegExp(raw`^${LEAD}?${TYPE}(?: \[\w+\])?(?:: | - )(?<message>.+)`, "d"),
  // Python, of a class without such a name: app.signing.BadSignature: message
  /^(?<type>(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{0,80}): (?<message>.+)/d,
  // Elixir: ** (RuntimeError) message
  /^\*\* \((?<type>[\w.]+)\) (?<message>.+)/d,
  // Ruby: a.rb:12:in `run': message (NoMethodError)
  /^[^\s:]+:\d+:in [`'][^'\n]+': (?<message>.+) \((?<type>[\w:]+)\)\s*$/d,
  // Rust: thread 'main' panicked at 'message', src/a.rs:2:5
  /^thread '[^']*' panicked at '(?<message>[^']+)'/d,
  new RegExp(raw`^${LABEL}(?:\[\w+\])?: {1,3}(?<message>\S.*)`, "d"),
  new RegExp(raw`^${BARE_TYPE}(?<message>)\s*$`, "d"),
];

/** Error in the middle of a sentence; its message ends the sentence or the quotation. */
const INLINE_REGEXP = new RegExp(
  `(?<![\\w.$])(?<type>(?:[a-zA-Z_$][\\w$]{0,60}\\.){0,6}[A-Z]\\w{0,60}(?:Error|Exception|Warning)): (?<message>[^\\n]{3,300})`,
);

/** Quick test for a line that may report an error: `KeyError`, `fatal:`, `ERR_`. */
const LINE_HINT_REGEXP = new RegExp(
  raw`Error|Exception|Warning|Failure|Fault|Exit|Interrupt|Panic|DoesNotExist|NotFound` +
    raw`|NoSuch|Denied|panic|error|fatal|ERR|FATAL|failed|CRITICAL|^E: |^err|StopIteration` +
    raw`|^\*\* \(|\.[A-Z]\w+: `,
);

/** Returns the error of a line that is an error message, or undefined. */
export function parseErrorLine(line: string): ParsedError | undefined {
  if (!LINE_HINT_REGEXP.test(line)) return undefined;
  const indent = line.length - line.trimStart().length;
  const trimmed = line.slice(indent);
  for (const form of LINE_FORMS) {
    const match = form.exec(trimmed);
    if (match?.groups === undefined) continue;
    return toError(match.groups, indent + (match.indices?.groups?.message?.[0] ?? 0));
  }
  return undefined;
}

/** Returns the error in a sentence, or undefined. */
export function findQuotedError(line: string): ParsedError | undefined {
  if (!LINE_HINT_REGEXP.test(line)) return undefined;
  const match = INLINE_REGEXP.exec(line);
  if (match?.groups === undefined) return undefined;
  const { type = "", message = "" } = match.groups;
  const closing = QUOTES.find((pair) => pair[0] === line[match.index - 1])?.[1];
  const end = closing === undefined ? -1 : message.indexOf(closing);
  const inner = end < 0 ? message : message.slice(0, end);
  return toError({ type, message: inner }, match.index + type.length + 2);
}

/** Pairs of opening and closing marks. */
const QUOTES: readonly string[] = ['""', "''", "``", "“”", "()"];

function toError({ type, message = "" }: Groups, offset: number): ParsedError {
  return { ...(type !== undefined && { type }), message: message.trimEnd(), offset };
}
