import assert from "node:assert/strict";
import type { EngineServices } from "@dossier/retrieval/lease";
import { type Engine, openEngine } from "../../retrieval/engine.ts";
import { makeRepository, openHost } from "../../tests/hooked_session.ts";
import type { TempWorkspace } from "../../tests/temp_workspace.ts";
import { FEATURES } from "../features.ts";
import { captureTranscripts } from "./capture.ts";
import { openMemory } from "./open_memory.ts";
import { listObservations, type MemoryPlace, writeMemorySettings } from "./store/mod.ts";
import { listTranscripts } from "./transcript_rows.ts";

const SESSION = { sessionId: "s1", timestamp: "2026-01-02T03:04:05Z" };

/**
 * Returns Claude Code's transcript of a session in which a test failed and was fixed, and the user
 * set a rule.
 */
function writeTranscript({ root }: TempWorkspace, rule = "Never edit upload.py by hand."): string {
  const line = (type: string, content: unknown) => ({
    type,
    ...SESSION,
    cwd: root,
    message: { role: type, content },
  });
  const call = (id: string, name: string, input: object) =>
    line("assistant", [{ type: "tool_use", id, name, input }]);
  const result = (id: string, content: string, failed = false) =>
    line("user", [{ type: "tool_result", "tool_use_id": id, content, "is_error": failed }]);
  const path = `${root}/upload.py`;
  return [
    line("user", rule),
    call("1", "Bash", { command: "npm test" }),
    result("1", "Error: boom", true),
    call("2", "Edit", { file_path: path, old_string: "a", new_string: "b" }),
    result("2", "ok"),
    call("3", "Bash", { command: "npm test" }),
    result("3", "fine"),
  ].map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** A tree whose memory captures transcripts, and a session that has recorded its transcript. */
class CaptureTrial implements Disposable {
  readonly workspace = makeRepository();
  readonly transcript = `${this.workspace.cache}/s1.jsonl`;
  engine!: Engine;
  place!: MemoryPlace;

  async open(): Promise<this> {
    this.engine = await openEngine({ root: this.workspace.root, features: FEATURES });
    this.place = await openMemory(this.engine);
    Deno.mkdirSync(this.workspace.cache, { recursive: true });
    await writeMemorySettings(this.place, { capture: true });
    return this;
  }

  /** Sends an event of the ended session. */
  async work(): Promise<void> {
    const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
    const send = openHost(this.workspace);
    await send("PostToolUse", { ...tool, "transcript_path": this.transcript });
  }

  async list(): Promise<readonly string[]> {
    const found = await listObservations(this.place, { limit: 50 });
    return found.map(({ content, status }) => `${status}: ${content}`).toReversed();
  }

  async listNoted(session = "s2") {
    return await listTranscripts(await this.engine.openState(), session);
  }

  [Symbol.dispose](): void {
    this.engine[Symbol.dispose]();
    this.workspace[Symbol.dispose]();
  }
}

const LEARNED = [
  "waiting: Never edit upload.py by hand.",
  'waiting: `npm test` failed with "Error: boom"; it passed after an edit of upload.py',
];

Deno.test("a transcript is noted at a tool, and read once as another session begins", async () => {
  using trial = await new CaptureTrial().open();
  Deno.writeTextFileSync(trial.transcript, writeTranscript(trial.workspace));
  await trial.work();
  await trial.work();
  assert.deepEqual((await trial.listNoted()).map(({ path }) => path), [trial.transcript]);
  // A session does not read its own transcript.
  assert.equal(await captureTranscripts(trial.engine, { session: "s1" }), 0);
  assert.equal(await captureTranscripts(trial.engine, { session: "s2" }), 1);
  assert.deepEqual(await trial.list(), LEARNED);
  assert.equal(await captureTranscripts(trial.engine, { session: "s3" }), 0);
  // The session was resumed.
  const longer = writeTranscript(trial.workspace) +
    writeTranscript(trial.workspace, "Always send files of upload.py through the gateway.");
  Deno.writeTextFileSync(trial.transcript, longer);
  assert.equal(await captureTranscripts(trial.engine, { session: "s3" }), 1);
  assert.equal((await trial.list()).length, 3);
});

Deno.test("a transcript is not noted unless that is switched on, and one that is gone is forgotten", async () => {
  using trial = await new CaptureTrial().open();
  await writeMemorySettings(trial.place, { capture: false });
  await trial.work();
  assert.deepEqual(await trial.listNoted(), []);
  await writeMemorySettings(trial.place, { capture: true });
  await trial.work();
  assert.equal((await trial.listNoted()).length, 1);
  assert.equal(await captureTranscripts(trial.engine, { session: "s2" }), 0);
  assert.deepEqual(await trial.listNoted(), []);
});

Deno.test("a killed capture continues where it stopped, and stores nothing twice", async () => {
  using trial = await new CaptureTrial().open();
  Deno.writeTextFileSync(trial.transcript, writeTranscript(trial.workspace));
  await trial.work();
  const { engine } = trial;
  let searches = 0;
  const killed: EngineServices = Object.assign(Object.create(engine), {
    root: engine.root,
    lease: engine.lease.bind(engine),
    openState: engine.openState.bind(engine),
    findState: engine.findState.bind(engine),
    readTranscript: engine.readTranscript.bind(engine),
    search(...asked: Parameters<Engine["search"]>) {
      if (++searches > 1) throw new Error("killed");
      return engine.search(...asked);
    },
  });
  await assert.rejects(captureTranscripts(killed, { session: "s2" }), /killed/);
  assert.deepEqual(await trial.list(), LEARNED.slice(0, 1));
  // Another process may still be reading it.
  assert.deepEqual(await trial.listNoted(), []);
  const state = await engine.openState();
  await state.write((sql) => sql.run("UPDATE memory_transcripts SET taken_until = 0"));
  assert.equal((await trial.listNoted())[0]?.done, 1);
  assert.equal(await captureTranscripts(engine, { session: "s2" }), 1);
  assert.deepEqual(await trial.list(), LEARNED);
  // As after a crash before the progress was recorded.
  await state.write((sql) => sql.run("UPDATE memory_transcripts SET read_size = -1, done = 0"));
  assert.equal(await captureTranscripts(engine, { session: "s2" }), 1);
  assert.deepEqual(await trial.list(), LEARNED);
});

Deno.test("a session that begins reads short transcripts, and is not held up by one of 100 MB", async () => {
  using trial = await new CaptureTrial().open();
  Deno.writeTextFileSync(trial.transcript, writeTranscript(trial.workspace));
  await trial.work();
  const long = `${trial.workspace.cache}/s2.jsonl`;
  {
    using file = Deno.openSync(long, { write: true, create: true });
    file.truncateSync(100 * 1024 * 1024);
  }
  const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
  const other = openHost(trial.workspace, "claude-code", { session: "s2" });
  await other("PostToolUse", { ...tool, "transcript_path": long });
  const startedMs = performance.now();
  const third = openHost(trial.workspace, "claude-code", { session: "s3" });
  assert.match(await third("SessionStart", { source: "startup" }), /Map of the repository/);
  assert.ok(performance.now() - startedMs < 3000);
  for (let round = 0; round < 100 && (await trial.list()).length < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(await trial.list(), LEARNED);
  const [left] = (await trial.listNoted("s3")).filter(({ path }) => path === long);
  assert.equal(left?.readSize, -1);
});

Deno.test("memory review reads transcripts that no server and no hook had time for", async () => {
  using trial = await new CaptureTrial().open();
  const { workspace, transcript } = trial;
  const filler = JSON.stringify({
    type: "user",
    ...SESSION,
    message: { content: "x ".repeat(200_000) },
  });
  Deno.writeTextFileSync(transcript, `${writeTranscript(workspace)}${filler}\n`);
  await trial.work();
  const next = openHost(workspace, "claude-code", { session: "s2" });
  await next("SessionStart", { source: "startup" });
  assert.deepEqual(await trial.list(), []);
  const { stdout } = await workspace.run(["memory", "review"]);
  assert.match(stdout, /^1\. \[o\d\] .*failed[^]*\n2\. \[o\d\] "Never edit upload\.py by hand\."/);
  assert.deepEqual(await trial.list(), LEARNED);
});
