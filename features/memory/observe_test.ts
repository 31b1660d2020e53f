import assert from "node:assert/strict";
import type { SessionEvent, SessionTranscript } from "@dossier/core/metrics";
import type { Feature } from "@dossier/retrieval/feature";
import { openEngine } from "../../retrieval/engine.ts";
import { git, makeTree, type TempTree, writeFiles } from "../../tests/temp_tree.ts";
import { HOSTS_FEATURE } from "../hosts/feature.ts";
import { observeCommits, observeTracker, observeTranscript } from "./observe.ts";

const GITHUB_TOKEN = `ghp_${"aB3dE5gH7j".repeat(3)}aB3dE5`;

const FILES = {
  "src/queue.ts":
    "export class Queue {\n  retryUpload() {\n    return this.again(uploadPart);\n  }\n}\n",
  "dist/built.ts": "",
  ".gitignore": "dist/\n",
};

function makeRepository(): TempTree {
  const tree = makeTree(FILES);
  git(tree.root, "init", "-q");
  git(tree.root, "add", "-A");
  git(tree.root, "commit", "-q", "-m", "start");
  return tree;
}

/** Returns a feature that provides a session with some events, and its root. */
function telling(
  events: readonly Omit<SessionEvent, "line">[],
  transcript: Partial<SessionTranscript> = {},
): Feature {
  const lines = events.map((event, at) => ({ ...event, line: at + 1 }));
  return {
    name: "telling",
    transcripts: () =>
      Promise.resolve((_, { root } = {}) =>
        Promise.resolve({
          host: "claude-code",
          session: "s1",
          ...(root !== undefined && { root }),
          events: lines,
          skipped: 0,
          notes: ["One note"],
          ...transcript,
        })
      ),
  };
}

function edit(path: string): readonly Omit<SessionEvent, "line">[] {
  const touches = [{ path, action: "edit" as const }];
  return [
    { kind: "call", text: "", callId: path, tool: "Edit", touches },
    { kind: "result", text: "ok", callId: path, tool: "Edit", touches },
  ];
}

function run(command: string, text: string, failed?: true): readonly Omit<SessionEvent, "line">[] {
  const callId = `${command}${text}`;
  return [
    { kind: "call", text: command, callId, tool: "Bash", command },
    { kind: "result", text, callId, tool: "Bash", ...(failed && { failed }) },
  ];
}

async function observe(
  events: readonly Omit<SessionEvent, "line">[],
  transcript?: Partial<SessionTranscript>,
) {
  using tree = makeRepository();
  using engine = await openEngine({ root: tree.root, features: [telling(events, transcript)] });
  return await observeTranscript(engine, "/s.jsonl");
}

Deno.test("observeTranscript() proposes the observations of a session, with the session and the unread parts", async () => {
  const { proposals, ...rest } = await observe([
    { kind: "user", text: "Never edit src/queue.ts by hand." },
    ...run("npm test", "Error: boom", true),
    ...edit("src/queue.ts"),
    ...run("npm test", "fine"),
  ]);
  assert.deepEqual(rest, { session: "s1", notes: ["One note"] });
  assert.deepEqual(proposals.map(({ kind, content, paths }) => [kind, content, paths]), [
    ["pattern", "Never edit src/queue.ts by hand.", ["src/queue.ts"]],
    [
      "error",
      '`npm test` failed with "Error: boom"; it passed after an edit of src/queue.ts',
      ["src/queue.ts"],
    ],
  ]);
});

const RULE = "Never edit src/queue.ts by hand.";

/** Returns the lines of Claude Code of a session in a folder. */
function claudeLines(cwd: string): readonly object[] {
  const line = (type: string, content: unknown) => ({
    type,
    sessionId: "s1",
    cwd,
    message: { content },
  });
  const turn = (id: string, name: string, input: object, output: string, isError = false) => [
    line("assistant", [{ type: "tool_use", id, name, input }]),
    line("user", [{
      type: "tool_result",
      "tool_use_id": id,
      content: output,
      "is_error": isError,
    }]),
  ];
  const file = { "file_path": `${cwd}/src/queue.ts`, "old_string": "a", "new_string": "b" };
  return [
    line("user", `${RULE}\n<system-reminder>Never trust reminders of hosts.</system-reminder>`),
    ...turn("1", "Bash", { command: `cd ${cwd} && npm test` }, "Exit code 1\nError: boom", true),
    ...turn("2", "Edit", file, "ok"),
    ...turn("3", "Bash", { command: "npm test" }, "fine"),
  ];
}

