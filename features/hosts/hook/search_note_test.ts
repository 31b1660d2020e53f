import assert from "node:assert/strict";
import { listActivity, makeRepository, openHost, runInput } from "../../../tests/hooked_session.ts";
import { openEngine } from "../../../retrieval/engine.ts";

/** Two definitions that searches look for, among others. */
const UPLOADS = {
  "upload.py":
    'def retry_upload(file):\n    """Retries a failed upload."""\n    return send(file)\n',
  "queue.py": 'def drain_queue(queue):\n    """Sends what waits."""\n    return queue.pop()\n',
  ...Object.fromEntries(["render", "login", "invoice", "parse", "export"].map((name) => [
    `${name}.py`,
    `def ${name}_page(request):\n    """Shows the ${name} page."""\n    return request.${name}\n`,
  ])),
};

const FOUND = { mode: "files_with_matches", filenames: [], numFiles: 0 };
const PRINTED = { stdout: "", stderr: "", interrupted: false };

function grep(pattern: string, response: object = FOUND, input: object = {}) {
  return { "tool_name": "Grep", "tool_input": { pattern, ...input }, "tool_response": response };
}

function bash(command: string, response: object = PRINTED) {
  return { "tool_name": "Bash", "tool_input": { command }, "tool_response": response };
}

async function makeIndexed() {
  const workspace = makeRepository(UPLOADS);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  return workspace;
}

Deno.test("a search that found nothing is followed by the nearest definitions, once", async () => {
  using workspace = await makeIndexed();
  const send = openHost(workspace);
  const note = await send("PostToolUse", grep("retryUpload"));
  assert.match(
    note,
    /^The search "retryUpload" found nothing\. Definitions in this repository that are nearest to it:\n- upload\.py:1-3 def retry_upload\(file\):? — Retries a failed upload\.$/m,
  );
  assert.ok(note.split("\n").filter((line) => line.startsWith("- ")).length <= 3);
  assert.doesNotMatch(note, /MANDATORY|MUST|IMPORTANT|[A-Z]{5}/);
  // The same search, by two programs, and another search for definitions that the session already
  // has.
  assert.equal(await send("PostToolUse", grep("retryUpload")), "");
  assert.equal(await send("PostToolUse", bash("rg -n retryUpload .")), "");
  assert.doesNotMatch(await send("PostToolUse", grep("retryUploads")), /upload\.py/);
  const told = (await listActivity(workspace)).filter((each) => each.startsWith("told search"));
  assert.equal(told[0], "told search retryUpload");
});

Deno.test("a search in a shell is followed by a note in each host that has one", async () => {
  using workspace = await makeIndexed();
  const command = "cd . && grep -rn 'retryUpload' . | head -20";
  const codex = openHost(workspace, "codex", { session: "s2" });
  const call = { "tool_name": "Bash", "tool_input": { command }, "tool_response": "" };
  assert.match(await codex("PostToolUse", call), /found nothing[^]*retry_upload/);
  const claude = openHost(workspace, "claude-code", { session: "s3" });
  assert.match(await claude("PostToolUse", bash(command)), /found nothing[^]*retry_upload/);
  const gemini = openHost(workspace, "gemini", { session: "s4" });
  const answer = { llmContent: 'No matches found for pattern "retryUpload" in path ".".' };
  const searched = { ...grep("retryUpload", answer), "tool_name": "grep_search" };
  assert.match(await gemini("AfterTool", searched), /found nothing[^]*retry_upload/);
  const cursor = openHost(workspace, "cursor", { session: "s5" });
  const shell = { "tool_name": "Shell", "tool_input": { command }, "tool_output": '{"stdout":""}' };
  assert.match(await cursor("postToolUse", shell), /found nothing[^]*retry_upload/);
});

Deno.test("a search for several names with too many results is followed by the likely definitions", async () => {
  using workspace = await makeIndexed();
  const send = openHost(workspace);
  const much = { ...FOUND, numFiles: 41 };
  const pattern = "retry_upload|failed";
  assert.equal(await send("PostToolUse", grep("upload", much)), "");
  assert.equal(await send("PostToolUse", grep(pattern, { ...FOUND, numFiles: 40 })), "");
  assert.match(
    await send("PostToolUse", grep(pattern, much)),
    /The search "retry_upload\|failed" found more than 40 places\. Definitions [^]*\n- upload\.py:1-3/,
  );
});

Deno.test("no note follows a search for a missing name, in another folder, or in a file that was read", async () => {
  using workspace = await makeIndexed();
  const send = openHost(workspace);
  const told = await Promise.all([
    send("PostToolUse", grep("kubernetesCluster")),
    send("PostToolUse", grep("retryUpload", FOUND, { path: "/var/log" })),
    send("PostToolUse", bash("grep -rn retryUpload ~/other ../sibling")),
    send("PostToolUse", bash("grep -rn retryUpload . && ls")),
    send("PostToolUse", { ...grep("retryUpload"), "agent_id": "a" }),
  ]);
  assert.deepEqual(told, ["", "", "", "", ""]);
  const path = `${workspace.root}/upload.py`;
  await send("PostToolUse", { "tool_name": "Read", "tool_input": { "file_path": path } });
  assert.doesNotMatch(await send("PostToolUse", grep("retryUpload")), /upload\.py/);
});

Deno.test("notes on searches can be switched off", async () => {
  using workspace = await makeIndexed();
  const text = JSON.stringify({
    "session_id": "s1",
    cwd: workspace.root,
    "hook_event_name": "PostToolUse",
    ...grep("retryUpload"),
  });
  assert.equal(await runInput(workspace, { text, addsSearchNotes: false }), "");
  assert.match(await runInput(workspace, { text }), /found nothing/);
});

Deno.test("a secret that was searched for is not kept with the note on it", async () => {
  using workspace = await makeIndexed();
  const token = `ghp_${"aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA1bC2"}`;
  const note = await openHost(workspace)("PostToolUse", grep(`retry_upload|failed|${token}`));
  assert.match(note, /found nothing/);
  assert.doesNotMatch((await listActivity(workspace)).join("\n"), new RegExp(token));
});
