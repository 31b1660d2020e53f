import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { parseSignals } from "./parse_signals.ts";
import { renderSignal, type SignalRequest } from "./signal.ts";

/** Returns the requests, in the form of `renderSignal`. */
function requestsIn(text: string): readonly string[] {
  return parseSignals(text).map(renderSignal);
}

/** Request that each of the texts below contains in a place where it must be ignored. */
const NEED = "NEED_CODE: src/hidden.ts";

function assertHidden(...lines: readonly string[]): void {
  for (const end of ["\n", "\r\n"]) {
    assert.deepEqual(requestsIn(lines.join(end)), [], lines.join("\n"));
  }
}

/** Asserts that the request of the last line is found, and none before it. */
function assertSeenAfter(...lines: readonly string[]): void {
  const text = [...lines, "NEED_DOC: seen"].join("\n");
  assert.deepEqual(requestsIn(text), ["NEED_DOC: seen"], text);
}

Deno.test("N-19: parseSignals() finds plain requests of each kind, with their lines", () => {
  const text =
    "I need more.\n\nNEED_CODE: src/a.ts\nNEED_DOC: docs/a.md\nNEED_FILE: src/b.ts\nDone.";
  assert.deepEqual(parseSignals(text), [
    { kind: "code", target: "src/a.ts", line: 3, raw: "NEED_CODE: src/a.ts" },
    { kind: "doc", target: "docs/a.md", line: 4, raw: "NEED_DOC: docs/a.md" },
    { kind: "file", target: "src/b.ts", line: 5, raw: "NEED_FILE: src/b.ts" },
  ]);
});

Deno.test("N-19: parseSignals() reads a range of lines, both ends inclusive", () => {
  const [signal] = parseSignals("NEED_CODE: src/a.ts:10-20");
  assert.deepEqual([signal?.target, signal?.startLine, signal?.endLine], ["src/a.ts", 10, 20]);
});

Deno.test("N-19: parseSignals() returns several requests in order and duplicates once", () => {
  const text = "NEED_CODE: b.ts\nNEED_CODE: a.ts\nNEED_CODE:   b.ts  \nNEED_CODE: b.ts:1-2\n";
  assert.deepEqual(requestsIn(text), [
    "NEED_CODE: b.ts",
    "NEED_CODE: a.ts",
    "NEED_CODE: b.ts:1-2",
  ]);
});

Deno.test("N-19: parseSignals() finds none in fenced code", () => {
  assertHidden("```", NEED, "```");
  assertHidden("~~~ text", NEED, "~~~");
  assertHidden("```` md", "```", NEED, "```", NEED, "````");
  assertHidden("```", "~~~", NEED, "```");
  assertHidden("```", "``` ts", NEED, "```");
  assertHidden("```", "    ```", NEED, "```");
  assertHidden("```", "> ```", NEED, "```");
  assertHidden("- ```", NEED, "  ```");
  assertHidden("1. first", "", "      ```sh", NEED, "      ```");
  assertHidden("and so on", "```", NEED, "", NEED);
});

Deno.test("N-19: parseSignals() finds requests after fenced code", () => {
  assertSeenAfter("```", NEED, "```");
  assertSeenAfter("~~~", NEED, "~~~~~  ");
  assertSeenAfter("- ```", NEED, "  ```");
  assertSeenAfter("``` is a fence and `` ` `` is not", "```not``` either");
  assertSeenAfter("> ```", "> a fence in a quote ends with the quote");
});

Deno.test("N-19: parseSignals() finds none in quoted lines and in indented code", () => {
  assertHidden(`> ${NEED}`);
  assertHidden(`>${NEED}`);
  assertHidden(`> > ${NEED}`);
  assertHidden(`- > ${NEED}`);
  assertHidden(`> - ${NEED}`);
  assertHidden(`    ${NEED}`, "    else", "", `    ${NEED}`);
  assertHidden(`\tconst x = 1;`, `\t${NEED}`);
  assertHidden(`    - ${NEED}`, "    - else");
  assertHidden(`    > ${NEED}`);
  assertHidden("- an item", "", "and a paragraph", `    ${NEED}`, "    else");
});