/** Returns the lines of Codex of the same. */
function codexLines(cwd: string): readonly object[] {
  const item = (payload: object) => ({ type: "response_item", payload });
  const run = (id: string, cmd: string, output: string) => [
    item({
      type: "function_call",
      name: "exec_command",
      "call_id": id,
      arguments: JSON.stringify({ cmd }),
    }),
    item({ type: "function_call_output", "call_id": id, output }),
  ];
  const input = "*** Begin Patch\n*** Update File: src/queue.ts\n@@\n-a\n+b\n*** End Patch";
  return [
    { type: "session_meta", payload: { id: "s1", cwd } },
    item({ type: "message", role: "user", content: [{ type: "input_text", text: RULE }] }),
    ...run("1", "npm test", "Process exited with code 1\nOutput:\nError: boom"),
    item({ type: "custom_tool_call", name: "apply_patch", "call_id": "2", input }),
    item({ type: "custom_tool_call_output", "call_id": "2", output: "Done!" }),
    ...run("3", "npm test", "Process exited with code 0\nOutput:\nfine"),
  ];
}

for (const [host, list] of [["Claude Code", claudeLines], ["Codex", codexLines]] as const) {
  Deno.test(`observeTranscript() proposes the same of what ${host} wrote, also where its end is cut`, async () => {
    using tree = makeRepository();
    const lines = list(tree.root).map((line) => `${JSON.stringify(line)}\n`);
    writeFiles(tree.root, { "s.jsonl": `${lines.join("")}{"type": "us` });
    using engine = await openEngine({ root: tree.root, features: [HOSTS_FEATURE] });
    const { proposals, session, notes } = await observeTranscript(engine, `${tree.root}/s.jsonl`);
    assert.equal(session, "s1");
    assert.match(notes.join(), /last line is cut short/);
    assert.deepEqual(proposals.map(({ content, paths }) => [content, paths]), [
      [RULE, ["src/queue.ts"]],
      [
        '`npm test` failed with "Error: boom"; it passed after an edit of src/queue.ts',
        ["src/queue.ts"],
      ],
    ]);
    await assert.rejects(observeTranscript(engine, `${tree.root}/src/queue.ts`), {
      code: "invalid-transcript",
    });
  });
}

Deno.test("observeTranscript() cites no file that is outside of the tree, missing, ignored or hidden", async () => {
  for (
    const path of ["/etc/passwd", "../x.ts", "src/none.ts", "dist/built.ts", ".git/config", "src"]
  ) {
    const { proposals } = await observe([
      ...run("npm test", "Error: boom", true),
      ...edit(path),
      ...run("npm test", "fine"),
    ]);
    assert.deepEqual(proposals, [], path);
  }
});

Deno.test("observeTranscript() finds the files of a session of another machine, and names its folder", async () => {
  const { proposals, notes } = await observe([
    ...run("npm test", "Error: boom", true),
    ...edit("src/queue.ts"),
    ...run("npm test", "fine"),
  ], { root: "/elsewhere/app" });
  assert.deepEqual(proposals[0]?.paths, ["src/queue.ts"]);
  assert.match(notes.join(), /The session was in "\/elsewhere\/app"/);
});

Deno.test("observeTranscript() shows no secret of messages or outputs", async () => {
  const { proposals } = await observe([
    { kind: "user", text: `Never use the token ${GITHUB_TOKEN} in tests.` },
    ...run("npm test", `Error: bad token ${GITHUB_TOKEN}`, true),
    ...edit("src/queue.ts"),
    ...run("npm test", "fine"),
  ]);
  assert.equal(proposals.length, 2);
  for (const { content } of proposals) {
    assert.ok(!content.includes(GITHUB_TOKEN));
    assert.match(content, /«masked: [\w-]+»/);
  }
});

Deno.test("observeTranscript() passes on that a file is no transcript", async () => {
  using tree = makeTree(FILES);
  using engine = await openEngine({ root: tree.root });
  await assert.rejects(observeTranscript(engine, "/s.jsonl"), { code: "invalid-transcript" });
});

/** Writes a file and commits it at a time. */
function commit(tree: TempTree, path: string, message: string, date: string): void {
  writeFiles(tree.root, { [path]: date });
  git(tree.root, "add", "-A");
  Deno.env.set("GIT_COMMITTER_DATE", date);
  try {
    git(tree.root, "commit", "-q", "-m", message);
  } finally {
    Deno.env.delete("GIT_COMMITTER_DATE");
  }
}

