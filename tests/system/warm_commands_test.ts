import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { EngineConnection, findEngines } from "@dossier/retrieval/door";
import { openDoor } from "@dossier/retrieval/open-door";
import { permissionFlags, type PermissionSet } from "@dossier/retrieval/permissions";
import { GeneratedTree } from "../runs/generated_tree.ts";
import { trustIndexTimes } from "../trust_times.ts";
import { LOCKED, type RunResult, TempWorkspace } from "../temp_workspace.ts";
import { FAKE_RESULT, type FakeEngine } from "./fake_engine.ts";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const FAKE = fileURLToPath(new URL("./fake_engine.ts", import.meta.url));

/** Folder of this program, and the files that a copy of it needs. */
const CLONE = fileURLToPath(new URL("../..", import.meta.url));
const PARTS = [
  ...["core", "retrieval", "features", "server", "cli", "platform"],
  ...["deno.json", "deno.lock", "imports.json"],
];

/** Maximum number of modules of a command that another process answers. */
const MOST_MODULES = 15;

/** Message of the runtime when it loads one of our modules. */
const MODULE_REGEXP = /fetch_no_follow - specifier: (file:\S+)/g;

const FILES = {
  "upload.py": "def retry_upload(file):\n    return send(file)\n\n\ndef send(file):\n    pass\n",
  "notes.md": "# Notes\n\nUploads are sent once.\n",
  "issues/7.md": "# Send again\n\nUploads are lost.\n",
};

const WRITTEN = new Date("2026-01-02T03:04:05Z");

const SEARCH = ["search", "retry upload"];

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace(FILES);
  // Recently written files are checked once more.
  for (const path of Object.keys(FILES)) Deno.utimeSync(workspace.path(path), WRITTEN, WRITTEN);
  workspace.initialize();
  workspace.commit();
  return workspace;
}

/**
 * Returns options with which a command fails when no engine answers: it may not load the modules
 * that do the work.
 */
function onlyAsking(main = MAIN): { readonly options: readonly string[] } {
  return { options: [`--deny-read=${dirname(main)}/program.ts`] };
}

/** Starts a module with the permissions of a set, and the given options of the runtime. */
function start(
  workspace: TempWorkspace,
  set: PermissionSet,
  args: readonly string[],
  options: readonly string[] = [],
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...LOCKED, "--no-prompt", ...permissionFlags(set), ...options, ...args],
    cwd: workspace.root,
    env: workspace.environment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a command with the permissions of its task, or of a prefix. */
async function run(
  workspace: TempWorkspace,
  words: readonly string[],
  { options = [], set = "ask", input = "", main = MAIN }: {
    readonly main?: string;
    readonly options?: readonly string[];
    readonly set?: PermissionSet;
    readonly input?: string;
  } = {},
): Promise<RunResult> {
  const child = start(workspace, set, [main, ...words], options);
  const writer = child.stdin.getWriter();
  // A command that answers without reading its input closes it first.
  const write = writer.write(new TextEncoder().encode(input)).then(() => writer.close())
    .catch(() => {});
  const [{ code, stdout, stderr }] = await Promise.all([child.output(), write]);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Runs a command on a terminal of 100 columns, which `script` of util-linux provides; undefined
 * without it.
 */
async function runOnTerminal(
  workspace: TempWorkspace,
  words: readonly string[],
  options: readonly string[] = [],
): Promise<string | undefined> {
  const command = [
    ...[Deno.execPath(), "run", ...LOCKED, "--no-prompt", ...permissionFlags("ask"), ...options],
    ...[MAIN, ...words],
  ];
  const script =
    'export SHELL="$BASH"; exec script -qec "stty cols 100; $(printf "%q " "$@")" /dev/null';
  const { success, stdout } = await new Deno.Command("bash", {
    args: [
      "--norc",
      "-c",
      `command -v script > /dev/null || exit 1; ${script}`,
      "bash",
      ...command,
    ],
    cwd: workspace.root,
    env: { ...workspace.environment(), NO_COLOR: "" },
    stdin: "null",
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout) : undefined;
}

/** Process that announces itself as an engine. */
class Engine implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(child: Deno.ChildProcess, output: "stdout" | "stderr") {
    this.#child = child;
    this.#lines = child[output].pipeThrough(new TextDecoderStream()).getReader();
    void child[output === "stdout" ? "stderr" : "stdout"].cancel();
  }

  /** Waits until its output matches. */
  async wait(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#text)) {
      const { done, value } = await this.#lines.read();
      assert.ok(!done, `The engine has ended: ${this.#text}`);
      this.#text += value;
    }
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await this.#lines.cancel();
    await this.#child.status;
  }
}

