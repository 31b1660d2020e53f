import assert from "node:assert/strict";
import fc from "fast-check";
import { queryText } from "../../tests/query_text.ts";
import { isPlainQuery } from "../text/is_plain_query.ts";
import type { TextRange } from "../text/split_identifier.ts";
import { findQuotations, parseQuery } from "./parse_query.ts";
import { queryPaths } from "./query_paths.ts";
import { queryPhrases } from "./query_phrases.ts";
import { querySymbols } from "./query_symbols.ts";
import { weightQueryTerms } from "./weight_query_terms.ts";

const ISSUE = `Saving a draft loses the title

**Describe the bug**

When I call \`Draft.save()\` the title set by \`setTitle\` is gone, see
https://github.com/o/app/blob/main/src/draft.ts#L40-L52 and src/store/write.ts:12. The page says
"could not store draft" then.

\`\`\`ts
const draft = new Draft();
await draft.save();
\`\`\`

TypeError: title of null is not readable
    at writeTitle (/home/me/app/src/store/write.ts:14:9)
    at async Draft.save (/home/me/app/src/draft.ts:44:3)
    at node:internal/process/task_queues:95:5

**Environment**

- OS: Ubuntu 22.04
- Node: 22.1.0
`;

Deno.test("parseQuery() classifies each line of an issue", () => {
  const zones = parseQuery(ISSUE).lines.filter(({ text }) => text !== "").map(({ zone }) => zone);
  assert.deepEqual(zones, [
    "title",
    "template",
    "prose",
    "prose",
    "prose",
    "template",
    "code",
    "code",
    "template",
    "error",
    "frame",
    "frame",
    "frame",
    "template",
    "environment",
    "environment",
  ]);
});

Deno.test("parseQuery() finds the names in an issue", () => {
  const query = parseQuery(ISSUE);
  const slice = ({ start, end }: TextRange) => ISSUE.slice(start, end);
  assert.deepEqual(query.paths.map(({ path, line, endLine }) => [path, line, endLine]), [
    ["src/draft.ts", 40, 52],
    ["src/store/write.ts", 12, undefined],
  ]);
  assert.deepEqual(
    query.frames.map(({ path, line, symbol, depth }) => [path, line, symbol, depth]),
    [
      ["/home/me/app/src/store/write.ts", 14, "writeTitle", 0],
      ["/home/me/app/src/draft.ts", 44, "Draft.save", 1],
      ["node:internal/process/task_queues", 95, undefined, 2],
    ],
  );
  assert.deepEqual(query.errors.map(({ type, message }) => [type, message]), [
    ["TypeError", "title of null is not readable"],
  ]);
  assert.deepEqual(query.errors.map(slice), ["title of null is not readable"]);
  assert.deepEqual(query.codeSpans.map(slice), ["Draft.save()", "setTitle"]);
  assert.deepEqual(query.quotations.map(slice), ["could not store draft"]);
  const written = query.symbols.filter(({ zone }) => zone === "prose");
  assert.deepEqual(written.map(({ names }) => names.join(".")), ["Draft.save", "setTitle"]);
});

Deno.test("parseQuery() counts a stack of Python from its end, and each stack separately", () => {
  const query = parseQuery(`Traceback (most recent call last):
  File "a.py", line 1, in outer
    middle()
  File "b.py", line 2, in middle
    inner()
  File "c.py", line 3, in inner
    raise KeyError
KeyError

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "d.py", line 4, in handler
    fail()
ValueError: bad`);
  assert.deepEqual(query.frames.map(({ path, depth }) => [path, depth]), [
    ["a.py", 2],
    ["b.py", 1],
    ["c.py", 0],
    ["d.py", 0],
  ]);
  assert.deepEqual(
    query.lines.filter(({ zone }) => zone === "trace").map(({ text }) => text.trim()),
    ["middle()", "inner()", "raise KeyError", "fail()"],
  );
});

Deno.test("parseQuery() adds the path that eslint prints once to the messages below it", () => {
  const { diagnostics } = parseQuery(`/app/src/a.js
  10:5  error  'x' is never used  no-unused-vars
  12:1  error  Missing semicolon  semi

/app/src/b.js
  3:1  error  Missing semicolon  semi`);
  assert.deepEqual(diagnostics.map(({ path, line, code }) => [path, line, code]), [
    ["/app/src/a.js", 10, "no-unused-vars"],
    ["/app/src/a.js", 12, "semi"],
    ["/app/src/b.js", 3, "semi"],
  ]);
});

