import assert from "node:assert/strict";
import type { HookJob } from "@dossier/hosts/hook-answer";
import { findEngines, receiveLines, sendLine } from "@dossier/retrieval/door";
import { runHook } from "../../features/hosts/hook/run_hook.ts";
import { FILES, listActivity, makeRepository, TASK, toText } from "../hooked_session.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { openPooledService } from "@dossier/server/pool";
import {
  type CallOperation,
  type CallOptions,
  nameRoots,
  openLocalService,
  type Service,
} from "@dossier/server/service";
import { announceHookServer, openHookDoor } from "./hook_door.ts";

/** Requests to a service for a hook. */
interface HookRequest {
  readonly maxWaitMs: number;
  readonly job: HookJob;
}

/** Number of hook calls that a service received. */
interface Counted {
  calls: number;
}

/** Tree with an index, the service that answers from it, and the door for its hooks. */
class DoorTrial implements AsyncDisposable {
  readonly workspace: TempWorkspace = makeRepository();
  readonly counted: Counted = { calls: 0 };
  readonly service: Service & Counted;
  #door: AsyncDisposable | undefined;

  constructor() {
    const { counted } = this;
    const pooled = openPooledService(nameRoots([this.workspace.root]), { threads: 1 });
    this.service = Object.assign({ ...pooled }, {
      calls: 0,
      call: ((name: string, request: object, options?: CallOptions) => {
        if (name === "hook") counted.calls++;
        return pooled.call(name, request, options);
      }) as CallOperation,
    });
  }

  get place() {
    return { cache: this.workspace.cache, home: "/home/ada" };
  }

  async open(): Promise<this> {
    await this.service.call("index", {});
    this.#door = await openHookDoor(this.service, this.place);
    return this;
  }

  send(name: string, fields: Readonly<Record<string, unknown>> = {}, session = "s1") {
    return sendHook(this.workspace, { name, fields, session });
  }

