/** The order in which the frames of a stack are printed. */
export type FrameOrder = "innermost-first" | "innermost-last";

/** One line of a stack trace. */
export interface ParsedFrame {
  /** File as printed, or built from package and file name; absent for native code. */
  readonly path?: string;
  /** 1-based line. */
  readonly line?: number;
  /** 1-based column. */
  readonly column?: number;
  /** Function as printed, with its class or module. */
  readonly symbol?: string;
  /** Whether it is in an installed package or a runtime. */
  readonly library: boolean;
  /** The order of the frames in a stack of this form. */
  readonly order: FrameOrder;
}

interface FrameForm {
  readonly pattern: RegExp;
  readonly order?: FrameOrder;
}

// Every pattern is anchored, and each repeat ends at a character that it cannot match, so a line is
// read a bounded number of times.
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

/** Quick test before the forms, as most lines are no frames. */
const HINT_REGEXP = /^\W{0,20}File "|^\s*(?:at |from |#\d|\(|\d+[: ])|:\d+|@(?:https?|file)/;

const JVM_FILE_REGEXP = /\.(?:java|kt|kts|scala|groovy)$/;

/** Prefixes that bundlers put in front of a file of the tree. */
const SCHEME_REGEXP = /^(?:file:\/\/(?=\/)|webpack(?:-internal)?:\/{2,3}|(?:package|app):)/;

/** Returns the frame of a line, or undefined when it is not part of a stack trace. */
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

/** Puts the folders of the package in front of the bare file name of a JVM frame. */
function withPackage(path: string, symbol = ""): string {
  if (!JVM_FILE_REGEXP.test(path) || path.includes("/")) return path;
  const folders = symbol.split(".").slice(0, -2).filter((part) => /^[a-z]/.test(part));
  return [...folders, path].join("/");
}

/** Folders of installed packages, of runtimes and of compilers' own sources. */
const LIBRARY_PATH_REGEXP =
  /(?:^|\/)(?:site-packages|dist-packages|node_modules|bower_components|vendor|third_party|\.cargo|\.rustup|rustc|rustlib|\.m2|\.gradle|\.nuget|\.pub-cache|gems|rubygems|\.rbenv|\.rvm|\.pyenv|\.venv|venv|virtualenv|pkg\/mod|go\/src\/(?:runtime|net|testing|reflect|sync|os)|usr\/include|usr\/lib|usr\/local\/lib|lib\/python[\d.]+|deps)\/|^(?:node|internal|deno|ext|bun):|^internal\/|^<|^\[/i;

/** Packages of the standard libraries of the JVM and of .NET, by the names in their frames. */
const LIBRARY_FUNCTION_REGEXP =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|org\.junit|org\.apache\.maven|org\.gradle|System|Microsoft|std::|core::|alloc::|tokio::|runtime\.|testing\.|reflect\.)(?:[.:$A-Z]|$)|^(?:std|core|alloc)::|^(?:runtime|testing|reflect)\./;

/**
 * Guesses whether a frame is in code of others: an installed package, a runtime, a standard library. A
 * guess, as bug reports on a package show it where it is installed.
 */
export function isLibraryFrame(
  { path = "", symbol = "" }: { readonly path?: string; readonly symbol?: string },
): boolean {
  return LIBRARY_PATH_REGEXP.test(path.replaceAll("\\", "/")) ||
    LIBRARY_FUNCTION_REGEXP.test(symbol);
}