async function startFake(workspace: TempWorkspace, kind: FakeEngine): Promise<Engine> {
  const { root, cache } = workspace;
  const engine = new Engine(start(workspace, "warm", [FAKE, kind, root, cache]), "stdout");
  await engine.wait(/announced/);
  return engine;
}

async function findOne({ root, cache }: TempWorkspace) {
  const [engine] = await findEngines(root, cache);
  assert.ok(engine !== undefined);
  return engine;
}

/** Changes the announcement of an engine, except for its path. */
async function changeAnnouncement(workspace: TempWorkspace, fields: object): Promise<void> {
  const { path } = await findOne(workspace);
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, JSON.stringify({ ...JSON.parse(text), ...fields }));
}

Deno.test("a command prints the answer of an engine, and loads only the modules of the request", async () => {
  using workspace = makeRepository();
  await using engine = await startFake(workspace, "answers");
  const { stderr, ...answered } = await run(workspace, SEARCH, { options: ["--log-level=debug"] });
  assert.deepEqual(answered, { code: 0, stdout: FAKE_RESULT });
  assert.match(stderr, /^said besides$/m);
  await engine.wait(/left with received/);
  const modules = new Set([...stderr.matchAll(MODULE_REGEXP)].map(([, path]) => path));
  assert.ok(modules.size <= MOST_MODULES, [...modules].join("\n"));
  // This list does not belong to the command that says which repositories it searches.
  assert.doesNotMatch(
    (await run(workspace, ["explain", "retry upload"])).stdout,
    /the engine says/,
  );
});

for (
  const kind of ["is silent", "breaks off", "takes and breaks off", "takes and is silent"] as const
) {
  Deno.test(`a command does the work itself when an engine ${kind}`, async () => {
    using workspace = makeRepository();
    const alone = await run(workspace, SEARCH);
    await using engine = await startFake(workspace, kind);
    assert.deepEqual(await run(workspace, SEARCH), alone);
    await engine.wait(/connected/);
  });
}

Deno.test("a command keeps its input when an engine breaks off after receiving it", async () => {
  using workspace = makeRepository();
  const asked = ["search", "-"];
  const input = "retry upload\n";
  const alone = await run(workspace, asked, { input });
  assert.match(alone.stdout, /upload\.py/);
  await using engine = await startFake(workspace, "takes the input and breaks off");
  assert.deepEqual(await run(workspace, asked, { input }), alone);
  await engine.wait(/read "retry upload\\n"/);
});

Deno.test("a command does the work itself when an engine was killed, is stopped, or differs", async () => {
  using workspace = makeRepository();
  const alone = await run(workspace, SEARCH);
  assert.match(alone.stdout, /upload\.py/);
  {
    await using engine = await startFake(workspace, "answers");
    for (
      const fields of [
        { version: "0.0.1" },
        { program: "file:///elsewhere" },
        { settings: "other" },
        { identity: "1.2" },
        { answers: "somebody else has the port" },
      ]
    ) {
      const { path } = await findOne(workspace);
      const text = Deno.readTextFileSync(path);
      await changeAnnouncement(workspace, fields);
      assert.deepEqual(await run(workspace, SEARCH), alone, JSON.stringify(fields));
      Deno.writeTextFileSync(path, text);
    }
    const { path } = await findOne(workspace);
    Deno.chmodSync(path, 0o644);
    assert.deepEqual(await run(workspace, SEARCH), alone);
    Deno.chmodSync(path, 0o600);
    // Only root may change the owner of a file.
    if (Deno.uid() === 0) {
      Deno.chownSync(path, 65_534, 65_534);
      assert.deepEqual(await run(workspace, SEARCH), alone);
      Deno.chownSync(path, 0, 0);
    }
    engine.kill("SIGSTOP");
    assert.deepEqual(await run(workspace, SEARCH), alone);
  }
  assert.deepEqual(await run(workspace, SEARCH), alone);
  // The engine refused, so no command calls it again.
  assert.deepEqual(await findEngines(workspace.root, workspace.cache), []);
});

