import { raw } from "../text/match_at.ts";
import {
  cleanPath,
  COLUMN_GROUP,
  LINE_GROUP,
  matchFirstPattern,
  MAYBE_COLUMN_GROUP,
  type NamedLocation,
  toLocation,
} from "./match_patterns.ts";

/** One line of a stack trace. */
export interface ParsedFrame extends NamedLocation {
  /** Function as printed, with its class or module. */
  readonly symbol?: string;
  /**
   * Present when the function is the one that is called on the line, and not the one that contains
   * the line.
   */
  readonly isCallee?: true;
  /**
   * Present when it is the message of the error, with the location of the throw, above the frames
   * of its stack.
   */
  readonly isThrow?: true;
  /** Order in which a stack of this form is printed. */
  readonly order: "innermost-first" | "innermost-last";
}

// Every pattern is anchored, and each repeat ends at a character that it cannot match, so a line is
// read a bounded number of times.

/** Start of an error in PHP: `Fatal error: Uncaught`. */
const UNCAUGHT = raw`(?:.{0,80}?(?:PHP )?Fatal error: {1,2}Uncaught|(?:\[[^\]]{0,60}\] )?Next)`;

/** Module before a class: `java.base/`. */
const JVM_MODULE = raw`(?:[\w.@-]+/{1,2})?`;

/** Method with its class: `org.a.B.run`. */
const JVM_METHOD = raw`(?<symbol>(?:[\w$]+\.)+[\w$<>]+)`;

/** Function: `Object.run [as call]`. */
const JS_FUNCTION = raw`(?<symbol>[^\s()]+(?: \[as [^\]\s]+\])?)`;

/** Path with groups of routes: `app/(shop)/page.tsx`. */
const ROUTE_PATH = raw`(?<path>(?:[^()\n]|\([\w.$-]+\))+?)`;

/** Address: `https://host/a.js`. */
const ADDRESS = raw`(?<path>[a-z][\w-]{1,40}://[^\s]+?)`;

/** Path of Dart: `package:a/b.dart`. */
const DART_PATH = raw`(?<path>(?:package|dart|file):[^)\s]+?)`;

/** Types of arguments: `(int)`. */
const ARGUMENTS = raw`(?:\([^)]*\))?`;

/** Path of Elixir or Erlang: `lib/a.ex`. */
const ELIXIR_PATH = raw`(?<path>[^\s:]+\.(?:exs?|erl|eex|heex))`;

/** Function of Lua: ` 'run'`. */
const LUA_FUNCTION = raw`(?: [<'](?<symbol>[^'>\n]+)['>])?`;

/** Location after a function: `() (a.swift:12)`. */
const SWIFT_PLACE = raw`(?:[^(\n]*\((?<path>[^\s():]+):${LINE_GROUP}\))?`;

/** Python: File "a/b.py", line 3, in run */
const PYTHON_REGEXP =
  /^\W{0,20}File "(?<path>[^"\n]+)",? line (?<line>\d{1,9})(?:, in (?<symbol>[\w.<>]+(?: [\w.]+)?))?/;

/**
 * Errors of PHP, as printed, in logs, and in the format of Laravel's log: Fatal error: Uncaught
 * Error: boom in /a/b.php:7.
 */
const THROW_FORMS: readonly RegExp[] = [
  new RegExp(raw`^${UNCAUGHT} .* in (?<path>\S+\.\w+):${LINE_GROUP}\s*$`),
  /\(code: \w{1,9}\): .* at (?<path>\S+\.\w+):(?<line>\d{1,9})\)\s*$/,
];