Deno.test("N-19: parseSignals() finds indented requests, as in a prompt", () => {
  const asked = ["NEED_CODE: src/a.ts", "NEED_DOC: plan"];
  assert.deepEqual(requestsIn(asked.map((need) => `    ${need}`).join("\n")), asked);
  assert.deepEqual(requestsIn(`I need:\n\n    ${asked[0]}\n\n\t${asked[1]}\n\nThanks.`), asked);
  assert.deepEqual(requestsIn(`    ${asked[0]}\nand\n    code()\n    ${asked[1]}`), [asked[0]]);
});

Deno.test("N-19: parseSignals() includes brackets before an extension in the name", () => {
  const names = {
    "docs/Plan (draft).md": "docs/Plan (draft).md",
    "lib/report (copy)/a.ts": "lib/report (copy)/a.ts",
    "docs/Plan [old] (2).md, please": undefined,
    "src/a.ts (the caller)": "src/a.ts",
    "docs/Plan [old] (2).md": "docs/Plan [old] (2).md",
    "src/a.ts (the caller).": "src/a.ts",
    "docs/Plan (draft).md (for the plan)": "docs/Plan (draft).md",
    "`docs/Plan (draft).md`": "docs/Plan (draft).md",
    "app/(shop)/[id]/page.tsx": "app/(shop)/[id]/page.tsx",
    "app/[[...slug]]/page.tsx": "app/[[...slug]]/page.tsx",
    "src/$id.tsx": "src/$id.tsx",
    "src/routes/+page.svelte": "src/routes/+page.svelte",
    "app/@modal/~x.ts": "app/@modal/~x.ts",
  };
  for (const [written, target] of Object.entries(names)) {
    for (const mark of ["", "- ", "**"]) {
      const found = parseSignals(`${mark}NEED_FILE: ${written}${mark === "**" ? mark : ""}`);
      assert.deepEqual(
        found.map((signal) => signal.target),
        target === undefined ? [] : [target],
        written,
      );
    }
  }
  const [lines] = parseSignals("NEED_CODE: docs/Plan (draft).md:3-9");
  assert.deepEqual([lines?.target, lines?.startLine, lines?.endLine], [
    "docs/Plan (draft).md",
    3,
    9,
  ]);
});

Deno.test("N-19: parseSignals() reads lines in words after a target", () => {
  const lines = [
    ...["src/a.ts lines 1-4", "src/a.ts, lines 1-4", "src/a.ts: lines 1-4", "src/a.ts (lines 1-4)"],
    ...["src/a.ts (L1-L4)", "src/a.ts (1-4)", "src/a.ts L1-L4", "src/a.ts#L1-L4", "src/a.ts:1–4"],
    ...[
      "src/a.ts lines 1 to 4",
      "src/a.ts lines 1–4.",
      "src/a.ts - lines 1-4",
      "src/a.ts from lines 1 to 4",
    ],
    ...[
      "`src/a.ts` lines 1-4",
      "**src/a.ts** (lines 1-4)",
      '"src/a.ts", lines 1-4',
      "`src/a.ts` (L1-4)",
    ],
    ...[
      "src/a.ts Lines 1-4 (the caller)",
      "src/a.ts lines 1-4 because it calls",
      "src/a.ts (lines 1-4) # why",
    ],
  ];
  for (const target of lines) {
    for (const marker of ["", "- ", "1. ", "> "]) {
      const found = marker === "> " ? [] : ["NEED_CODE: src/a.ts:1-4"];
      assert.deepEqual(requestsIn(`${marker}NEED_CODE: ${target}`), found, marker + target);
    }
  }
  assert.deepEqual(requestsIn("**NEED_CODE: src/a.ts lines 1-4**"), ["NEED_CODE: src/a.ts:1-4"]);
  assert.deepEqual(requestsIn("`NEED_CODE: src/a.ts lines 1-4`"), ["NEED_CODE: src/a.ts:1-4"]);
  assert.deepEqual(requestsIn("NEED_CODE: src/a.ts line 3"), ["NEED_CODE: src/a.ts:3-"]);
  assert.deepEqual(requestsIn("NEED_FILE: src/a.ts lines 1-4"), ["NEED_FILE: src/a.ts"]);
  assert.deepEqual(requestsIn("NEED_CODE: src/a.ts lines 1-4 and src/b.ts (line 2)"), [
    "NEED_CODE: src/a.ts:1-4",
    "NEED_CODE: src/b.ts:2-",
  ]);
  for (const other of ["src/a.ts:3 lines 1-4", "lines 1-4", "src/a.ts lines 1-4 are odd"]) {
    assert.deepEqual(requestsIn(`NEED_CODE: ${other}`), [], other);
  }
  assert.deepEqual(requestsIn("NEED_CODE: src/a.ts (lines 5-9 are odd)"), ["NEED_CODE: src/a.ts"]);
});