Deno.test("killed engines do not hide an answering one, and the next one removes their files", async () => {
  using workspace = makeRepository();
  await using _first = await startFake(workspace, "answers");
  const { path } = await findOne(workspace);
  const folder = dirname(path);
  const announced = JSON.parse(Deno.readTextFileSync(path));
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  for (let i = 0; i < 40; i++) {
    const fields = { port, time: i, version: i % 2 === 0 ? "0.0.1" : announced.version };
    Deno.writeTextFileSync(`${folder}/${i}.json`, JSON.stringify({ ...announced, ...fields }), {
      mode: 0o600,
    });
  }
  assert.equal((await run(workspace, SEARCH)).stdout, FAKE_RESULT);
  const { root, cache } = workspace;
  const service = {
    roots: [{ name: "tree", path: root }],
    readiness: () => [],
    call: () => Promise.reject(new Error("Nobody asks it")),
  };
  await using _door = await openDoor(service, { handlers: [], name: "x", cache, home: undefined });
  assert.equal([...Deno.readDirSync(folder)].length, 2);
});

Deno.test("a command does the work itself in a folder that replaced the engine's", async () => {
  using workspace = makeRepository();
  await using _engine = await startFake(workspace, "answers");
  Deno.renameSync(workspace.root, `${workspace.root}-before`);
  Deno.mkdirSync(workspace.root);
  workspace.write("other.py", "def retry_upload():\n    pass\n");
  workspace.initialize();
  assert.match((await run(workspace, SEARCH)).stdout, /other\.py/);
});

/** Maximum number of attempts until the engine answers a command in time. */
const MAX_TRIES = 20;

/** Standard input of commands that read it. */
const INPUT = "where are uploads sent\n";

/** Command lines whose answers must be the same, byte for byte. */
const SAME: readonly (readonly string[])[] = [
  SEARCH,
  ["search", "--file", "-"],
  ["search", "retry upload", "--by", "file", "--json", "--names", "send"],
  ["search", ""],
  ["search", "retry", "--limit", "none"],
  ["explain", "retry upload"],
  ["context", "why is retry_upload so short", "--no-record"],
  ["context", "why is retry_upload so short", "--no-record", "--json", "--explain"],
  ["context", "upload", "--budget", "0", "--no-record"],
  ["context", "--issue", "issues/7.md", "--no-record"],
  ["context", "--issue", "issues/8.md", "--no-record"],
  ["map"],
  ["outline", "upload.py"],
  ["outline", "missing.py"],
  ["callers", "send", "--json"],
  ["callees", "retry_upload"],
  ["callers", "nobody"],
  ["tests", "send", "--files"],
  ["impact", "--diff"],
  ["related", "upload.py:1"],
  ["recall", "how are uploads sent"],
];

/** Part of a record that shows whether it counts. */
interface KnownRecord {
  readonly withdrawn?: string;
}

function isCounted(record: KnownRecord | undefined): boolean {
  return record !== undefined && record.withdrawn === undefined;
}

/** Returns a record; undefined when it does not exist. */
async function readRecord(
  workspace: TempWorkspace,
  id: number,
): Promise<KnownRecord | undefined> {
  const { code, stdout } = await run(workspace, ["log", "show", `${id}`, "--json"], {
    set: "look",
  });
  return code === 0 ? JSON.parse(stdout) : undefined;
}

/**
 * Sends a request like a command that is killed before it has read the answer; returns whether
 * there is an answer.
 */