Deno.test("observeCommits() proposes the reasons in messages, of files that are there, and none of a later commit", async () => {
  using tree = makeRepository();
  commit(
    tree,
    "src/a.ts",
    `a: keep it small\n\nIt is small because phones read it with ${GITHUB_TOKEN}.`,
    "2030-01-01T00:00:00Z",
  );
  commit(
    tree,
    "src/b.ts",
    "b: keep it\n\nIt stays because tablets read it.",
    "2030-01-02T00:00:00Z",
  );
  git(tree.root, "rm", "-q", "src/b.ts");
  using engine = await openEngine({ root: tree.root });
  const { proposals, notes } = await observeCommits(engine);
  assert.deepEqual(notes, []);
  assert.deepEqual(proposals.map(({ content, paths }) => [content, paths]), [
    ["b: keep it: It stays because tablets read it.", []],
    ["a: keep it small: It is small because phones read it with «masked: github-token».", [
      "src/a.ts",
    ]],
  ]);
  const until = Date.parse("2030-01-01T12:00:00Z");
  const before = await observeCommits(engine, { until });
  assert.deepEqual(before.proposals.map(({ content }) => content[0]), ["a"]);
  const since = await observeCommits(engine, { since: until });
  assert.deepEqual(since.proposals.map(({ content }) => content[0]), ["b"]);
  const one = await observeCommits(engine, { limit: 1 });
  assert.deepEqual(one.proposals.map(({ content }) => content[0]), ["b"]);
});

Deno.test("observeCommits() reads only commits of its own folder, and reports when there are none", async () => {
  using tree = makeRepository();
  commit(
    tree,
    "docs/a.md",
    "a: other\n\nIt is small because phones read it.",
    "2030-01-01T00:00:00Z",
  );
  using engine = await openEngine({ root: `${tree.root}/src` });
  assert.deepEqual((await observeCommits(engine)).proposals, []);
  using bare = makeTree(FILES);
  using other = await openEngine({ root: bare.root });
  const { proposals, notes } = await observeCommits(other);
  assert.deepEqual([proposals, notes], [[], [
    "There are no commits of this tree that can be read",
  ]]);
});

Deno.test("observeTracker() proposes how closed issues ended, of Markdown and of JSON lines", async () => {
  using tree = makeRepository();
  const line = (issue: object) => `${JSON.stringify(issue)}\n`;
  writeFiles(tree.root, {
    "issues/1.md": "---\nid: web-1\nstatus: closed\nclosed: 2030-01-01\n---\n# Retries hang\n\n" +
      "## Resolution\nThe queue in src/queue.ts owns its timers now.\n",
    "issues/2.md":
      "---\nstatus: open\n---\n# Open\n\n## Decision\nNobody has decided on this one yet.\n",
    "issues/broken.md":
      "---\nstatus: [closed\n---\n# Broken\n\n## Decision\nThis front matter is not valid YAML at all.\n",
    ".beads/issues.jsonl": line({
      id: "b-1",
      title: "Slow start",
      status: "closed",
      "closed_at": "2030-02-01T00:00:00Z",
      "close_reason": "The index is opened late, at the first question",
    }) + "{damaged\n" +
      line({
        id: "b-2",
        title: "Other",
        status: "open",
        "close_reason": "This one is not closed at all",
      }),
  });
  git(tree.root, "add", "-A");
  using engine = await openEngine({ root: tree.root });
  const issues = await observeTracker(engine, "issues");
  assert.deepEqual(
    issues.proposals.map(({ content, paths, evidence }) => [content, paths, evidence]),
    [
      [
        "Retries hang: The queue in src/queue.ts owns its timers now.",
        ["src/queue.ts"],
        "issues/1.md",
      ],
    ],
  );
  const beads = await observeTracker(engine, "./.beads/");
  assert.deepEqual(beads.proposals.map(({ content, evidence }) => [content, evidence]), [
    ["Slow start: The index is opened late, at the first question", ".beads/issues.jsonl:1"],
  ]);
  const until = Date.parse("2029-12-31");
  assert.deepEqual((await observeTracker(engine, "issues", { until })).proposals, []);
  const none = await observeTracker(engine, "../outside");
  assert.deepEqual(none.notes, ['There are no issues in "../outside" that may be read']);
});
