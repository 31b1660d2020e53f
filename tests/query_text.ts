import fc from "fast-check";

/**
 * Parts of queries, and text that confuses parsers: quotes and brackets, unpaired ones, unusual
 * characters.
 */
const PIECES: readonly string[] = [
  ..."`'\"<>(){}[]#*_-:/\\.,;=|@~$!?& \t\n\r",
  ...[
    "```",
    "~~~",
    "{{{",
    "}}}",
    "{code}",
    "<!--",
    "-->",
    "::",
    "->",
    "> ",
    "- [x] I ",
    "\n\n",
    "\r\n",
  ],
  ...[
    "word",
    "two words",
    "parseUrl",
    "max_size",
    "Store.open()",
    "A::b",
    "a.b.c",
    "x1",
    "12",
    "ß",
    "検索語",
  ],
  ...["src/a.ts:10:5", "C:\\a\\b.py", "https://github.com/o/r/blob/main/a.py#L1", "README.md"],
  ...['File "a.py", line 3, in f', "    at f (a.ts:1:2)", "Traceback (most recent call last):"],
  ...["ValueError: no such key", "error[E1]: bad", "a.c:1:2: error: bad", "FAILED a_test.py::b"],
  ...["## Steps to reproduce", "OS: Linux 5", "diff --git a/x b/x", "@@ -1 +1 @@", "$ run", "-- "],
  ...["\ud83d", "\udc00", "😀", "\0", "\u2028", "e\u0301"],
];

/** Returns an arbitrary query of pieces of real ones. */
export function queryText(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
}
