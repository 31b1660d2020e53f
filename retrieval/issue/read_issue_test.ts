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
    `Deno.test("readIssue() notes unusable fields", async () => {
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
