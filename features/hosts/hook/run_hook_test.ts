import assert from "node:assert/strict";
import { findHookBlocks, findHookHost, HOOK_HOSTS, HOOK_TEXT_BYTES } from "../core/host/mod.ts";
import { DatabaseSync } from "node:sqlite";
import {
  FILES,
  listActivity,
  makeRepository,
  openHost,
  readHookLog,
  runInput,
  TASK,
  toText,
} from "../../../tests/hooked_session.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";

Deno.test("a prompt gets the context that it needs, and a session gets no text twice until a compaction", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const first = await send("UserPromptSubmit", { prompt: TASK });
  assert.match(first, /moment="prompt"[^]*def retry_upload\(file\)/);
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.match(
    await openHost(workspace, "codex", { session: "s2" })("UserPromptSubmit", { prompt: TASK }),
    /def re/,
  );
  await send("PreCompact", { trigger: "auto" });
  await send("SessionStart", { source: "compact" });
  assert.match(await send("UserPromptSubmit", { prompt: TASK }), /def retry_upload\(file\)/);
});

Deno.test("a session gets each pointer once until a compaction", async () => {
  const names = ["upload", "download", "transfer", "copy", "mirror"];
  const filler = Array.from({ length: 20 }, (_, at) => [`lib/f${at}.py`, `X${at} = ${at}\n`]);
  using workspace = makeRepository(Object.fromEntries([
    ...filler,
    ...names.map((name) => [
      `src/${name}.py`,
      `def retry_${name}(file):\n    """Retries the ${name}."""\n    return send(file, 3)\n`,
    ]),
  ]));
  const send = openHost(workspace);
  const ask = (prompt: string) => send("UserPromptSubmit", { prompt });
  const listPointers = (text: string): readonly string[] =>
    text.match(/^- src\/\w+\.py:1-3 def retry_\w+\(file\) — Retries the \w+\.$/gm) ?? [];
  const first = listPointers(
    await ask("the retry of files gives up after three sends, make it five"),
  );
  assert.ok(first.length >= 2, first.join());
  // Another question finds the same definitions, and none is new.
  const again = listPointers(await ask("where is the retry of sending files implemented?"));
  assert.deepEqual(again.filter((pointer) => first.includes(pointer)), []);
  await send("PreCompact", { trigger: "auto" });
  await send("SessionStart", { source: "compact" });
  assert.deepEqual(
    listPointers(await ask("the retry of files gives up after three sends, make it five")),
    first,
  );
});

Deno.test("a repeated prompt gets no text if it was answered before, and else its answer", async () => {
  using workspace = makeRepository({ "notes.md": "# Notes\n" });
  const send = openHost(workspace);
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  for (const [path, text] of Object.entries(FILES)) workspace.write(path, text);
  assert.match(await send("UserPromptSubmit", { prompt: TASK }), /retry_upload/);
  workspace.write("more.py", "def retry_failed_uploads(delay):\n    return delay\n");
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.match(
    await send("UserPromptSubmit", { prompt: `${TASK}, as in more.py` }),
    /retry_failed_uploads/,
  );
});

Deno.test("a prompt that there was no time for is answered with the next tool", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  assert.equal(
    await openHost(workspace, "claude-code", { deadlineMs: 1 })("UserPromptSubmit", {
      prompt: TASK,
    }),
    "",
  );
  const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
  assert.match(await send("PostToolUse", tool), /def retry_upload\(file\)/);
  assert.equal(await send("PostToolUse", tool), "");
});

Deno.test("a session in a folder of a repository is recorded at its root, even if the folder has an old index", async () => {
  using workspace = makeRepository({
    ...FILES,
    "web/a.ts": "",
    "web/.dossier/state/.gitignore": "*\n",
    "api/.dossier/config.yaml": "",
    "api/src/b.ts": "",
  });
  const send = openHost(workspace);
  await send("UserPromptSubmit", { prompt: "ok", cwd: workspace.path("web") });
  await send("UserPromptSubmit", { prompt: "thanks", cwd: workspace.path("api/src") });
  assert.deepEqual(await listActivity(workspace), ["turn", "prompt ok", "told prompt"]);
  // A package with settings of its own is a root.
  const noted = await listActivity({ root: workspace.path("api") });
  assert.deepEqual(noted, ["turn", "prompt thanks", "told prompt"]);
});

Deno.test("a prompt that needs no context gets none, and is recorded", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  for (const prompt of ["ok, go on", "thanks!", "/compact", "run the tests again", ""]) {
    assert.equal(await send("UserPromptSubmit", { prompt }), "");
  }
  assert.equal(await send("UserPromptSubmit", { prompt: "Describe the zebra crossing" }), "");
  assert.deepEqual((await listActivity(workspace)).slice(0, 2), ["turn", "prompt ok, go on"]);
});

