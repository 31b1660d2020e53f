import assert from "node:assert/strict";
import {
  type Engine,
  openEngine,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "../../mod.ts";
import { verifyExplanation } from "@dossier/core";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { FERRY_COMMITS, FERRY_TREE } from "./ferry_tree.ts";
import { linesOf } from "../lines_of.ts";

/** Creates the repository with its commits. */
function makeRepository(): HostedWorkspace {
  const workspace = new HostedWorkspace();
  workspace.initialize();
  const committed = new Set<string>();
  for (const [subject, starts] of FERRY_COMMITS) {
    for (const [path, text] of Object.entries(FERRY_TREE)) {
      if (!starts.some((start) => path.startsWith(start))) continue;
      workspace.write(path, text);
      committed.add(path);
    }
    workspace.commit(subject);
  }
  assert.equal(committed.size, Object.keys(FERRY_TREE).length);
  return workspace;
}

/** Engine of the repository, closed on disposal. */
interface Ferry extends Disposable {
  readonly engine: Engine;
  /** Answers a query, and checks that every score is the sum of its explanation. */
  readonly ask: (query: string, options?: SearchOptions) => Promise<SearchResult>;
}

async function openFerry(): Promise<Ferry> {
  using resources = new DisposableStack();
  const workspace = resources.use(makeRepository());
  const engine = resources.use(await openEngine({ root: workspace.root }));
  const moved = resources.move();
  return {
    engine,
    ask: (query, options) => askEngine(engine, query, options),
    [Symbol.dispose]: () => moved.dispose(),
  };
}

async function askEngine(
  engine: Engine,
  query: string,
  options?: SearchOptions,
): Promise<SearchResult> {
  const answer = await engine.explain(query, options);
  for (const { path, score, explanation } of answer.results) {
    assert.ok(explanation !== undefined && verifyExplanation(explanation), path);
    assert.equal(explanation.value, score, path);
  }
  return answer;
}

/** Returns the 1-based line of a file with a text that occurs once. */
function lineOf(path: string, text: string): number {
  const lines = FERRY_TREE[path]!.split("\n");
  const line = lines.findIndex((candidate) => candidate.includes(text)) + 1;
  assert.ok(line > 0, `${path} has no "${text}"`);
  return line;
}

function describe(results: readonly SearchHit[]): string {
  return results.map(({ path, startLine, endLine, score }) =>
    `${path}:${startLine}-${endLine} ${score.toFixed(3)}`
  ).join("\n");
}

/** Asserts that the first result is the chunk of the file with the line. */
function assertFirst({ results }: SearchResult, path: string, line?: number): void {
  const [first] = results;
  assert.equal(first?.path, path, describe(results));
  if (line !== undefined) assertHolds(first, line, results);
}

function assertHolds(
  found: SearchHit | undefined,
  line: number,
  results: readonly SearchHit[],
): void {
  const holds = found !== undefined && found.startLine <= line && line <= found.endLine;
  assert.ok(holds, `not line ${line} first:\n${describe(results)}`);
}

/** Returns the paths of the results, each once, best first. */
function pathsOf({ results }: SearchResult): string[] {
  return [...new Set(results.map(({ path }) => path))];
}

Deno.test("search() answers a Python traceback with the line that raised", async () => {
  using ferry = await openFerry();
  const raised = lineOf("worker/store.py", "the disk is nearly full");
  const answer = await ferry.ask(`The worker dies on a new machine

Traceback (most recent call last):
  File "/srv/ferry/worker/main.py", line 16, in <module>
    main()
  File "/srv/ferry/worker/main.py", line 12, in main
    print(json.dumps(handle(json.loads(line), store)))
  File "/srv/ferry/worker/tasks.py", line ${lineOf("worker/tasks.py", "return put")}, in handle
    return put(message, store)
  File "/srv/ferry/worker/store.py", line ${raised}, in save_block
    raise BlockError("refusing the block as the disk is nearly full")
worker.store.BlockError: refusing the block as the disk is nearly full
`);
  assertFirst(answer, "worker/store.py", raised);
  assert.ok(pathsOf(answer).slice(0, 4).includes("worker/tasks.py"), describe(answer.results));
});

Deno.test("search() answers a JavaScript stack with its innermost frame in the tree", async () => {
  using ferry = await openFerry();
  const thrown = lineOf("src/upload/queue.ts", "first.bytes.length");
  const drained = lineOf("src/upload/queue.ts", "queue.nextBatch()");
  const answer = await ferry.ask(
    `TypeError: Cannot read properties of undefined (reading 'bytes')
    at UploadQueue.nextBatch (/home/me/ferry/src/upload/queue.ts:${thrown}:15)
    at drain (/home/me/ferry/src/upload/queue.ts:${drained}:25)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
  );
  assertFirst(answer, "src/upload/queue.ts", thrown);
});

Deno.test("search() answers a Java stack, whose frames have no folders", async () => {
  using ferry = await openFerry();
  const path = "sdk/src/main/java/dev/ferry/sdk/FerryClient.java";
  const thrown = lineOf(path, "the client is closed");
  const answer = await ferry.ask(
    `Exception in thread "main" java.lang.IllegalStateException: the client is closed
	at dev.ferry.sdk.FerryClient.ensureOpen(FerryClient.java:${thrown})
	at dev.ferry.sdk.FerryClient.upload(FerryClient.java:${lineOf(path, "ensureOpen()")})
	at com.example.Backup.main(Backup.java:31)`,
  );
  assertFirst(answer, path, thrown);
});

Deno.test("search() answers what tsc says with the line of the error", async () => {
  using ferry = await openFerry();
  const line = lineOf("src/http/router.ts", "part.slice(1)");
  const answer = await ferry.ask(
    `src/http/router.ts(${line},31): error TS2322: Type 'string | undefined' is not assignable to type 'string'.`,
  );
  assertFirst(answer, "src/http/router.ts", line);
});

Deno.test("search() answers what rustc says with the line of the error", async () => {
  using ferry = await openFerry();
  const line = lineOf("engine/src/delta.rs", "self.steps.last_mut()");
  const answer = await ferry.ask(
    `error[E0499]: cannot borrow \`self.steps\` as mutable more than once
  --> engine/src/delta.rs:${line}:46
   |
${line} |         if let Some(Step::Literal(bytes)) = self.steps.last_mut() {
   |                                             ^^^^^^^^^^ first mutable borrow occurs here

For more information about this error, try \`rustc --explain E0499\`.`,
  );
  assertFirst(answer, "engine/src/delta.rs", line);
});

Deno.test("search() answers what gcc says with the line of the error", async () => {
  using ferry = await openFerry();
  const line = lineOf("codec/frame.c", "size - FRAME_HEADER < length");
  const answer = await ferry.ask(`codec/frame.c: In function 'frame_decode':
codec/frame.c:${line}:29: warning: comparison of integer expressions of different signedness: 'size_t' and 'int' [-Wsign-compare]`);
  assertFirst(answer, "codec/frame.c", line);
});

Deno.test("search() answers a failure of pytest with the test and the tested code", async () => {
  using ferry = await openFerry();
  const line = lineOf("worker/store.py", "is not here");
  const answer = await ferry.ask(
    `=================================== FAILURES ===================================
_____________________ test_load_block_returns_what_was_saved ____________________

store = <worker.store.BlockStore object at 0x7f1>

    def test_load_block_returns_what_was_saved(store):
>       assert store.load_block(digest) == data

worker/tests/test_store.py:${lineOf("worker/tests/test_store.py", "== data")}:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

>           raise BlockError(f"block {digest} is not here") from None
E           worker.store.BlockError: block 9f is not here

worker/store.py:${line}: BlockError
=========================== short test summary info ============================
FAILED worker/tests/test_store.py::test_load_block_returns_what_was_saved - worker.store.BlockError
1 failed, 1 passed in 0.04s`,
  );
  const paths = pathsOf(answer);
  assert.deepEqual(paths.slice(0, 2).sort(), ["worker/store.py", "worker/tests/test_store.py"]);
  const tested = answer.results.find(({ path }) => path === "worker/store.py");
  assertHolds(tested, line, answer.results);
});

Deno.test("search() answers a failure of jest with the test and the tested code", async () => {
  using ferry = await openFerry();
  const path = "tests/upload/retry.test.ts";
  const line = lineOf(path, "toBe(40)");
  const answer = await ferry.ask(`FAIL ${path}
  ● pauseBefore › doubles the pause with each attempt

    expect(received).toBe(expected) // Object.is equality

    Expected: 40
    Received: 30

      at Object.<anonymous> (${path}:${line}:38)

Test Suites: 1 failed, 1 total`);
  assert.deepEqual(pathsOf(answer).slice(0, 2).sort(), ["src/upload/retry.ts", path]);
  assertHolds(answer.results.find((result) => result.path === path), line, answer.results);
});

Deno.test("search() answers a failure of go test with the test and the tested code", async () => {
  using ferry = await openFerry();
  const line = lineOf("agent/watch_test.go", "folder/.hidden") + 2;
  const answer = await ferry.ask(`--- FAIL: TestNoteIgnoresHiddenFiles (0.00s)
    watch_test.go:${line}: got 1 events, want none
FAIL
FAIL	example.com/ferry/agent	0.003s`);
  assert.deepEqual(pathsOf(answer).slice(0, 2).sort(), ["agent/watch.go", "agent/watch_test.go"]);
  const test = answer.results.find(({ path }) => path === "agent/watch_test.go");
  assertHolds(test, line, answer.results);
});

Deno.test("search() answers a path with a line with that line", async () => {
  using ferry = await openFerry();
  for (const text of ["enqueue(file", "4 * 1024", "batches++"]) {
    const line = lineOf("src/upload/queue.ts", text);
    assertFirst(
      await ferry.ask(`src/upload/queue.ts:${line}`),
      "src/upload/queue.ts",
      line,
    );
  }
  const line = lineOf("worker/store.py", "path.unlink()");
  assertFirst(
    await ferry.ask(`what happens in store.py, line ${line}?`),
    "worker/store.py",
    line,
  );
  assertFirst(await ferry.ask("why is queue.ts:9999 empty"), "src/upload/queue.ts");
});

Deno.test("search() answers the URL of a page with the lines that it shows", async () => {
  using ferry = await openFerry();
  const path = "engine/src/rolling.rs";
  const line = lineOf(path, "pub fn roll");
  for (
    const url of [
      `https://github.com/example/ferry/blob/main/${path}#L${line}-L${line + 4}`,
      `https://gitlab.com/example/ferry/-/blob/9fceb02/${path}#L${line}-${line + 4}`,
      `see https://codeberg.org/example/ferry/src/branch/main/${path}#L${line}.`,
    ]
  ) {
    assertFirst(await ferry.ask(url), path, line);
  }
});

Deno.test("search() answers a range of lines with the definitions in it, before the rest of the file", async () => {
  using ferry = await openFerry();
  const path = "engine/src/rolling.rs";
  const first = lineOf(path, "pub struct RollingChecksum");
  const last = lineOf(path, "pub fn roll");
  const isNamed = ({ startLine, endLine }: SearchHit) => startLine <= last && endLine >= first;
  const ask = async (query: string) =>
    (await ferry.ask(query)).results.filter((result) => result.path === path);
  for (const range of [`:${first}-${last}`, `#L${first}-L${last}`]) {
    const found = await ask(`${path}${range}`);
    const named = found.filter(isNamed);
    assert.ok(named.length > 1, describe(found));
    assert.deepEqual(found.slice(0, named.length), named, describe(found));
  }
  for (const beyond of [":0", ":99999999999", ":99999999998-99999999999"]) {
    assert.equal((await ask(`${path}${beyond}`))[0]?.path, path, beyond);
  }
});

Deno.test("search() answers a symbol with its definition", async () => {
  using ferry = await openFerry();
  const client = "sdk/src/main/java/dev/ferry/sdk/FerryClient.java";
  for (
    const [symbol, path, definition] of [
      ["RollingChecksum", "engine/src/rolling.rs", "pub struct RollingChecksum"],
      ["frame_decode", "codec/frame.c", "int frame_decode"],
      ["retryUpload", "src/upload/retry.ts", "function retryUpload"],
      ["drain", "src/upload/queue.ts", "function drain"],
      ["Delta::apply", "engine/src/delta.rs", "pub fn apply"],
      ["BlockStore.load_block", "worker/store.py", "def load_block"],
      ["FerryClient#download", client, "byte[] download"],
      ["Router.dispatch()", "src/http/router.ts", "dispatch(request: Request)"],
    ] as const
  ) {
    assertFirst(await ferry.ask(symbol), path, lineOf(path, definition));
  }
});

Deno.test("search() answers a symbol with definitions of its exact name before longer names", async () => {
  using ferry = await openFerry();
  const plans = "worker/plans.py";
  for (
    const [symbol, path, definition] of [
      ["Plan", plans, "class Plan:"],
      ["PlanSetupState", plans, "class PlanSetupState:"],
      ["Plan.register", plans, "def register(self"],
      ["Plan::register", plans, "def register(self"],
      ["plan.register()", plans, "def register(self"],
      ["register", plans, "def register(self"],
      ["Plan.register_plan", plans, "def register_plan"],
      ["Plan.__init__", plans, "def __init__(self, name)"],
      ["PlanSetupState.add_job", plans, "def add_job"],
    ] as const
  ) {
    assertFirst(await ferry.ask(symbol), path, lineOf(path, definition));
  }
});

Deno.test("search() answers a symbol with the only file that defines it, for any name of the file", async () => {
  using ferry = await openFerry();
  for (const query of ["strip_marks", "strip_marks()", "worker._compat.strip_marks"]) {
    assertFirst(await ferry.ask(query), "worker/_compat.py");
  }
});

Deno.test("search() finds the names in a German or Japanese sentence about English code", async () => {
  using ferry = await openFerry();
  for (
    const [sentence, path] of [
      ["Warum gibt retryUpload nach fünf Versuchen auf?", "src/upload/retry.ts"],
      ["Wo prüft frame_decode die Länge eines Rahmens?", "codec/frame.c"],
      ["Wie berechnet die RollingChecksum ihren nächsten Wert?", "engine/src/rolling.rs"],
      ["BlockStoreはどこにブロックを保存しますか", "worker/store.py"],
      ["関数matchSegmentsがパスを比較する方法", "src/http/router.ts"],
      ["retryUpload はなぜ五回で諦めるのですか？", "src/upload/retry.ts"],
    ] as const
  ) {
    assertFirst(await ferry.ask(sentence), path);
  }
});

Deno.test("search() answers a sentence in Japanese without a name by its translated words", async () => {
  using ferry = await openFerry();
  const { results, notes } = await ferry.ask("接続が切れた後に再試行する方法");
  assert.deepEqual(notes.filter(({ code }) => code === "unknown-symbol"), []);
  assert.ok(results.every(({ score }) => Number.isFinite(score) && score > 0));
});

Deno.test("search() puts chunks with a quoted phrase first", async () => {
  using ferry = await openFerry();
  for (
    const [query, path, phrase] of [
      ['where does it say "no such page"', "src/http/router.ts", "no such page"],
      ['"unknown kind of message"', "worker/tasks.py", "unknown kind of message"],
      // Other files contain more of these words.
      ['upload queue of files "files travel together"', "docs/uploads.md", "files travel together"],
      [
        'which block store has "no file needs any more"',
        "worker/store.py",
        "no file needs any more",
      ],
      ["„Files   that travel\ttogether“", "src/upload/queue.ts", "files that travel together"],
    ] as const
  ) {
    assertFirst(await ferry.ask(query), path, lineOf(path, phrase));
    const bundle = await ferry.engine.context(query);
    assert.equal(linesOf(bundle.fragments)[0]?.path, path, query);
  }
  const query = 'upload queue of files "files travel together"';
  const { results } = await ferry.engine.search(query, { disabled: ["phrase"] });
  assert.equal(results[0]?.path, "src/upload/queue.ts", describe(results));
});

Deno.test("search() puts the only file with a quoted phrase first among many files with its words", async () => {
  using workspace = new HostedWorkspace();
  for (let i = 0; i < 150; i++) {
    workspace.write(
      `src/upload/retry_${i}.md`,
      "# Upload\n\nWhen to retry an upload: upload, retry.\n",
    );
  }
  const text = `${"other things ".repeat(60)}\nretry the upload when it is dark\n`;
  workspace.write("tests/data/night.json", text);
  using engine = await openEngine({ root: workspace.root });
  for (const query of ['"retry the upload when it is dark"', 'when to retry "upload when it is"']) {
    const answer = await askEngine(engine, query);
    assertFirst(answer, "tests/data/night.json");
    assert.ok(answer.results.every((result) => !("hasPhraseWords" in result)));
  }
});

Deno.test("search() and context() suggest similar symbols for a misspelt one", async () => {
  using ferry = await openFerry();
  for (
    const [query, note] of [
      [
        "retryUplaod",
        '"retryUplaod" is not in the tree: the nearest name is "retryUpload"',
      ],
      [
        "BlokStore.load_block",
        '"BlokStore" is not in the tree: the nearest name is "BlockStore"',
      ],
      [
        "when does `savve_block` fail?",
        '"savve_block" is not in the tree: the nearest name is "save_block"',
      ],
      [
        "Deltta",
        '"Deltta" is not in the tree: the nearest name is "Delta"',
      ],
      [
        "what does Ruoter do",
        '"Ruoter" is not in the tree: the nearest name is "Router"',
      ],
      ["blok store on disk", undefined],
      [
        "when is patiense over",
        '"patiense" is not in the tree: the nearest name is "Patience"',
      ],
    ] as const
  ) {
    const messages = ({ notes }: Pick<SearchResult, "notes">) =>
      notes.filter(({ code }) => code === "unknown-symbol").map(({ message }) => message);
    const wanted = note === undefined ? [] : [note];
    assert.deepEqual(messages(await ferry.engine.search(query)), wanted);
    assert.deepEqual(messages(await ferry.engine.context(query)), wanted);
  }
  for (const query of ["retryUpload", "Delta::apply", "xylophone", "why does np.array fail"]) {
    const { notes } = await ferry.engine.search(query);
    assert.deepEqual(notes.filter(({ code }) => code === "unknown-symbol"), [], query);
  }
});

Deno.test("the command line suggests similar symbols for a misspelt one", async () => {
  using workspace = makeRepository();
  const { code, stderr } = await workspace.run(["search", "retryUplaod"]);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /"retryUplaod" is not in the tree: the nearest name is "retryUpload"/,
  );
});