Deno.test("parseQuery() reads a compiler error of Rust with its location", () => {
  const { diagnostics } = parseQuery(`error[E0382]: borrow of moved value: \`x\`
  --> src/main.rs:10:5
   |
10 |     use(x);`);
  assert.deepEqual(
    diagnostics.map(({ path, line, code, message }) => [path, line, code, message]),
    [
      [undefined, undefined, "E0382", "borrow of moved value: `x`"],
      ["src/main.rs", 10, undefined, ""],
    ],
  );
});

Deno.test("parseQuery() reads the output of a failing test", () => {
  const query = parseQuery(`=================================== FAILURES ===================
____________________ test_host ____________________
    def test_host():
>       assert host("a") == "b"
E       AssertionError: assert 'a' == 'b'
tests/test_url.py:12: AssertionError
FAILED tests/test_url.py::test_host - AssertionError: assert 'a' == 'b'`);
  assert.deepEqual(query.tests.map(({ name, path }) => [name, path]), [
    ["test_host", undefined],
    ["test_host", "tests/test_url.py"],
  ]);
  assert.deepEqual(query.errors.map(({ message }) => message), ["assert 'a' == 'b'"]);
});

Deno.test("parseQuery() distinguishes code without fences from sentences", () => {
  const query = parseQuery(`Filter loses rows
Take this model:
from django.db import models
class Item(models.Model):
	name = models.CharField(max_length=20)
	# the default
	def __str__(self):
		return self.name
Then call the filter twice and some of the rows are gone.
>>> Item.objects.filter(name="a")
That is not what I expected (see the documentation).`);
  assert.deepEqual(query.lines.map(({ zone }) => zone), [
    "title",
    "prose",
    ...new Array(6).fill("code"),
    "prose",
    "code",
    "prose",
  ]);
});

Deno.test("parseQuery() reads diffs, quoted mail, comments, signatures and logs as such", () => {
  const query = parseQuery(`Fix the filter
On Monday Jane wrote:
> it loses rows
diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,2 @@
-old()
+new()

<!-- a comment
of two lines -->
2024-01-02 10:11:12 INFO started
Signed-off-by: Jane <jane@example.org>
-- 
Jane Doe`);
  assert.deepEqual(query.lines.filter(({ text }) => text !== "").map(({ zone }) => zone), [
    "title",
    "template",
    "quote",
    ...new Array(6).fill("diff"),
    "template",
    "template",
    "log",
    "template",
    "template",
    "template",
  ]);
});

Deno.test("parseQuery() finds no title in a query of one line", () => {
  assert.deepEqual(parseQuery("how are routes registered").lines.map(({ zone }) => zone), [
    "prose",
  ]);
  assert.deepEqual(parseQuery("\n\nhow are `routes` registered\n").lines.map(({ zone }) => zone), [
    "prose",
    "prose",
    "prose",
  ]);
});

Deno.test("parseQuery() finds a symbol in a German and in a Japanese sentence", () => {
  assert.deepEqual(querySymbols(parseQuery("Warum hängt Store.open() beim Öffnen?"))[0], {
    name: "open",
    qualifiers: ["Store"],
    weight: 1,
  });
  assert.deepEqual(querySymbols(parseQuery("なぜparseUrlは失敗しますか"))[0]?.name, "parseUrl");
});

Deno.test("parseQuery() returns ranges inside the text with the stated contents", () => {
  fc.assert(fc.property(queryText(), (written) => {
    const query = parseQuery(written);
    const { text } = query;
    const holds = ({ start, end }: TextRange, part: string | undefined) => {
      assert.ok(start >= 0 && start <= end && end <= text.length);
      assert.ok(part === undefined || text.slice(start, end).includes(part), `${part}`);
    };
    for (const line of query.lines) assert.equal(text.slice(line.start, line.end), line.text);
    for (const path of query.paths) holds(path, path.path);
    for (const frame of query.frames) holds(frame, frame.path?.split("/").at(-1));
    for (const diagnostic of query.diagnostics) holds(diagnostic, diagnostic.message);
    for (const test of query.tests) holds(test, test.name);
    for (const error of query.errors) {
      assert.equal(text.slice(error.start, error.end), error.message);
    }
    for (const span of query.codeSpans) holds(span, undefined);
    for (const quotation of query.quotations) holds(quotation, undefined);
    for (const symbol of query.symbols) {
      holds(symbol, symbol.names[0]);
      holds(symbol, symbol.names.at(-1));
    }
  }));
});

