import assert from "node:assert/strict";
import {
  FILES,
  makeRepository,
  openHost,
  readHookLog,
  TASK,
} from "../../../tests/hooked_session.ts";
import { FEATURES } from "../../features.ts";
import { trustIndexTimes } from "../../../tests/trust_times.ts";
import { openEngine } from "../../../retrieval/engine.ts";
import { answerHook } from "./answer_hook.ts";
import { abandonClaim, createClaim, type HookMessage } from "./hook_job.ts";
import { HookSession } from "./hook_session.ts";
import { buildPromptPart } from "./prompt_part.ts";
import { runHook } from "./run_hook.ts";
import { listStartParts } from "./start_parts.ts";

Deno.test("a session begins with a map, which is equal byte by byte at any place and time", async () => {
  using one = makeRepository();
  using other = makeRepository();
  const text = await openHost(one)("SessionStart", { source: "startup" });
  assert.match(text, /^<dossier-context version="1" moment="session-start" id="[0-9a-f]{12}">\n/);
  assert.match(text, /Map of the repository[^]*\n {2}upload\.py: retry_upload 1\n/);
  assert.equal(
    await openHost(one, "claude-code", { session: "s2" })("SessionStart", { source: "clear" }),
    text,
  );
  assert.equal(await openHost(other, "gemini")("SessionStart", { source: "startup" }), text);
  assert.equal(await openHost(other, "codex")("SessionStart", { source: "startup" }), `${text}\n`);
});

Deno.test("a session begins with the identity tier of the project's manifest", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".dossier/manifest.yaml": "version: 1\nidentity: ['path:voice.md']\n",
    "voice.md": "Say it plainly.\n",
  });
  const send = openHost(workspace);
  assert.match(
    await send("SessionStart", { source: "startup" }),
    /Say it plainly\.[^]*Map of the repository/,
  );
  assert.equal(await send("SessionStart", { source: "resume" }), "");
  await send("PreCompact", { trigger: "auto" });
  assert.match(await send("SessionStart", { source: "compact" }), /Say it plainly\./);
});

Deno.test("without time for the map, a session gets the earlier parts", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".dossier/manifest.yaml": "version: 1\nidentity: ['path:voice.md']\n",
    "voice.md": "Say it plainly.\n",
  });
  const places = { folder: workspace.root, cache: undefined, home: undefined };
  const input = { "hook_event_name": "SessionStart", "session_id": "s1", source: "startup" };
  const call = { host: "codex", text: JSON.stringify(input), ...places };
  const text = await runHook(call, async (job, onMessage) => {
    const said: HookMessage[] = [];
    await answerHook(job, (message) => said.push(message), { features: FEATURES });
    onMessage(said.find((message) => "soFar" in message)!);
    return undefined;
  });
  assert.match(text, /Say it plainly\./);
  assert.doesNotMatch(text, /Map of the repository/);
  assert.match(readHookLog(workspace), /codex Stopped after 5000 ms/);
});

Deno.test("a start that there was no time for comes with the next prompt, once", async () => {
  using workspace = makeRepository();
  const late = openHost(workspace, "claude-code", { deadlineMs: 1 });
  assert.equal(await late("SessionStart", { source: "startup" }), "");
  const send = openHost(workspace);
  assert.match(await send("UserPromptSubmit", { prompt: "ok, go on" }), /Map of the repository/);
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});

Deno.test("a start that there was no time for comes with the next tool, once", async () => {
  using workspace = makeRepository();
  const late = openHost(workspace, "claude-code", { deadlineMs: 1 });
  assert.equal(await late("SessionStart", { source: "startup" }), "");
  const send = openHost(workspace);
  const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
  assert.match(await send("PostToolUse", tool), /moment="after-tool"[^]*Map of the repository/);
  assert.equal(await send("PostToolUse", tool), "");
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});

Deno.test("a start and a prompt wait for an index with unknown progress", async () => {
  using workspace = makeRepository();
  const { root } = workspace;
  const report = { added: 0, changed: 0, removed: 0, pending: 0, refreshed: false, notes: [] };
  using engine = await openEngine({ root, refresher: () => Promise.resolve(report) });
  const send = async (name: string, fields: object) => {
    const input = { "hook_event_name": name, "session_id": "s1", ...fields };
    const places = { folder: root, cache: undefined, home: undefined };
    return await runHook(
      { host: "claude-code", text: JSON.stringify(input), ...places },
      (job, onMessage) => answerHook(job, onMessage, { engine }),
    );
  };
  const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
  assert.equal(await send("SessionStart", { source: "startup" }), "");
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.equal(await send("PostToolUse", tool), "");
  using indexer = await openEngine({ root });
  await indexer.index();
  assert.match(await send("PostToolUse", tool), /Map of the repository[^]*def retry_upload/);
  assert.equal(await send("PostToolUse", tool), "");
});

Deno.test("an abandoned reply does not count as delivered", async () => {
  using workspace = makeRepository();
  const { root } = workspace;
  const claim = createClaim();
  abandonClaim(claim);
  using engine = await openEngine({ root });
  using late = await HookSession.open("s1", { root, cache: undefined, claim });
  const options = { engine, session: late, before: [], timeMs: 1000, onParts: () => {} };
  const report = (error: unknown) => assert.fail(`${error}`);
  assert.equal((await listStartParts("startup", { ...options, report })).length, 1);
  await late.record([{ kind: "told", value: "upload.py:1-3" }, { kind: "tool", value: "Bash" }]);
  assert.deepEqual((await late.events()).map(({ kind, value }) => `${kind} ${value}`), [
    "tool Bash",
  ]);
});