async function leaveUnread(workspace: TempWorkspace, words: readonly string[]): Promise<boolean> {
  const { root } = workspace;
  using connection = await EngineConnection.open(await findOne(workspace), { maxLength: 1e6 });
  const screen = { isTerminal: false, isPlain: true, width: 80 };
  const message = { words, root, folder: root, screen };
  await connection!.send(JSON.stringify({ kind: "command", message }));
  for await (const line of connection!.lines) if ("result" in JSON.parse(line)) return true;
  return false;
}

Deno.test("commands print the same with an engine as without, byte for byte, and record once", async () => {
  using workspace = makeRepository();
  await run(workspace, ["index"]);
  // No file is checked once more, which would change the time of the last write of the index.
  trustIndexTimes(workspace.root);
  const alone: RunResult[] = [];
  for (const words of SAME) alone.push(await run(workspace, words, { input: INPUT }));
  const shown = await runOnTerminal(workspace, SEARCH);
  const serving = start(workspace, "serve", [MAIN, "serve", "--port", "0", "--watch"]);
  await using engine = new Engine(serving, "stderr");
  await engine.wait(/Serving/);
  for (const [at, words] of SAME.entries()) {
    // On a busy machine the engine may answer too late.
    let answered: RunResult | undefined;
    for (let tries = 0; tries < MAX_TRIES && !isDeepStrictEqual(answered, alone[at]); tries++) {
      answered = await run(workspace, words, { ...onlyAsking(), input: INPUT });
    }
    assert.deepEqual(answered, alone[at], words.join(" "));
  }
  if (shown !== undefined) {
    assert.ok(shown.includes("\x1b[1m"), shown);
    let again: string | undefined;
    for (let tries = 0; tries < MAX_TRIES && again !== shown; tries++) {
      again = await runOnTerminal(workspace, SEARCH, onlyAsking().options);
    }
    assert.equal(again, shown);
  }
  // A recent change is found.
  workspace.write("later.py", "def retry_upload_later():\n    pass\n");
  assert.match((await run(workspace, SEARCH)).stdout, /later\.py/);
  const session = ["context", "retry_upload", "--session", "s2"];
  assert.match((await run(workspace, session)).stdout, /def retry_upload/);
  assert.doesNotMatch((await run(workspace, session)).stdout, /def retry_upload\(/);
  const asked = ["need", "--round", "1", "NEED_CODE: upload.py:1-2", "--session"];
  assert.match((await run(workspace, [...asked, "s3"])).stdout, /def retry_upload/);
  const counted = async () =>
    (await Promise.all([1, 2, 3, 4].map((id) => readRecord(workspace, id)))).filter(isCounted);
  assert.equal((await counted()).length, 3);
  assert.ok(await leaveUnread(workspace, ["context", "retry_upload", "--session", "s4"]));
  let record = await readRecord(workspace, 4);
  for (let tries = 0; tries < MAX_TRIES && isCounted(record); tries++) {
    record = await readRecord(workspace, 4);
  }
  assert.equal((await counted()).length, 3);
  assert.notEqual(record, undefined);
  const again = ["context", "retry_upload", "--session", "s4"];
  assert.match((await run(workspace, again)).stdout, /def retry_upload\(/);
  // Their names refer to something else in another process.
  for (const words of [["--file", "/dev/stdin"], ["--file=/proc/self/fd/0"], ["-f/dev/fd/3"]]) {
    assert.equal(await leaveUnread(workspace, ["search", ...words]), false, words.join(" "));
  }
});

/** Runs a process that keeps the index of a tree open, and waits until it answers. */
async function startWarm(workspace: TempWorkspace, { main = MAIN } = {}): Promise<Engine> {
  const engine = new Engine(start(workspace, "warm", [main, "warm"]), "stderr");
  await engine.wait(/Keeping/);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { code } = await run(workspace, SEARCH, { ...onlyAsking(main), main });
    if (code === 0) return engine;
  }
  throw new Error("The engine answers nobody");
}

/** Minimum number of 30 commands that an engine answers, unless the machine is busy. */
const MOST = 24;

/** Number of attempts of time-dependent checks. */
const TURNS = 6;

/**
 * Maximum time of two commands with a stopped engine, in milliseconds: many times their normal
 * time.
 */
const MAX_STOPPED_MS = 20_000;

/** Number of files of a tree whose indexing takes time. */
const FILES_OF_MANY = 400;

Deno.test("an engine answers most of 30 simultaneous commands, each as if it were alone", async () => {
  using workspace = makeRepository();
  const queries = new GeneratedTree(workspace, { files: FILES_OF_MANY, seed: 3 }).queries(6);
  await run(workspace, ["index"]);
  await using _engine = await startWarm(workspace);
  const ask = (query: string) => run(workspace, ["context", query, "--no-record"], onlyAsking());
  const alone: RunResult[] = [];
  for (const query of queries) alone.push(await ask(query));
  const asked = Array.from({ length: 30 }, (_, at) => at % queries.length);
  let most = 0;
  for (let turn = 0; turn < TURNS && most < MOST; turn++) {
    const results = await Promise.all(asked.map((query) => ask(queries[query]!)));
    const answered = results.map(({ code }, at) => code === 0 ? at : []).flat();
    most = Math.max(most, answered.length);
    for (const at of answered) assert.deepEqual(results[at], alone[asked[at]!]);
  }
  assert.ok(most >= MOST, `${most}`);
});

Deno.test("an engine's answer includes text written just before the question", async () => {
  using workspace = makeRepository();
  const tree = new GeneratedTree(workspace, { files: FILES_OF_MANY, seed: 3 });
  await run(workspace, ["index"]);
  await using _engine = await startWarm(workspace);
  let count = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const name = `later_${turn}`;
    tree.change(0.02);
    workspace.write("upload.py", `def retry_upload_${name}():\n    pass\n`);
    workspace.write(`${name}.py`, `def retry_upload_in_${name}():\n    pass\n`);
    const { code, stdout } = await run(workspace, SEARCH, onlyAsking());
    // On a machine that is too busy to index in time, no passage is sent.
    if (code !== 0) continue;
    count++;
    assert.match(stdout, new RegExp(`retry_upload_in_${name}`));
    assert.match(stdout, new RegExp(`retry_upload_${name}`));
  }
  assert.ok(count > TURNS / 2, `${count}`);
});