/** Notations of agents for one request. */
const WRITTEN: readonly ((need: string, target: string) => string)[] = [
  (need, target) => `${need}: ${target}`,
  (need, target) => `- ${need}: ${target}`,
  (need, target) => `* ${need}: ${target}`,
  (need, target) => `+ ${need}:${target}`,
  (need, target) => `• ${need}: ${target}`,
  (need, target) => `1. ${need}: ${target}`,
  (need, target) => `12) ${need}: ${target}`,
  (need, target) => `- [ ] ${need}: ${target}`,
  (need, target) => `  ${need}: ${target}`,
  (need, target) => `   - ${need}: ${target}`,
  (need, target) => `- an item\n    - ${need}: ${target}`,
  (need, target) => `1. an item\n\n    ${need}: ${target}`,
  (need, target) => `**${need}: ${target}**`,
  (need, target) => `**${need}:** ${target}`,
  (need, target) => `**${need}**: ${target}`,
  (need, target) => `*${need}: ${target}*`,
  (need, target) => `__${need}: ${target}__`,
  (need, target) => `_${need}: ${target}_`,
  (need, target) => `\`${need}: ${target}\``,
  (need, target) => `\`${need}:\` ${target}`,
  (need, target) => `\`${need}\`: \`${target}\``,
  (need, target) => `**\`${need}: ${target}\`**`,
  (need, target) => `${need}: \`${target}\``,
  (need, target) => `${need}: "${target}"`,
  (need, target) => `${need}: **${target}**`,
  (need, target) => `${need}: **\`${target}\`**`,
  (need, target) => `2. **${need}:** \`${target}\` (the caller)`,
];

/** Texts that may follow it. */
const BEHIND: readonly string[] = [
  "",
  ".",
  " ",
  " (to see the caller)",
  " # the caller",
  " // the caller",
  " — the caller",
  " - the caller of `f`",
  " <!-- the caller -->",
  " because it calls it.",
  " to see the caller",
];

Deno.test("N-19: parseSignals() finds requests in the notations of agents, in each combination", () => {
  for (const [kind, target] of [["CODE", "src/my_a.ts:10-20"], ["DOC", "docs/a.md"]] as const) {
    for (const write of WRITTEN) {
      for (const behind of BEHIND) {
        const text = `I need more.\n\n${write(`NEED_${kind}`, target)}${behind}\nThanks.`;
        assert.deepEqual(requestsIn(text), [`NEED_${kind}: ${target}`], text);
      }
    }
  }
  assert.deepEqual(requestsIn("- NEED_DOC: [[my notes|the notes]] (for the plan)"), [
    'NEED_DOC: "my notes"',
  ]);
  assert.deepEqual(requestsIn("NEED_CODE: __init__\nNEED_CODE: **/x.ts\nNEED_CODE: `a.`"), [
    "NEED_CODE: __init__",
    'NEED_CODE: "**/x.ts"',
    'NEED_CODE: "a."',
  ]);
  assert.deepEqual(requestsIn("- NEED_CODE: initCache()\n- NEED_CODE: src/a.ts#initCache."), [
    "NEED_CODE: initCache()",
    "NEED_CODE: src/a.ts#initCache",
  ]);
});