Deno.test("listStartParts() has a map when few files are not indexed yet, and none of an incomplete tree", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`part${i}.py`, `def upload_${i}():\n    pass\n`]),
  );
  using workspace = makeRepository(files);
  // Recently written files would be read again, so they get an old time.
  for (const path of Object.keys(files)) Deno.utimeSync(workspace.path(path), 1000, 1000);
  const { root } = workspace;
  using engine = await openEngine({ root });
  const start = async () => {
    using session = await HookSession.open("s1", { root, cache: undefined });
    const report = (error: unknown) => assert.fail(`${error}`);
    // Without any time nothing is indexed.
    const options = { engine, session, before: [], timeMs: 0, onParts: () => {}, report };
    return (await listStartParts("startup", options)).map(({ text }) => text).join();
  };
  assert.equal(await start(), "");
  await engine.index();
  trustIndexTimes(root);
  workspace.write("part7.py", "def cancel_upload():\n    pass\n");
  assert.match(await start(), /Map of the repository[^]*upload_7/);
});

Deno.test("an issue that is named while the tree is unknown is answered once it is known", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".beads/issues.jsonl": '{"id":"web-7","title":"Retry failed uploads"}\n',
  });
  using engine = await openEngine({ root: workspace.root });
  const ask = (timeMs: number) =>
    buildPromptPart("do web-7", {
      engine,
      session: undefined,
      timeMs,
      room: 9000,
      isKnown: () => false,
    });
  // Without any time nothing is indexed.
  assert.equal(await ask(0), "unknown");
  await engine.index();
  const part = await ask(1000);
  assert.ok(typeof part === "object");
  assert.match(part.text, /Retry failed uploads[^]*def retry_upload/);
});

Deno.test("a resumed session gets the changes, and nothing without changes", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  assert.equal(await send("SessionStart", { source: "resume" }), "");
  workspace.write("upload.py", "def cancel_upload(file):\n    return None\n");
  assert.match(await send("SessionStart", { source: "fork" }), /cancel_upload/);
  assert.equal(await send("SessionStart", { source: "resume" }), "");
});

Deno.test("a fork does not get texts that its transcript contains", async () => {
  using workspace = makeRepository();
  const text = await openHost(workspace)("SessionStart", { source: "startup" });
  const transcript = workspace.write("../transcript.jsonl", `${JSON.stringify({ text })}\n`);
  const fork = openHost(workspace, "claude-code", { session: "s2" });
  const fields = { source: "fork", "transcript_path": transcript };
  assert.equal(await fork("SessionStart", fields), "");
  workspace.write("more.py", "def cancel_upload(file):\n    return None\n");
  assert.match(await fork("SessionStart", fields), /cancel_upload/);
});

Deno.test("after a compaction a session gets its recent activity, and the texts of its start", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const path = `${workspace.root}/upload.py`;
  await send("SessionStart", { source: "startup" });
  await send("UserPromptSubmit", { prompt: `${TASK}\nplease` });
  await send("PostToolUse", { "tool_name": "Read", "tool_input": { file_path: path, limit: 2 } });
  await send("PostToolUse", { "tool_name": "Read", "tool_input": { file_path: "README.md" } });
  await send("PostToolUse", { "tool_name": "Edit", "tool_input": { file_path: path } });
  await send("PreCompact", { trigger: "auto" });
  const text = await send("SessionStart", { source: "compact" });
  assert.match(text, /- The last prompt was: Retry failed uploads with a delay please\n/);
  assert.match(text, /- Files that were changed, the last one first: upload\.py\n/);
  assert.match(text, /- Files that were read, the last one first: README\.md\n/);
  assert.match(text, /Map of the repository/);
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});

Deno.test("a session that is compacted when it is resumed gets its texts once", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "codex");
  await send("SessionStart", { source: "startup" });
  await send("UserPromptSubmit", { prompt: TASK });
  await send("PreCompact", { trigger: "auto" });
  const text = await send("SessionStart", { source: "resume" });
  assert.match(text, /- The last prompt was: [^]*Map of the repository/);
  assert.equal(await send("SessionStart", { source: "compact" }), "");
  await send("UserPromptSubmit", { prompt: "ok, go on" });
  // A compaction without a `PreCompact` event before it.
  assert.match(await send("SessionStart", { source: "compact" }), /Map of the repository/);
});

Deno.test("after a compaction, a bundle is not larger than the remaining budget of the session", async () => {
  const lines = Array.from({ length: 200 }, (_, at) => `The workflow has step ${at}.`).join("\n");
  using workspace = makeRepository({
    ...FILES,
    ".dossier/manifest.yaml":
      "version: 1\nidentity: { max_tokens: 4000, sources: ['path:big.md'] }\n",
    "big.md": lines.repeat(2),
  });
  const send = openHost(workspace, "codex");
  await send("SessionStart", { source: "startup" });
  await send("PreCompact", { trigger: "auto" });
  const text = await send("UserPromptSubmit", { prompt: TASK });
  assert.match(text, /The workflow has step 0\.[^]*Omitted for lack of room: /);
  assert.doesNotMatch(text, /def retry_upload\(file\)/);
  const next = "Where are failed uploads retried, and with which delay?";
  assert.match(await send("UserPromptSubmit", { prompt: next }), /def retry_upload\(file\)/);
});

Deno.test("texts that a compaction removed come with the next prompt when there was no new start", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "codex");
  await send("SessionStart", { source: "startup" });
  await send("PreCompact", { trigger: "auto" });
  assert.match(await send("UserPromptSubmit", { prompt: "ok, go on" }), /Map of the repository/);
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});