const FRAME_FORMS: readonly RegExp[] = [
  PYTHON_REGEXP,
  // C#: at App.Core.Run(String a) in /src/Core.cs:line 12
  /^\s*at (?<symbol>[\w.<>`$+,[\] ]+)\([^)]*\)(?: in (?<path>.+?):line (?<line>\d{1,9}))\s*$/,
  // Java, Kotlin, Scala: at org.a.B.run(B.java:12), at java.base/java.lang.Thread.run(Thread.java:1)
  new RegExp(
    raw`^\s*(?:at )?${JVM_MODULE}${JVM_METHOD}\((?<path>[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):${LINE_GROUP}\)`,
  ),
  /^\s*at (?:[\w.@-]+\/{1,2})?(?<symbol>(?:[\w$]+\.)+[\w$<>]+)\((?:Native Method|Unknown Source)\)/,
  // JavaScript: at async f (a/b.ts:10:5), at a/b.ts:10:5, at Object.<anonymous> (file:///a.js:1:2)
  new RegExp(
    raw`^\s*at (?:async |new )?${JS_FUNCTION} \(${ROUTE_PATH}:${LINE_GROUP}:${COLUMN_GROUP}\)`,
  ),
  /^\s*at (?:async )?(?<path>[^\s()]+?):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?\s*$/,
  /^\s*at (?<symbol>[^\s()]+) \((?:<anonymous>|native)\)/,
  // Firefox and Safari: f@https://host/a.js:10:5
  new RegExp(raw`^\s*(?<symbol>[\w$.<>/*[\]]{0,120})@${ADDRESS}:${LINE_GROUP}:${COLUMN_GROUP}\s*$`),
  // Ruby: /a/b.rb:12:in `run' or 'A::B#run'
  /^\s*(?:from |\d+: from )?(?<path>[^\s:]+(?: [^\s:]+)?):(?<line>\d{1,9}):in [`'](?<symbol>[^'\n]+)'/,
  // PHP: #0 /a/b.php(12): A\B->run()
  /^\s*#\d{1,4} (?<path>[^\s(][^(\n]*)\((?<line>\d{1,9})\): (?<callee>[\w\\:>{}-]+)/,
  // Dart: #0  Foo.run (package:a/b.dart:10:5)
  new RegExp(
    raw`^\s*#\d{1,4}\s+(?<symbol>[^\s(]+(?: [^\s(]+)?) \(${DART_PATH}:${LINE_GROUP}${MAYBE_COLUMN_GROUP}\)`,
  ),
  // gdb and lldb: #1  0x0000 in ns::run (a=1) at src/a.cc:12; sanitizers: #1 0x00 in run /a/b.c:12:3
  new RegExp(
    raw`^\s*#\d{1,4}\s+(?:0x[\da-f]+ in )?(?<symbol>[\w:~<>$]+)[^\n]*? at (?<path>[^\s:]+):${LINE_GROUP}\s*$`,
    "i",
  ),
  new RegExp(
    raw`^\s*#\d{1,4}\s+0x[\da-f]+ in (?<symbol>[^\s(]+)${ARGUMENTS} (?<path>[^\s:()]+):${LINE_GROUP}${MAYBE_COLUMN_GROUP}`,
    "i",
  ),
  // Elixir: (my_app 1.0.0) lib/my_app/run.ex:12: MyApp.Run.call/2
  new RegExp(raw`^\s*\([\w-]+(?: [\w.+-]+)?\) ${ELIXIR_PATH}:${LINE_GROUP}: (?<symbol>[^\s]+)`),
  /^\s*(?<path>(?:lib|test|src|apps|web)\/[^\s:]+\.exs?):(?<line>\d{1,9}): (?<symbol>[\w.?!"-]+\/\d+)/,
  // Go: \t/a/b.go:12 +0x1d
  /^\s*(?<path>[^\s:]+\.go):(?<line>\d{1,9})(?: \+0x[\da-f]+)\s*$/,
  // Rust: at ./src/a.rs:10:5 (the JavaScript form without a function reads it), 3: a::b::run
  /^\s{1,12}\d{1,4}: (?:0x[\da-f]+ - )?(?<symbol>[\w<][\w<>:$ {}]*::[\w<>:$ {}]+)\s*$/,
  // Lua: src/a.lua:12: in function 'run'
  new RegExp(
    raw`^\s*(?<path>[^\s:]+\.lua):${LINE_GROUP}: in (?:function|method|field|local|upvalue|main)${LUA_FUNCTION}`,
  ),
  // Haskell: error, called at src/A.hs:10:5 in pkg:A
  /^\s*(?<callee>\w+), called at (?<path>[^\s:]+):(?<line>\d{1,9}):(?<column>\d{1,9}) in /,
  // Swift and others of the form: run() at src/a.swift:12
  new RegExp(raw`^\s*\d{1,4}\s+\S+\s+0x[\da-f]{6,16} (?<symbol>\S+)${SWIFT_PLACE}`),
];

const THROW_HINT_REGEXP = /\.\w{2,5}:\d{1,9}\)?\s*$/;

/** Quick test before the forms, as most lines are no frames. */
const HINT_REGEXP = /^\W{0,20}File "|^\s*(?:at |from |#\d|\(|\d+[: ])|:\d+|@[a-z]/;

const JVM_FILE_REGEXP = /\.(?:java|kt|kts|scala|groovy)$/;

/** Returns the frame of a line, or undefined when it is not part of a stack trace. */
export function parseFrame(line: string): ParsedFrame | undefined {
  const thrown = THROW_HINT_REGEXP.test(line) ? matchFirstPattern(THROW_FORMS, line) : undefined;
  if (thrown !== undefined) {
    return { ...toLocation(thrown), isThrow: true, order: "innermost-first" };
  }
  const groups = HINT_REGEXP.test(line) ? matchFirstPattern(FRAME_FORMS, line) : undefined;
  if (groups === undefined) return undefined;
  const symbol = groups.symbol ?? groups.callee;
  // Native code has no path.
  const path = groups.path && withPackage(cleanPath(groups.path), symbol);
  return {
    ...toLocation({ ...groups, path: undefined }),
    ...(path && { path }),
    ...(symbol && { symbol }),
    ...(groups.callee && { isCallee: true }),
    order: PYTHON_REGEXP.test(line) ? "innermost-last" : "innermost-first",
  };
}

/** Line that Go prints above the location of a call: `host/app.(*Store).open(0xc0001a2000)`. */
const GO_FUNCTION_REGEXP =
  /^\s*(?:created by )?(?<symbol>[\w./~@-]+\.[\w.()*[\]]*\w)(?:\(.*\)| in goroutine \d+)?\s*$/;

/**
 * Returns a frame with the function in the line above it, as Go and Rust print them; the unchanged
 * frame when it has a function already, or when there is none above.
 */
export function withFunctionAbove(frame: ParsedFrame, above: string): ParsedFrame {
  if (frame.symbol !== undefined || frame.path === undefined) return frame;
  const { path, symbol } = frame.path.endsWith(".go")
    ? matchFirstPattern([GO_FUNCTION_REGEXP], above) ?? {}
    : parseFrame(above) ?? {};
  return symbol === undefined || path !== undefined ? frame : { ...frame, symbol };
}

/**
 * Returns the path with the folders of the package in front of the bare file name of a JVM frame.
 */
function withPackage(path: string, symbol = ""): string {
  if (!JVM_FILE_REGEXP.test(path) || path.includes("/")) return path;
  const folders = symbol.split(".").slice(0, -2).filter((part) => /^[a-z]/.test(part));
  return [...folders, path].join("/");
}