Deno.test("a prompt that names an issue of the tracker gets the context for the issue", async () => {
  const issue = {
    id: "web-7",
    title: "Uploads are given up",
    description: "Retry a failed upload.",
  };
  using workspace = makeRepository({
    ...FILES,
    ".beads/issues.jsonl": `${JSON.stringify(issue)}\n`,
  });
  const send = openHost(workspace);
  assert.match(
    await send("UserPromptSubmit", { prompt: "do web-7" }),
    /Uploads are given up[^]*upload\.py/,
  );
  assert.equal(await send("UserPromptSubmit", { prompt: "do web-8" }), "");
});

Deno.test("no host gets more text than it passes on, in any script", async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `# 検索語の一覧を作る 関数 ${at}\n`).join(
    "",
  );
  using workspace = makeRepository({
    "検索.py": `def 検索語():\n${lines}`,
    "読.md": `# 検索語\n\n${lines}`,
  });
  const text = await openHost(workspace, "codex")("UserPromptSubmit", {
    prompt: "検索語 の 一覧 を 作る 関数",
  });
  assert.ok(text.length > 100);
  const { limit } = findHookHost("codex")!;
  assert.ok(new TextEncoder().encode(text).length <= Math.min(limit!.count, HOOK_TEXT_BYTES + 200));
});

Deno.test("an invalid input has an empty reply, and a line in the log", async () => {
  using workspace = makeRepository();
  await openHost(workspace)("SessionStart", { source: "startup" });
  const deep = `{"hook_event_name":"PostToolUse","cwd":${"[".repeat(100_000)}`;
  for (const text of ["", "null", "[]", deep, '{"hook_event_name":"Nonesuch"}', '{"session_id":']) {
    assert.equal(await runInput(workspace, { text }), "");
  }
  assert.equal(await runInput(workspace, { text: undefined }), "");
  assert.equal(await runInput(workspace, { host: "nonesuch", text: "{}" }), "");
  const lines = readHookLog(workspace).trimEnd().split("\n");
  assert.deepEqual(lines.map((line) => /Cannot [\w ]+/.exec(line)?.[0].trim()), [
    "Cannot read the input as it is empty",
    ...["not a JSON object", "not a JSON object", "not complete JSON"]
      .map((what) => `Cannot read the input as it is ${what}`),
    "Cannot handle the event",
    "Cannot read the input as it is not complete JSON",
    "Cannot read the input as it did not end in time",
    "Cannot find the host",
  ]);
});

Deno.test("without a repository, in a removed folder, and in a home, nothing is sent or written", async () => {
  using workspace = new TempWorkspace();
  workspace.write("a.py", FILES["upload.py"]);
  const input = (cwd: string) =>
    JSON.stringify({
      "session_id": "s1",
      cwd,
      "hook_event_name": "UserPromptSubmit",
      prompt: TASK,
    });
  assert.equal(await runInput(workspace, { text: input(workspace.root) }), "");
  assert.equal(await runInput(workspace, { text: input(`${workspace.root}/gone`) }), "");
  assert.equal(await runInput(workspace, { text: input("/") }), "");
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["a.py"]);
});

Deno.test("a state that is damaged or held by somebody is left as it is, within the time", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  const path = `${workspace.root}/.dossier/state/state.db`;
  using holder = new DatabaseSync(path);
  holder.exec("BEGIN IMMEDIATE");
  const sendNow = openHost(workspace, "claude-code", { deadlineMs: 300 });
  const started = performance.now();
  assert.equal(await sendNow("UserPromptSubmit", { prompt: TASK }), "");
  assert.ok(performance.now() - started < 1500);
  assert.match(readHookLog(workspace), /claude-code Stopped after 300 ms\n/);
  holder.exec("ROLLBACK");
  holder.close();
  // An event that could not be recorded then is recorded now, once.
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
  assert.equal(await send("UserPromptSubmit", { prompt: "yes" }), "");
  assert.deepEqual((await listActivity(workspace)).filter((event) => event.startsWith("prompt")), [
    ...[`prompt ${TASK}`, "prompt ok, go on", "prompt yes"],
  ]);
  assert.deepEqual([...Deno.readDirSync(`${workspace.root}/.dossier/state/late`)], []);
  Deno.writeTextFileSync(path, "no database".repeat(1000));
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.match(readHookLog(workspace), /claude-code Cannot [^\n]*state\.db/);
  assert.equal(Deno.readTextFileSync(path).slice(0, 11), "no database");
});