Deno.test("a command does not wait for an engine that is stopped during an answer, and the engine continues later", async () => {
  using workspace = makeRepository();
  await run(workspace, ["index"]);
  const alone = await run(workspace, SEARCH);
  await using engine = await startWarm(workspace);
  const session = ["context", "retry_upload", "--session", "s1"];
  engine.kill("SIGSTOP");
  const startedMs = performance.now();
  assert.deepEqual(await run(workspace, SEARCH), alone);
  assert.match((await run(workspace, session)).stdout, /def retry_upload/);
  assert.ok(performance.now() - startedMs < MAX_STOPPED_MS);
  engine.kill("SIGCONT");
  // Requests during the stop are over: it does not count them as sent.
  const records = async () =>
    (await Promise.all([1, 2].map((id) => readRecord(workspace, id)))).filter(isCounted);
  let answered = await run(workspace, SEARCH, onlyAsking());
  for (let tries = 1; tries < MAX_TRIES && answered.code !== 0; tries++) {
    answered = await run(workspace, SEARCH, onlyAsking());
  }
  assert.deepEqual(answered, alone);
  assert.equal((await records()).length, 1);
});

Deno.test("a command does the work itself when its engine is killed in the middle of the answer", async () => {
  using workspace = makeRepository();
  await run(workspace, ["index"]);
  for (let turn = 0; turn < 4; turn++) {
    const engine = await startWarm(workspace);
    const words = ["context", "retry_upload", "--session", `s${turn}`];
    const asked = run(workspace, words);
    await new Promise((resolve) => setTimeout(resolve, 60 + 30 * turn));
    await engine[Symbol.asyncDispose]();
    const { code, stdout } = await asked;
    assert.equal(code, 0);
    assert.match(stdout, /def retry_upload/);
  }
});