  async closeDoor(): Promise<void> {
    await this.#door?.[Symbol.asyncDispose]();
    this.#door = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeDoor();
    await this.service[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

/** Runs a hook that calls a server, or starts a thread without one. */
async function sendHook(
  { root, cache }: TempWorkspace,
  { name, fields, session, home = "/home/ada", deadlineMs = AMPLE_MS, spentMs = 0 }: {
    readonly name: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly session: string;
    readonly home?: string;
    readonly deadlineMs?: number;
    readonly spentMs?: number;
  },
): Promise<string> {
  const input = { "session_id": session, cwd: root, "hook_event_name": name, ...fields };
  const call = { host: "claude-code", text: JSON.stringify(input), folder: root };
  return toText(await runHook({ ...call, cache, home, deadlineMs, spentMs }));
}

/** Recorded facts about the task. */
const NOTED = ["turn", `prompt ${TASK}`, "told prompt", "told bundle"];

/** Extra time, as the machine may be busy. */
const AMPLE_MS = 20_000;

Deno.test("a session receives and records the same with a server as without one", async () => {
  await using trial = await new DoorTrial().open();
  using alone = makeRepository();
  const start = ["SessionStart", { source: "startup" }] as const;
  const prompt = ["UserPromptSubmit", { prompt: TASK }] as const;
  for (const [name, fields] of [start, prompt, prompt]) {
    const text = await trial.send(name, fields);
    assert.equal(text, await sendHook(alone, { name, fields, session: "s1" }));
  }
  assert.equal(trial.counted.calls, 3);
  assert.deepEqual(await listActivity(trial.workspace), await listActivity(alone));
  await using other = openLocalService(nameRoots([alone.root]));
  const [given, ...more] = await listGiven(trial.service);
  assert.equal(given?.trigger, "prompt");
  assert.deepEqual([given, ...more], await listGiven(other));
});

/** Returns the records of bundles without their times. */
async function listGiven(service: Service) {
  return (await service.call("log", {})).map(({ time: _, ...given }) => given);
}

Deno.test("a server also records events without an answer", async () => {
  await using trial = await new DoorTrial().open();
  assert.equal(await trial.send("UserPromptSubmit", { prompt: "thanks!" }), "");
  assert.equal(await trial.send("PreCompact", { trigger: "auto" }), "");
  assert.equal(trial.counted.calls, 2);
  assert.deepEqual(await listActivity(trial.workspace), [
    ...["turn", "prompt thanks!", "told prompt", "compaction auto"],
  ]);
});

Deno.test("a hook of another home, or of a missing server, works without a server", async () => {
  await using trial = await new DoorTrial().open();
  const named = { name: "UserPromptSubmit", fields: { prompt: TASK } };
  const other = { ...named, session: "s2", home: "/home/eve" };
  assert.match(await sendHook(trial.workspace, other), /def retry_upload/);
  const find = () => findEngines(trial.workspace.root, trial.workspace.cache);
  const [server] = await find();
  await trial.closeDoor();
  assert.deepEqual(await find(), []);
  // A killed server leaves such a file.
  await announceHookServer(trial.workspace.root, trial.workspace.cache, server!);
  assert.match(await trial.send(named.name, named.fields), /def retry_upload/);
  assert.equal(trial.counted.calls, 0);
  assert.deepEqual(await listActivity(trial.workspace), NOTED);
});

Deno.test("a hook calls the newest running server of several", async () => {
  await using trial = await new DoorTrial().open();
  const { root, cache } = trial.workspace;
  // Announced after the running one.
  await new Promise((resolve) => setTimeout(resolve, 2));
  for (const port of [1, 2]) {
    await announceHookServer(root, cache, { port, asks: `ended ${port}`, answers: "b" });
  }
  assert.equal((await findEngines(root, cache)).length, 3);
  assert.match(await trial.send("UserPromptSubmit", { prompt: TASK }), /def retry_upload/);
  assert.equal(trial.counted.calls, 1);
  assert.equal((await findEngines(root, cache)).length, 1);
});

Deno.test("the door rejects clients without the secret, and sends them nothing", async () => {
  await using trial = await new DoorTrial().open();
  const { root, cache } = trial.workspace;
  const { port, asks } = (await findEngines(root, cache))[0]!;
  for (const said of [[crypto.randomUUID(), "{}"], [asks, "null"], [asks, "{"], [asks, "{}"]]) {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    for (const line of said) await sendLine(connection, line).catch(() => {});
    const receivedLines = await Array.fromAsync(receiveLines(connection, 1000)).catch(() => []);
    assert.ok(receivedLines.length <= (said[0] === asks ? 1 : 0));
  }
  assert.equal(trial.counted.calls, 0);
});

Deno.test("a server of another version, and a file that others may read, are ignored", async () => {
  using workspace = new TempWorkspace(FILES);
  const { root, cache } = workspace;
  await announceHookServer(root, cache, { port: 1, asks: "a", answers: "b" });
  const [{ port, path } = { port: 0, path: "" }] = await findEngines(root, cache);
  assert.equal(port, 1);
  const folder = path.slice(0, path.lastIndexOf("/"));
  assert.deepEqual([modeOf(path), modeOf(folder)], [0o600, 0o700]);
  Deno.chmodSync(path, 0o644);
  assert.deepEqual(await findEngines(root, cache), []);
  Deno.chmodSync(path, 0o600);
  const other = { version: "0", time: 1, port: 1, asks: "a", answers: "b" };
  Deno.writeTextFileSync(path, JSON.stringify(other));
  assert.deepEqual(await findEngines(root, cache), []);
});

for (
  const [what, answer] of [
    ["says nothing", []],
    ["has taken the port of ours", ["not what was agreed", '{"text": "forged"}']],
    ["breaks off", ["b"]],
    ["answers what is not valid JSON", ["b", "{"]],
  ] as const
) {
  Deno.test(`a hook ignores a server that ${what}, and prints the same as without one`, async () => {
    using workspace = makeRepository();
    const { root, cache } = workspace;
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const receivedLines: string[] = [];
    const served = (async () => {
      using connection = await listener.accept();
      const lines = receiveLines(connection, 100_000);
      receivedLines.push((await lines.next()).value ?? "");
      for (const line of answer) await sendLine(connection, line);
      // Until the hook stops waiting, after half of its time.
      if (answer.length !== 1) { for await (const line of lines) receivedLines.push(line); }
    })().catch(() => {});
    const { port } = listener.addr as Deno.NetAddr;
    await announceHookServer(root, cache, { port, asks: "a", answers: "b" });
    const named = { name: "UserPromptSubmit", fields: { prompt: TASK }, session: "s1" };
    const deadlineMs = answer.length === 0 ? 4000 : AMPLE_MS;
    assert.match(await sendHook(workspace, { ...named, deadlineMs }), /def retry_upload/);
    await served;
    // The prompt is sent only to a server that has sent the agreed answer.
    assert.equal(receivedLines.length > 1, answer[0] === "b" && answer.length > 1);
    assert.deepEqual(await listActivity(workspace), NOTED);
  });
}

Deno.test("a server waits for the index in half of a hook's time, and stops before its end", async () => {
  using workspace = makeRepository();
  const { root, cache } = workspace;
  const { promise: asked, resolve } = Promise.withResolvers<number[]>();
  const call = (_: string, request: HookRequest, { signal }: CallOptions = {}) => {
    const startedMs = performance.now();
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => {
        resolve([request.maxWaitMs, request.job.timeMs, performance.now() - startedMs]);
        reject(signal.reason);
      })
    );
  };
  const service = { roots: nameRoots([root]), call } as unknown as Service;
  await using _door = await openHookDoor(service, { cache, home: "/home/ada" });
  const job = { host: "claude-code", acceptsText: true, timeMs: 100, root, home: "/home/ada" };
  const input = { event: { moment: "prompt" }, session: "s1" };
  const [server] = await findEngines(root, cache);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server!.port });
  for (const line of [server!.asks, JSON.stringify({ kind: "hook", message: { ...job, input } })]) {
    await sendLine(connection, line);
  }
  const [waitMs = NaN, timeMs, takenMs = NaN] = await asked;
  assert.ok(waitMs < 50 && timeMs === 100 && takenMs < 2000, `${takenMs}`);
});