Deno.test("a hook whose time is over before it begins sets no timer in the past", async () => {
  using workspace = makeRepository();
  const { setTimeout: original } = globalThis;
  const waits: number[] = [];
  const record = (run: () => void, ms = 0) => {
    waits.push(ms);
    return original(run, Math.max(0, ms));
  };
  globalThis.setTimeout = Object.assign(record, original);
  try {
    const input = {
      "session_id": "s1",
      cwd: workspace.root,
      "hook_event_name": "UserPromptSubmit",
    };
    const text = JSON.stringify({ ...input, prompt: TASK });
    // As with fifty processes at once: the start alone takes longer than the time limit.
    const call = { text, cache: workspace.cache, spentMs: 2000, deadlineMs: 1000 };
    assert.equal(await runInput(workspace, call), "");
  } finally {
    globalThis.setTimeout = original;
  }
  assert.deepEqual(waits.filter((ms) => ms < 0), []);
  assert.match(readHookLog(workspace), /claude-code Stopped after 1000 ms\n/);
});

Deno.test("a link in the place of the state or its log is not followed", async () => {
  using workspace = makeRepository();
  using other = makeRepository();
  Deno.mkdirSync(workspace.path(".dossier"));
  Deno.symlinkSync(other.root, workspace.path(".dossier/state"));
  const before = [...Deno.readDirSync(other.root)].length;
  const send = openHost(workspace);
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.equal(await openHost(workspace, "claude-code", { deadlineMs: 1 })("PreCompact"), "");
  assert.equal([...Deno.readDirSync(other.root)].length, before);
});

for (const { name: host, events } of HOOK_HOSTS) {
  Deno.test(`what ${host} was seen to send is answered in its own words, or not at all`, async () => {
    using workspace = makeRepository();
    const recorded = new URL(`../../../tests/hook_inputs/${host}.jsonl`, import.meta.url);
    const told = new Set<string>();
    for (const line of Deno.readTextFileSync(recorded).trimEnd().split("\n")) {
      const text = line.replaceAll("/home/ada/app", workspace.root);
      const { hook_event_name: name } = JSON.parse(text);
      const stdout = await runInput(workspace, { host, text });
      const event = events.find((one) => one.name === name)!;
      if (stdout === "") continue;
      told.add(event.moment);
      assert.notEqual(event.reply, undefined, name);
      assert.equal(stdout.startsWith("<dossier-context "), event.reply === "text");
      assert.equal(findHookBlocks(toText(stdout)).length, 1);
    }
    assert.ok(told.has("session-start"), [...told].join());
    assert.throws(() => readHookLog(workspace), Deno.errors.NotFound);
  });
}

Deno.test("a line shows the user the delivery to the agent, if the host can show one and the entry is not quiet", async () => {
  using workspace = makeRepository();
  const start = { "hook_event_name": "SessionStart", "session_id": "s1", source: "startup" };
  const run = async (host: string, session: string, isQuiet = false) => {
    const text = JSON.stringify({ ...start, "session_id": session });
    const stdout = await runInput(workspace, { host, text, isQuiet });
    return stdout.startsWith("{") ? JSON.parse(stdout).systemMessage : stdout.slice(0, 17);
  };
  assert.match(await run("claude-code", "s1"), /^dossier sent to the agent: map \(\d+ tokens\)$/);
  assert.equal(await run("claude-code", "s2", true), undefined);
  assert.equal(await run("codex", "s3"), "<dossier-context ");
});

/** Returns true when a thread gets a message while `body` runs. */
async function asksThread(body: () => Promise<unknown>): Promise<boolean> {
  const { postMessage } = Worker.prototype;
  let isAsked = false;
  Worker.prototype.postMessage = function (this: Worker, ...message: [unknown]) {
    isAsked = true;
    postMessage.apply(this, message);
  };
  try {
    await body();
    return isAsked;
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
}

Deno.test("a prompt that needs no context starts no thread, unless a text waits for its session", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "claude-code", { deadlineMs: 5000 });
  const commit = () => send("UserPromptSubmit", { prompt: "commit this please" });
  assert.ok(!await asksThread(commit));
  assert.deepEqual(await listActivity(workspace), [
    "turn",
    "prompt commit this please",
    "told prompt",
  ]);
  assert.ok(!await asksThread(() => send("Stop")));
  await send("PreCompact", { trigger: "auto" });
  assert.ok(await asksThread(commit));
  const prompts = (await listActivity(workspace)).filter((event) => event.startsWith("prompt"));
  assert.deepEqual(prompts, ["prompt commit this please", "prompt commit this please"]);
});

Deno.test("a prompt that needs no context is recorded by a thread while another process locks the state", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "claude-code", { deadlineMs: 5000 });
  await send("UserPromptSubmit", { prompt: "ok" });
  using holder = new DatabaseSync(`${workspace.root}/.dossier/state/state.db`);
  holder.exec("BEGIN IMMEDIATE");
  setTimeout(() => holder.exec("ROLLBACK"), 500);
  assert.ok(await asksThread(() => send("UserPromptSubmit", { prompt: "commit this please" })));
  assert.deepEqual((await listActivity(workspace)).filter((event) => event.startsWith("prompt")), [
    "prompt ok",
    "prompt commit this please",
  ]);
});