Deno.test("N-19: parseSignals() accepts no words of a sentence as a comment", () => {
  assertHidden("NEED_CODE: path asks for code", "`NEED_CODE: path` is how to ask");
  assertHidden("**NEED_CODE: a.ts", "`NEED_CODE: a.ts", "**NEED_CODE`: a.ts", "NEED_CODE:** a.ts");
});

Deno.test("N-19: parseSignals() finds none in JSON", () => {
  assertHidden(`{"type":"assistant","text":"${NEED}"}`);
  assertHidden(`"${NEED}"`, `'${NEED}'`);
  assertHidden(JSON.stringify({ text: `I need\n${NEED}\n` }));
  assertHidden(...JSON.stringify({ items: [NEED, { NEED }] }, null, 2).split("\n"));
  // A log with decoded escapes.
  assertHidden('{"text":"I need', NEED, 'now"}],"stop_reason":null}');
  assertHidden('data: {"delta":{"text":"I need', NEED, "", NEED, '"}}');
  assertHidden("[", '  {"a": "', NEED, '"}', "]");
  assertHidden(`${NEED}"}],"stop_reason":null`);
  assertHidden(`${NEED}'}]`);
});

Deno.test("N-19: parseSignals() finds requests after JSON", () => {
  assertSeenAfter('{"text":"I need', NEED, 'now"}');
  assertSeenAfter('{"quote \\" and {": [1, {}]}');
  assertSeenAfter('{"cut": [1, 2, ...', "");
  assertSeenAfter("[x] done", "[link](a.md)", "[[wiki]] and {braces}", "- [ ] {");
});

Deno.test("N-19: parseSignals() finds none in mid-line", () => {
  assertHidden(`Please ${NEED}`);
  assertHidden(`# ${NEED}`, `-${NEED}`, `1.${NEED}`, `| ${NEED} |`);
  assertHidden(`src/a.ts:12:${NEED}`, `12\t${NEED}`);
});

Deno.test("N-19: parseSignals() finds none in tool output", () => {
  for (
    const name of [
      "tool_result",
      "function_results",
      "output",
      "stdout",
      "bash-stderr",
      "local-command-stdout",
      "system-reminder",
      "antml:tool_use",
      "passage",
      "pre",
    ]
  ) {
    assertHidden(`<${name}>`, NEED, `</${name}>`);
    assertHidden(`<${name} path="a.ts">${NEED}`, NEED);
    assertHidden(`It said: <${name}>`, "```", NEED, `</${name}>`);
    assertSeenAfter(`<${name}>`, NEED, "", NEED, `</${name}>`);
    assertSeenAfter(`<${name}>nothing</${name}>`, `the \`<${name}>\``, `a <${name}> in a sentence`);
  }
  assertHidden("$ cat notes.md", NEED);
  assertSeenAfter("$ cat notes.md", NEED, "");
  assertHidden("⏺ Bash(cat notes.md)", `  ⎿  ${NEED}`, `     ${NEED}`);
  assertHidden(
    `{"type":"user","message":{"content":[{"type":"tool_result","content":"${NEED}\\n"}]}}`,
    `{"type":"item.completed","item":{"aggregated_output":"x\\n${NEED}\\n"}}`,
  );
});

Deno.test("N-19: parseSignals() finds none in the lines of a diff, a patch or a conflict", () => {
  assertHidden("@@ -1,3 +1,3 @@", ` ${NEED}`, `-${NEED}`, `+${NEED}`, `- ${NEED}`, `+ ${NEED}`);
  assertSeenAfter("@@ -1,3 +1,3 @@ f()", ` ${NEED}`, `- ${NEED}`);
  const patch = ["*** Begin Patch", "*** Update File: a.md", `+ ${NEED}`, "", NEED];
  assertHidden(...patch, "*** End Patch");
  assertSeenAfter(...patch, "*** End Patch");
  assertHidden("<<<<<<< SEARCH", NEED, "=======", NEED, ">>>>>>> REPLACE");
  assertSeenAfter("<<<<<<< SEARCH", NEED, "=======", NEED, ">>>>>>> REPLACE");
});