Deno.test("a command is not answered by an engine of an earlier version of the program", async () => {
  using workspace = makeRepository();
  await run(workspace, ["index"]);
  using clone = new TempWorkspace();
  const { code } = await new Deno.Command("cp", { args: ["-r", ...PARTS, clone.root], cwd: CLONE })
    .output();
  assert.equal(code, 0);
  const main = clone.path("cli/main.ts");
  const ask = () => run(workspace, SEARCH, { ...onlyAsking(main), main });
  await using engine = await startWarm(workspace, { main });
  assert.equal((await ask()).code, 0);
  const file = clone.path("cli/terminal/render_answer.ts");
  Deno.writeTextFileSync(file, `${Deno.readTextFileSync(file)}\n`);
  assert.notEqual((await ask()).code, 0);
  await engine.wait(/Stopping as the program was changed/);
  assert.deepEqual(await findEngines(workspace.root, workspace.cache), []);
});

Deno.test("an engine ends when its tree is replaced by another folder of the same name", async () => {
  using workspace = makeRepository();
  await run(workspace, ["index"]);
  const child = start(workspace, "warm", [MAIN, "warm", "--idle", "1"]);
  await using engine = new Engine(child, "stderr");
  await engine.wait(/Keeping/);
  Deno.renameSync(workspace.root, `${workspace.root}-before`);
  Deno.mkdirSync(workspace.root);
  workspace.write("other.py", "def retry_upload():\n    pass\n");
  assert.match((await run(workspace, SEARCH)).stdout, /other\.py/);
  assert.equal((await child.status).code, 0);
});

Deno.test("one of two processes keeps an index open, and status names it until it is stopped", async () => {
  using workspace = makeRepository();
  const args = [MAIN, "warm", "--idle", "5"];
  const started = [1, 2].map(() => start(workspace, "warm", args));
  const ended = started.map(async (child) => (await child.status).code);
  assert.equal(await Promise.any(ended), 2);
  const running = started[await Promise.race(ended.map((end, at) => end.then(() => 1 - at)))]!;
  const status = async () => {
    const child = start(workspace, "status", [MAIN, "status", "--json"]);
    return JSON.parse(new TextDecoder().decode((await child.output()).stdout));
  };
  await new Engine(running, "stderr").wait(/Keeping/);
  const { warm: [engine, ...others] } = await status();
  const { since, ...known } = engine;
  assert.deepEqual([known, others], [
    { process: running.pid, name: "warm", root: workspace.root },
    [],
  ]);
  assert.ok(Date.now() - Date.parse(since) < 600_000);
  running.kill("SIGINT");
  assert.equal((await running.status).code, 0);
  assert.deepEqual((await status()).warm, []);
});

Deno.test("simultaneous commands that may each start an engine leave one, which answers", async () => {
  using workspace = makeRepository();
  Deno.mkdirSync(`${workspace.config}/dossier`, { recursive: true });
  Deno.writeTextFileSync(`${workspace.config}/dossier/config.yaml`, "warm: auto\n");
  const alone = await run(workspace, SEARCH);
  assert.deepEqual(await findEngines(workspace.root, workspace.cache), []);
  const both = await Promise.all([1, 2].map(() => run(workspace, SEARCH, { set: "with-warm" })));
  assert.deepEqual(both, [alone, alone]);
  let engines = await findEngines(workspace.root, workspace.cache);
  for (let tries = 0; tries < 300 && engines.length === 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    engines = await findEngines(workspace.root, workspace.cache);
  }
  try {
    const answered = () => run(workspace, SEARCH, { set: "with-warm", ...onlyAsking() });
    let result = await answered();
    for (let tries = 1; tries < MAX_TRIES && !isDeepStrictEqual(result, alone); tries++) {
      result = await answered();
    }
    assert.deepEqual(result, alone);
    engines = await findEngines(workspace.root, workspace.cache);
    assert.deepEqual(engines.map(({ name }) => name), ["warm"]);
  } finally {
    for (const engine of engines) {
      // A test may end a process that it did not start only through a shell.
      await new Deno.Command("sh", { args: ["-c", `kill ${engine.process}`] }).output();
    }
    for (const { path } of engines) {
      while (await Deno.stat(path).then(() => true, () => false)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
});