Deno.test("parseQuery() lists everything in the order of the text, symbols outside of paths", () => {
  fc.assert(fc.property(queryText(), (text) => {
    const query = parseQuery(text);
    const lists: readonly (readonly TextRange[])[] = [
      query.lines,
      query.paths,
      query.frames,
      query.symbols,
      query.codeSpans,
      query.quotations,
    ];
    for (const ranges of lists) {
      for (let i = 1; i < ranges.length; i++) assert.ok(ranges[i - 1]!.end <= ranges[i]!.start);
    }
    for (const { start, end } of query.symbols) {
      assert.ok(query.paths.every((path) => path.end <= start || path.start >= end));
    }
  }));
});

Deno.test("parseQuery() finds no weighted parts in a query that isPlainQuery() accepts", () => {
  fc.assert(fc.property(queryText(), (text) => {
    if (!isPlainQuery(text)) return;
    for (const { weight } of weightQueryTerms(parseQuery(text))) assert.equal(weight, 1);
  }));
});

Deno.test("parseQuery() and its evidence take bounded time for hostile texts of 100 KB", () => {
  const fragments = [
    ..."`'\"([{<#*_-=:./\\ \n@漢",
    ...["` `` ", "' ", "a.", "a::b", "a/", "\r\n", "```\n", "<!-- ", "\ud83d", "aB_", "漢a"],
    ...[
      "at a (",
      "at a.b(",
      'File "',
      "#0 0x1 in ",
      "#1 a",
      "1:",
      "a.py:1:",
      "x => ",
      "a ... FAILED",
    ],
    ...[
      "https://github.com/a/b/blob/",
      "Error: ",
      "error[",
      "E ",
      "[ERROR] ",
      "x = ",
      "if (",
      "1) ",
    ],
  ];
  for (const fragment of fragments) {
    const line = fragment.repeat(Math.ceil(1900 / fragment.length));
    for (const text of [fragment.repeat(100_000 / fragment.length), `${line}\n`.repeat(50)]) {
      const query = parseQuery(text);
      assert.ok(query.lines.every(({ start, end }) => start <= end && end <= text.length));
      assert.ok(queryPaths(query).every(({ weight }) => weight > 0 && weight <= 1));
      assert.ok(querySymbols(query).every(({ weight }) => weight > 0 && weight <= 1));
      assert.ok(queryPhrases(query).every(({ weight }) => weight > 0 && weight <= 1));
    }
  }
});

Deno.test("parseQuery() uses the location of a thrown PHP error as the innermost frame", () => {
  const frames = "#0 /p/a.php(12): foo()\n#1 {main}";
  const thrown = [
    `PHP Fatal error:  Uncaught Error: boom in /p/a.php:7\nStack trace:\n${frames}\n  thrown in /p/a.php on line 7`,
    `[28-Nov-2026 12:30:45 UTC] PHP Fatal error:  Uncaught Error: boom in /p/a.php:7\nStack trace:\n${frames}`,
    `[2026-11-28 12:30:45] local.ERROR: boom {"exception":"[object] (ErrorException(code: 0): boom at /p/a.php:7)\n[stacktrace]\n${frames}`,
  ];
  for (const text of thrown) {
    const found = parseQuery(text).frames.map(({ line, depth }) => [line, depth]);
    assert.deepEqual(found, [[7, 0], [12, 1]], text);
  }
  assert.equal(parseQuery(thrown[0]!).errors[0]?.type, "Error");
});

function quotationsIn(line: string): readonly string[] {
  return findQuotations(line, 0).map(({ start, end }) => line.slice(start, end));
}

Deno.test("findQuotations() finds text in the quotation marks of several languages", () => {
  assert.deepEqual(quotationsIn("says \"file not found\" or 'no such key'"), [
    "file not found",
    "no such key",
  ]);
  assert.deepEqual(quotationsIn("“one two” „drei vier“ «cinq six» 「検索 語」"), [
    "one two",
    "drei vier",
    "cinq six",
    "検索 語",
  ]);
});

Deno.test("findQuotations() ignores apostrophes", () => {
  assert.deepEqual(quotationsIn("it doesn't work, the users' list isn't shown"), []);
  assert.deepEqual(quotationsIn("says 'it doesn't work' twice"), ["it doesn't work"]);
});

Deno.test("findQuotations() omits quotations that are empty, open or too long", () => {
  assert.deepEqual(quotationsIn('"" and " " and "open'), []);
  assert.deepEqual(quotationsIn(`"${"x ".repeat(101)}"`), []);
});
