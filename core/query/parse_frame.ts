import { isLibraryFrame } from "./is_library_path.ts";

/** In which order the frames of a stack are printed. */
export type FrameOrder = "innermost-first" | "innermost-last";

/** What one line of a stack trace says. */
export interface ParsedFrame {
  /** File as printed, or put together from a package and a file name; none for native code. */
  readonly path?: string;
  /** 1-based line. */
  readonly line?: number;
  /** 1-based column. */
  readonly column?: number;
  /** Function as printed, with its class or module. */
  readonly symbol?: string;
  /** Whether it stands in an installed package or a runtime. */
  readonly library: boolean;
  /** Where the innermost frame stands in a stack of this form. */
  readonly order: FrameOrder;
}

interface FrameForm {
  readonly pattern: RegExp;
  readonly order?: FrameOrder;
}

// Every pattern is anchored and each of its repeats ends at a character that it cannot hold, so that
// a line is read a bounded number of times.
const FRAME_FORMS: readonly FrameForm[] = [
  // Python: File "a/b.py", line 3, in run
  {
    pattern:
      /^\W{0,20}File "(?<path>[^"\n]+)",? line (?<line>\d{1,9})(?:, in (?<symbol>[\w.<>]+(?: [\w.]+)?))?/,
    order: "innermost-last",
  },
  // C#: at App.Core.Run(String a) in /src/Core.cs:line 12
  {
    pattern:
      /^\s*at (?<symbol>[\w.<>`$+,[\] ]+)\([^)]*\)(?: in (?<path>.+?):line (?<line>\d{1,9}))\s*$/,
  },
  // Java, Kotlin, Scala: at org.a.B.run(B.java:12), at java.base/java.lang.Thread.run(Thread.java:1)
  {
    pattern:
      /^\s*(?:at )?(?:[\w.@-]+\/{1,2})?(?<symbol>(?:[\w$]+\.)+[\w$<>]+)\((?<path>[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(?<line>\d{1,9})\)/,
  },
  {
    pattern:
      /^\s*at (?:[\w.@-]+\/{1,2})?(?<symbol>(?:[\w$]+\.)+[\w$<>]+)\((?:Native Method|Unknown Source)\)/,
  },
  // JavaScript: at async f (a/b.ts:10:5), at a/b.ts:10:5, at Object.<anonymous> (file:///a.js:1:2)
  {
    pattern:
      /^\s*at (?:async |new )?(?<symbol>[^\s()]+(?: \[as [^\]\s]+\])?) \((?<path>[^()\n]+?):(?<line>\d{1,9}):(?<column>\d{1,9})\)/,
  },
  { pattern: /^\s*at (?:async )?(?<path>[^\s()]+?):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?\s*$/ },
  { pattern: /^\s*at (?<symbol>[^\s()]+) \((?:<anonymous>|native)\)/ },
  // Firefox and Safari: f@https://host/a.js:10:5
  {
    pattern:
      /^\s*(?<symbol>[\w$.<>/*[\]]{0,120})@(?<path>(?:https?|file|webpack|resource):[^\s]+?):(?<line>\d{1,9}):(?<column>\d{1,9})\s*$/,
  },
  // Ruby: /a/b.rb:12:in `run' or 'A::B#run'
  {
    pattern:
      /^\s*(?:from |\d+: from )?(?<path>[^\s:]+(?: [^\s:]+)?):(?<line>\d{1,9}):in [`'](?<symbol>[^'\n]+)'/,
  },
  // PHP: #0 /a/b.php(12): A\B->run()
  {
    pattern: /^\s*#\d{1,4} (?<path>[^\s(][^(\n]*)\((?<line>\d{1,9})\): (?<symbol>[\w\\:>{}-]+)/,
  },
  // Dart: #0  Foo.run (package:a/b.dart:10:5)
  {
    pattern:
      /^\s*#\d{1,4}\s+(?<symbol>[^\s(]+(?: [^\s(]+)?) \((?<path>(?:package|dart|file):[^)\s]+?):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?\)/,
  },
  // gdb and lldb: #1  0x0000 in ns::run (a=1) at src/a.cc:12; sanitizers: #1 0x00 in run /a/b.c:12:3
  {
    pattern:
      /^\s*#\d{1,4}\s+(?:0x[\da-f]+ in )?(?<symbol>[\w:~<>$]+)[^\n]*? at (?<path>[^\s:]+):(?<line>\d{1,9})\s*$/i,
  },
  {
    pattern:
      /^\s*#\d{1,4}\s+0x[\da-f]+ in (?<symbol>[^\s(]+)(?:\([^)]*\))? (?<path>[^\s:()]+):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?/i,
  },
  // Elixir: (my_app 1.0.0) lib/my_app/run.ex:12: MyApp.Run.call/2
  {
    pattern:
      /^\s*\([\w-]+(?: [\w.+-]+)?\) (?<path>[^\s:]+\.(?:exs?|erl|eex|heex)):(?<line>\d{1,9}): (?<symbol>[^\s]+)/,
  },
  {
    pattern:
      /^\s*(?<path>(?:lib|test|src|apps|web)\/[^\s:]+\.exs?):(?<line>\d{1,9}): (?<symbol>[\w.?!"-]+\/\d+)/,
  },
  // Go: \t/a/b.go:12 +0x1d
  { pattern: /^\s*(?<path>[^\s:]+\.go):(?<line>\d{1,9})(?: \+0x[\da-f]+)\s*$/ },
  // Rust: at ./src/a.rs:10:5 (the JavaScript form without a function reads it), 3: a::b::run
  { pattern: /^\s{1,12}\d{1,4}: (?:0x[\da-f]+ - )?(?<symbol>[\w<][\w<>:$ {}]*::[\w<>:$ {}]+)\s*$/ },
  // Lua: src/a.lua:12: in function 'run'
  {
    pattern:
      /^\s*(?<path>[^\s:]+\.lua):(?<line>\d{1,9}): in (?:function|method|field|local|upvalue|main)(?: [<'](?<symbol>[^'>\n]+)['>])?/,
  },
  // Haskell: error, called at src/A.hs:10:5 in pkg:A
  {
    pattern:
      /^\s*(?<symbol>\w+), called at (?<path>[^\s:]+):(?<line>\d{1,9}):(?<column>\d{1,9}) in /,
  },
  // Swift and others of the form: run() at src/a.swift:12
  { pattern: /^\s*\d{1,4}\s+\S+\s+0x[\da-f]{6,16} (?<symbol>\S+)/ },
];

/** What all but a few of the forms hold: looked for first, as most lines are no frames. */
const HINT_REGEXP = /^\W{0,20}File "|^\s*(?:at |from |#\d|\(|\d+[: ])|:\d+|@(?:https?|file)/;

const JVM_FILE_REGEXP = /\.(?:java|kt|kts|scala|groovy)$/;

/** Scripts that stand for a file of the tree in the stacks of bundlers. */
const SCHEME_REGEXP = /^(?:file:\/\/(?=\/)|webpack(?:-internal)?:\/{2,3}|(?:package|app):)/;

/** Returns what a line of a stack trace says, or undefined when it is none. */
export function parseFrame(line: string): ParsedFrame | undefined {
  if (!HINT_REGEXP.test(line)) return undefined;
  for (const { pattern, order = "innermost-first" } of FRAME_FORMS) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const { symbol, line: row, column } = groups;
    const path = groups.path && withPackage(groups.path.replace(SCHEME_REGEXP, ""), symbol);
    return {
      ...(path ? { path } : {}),
      ...(row === undefined ? {} : { line: Number(row) }),
      ...(column === undefined ? {} : { column: Number(column) }),
      ...(symbol ? { symbol } : {}),
      library: isLibraryFrame({ ...(path ? { path } : {}), ...(symbol ? { symbol } : {}) }),
      order,
    };
  }
  return undefined;
}

/** Puts the folders of its package in front of the bare file name that a JVM frame has. */
function withPackage(path: string, symbol = ""): string {
  if (!JVM_FILE_REGEXP.test(path) || path.includes("/")) return path;
  const folders = symbol.split(".").slice(0, -2).filter((part) => /^[a-z]/.test(part));
  return [...folders, path].join("/");
}