Deno.test("N-19: parseSignals() finds none in HTML comments", () => {
  assertHidden(`<!-- ${NEED} -->`);
  assertHidden("<!--", NEED, "", NEED, "-->");
  assertHidden("see <!-- this", NEED, "-->");
  assertHidden("<!-- a --> <!-- b", NEED, "-->");
  assertHidden("<!-- never closed", NEED);
  assertSeenAfter("<!--", NEED, "-->");
  assertSeenAfter(
    "<!-- a -->",
    "<!-->",
    "`<!--` opens one",
    "so does <!-- and the paragraph ends",
    "",
  );
});

Deno.test("N-19: parseSignals() accepts the exact words only", () => {
  assertHidden("need_code: a.ts", "Need_Code: a.ts", "NEED CODE: a.ts", "NEED_CODES: a.ts");
  assertHidden("NEED_CODE a.ts", "NEED_CODE : a.ts", "NEED_CODE:", "NEED_CODE:   ", "NEED_THIS: a");
  assert.deepEqual(requestsIn("NEED_CODE:a.ts"), ["NEED_CODE: a.ts"]);
  assert.deepEqual(requestsIn("\uFEFFNEED_CODE:\t a.ts \t\r\n"), ["NEED_CODE: a.ts"]);
});

Deno.test("parseSignals() numbers lines by line feeds, as the rest of the program does", () => {
  const [first, second] = parseSignals("\r\rx\r\nNEED_CODE: a\r\n\n\nNEED_CODE: b\r\n");
  assert.deepEqual([first?.line, second?.line], [2, 5]);
  assert.equal(first?.raw, "NEED_CODE: a");
  assertHidden(`${NEED}\r${NEED}`);
});

Deno.test("parseSignals() ignores lines that are longer than any path", () => {
  assert.equal(parseSignals(`NEED_CODE: ${"a".repeat(4000)}`).length, 1);
  assertHidden(`NEED_CODE: ${"a".repeat(5000)}`);
});

Deno.test("parseSignals() reads 10,000 requests and lines of a megabyte", () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `NEED_CODE: src/${index}.ts`);
  assert.equal(parseSignals(lines.join("\n")).length, 10_000);
  assert.equal(parseSignals(`${NEED}\n`.repeat(10_000)).length, 1);
  // Each would take hours if any expression took quadratic time.
  for (
    const unit of [
      " ",
      "- ",
      "\t-",
      "`",
      "~",
      "<",
      "<!--",
      "-->",
      "<code",
      "<output ",
      "<a-",
      "{",
      "[{",
      '{"',
      "\\",
      ":1",
      "NEED_CODE: ",
      "**",
      "*`_",
      "* ",
      "1. ",
      "NEED_CODE: a ",
      "data",
      "> ",
      "<code>  ",
      "$ ",
      "\r",
    ]
  ) {
    const long = unit.repeat(1_000_000 / unit.length);
    for (const line of [long, `${long}x`, `- ${long}`, `\`\`\`\n${long}`, `NEED_DOC: ${long}`]) {
      assert.ok(parseSignals(line).length <= 1);
    }
  }
});