for (
  const [what, said, call] of [
    ["that says it has many to answer", ['{"isBusy":true}'], { deadlineMs: 800 }],
    ["when it began so late that a thread would not be done", [], { spentMs: 500 }],
  ] as const
) {
  Deno.test(`a hook waits longer for a server ${what}`, async () => {
    using workspace = makeRepository();
    const { root, cache } = workspace;
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const served = (async () => {
      using connection = await listener.accept();
      const lines = receiveLines(connection, 100_000);
      await lines.next();
      for (const line of ["b", ...said]) await sendLine(connection, line);
      await new Promise((resolve) => setTimeout(resolve, 500));
      await sendLine(connection, '{"isRecorded":true}');
      await sendLine(connection, '{"text":"what it knows","problems":[]}');
      await Array.fromAsync(lines);
    })();
    const { port } = listener.addr as Deno.NetAddr;
    await announceHookServer(root, cache, { port, asks: "a", answers: "b" });
    const named = { name: "UserPromptSubmit", fields: { prompt: TASK }, session: "s1" };
    assert.equal(
      await sendHook(workspace, { ...named, deadlineMs: 1000, ...call }),
      "what it knows",
    );
    await served;
  });
}

Deno.test("a server tells simultaneous hooks that there are many", async () => {
  using workspace = makeRepository();
  const { root, cache } = workspace;
  await using local = openLocalService(nameRoots([root]));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const call = () => released.then(() => ({ text: "told", problems: [] }));
  const service = { ...local, call: call as CallOperation };
  await using door = await openHookDoor(service, { cache, home: undefined });
  void door;
  const { port, asks } = (await findEngines(root, cache))[0]!;
  const ask = async () => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await sendLine(connection, asks);
    const lines = receiveLines(connection, 1000);
    await lines.next();
    await sendLine(
      connection,
      JSON.stringify({
        kind: "hook",
        message: { root, timeMs: 1000, input: { event: { moment: "prompt" } } },
      }),
    );
    return { connection, lines };
  };
  const asked = [];
  for (let at = 0; at < 5; at++) asked.push(await ask());
  // Events before the limit was reached are reported, too.
  for (const { lines } of asked) assert.equal((await lines.next()).value, '{"isBusy":true}');
  release();
  for (const { lines } of asked) assert.match((await lines.next()).value ?? "", /told/);
  for (const { connection } of asked) connection.close();
});

Deno.test("events that a server recorded before it stopped are not recorded again", async () => {
  await using trial = await new DoorTrial().open();
  const { workspace: { root, cache } } = trial;
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const real = (await findEngines(root, cache))[0]!;
  const served = (async () => {
    using connection = await listener.accept();
    using onwards = await Deno.connect({ hostname: "127.0.0.1", port: real.port });
    const lines = receiveLines(connection, 100_000);
    const answers = receiveLines(onwards, 100_000);
    await sendLine(onwards, (await lines.next()).value ?? "");
    await sendLine(connection, (await answers.next()).value ?? "");
    await sendLine(onwards, (await lines.next()).value ?? "");
    const noted = (await answers.next()).value ?? "";
    assert.equal(noted, '{"isRecorded":true}');
    await sendLine(connection, noted);
  })();
  const { port } = listener.addr as Deno.NetAddr;
  await announceHookServer(root, cache, { ...real, port });
  await trial.send("UserPromptSubmit", { prompt: TASK });
  await served;
  assert.deepEqual(await listActivity(trial.workspace), NOTED);
});

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}
