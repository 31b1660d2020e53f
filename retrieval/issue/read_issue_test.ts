import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readIssue } from "./read_issue.ts";

const ISSUES = ".beads/issues.jsonl";

/** Lines of a tracker of beads. */
const TRACKER = [
  {
    id: "web-7qx",
    title: "Retry uploads",
    description: "They fail.",
    status: "open",
    priority: 1,
    "issue_type": "bug",
    labels: ["network"],
    comments: [{ id: 1, "issue_id": "web-7qx", text: "MANIFEST: primary=[src/up.ts] read=[]" }],
  },
  { id: "web-0w3", title: "Log & retry", dependencies: [{ "depends_on_id": "web-7qx" }] },
].map((record) => `${JSON.stringify(record)}\n`).join("");

function stream(text: string | Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

/** Returns the message of the error, without its common beginning. */
async function fail(spec: string, root: string, input?: string | Uint8Array<ArrayBuffer>) {
  const stdin = input === undefined ? undefined : stream(input);
  try {
    await readIssue(spec, { root, stdin });
  } catch (error) {
    assert.ok(error instanceof Error && "code" in error);
    assert.equal(error.name, "ContextError");
    assert.ok(error.message.startsWith("Cannot read the issue from "), error.message);
    assert.ok(!error.message.includes("\n") && !error.message.endsWith("."), error.message);
    return `${error.code}: ${error.message.slice("Cannot read the issue from ".length)}`;
  }
  throw new Error(`${spec} was read`);
}

Deno.test("readIssue() reads JSON, Markdown and lines of a tracker into the same issue", async () => {
  const record = {
    id: "web-7",
    title: "Retry uploads",
    description: "They fail.\n",
    type: "bug",
    labels: ["network"],
    manifest: { primary: ["src/up.ts"], read: [], forbidden: ["web/"] },
  };
  using workspace = new TempWorkspace({
    "a.json": JSON.stringify(record, null, 2),
    "list.json": JSON.stringify([record]),
    "a.md":
      "---\nid: web-7\ntype: bug\nlabels: [network]\nmanifest:\n  primary:\n    - src/up.ts\n" +
      "  forbidden: [web/]\n---\n\n# Retry uploads\n\nThey fail.\n",
    "b.md": '---\n{id: "web-7", type: bug, labels: network, title: Retry uploads, ' +
      "primary_files: src/up.ts, forbidden_files: web/}\n---\nThey fail.\n",
    "a.jsonl": `{"id":"web-70"}\n${JSON.stringify({ note: "web-7" })}\n${JSON.stringify(record)}\n`,
    "a.txt": JSON.stringify(record),
  });
  const { root } = workspace;
  const expected = { ...record, manifest: { ...record.manifest, version: 1 } };
  const specs = ["a.json", "a.json#web-7", "list.json", "a.md", "b.md", "a.jsonl#web-7", "a.txt"];
  for (const spec of specs) {
    const { issue, notes } = await readIssue(spec, { root });
    assert.deepEqual(issue, expected, spec);
    assert.deepEqual(notes, []);
  }
  for (const file of ["a.json", "list.json", "a.md", "b.md"]) {
    const stdin = stream(workspace.read(file));
    assert.deepEqual((await readIssue("-", { root, stdin })).issue, expected, file);
  }
  const stdin = stream(workspace.read("a.jsonl"));
  assert.deepEqual((await readIssue("-#web-7", { root, stdin })).issue, expected);
});

Deno.test("readIssue() reads a tracker of beads in git, manifest and all", async () => {
  using workspace = new TempWorkspace({ [ISSUES]: TRACKER });
  const { issue, trackerPaths } = await readIssue(`${ISSUES}#web-7qx`, { root: workspace.root });
  assert.deepEqual(issue, {
    id: "web-7qx",
    title: "Retry uploads",
    description: "They fail.",
    type: "bug",
    labels: ["network"],
    manifest: { primary: ["src/up.ts"], read: [], forbidden: [], version: 1 },
  });
  assert.deepEqual(trackerPaths, [".beads/"]);
});

Deno.test("readIssue() uses the last line of an issue, and skips broken lines", async () => {
  const merged =
    `<<<<<<< ours\n${TRACKER}=======\n{"id":"web-0w3","title":"New"}\n>>>>>>> theirs\n`;
  using workspace = new TempWorkspace({ [ISSUES]: merged });
  const { root } = workspace;
  assert.equal((await readIssue(`${ISSUES}#web-0w3`, { root })).issue.title, "New");
  assert.equal(
    await fail(`${ISSUES}#web-1`, root),
    `invalid-issue: "${ISSUES}" as line 1 is not a JSON object: correct that line`,
  );
});

Deno.test("readIssue() lists ids that are similar to a missing one", async () => {
  using workspace = new TempWorkspace({
    [ISSUES]: TRACKER,
    "list.json": '[{"id":"a-1","title":"x"},{"id":"a-2","title":"y"}]',
    "none.jsonl": "\n\n",
    "odd.jsonl": '{"title":"a"}\n{"title":"b"}\n',
  });
  const { root } = workspace;
  const expected: readonly (readonly [spec: string, sentence: string])[] = [
    [`${ISSUES}#web-7xq`, `it has no issue "web-7xq": did you mean "web-7qx"?`],
    [`${ISSUES}#0W3`, `it has no issue "0W3": did you mean "web-0w3"?`],
    [`${ISSUES}#other`, `it has no issue "other": it has 2 issues, such as "web-7qx", "web-0w3"`],
    ["list.json#a-3", `it has no issue "a-3": did you mean "a-1", "a-2"?`],
    ["odd.jsonl#x", `it has no issue "x": it contains no issue with an ID`],
  ];
  for (const [spec, sentence] of expected) {
    const file = spec.slice(0, spec.indexOf("#"));
    assert.equal(await fail(spec, root), `issue-not-found: "${file}" as ${sentence}`);
  }
  assert.equal(
    await fail(ISSUES, root),
    `invalid-issue: "${ISSUES}" as it contains 2 issues, such as "web-7qx", "web-0w3": name one of them, ` +
      `as in "${ISSUES}#web-7qx"`,
  );
  assert.match(await fail("list.json", root), /as in "list\.json#a-1"$/);
  assert.match(
    await fail("odd.jsonl", root),
    /it contains 2 issues: name one of them, as in "odd\.jsonl#ID"$/,
  );
  assert.match(await fail(`${ISSUES}#`, root), /no issue is named after "#"/);
});

Deno.test("readIssue() reports in one sentence the error in a file, with its location", async () => {
  using workspace = new TempWorkspace({
    "broken.json": '{\n  "title": "a",\n  "labels": [,]\n}\n',
    "number.json": "3",
    "text.json": "# Title",
    "nothing.json": '{"id": "a", "title": " ", "labels": ["b"]}',
    "empty.md": " \n\n",
    "bare.md": "---\ntype: bug\n---\n\n",
    "front.md": "---\ntype: bug\nlabels: [a\n---\n# T\n",
    "bomb.md": `---\na: &a [x, x]\n${
      Array.from("bcdefghij", (name, at) => {
        const above = "abcdefghi"[at];
        return `${name}: &${name} [${Array(20).fill(`*${above}`).join(",")}]\n`;
      }).join("")
    }---\n# T\n`,
    "many.md": "# T\n",
    "folder/x": "",
    "file": "# T",
  });
  workspace.write("latin.md", new Uint8Array([0x23, 0x20, 0x54, 0x0a, 0x0a, 0xe9, 0x0a]));
  const expected: Readonly<Record<string, string>> = {
    "none.md":
      'issue-not-found: "none.md" as there is no such file: name one, or - for standard input',
    "file/none.md":
      'issue-not-found: "file/none.md" as there is no such file: name one, or - for standard input',
    "folder": 'invalid-issue: "folder" as it is a folder: name a file in it, or "FILE.jsonl#ID"',
    "broken.json":
      'invalid-issue: "broken.json" as line 3, column 14 is not valid JSON: correct it',
    "number.json":
      'invalid-issue: "number.json" as it is not an object: write an object with "title" and "description"',
    "text.json": 'invalid-issue: "text.json" as line 1, column 1 is not valid JSON: correct it',
    "nothing.json":
      'invalid-issue: "nothing.json" as it has neither title nor description: write one of them',
    "empty.md": 'invalid-issue: "empty.md" as it is empty: write a title or a description',
    "bare.md":
      'invalid-issue: "bare.md" as it has neither title nor description: write one of them',
    "latin.md": 'invalid-issue: "latin.md" as line 3 is not UTF-8: save it as UTF-8',
    "many.md#a":
      'invalid-issue: "many.md" as it is Markdown, which contains one issue: remove "#a"',
  };
  for (const [spec, sentence] of Object.entries(expected)) {
    assert.equal(await fail(spec, workspace.root), sentence);
  }
  assert.match(
    await fail("front.md", workspace.root),
    /^invalid-issue: "front\.md" as line 3, column 11 of its front matter is wrong: /,
  );
  assert.match(await fail("bomb.md", workspace.root), /its front matter is invalid: /);
});

Deno.test("readIssue() reports errors in standard input", async () => {
  using workspace = new TempWorkspace();
  const { root } = workspace;
  assert.match(
    await fail("-", root),
    /^invalid-issue: standard input as no standard input can be read here/,
  );
  assert.match(await fail("-", root, ""), /^invalid-issue: standard input as it is empty/);
  assert.match(await fail("-", root, '{"title": '), /line 1, column 11 is not valid JSON/);
  assert.match(await fail("-", root, TRACKER), /contains 2 issues.*, as in "-#web-7qx"$/);
  assert.match(
    await fail("-#web-1", root, TRACKER),
    /^issue-not-found: standard input as it has no/,
  );
  assert.match(await fail("-", root, new Uint8Array([0x41, 0xff])), /line 1 is not UTF-8/);
});

Deno.test("readIssue() treats prose that begins with a bracket or a rule as Markdown", async () => {
  using workspace = new TempWorkspace();
  const read = async (text: string) => {
    const { issue } = await readIssue("-", { root: workspace.root, stdin: stream(text) });
    return [issue.title, issue.description];
  };
  assert.deepEqual(await read("[bug] Uploads fail"), ["", "[bug] Uploads fail"]);
  assert.deepEqual(await read("[ ] todo\n# T"), ["T", "[ ] todo\n# T"]);
  assert.deepEqual(await read("---\nsome text\n---\n# T"), ["T", "---\nsome text\n---\n# T"]);
  assert.deepEqual(await read("\uFEFF# T\r\n\r\nText"), ["T", "Text"]);
});

Deno.test("readIssue() reads UTF-16, a description of a megabyte and only a title", async () => {
  const description = "a line of an issue, \u00e9\n".repeat(50_000);
  using workspace = new TempWorkspace({
    "long.json": JSON.stringify({ title: "T", description }),
    "long.md": `# T\n\n${description}`,
    "untitled.json": JSON.stringify({ description }),
    "title.json": '{"title": "T"}',
  });
  const { root } = workspace;
  const wide = new Uint8Array(new Uint16Array([0xfeff, 0x23, 0x20, 0x54]).buffer);
  workspace.write("wide.md", wide);
  assert.equal((await readIssue("wide.md", { root })).issue.title, "T");
  for (const file of ["long.json", "long.md"]) {
    const { issue } = await readIssue(file, { root });
    assert.deepEqual([issue.title, issue.description], ["T", description]);
  }
  assert.equal((await readIssue("untitled.json", { root })).issue.title, "");
  assert.equal((await readIssue("title.json", { root })).issue.description, "");
});

Deno.test("readIssue() notes unusable fields", async () => {
  using workspace = new TempWorkspace({ "a.json": '{"title": "T", "description": {"a": 1}}' });
  const { notes } = await readIssue("a.json", { root: workspace.root });
  assert.deepEqual(notes, [{
    code: "issue-field",
    message: 'The "description" of the issue is ignored as it is not text',
  }]);
});

Deno.test("readIssue() resolves a file relative to the folder of the caller", async () => {
  using workspace = new TempWorkspace({ "tree/docs/7.md": "# T", "out/8.md": "# U" });
  const root = workspace.path("tree");
  const folder = workspace.path("tree/docs");
  assert.equal((await readIssue("7.md", { root, folder })).issue.title, "T");
  const outside = await readIssue(workspace.path("out/8.md"), { root, folder });
  assert.equal(outside.issue.title, "U");
  assert.deepEqual(outside.trackerPaths, [".beads/"]);
});