const word = fc.stringMatching(/^[a-z][\w.\-()[\]{}é ']{0,12}[a-z]$/);
const target = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("/"));
const lineNumber = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const range = fc.oneof(
  fc.constant({}),
  lineNumber.map((startLine) => ({ startLine })),
  fc.tuple(lineNumber, lineNumber).map(([one, other]) => ({
    startLine: Math.min(one, other),
    endLine: Math.max(one, other),
  })),
);
const request: fc.Arbitrary<SignalRequest> = fc.oneof(
  fc.record({ kind: fc.constantFrom("code" as const, "doc" as const), target, range })
    .map(({ range, ...rest }) => ({ ...rest, ...range })),
  fc.record({ kind: fc.constant("file" as const), target }),
);

Deno.test("parseSignals() restores the requests of renderSignal()", () => {
  fc.assert(fc.property(request, (request) => {
    const raw = renderSignal(request);
    assert.deepEqual(parseSignals(`so\n${raw}\n`), [{ ...request, line: 2, raw }]);
  }));
});

Deno.test("parseSignals() finds the same requests when they are rendered again", () => {
  const piece = fc.constantFrom(
    ..."NEED_CODE:|NEED_DOC:|NEED_FILE:| |a|/|.|..|*|**|__|,|;|(|- |\\|:1|-2|:|#L3|#x|[[|]]||\"|'|`|\n"
      .split("|"),
    "|",
  );
  const line = fc.tuple(fc.constantFrom("CODE", "DOC", "FILE"), fc.array(piece, { maxLength: 8 }))
    .map(([kind, pieces]) => `NEED_${kind}: ${pieces.join("")}`);
  fc.assert(
    fc.property(line, (text) => {
      const found = parseSignals(text);
      const again = parseSignals(found.map(renderSignal).join("\n"));
      // Rendered requests have slashes, and so no backslashes to keep.
      const bare = (signals: typeof found) =>
        signals.map(({ line: _, raw: __, literalTarget: ___, ...rest }) => rest);
      assert.deepEqual(bare(again), bare(found));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parseSignals() never throws, and each signal is a line of the text, once", () => {
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    request.map(renderSignal),
    fc.constantFrom(
      "```",
      "~~~",
      "> a",
      "<!--",
      "-->",
      "<output>",
      "</output>",
      '{"',
      "}",
      "",
      "$ a",
    ),
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    const text = lines.join("\n");
    const rows = text.replace(/^\uFEFF/, "").split("\n");
    const signals = parseSignals(text);
    for (const { line, raw } of signals) assert.equal(rows[line - 1]?.trimEnd(), raw);
    assert.equal(new Set(signals.map(renderSignal)).size, signals.length);
    assert.deepEqual(
      signals.map(({ line }) => line).toSorted((a, b) => a - b),
      signals.map(({ line }) => line),
    );
  }));
});

Deno.test("parseSignals() finds nothing in the code and quotes that a Markdown parser finds", () => {
  let number = 0;
  const need = fc.constant(null).map(() => `NEED_CODE: ${number++}.ts`);
  const mark = fc.constantFrom(
    "```",
    "````",
    "~~~",
    "~~~~",
    "``` ts",
    "~~~ ` `",
    "  ```",
    "   ~~~",
  );
  const line = fc.oneof(
    { weight: 4, arbitrary: need },
    { weight: 3, arbitrary: mark },
    { weight: 2, arbitrary: need.map((need) => `> ${need}`) },
    fc.constantFrom("", "words", "    code", "# head", "> quote", "> ```", "---"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = lines.join("\n");
      const foreign = foreignLines(text);
      for (const { line, raw } of parseSignals(text)) {
        assert.ok(!foreign.has(line), `${raw} in:\n${text}`);
      }
      // Requests at the start of a line of a paragraph are found.
      const found = new Set(parseSignals(text).map(({ line }) => line));
      for (const [index, line] of lines.entries()) {
        if (line.startsWith("NEED_") && !foreign.has(index + 1)) {
          assert.ok(found.has(index + 1), text);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

/** Returns the lines that are code in Markdown, and those after a `>`. */
function foreignLines(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  const rows = text.split("\n");
  const visit = (node: ReturnType<typeof fromMarkdown> | MarkdownNode): void => {
    const { start, end } = node.position ?? {};
    if (node.type === "code" && start !== undefined && end !== undefined) {
      for (let line = start.line; line <= end.line; line++) lines.add(line);
    }
    if ("children" in node) { for (const child of node.children) visit(child); }
  };
  visit(fromMarkdown(text));
  for (const [index, row] of rows.entries()) if (row.startsWith(">")) lines.add(index + 1);
  return lines;
}

type MarkdownNode = ReturnType<typeof fromMarkdown>["children"][number];

Deno.test("parseSignals() reads several targets of one line, and no sentence as targets", () => {
  const targetsOf = (line: string) => parseSignals(line).map(({ target }) => target);
  for (
    const line of [
      "NEED_CODE: src/a.ts, src/b.ts",
      "- **NEED_CODE:** src/a.ts and src/b.ts.",
      "NEED_CODE: `src/a.ts`, and `src/b.ts` (to compare them)",
    ]
  ) assert.deepEqual(targetsOf(line), ["src/a.ts", "src/b.ts"], line);
  assert.deepEqual(targetsOf("NEED_DOC: [[retry]], [[queue]]"), ["retry", "queue"]);
  const [, second] = parseSignals("NEED_CODE: initCache, src/b.ts:3-4");
  assert.deepEqual([second?.startLine, second?.endLine, second?.line], [3, 4, 1]);
  for (
    const line of [
      "NEED_CODE: lines and paths",
      "NEED_CODE: src/a.ts, whatever it holds, src/b.ts",
      "NEED_CODE: src/a.ts, <path>",
      "> NEED_CODE: src/a.ts, src/b.ts",
    ]
  ) assert.deepEqual(targetsOf(line), [], line);
  for (
    const line of [
      "NEED_CODE: src/a.ts, to see it and more",
      "NEED_CODE: src/a.ts (called by c.ts, d.ts)",
      "NEED_CODE: src/a.ts, which has c.ts, d.ts",
    ]
  ) assert.deepEqual(targetsOf(line), ["src/a.ts"], line);
});

Deno.test("parseSignals() reads lines in every notation beside a target", () => {
  const ways = [
    "src/mail.ts:lines 1-4",
    "src/mail.ts: 1-4",
    "src/mail.ts:1..4",
    "src/mail.ts:1,4",
    "src/mail.ts(1-4)",
    "src/mail.ts [1-4]",
    "src/mail.ts[1-4]",
    "src/mail.ts from line 1 to line 4",
    "lines 1-4 of src/mail.ts",
    "`src/mail.ts`: lines 1 through 4",
    "[mail.ts](src/mail.ts):1-4",
    "\u201csrc/mail.ts\u201d lines 1-4",
    "\x1b[1msrc/mail.ts:1-4\x1b[0m",
  ];
  for (const way of ways) {
    const found = parseSignals(`NEED_CODE: ${way}`).map(renderSignal);
    assert.deepEqual(found, ["NEED_CODE: src/mail.ts:1-4"], way);
  }
  assert.deepEqual(parseSignals("NEED_CODE\uff1asrc/mail.ts").map(renderSignal), [
    "NEED_CODE: src/mail.ts",
  ]);
});

Deno.test("parseSignals() reads a path with spaces in its names, but no sentence", () => {
  const targetOf = (text: string) => parseSignals(text).map(({ target }) => target);
  assert.deepEqual(targetOf("NEED_DOC: docs/My Plan.md"), ["docs/My Plan.md"]);
  assert.deepEqual(targetOf("NEED_FILE: src/my new mail.ts"), ["src/my new mail.ts"]);
  assert.deepEqual(targetOf("NEED_CODE: src/my mail.ts:1-4 to see it"), ["src/my mail.ts"]);
  assert.deepEqual(targetOf("NEED_CODE: src/core and then utils.ts"), []);
  assert.deepEqual(targetOf("NEED_CODE: src/core which holds utils.ts"), ["src/core"]);
  assert.deepEqual(targetOf("NEED_CODE: src/a.ts to see utils.ts"), ["src/a.ts"]);
  assert.deepEqual(targetOf("NEED_CODE: app/[1-4].ts"), ["app/[1-4].ts"]);
});
