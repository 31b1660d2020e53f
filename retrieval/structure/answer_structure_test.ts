import assert from "node:assert/strict";
import fc from "fast-check";
import type { StructureKind } from "@dossier/core";
import { git, makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { openEngine } from "../engine.ts";

/** Joined here, so that the file contains nothing that looks like a secret. */
const SECRET_URL = ["postgres://app:", "horse7battery", "@db/app"].join("");

const RETRY = `/** Sends again. */
export async function retryUpload(send: () => Promise<void>): Promise<void> {
  await pauseAfter(1);
  return send();
}

/** Waits. */
export function pauseAfter(attempt: number): Promise<void> {
  return sleep(attempt * 1000);
}
`;

const QUEUE = `import { retryUpload } from "./retry.ts";

export class UploadQueue {
  add(file: File): void {}

  drain(): Promise<void> {
    return retryUpload(() => send(this));
  }
}

export function downloadAfter(attempt: number): Promise<void> {
  return sleep(attempt * 5000);
}
`;

const TREE = {
  "README.md": "# Ferry\n\n## Use of retryUpload\n",
  "src/retry.ts": RETRY,
  "src/queue.ts": QUEUE,
  "src/mail.ts":
    'import { retryUpload } from "./retry.ts";\n\nexport const mail = () => retryUpload(post);\n',
  "src/batch.ts": "export const BATCH = 16;\n",
  "src/other.ts": "export class Other {\n  add(): void {}\n}\n",
  "src/store.ts": `export function openStore(url = "${SECRET_URL}") {\n  return url;\n}\n`,
  "src/retry_test.ts":
    'import { pauseAfter } from "./retry.ts";\n\nDeno.test("it waits", async () => {\n  await pauseAfter(1);\n});\n',
  "src/queue_test.ts":
    'import { UploadQueue } from "./queue.ts";\n\nDeno.test("it drains", () => {\n  new UploadQueue().drain();\n});\n',
  ".env": "KEY=1\n",
  "hidden/own.ts": "export function hiddenCall() {\n  retryUpload(x);\n}\n",
  ".dossierignore": "hidden/\n",
};

async function ask(root: string, kind: StructureKind, ...targets: string[]) {
  using engine = await openEngine({ root });
  return await engine.structure({ kind, targets });
}

function namesOf(answer: Awaited<ReturnType<typeof ask>>): (string | undefined)[] {
  return answer.definitions.map(({ symbol }) => symbol);
}

Deno.test("Engine.structure() maps a tree by its most used definitions, without tests and excluded files", async () => {
  using tree = makeTree(TREE);
  const { text, definitions, budget, notes } = await ask(tree.root, "map");
  assert.equal(definitions[0]?.path, "src/retry.ts");
  assert.ok(text.startsWith("src/\n  retry.ts: retryUpload 1, pauseAfter 7\n"), text);
  assert.ok(!text.includes("hiddenCall"));
  assert.deepEqual([budget.limit, notes], [1000, []]);
  const folder = await ask(tree.root, "map", "src/other.ts");
  assert.deepEqual(namesOf(folder), ["Other"]);
  assert.equal(folder.text, "src/other.ts:1\n");
  assert.equal((await ask(tree.root, "map")).text, text);
});

Deno.test("Engine.structure() maps the current tree, in the same bytes for any history of the index", async () => {
  using tree = makeTree(TREE);
  const before = await ask(tree.root, "map");
  const changed = {
    "src/mail.ts": "export class Mailer {\n  deliver(): void {}\n}\n",
    "src/post.ts": 'import { Mailer } from "./mail.ts";\n\nexport const post = new Mailer();\n',
  };
  writeFiles(tree.root, changed);
  using fresh = makeTree({ ...TREE, ...changed });
  const { text } = await ask(tree.root, "map");
  assert.equal(text, (await ask(fresh.root, "map")).text);
  assert.match(text, /mail\.ts: Mailer 1\n/);
  writeFiles(tree.root, { "src/mail.ts": TREE["src/mail.ts"] });
  Deno.removeSync(`${tree.root}/src/post.ts`);
  assert.equal((await ask(tree.root, "map")).text, before.text);
});

Deno.test("Engine.structure() caches a map while the tree and its rules are unchanged", async () => {
  using tree = makeTree(TREE);
  using engine = await openEngine({ root: tree.root });
  const map = async (...targets: readonly string[]) =>
    (await engine.structure({ kind: "map", targets })).text;
  const first = await map();
  assert.equal(await map(), first);
  assert.equal(await map("src/other.ts"), "src/other.ts:1\n");
  assert.equal(await map(), first);
  writeFiles(tree.root, { "src/mail.ts": "export class Mailer {\n  deliver(): void {}\n}\n" });
  const changed = await map();
  assert.match(changed, /mail\.ts: Mailer 1\n/);
  writeFiles(tree.root, { ".dossier/config.yaml": "exclude: {files: [mail.ts]}\n" });
  assert.doesNotMatch(await map(), /Mailer/);
  Deno.removeSync(`${tree.root}/.dossier/config.yaml`);
  assert.equal(await map(), changed);
});

Deno.test("Engine.structure() does not rank a class first that has the name of a class of the language", async () => {
  const job = (name: string) =>
    `<?php\n\nnamespace App\\Jobs;\n\nuse App\\Mail\\Post;\nuse Exception;\n\nclass ${name}\n{\n` +
    "    public function run()\n    {\n        if (! Post::send()) throw new Exception('no');\n" +
    "        throw new Exception('late');\n    }\n}\n";
  const names = ["Clean", "Index", "Notify", "Upload"];
  using tree = makeTree({
    ...Object.fromEntries(names.map((name) => [`src/App/Jobs/${name}.php`, job(name)])),
    "src/App/Mail/Post.php":
      "<?php\n\nnamespace App\\Mail;\n\nclass Post\n{\n    public static function send()\n    {\n        return true;\n    }\n}\n",
    "src/App/Render/Exception.php":
      "<?php\n\nnamespace App\\Render;\n\nclass Exception\n{\n    public function page()\n    {\n        return '';\n    }\n}\n",
  });
  const { definitions } = await ask(tree.root, "map");
  assert.equal(definitions[0]?.path, "src/App/Mail/Post.php");
  const { definitions: users } = await ask(
    tree.root,
    "callers",
    "src/App/Render/Exception.php#Exception",
  );
  assert.deepEqual(users, []);
});

Deno.test("Engine.structure() outlines current files, documents by their headings", async () => {
  using tree = makeTree({ ...TREE, "README.md": "# Ferry\n\n## Use\n\nText.\n" });
  const answer = await ask(tree.root, "outline", "src/queue.ts", "README.md", "./src/queue.ts");
  assert.equal(
    answer.text,
    `src/queue.ts
  3-9    export class UploadQueue
  4        add(file: File): void
  6-8      drain(): Promise<void>
  11-13  export function downloadAfter(attempt: number): Promise<void>

README.md
  1-5  # Ferry
  3-5  ## Use
`,
  );
  writeFiles(tree.root, { "src/queue.ts": "export class Anew {}\n" });
  assert.deepEqual(namesOf(await ask(tree.root, "outline", "src/queue.ts")), ["Anew"]);
});

Deno.test("Engine.structure() lists the callers and the callees of a definition", async () => {
  using tree = makeTree(TREE);
  const callers = await ask(tree.root, "callers", "retryUpload");
  assert.deepEqual(namesOf(callers), ["mail", "UploadQueue.drain"]);
  assert.deepEqual(callers.definitions[1]?.reasons, ["calls it in line 7"]);
  assert.equal(callers.subject?.path, "src/retry.ts");
  for (
    const name of ["UploadQueue::drain", "UploadQueue.drain()", "queue.ts#drain", "src/queue.ts:7"]
  ) {
    const { subject } = await ask(tree.root, "callees", name);
    assert.equal(subject?.symbol, "UploadQueue.drain", name);
  }
  const callees = await ask(tree.root, "callees", "src/retry.ts#retryUpload");
  assert.deepEqual(namesOf(callees), ["pauseAfter"]);
  assert.deepEqual(callees.definitions[0]?.reasons, ["in line 3"]);
});

Deno.test("Engine.structure() lists the uses of a constant, and not other constants of its name", async () => {
  using tree = makeTree({
    ...TREE,
    "src/batch.ts": "export const BATCH = 16;\n\nexport const half = () => BATCH / 2;\n",
    "src/send.ts":
      'import { BATCH } from "./batch.ts";\n\nexport function sendAll(files: File[]) {\n  return files.slice(0, BATCH);\n}\n',
    "src/mail.ts": "const BATCH = 4;\n\nexport const mails = () => BATCH;\n",
    "src/send_test.ts":
      'import { sendAll } from "./send.ts";\n\nDeno.test("it sends", () => {\n  sendAll([]);\n});\n',
  });
  const { subject, definitions } = await ask(tree.root, "callers", "src/batch.ts#BATCH");
  assert.equal(subject?.kind, "constant");
  assert.deepEqual(
    definitions.map(({ symbol, reasons }) => [symbol, ...reasons]),
    [["half", "uses it in line 3"], ["sendAll", "uses it in line 4"]],
  );
  const tests = await ask(tree.root, "tests", "src/batch.ts#BATCH");
  assert.deepEqual(tests.definitions.map(({ path }) => path), ["src/send_test.ts"]);
  await assert.rejects(
    ask(tree.root, "callers", "README.md:3"),
    /as it is a heading: name a function/,
  );
});

Deno.test("Engine.structure() finds a method by its type in the notation of each language", async () => {
  using tree = makeTree(TREE);
  for (const target of ["UploadQueue.drain", "UploadQueue::drain", "(*UploadQueue).drain()"]) {
    const { subject } = await ask(tree.root, "callees", target);
    assert.equal(subject?.symbol, "UploadQueue.drain", target);
  }
});

Deno.test("Engine.structure() lists the tests of a definition, also those of its callers", async () => {
  using tree = makeTree(TREE);
  const { definitions } = await ask(tree.root, "tests", "pauseAfter");
  assert.deepEqual(
    definitions.map(({ path, startLine, endLine, signature, reasons }) => ({
      place: `${path}:${startLine}-${endLine}`,
      signature,
      reasons,
    })),
    [
      {
        place: "src/retry_test.ts:3-5",
        signature: 'Deno.test("it waits", async () => {',
        reasons: ["calls it in line 4"],
      },
      {
        place: "src/queue_test.ts:3-5",
        signature: 'Deno.test("it drains", () => {',
        reasons: ["by drain in line 4, 3 calls away"],
      },
    ],
  );
});

Deno.test("Engine.structure() lists similar definitions and those that changed together, with reasons", async () => {
  using tree = makeTree(TREE);
  git(tree.root, "init", "--quiet");
  git(tree.root, "add", "--all");
  git(tree.root, "commit", "--quiet", "--message", "all");
  writeFiles(tree.root, {
    "src/retry.ts": RETRY.replace("attempt * 1000", "attempt * 2000"),
    "src/other.ts": "export class Other {\n  add(): string {\n    return '';\n  }\n}\n",
  });
  git(tree.root, "commit", "--all", "--quiet", "--message", "slower");
  // Uncommitted changes move the lines.
  writeFiles(tree.root, { "src/retry.ts": `\n\n${RETRY}` });
  const { definitions, subject } = await ask(tree.root, "related", "src/retry.ts:11");
  assert.equal(subject?.symbol, "pauseAfter");
  const reasonsOf = (name: string) =>
    definitions.find(({ symbol }) => symbol === name)?.reasons.join("; ") ?? "";
  assert.match(reasonsOf("downloadAfter"), /^shares .*attempt/);
  assert.match(
    reasonsOf("Other.add"),
    /^changed with it in [12] of 2 commits, last in [0-9a-f]{10}$/,
  );
});

Deno.test("Engine.structure() masks secrets in its answers", async () => {
  using tree = makeTree(TREE);
  const answer = await ask(tree.root, "outline", "src/store.ts");
  assert.ok(!JSON.stringify(answer).includes("horse7battery"));
  assert.match(answer.text, /openStore\(url = .*«masked: /);
});

Deno.test("Engine.structure() rejects in one sentence what it cannot find or must not show", async () => {
  using tree = makeTree(TREE);
  const cases: readonly (readonly [StructureKind, string[], string, RegExp])[] = [
    ["callers", ["pauseAftr"], "symbol-not-found", /did you mean "pauseAfter"$/],
    ["callers", ["qqqqqqqq"], "symbol-not-found", /: no definition has that name$/],
    [
      "callees",
      ["src/retry.ts"],
      "symbol-not-found",
      /as it is a file: name one of its definitions/,
    ],
    [
      "tests",
      ["add"],
      "symbol-ambiguous",
      /as 2 definitions have that name: name one of "src\/other.ts:2" \(Other.add\), "src\/queue.ts:4" \(UploadQueue.add\)$/,
    ],
    ["callers", ["hiddenCall"], "symbol-not-found", /no definition has that name/],
    ["callers", [], "invalid-target", /name one definition/],
    ["paths", ["retryUpload"], "invalid-target", /name two definitions/],
    ["impact", ["retryUpload", "pauseAftr"], "symbol-not-found", /did you mean "pauseAfter"$/],
    ["callers", ["a", "b"], "invalid-target", /name one definition/],
    ["outline", [], "invalid-target", /name 1 to 100 files/],
    ["outline", [" "], "invalid-target", /name 1 to 100 files/],
    ["outline", ["../a.ts"], "file-excluded", /it is outside the root/],
    ["outline", [".env"], "file-excluded", /may be secret/],
    ["outline", ["hidden/own.ts"], "file-excluded", /ignore file/],
    ["outline", ["src"], "file-not-found", /it is a folder/],
    ["outline", ["none.ts"], "file-not-found", /no such file/],
    ["map", ["../.."], "file-excluded", /it is outside the root/],
    ["map", ["hidden"], "file-not-found", /the index contains no such folder or file/],
    ["map", [".git"], "file-excluded", /folder named ".git"/],
    ["map", ["a", "b"], "invalid-target", /name one folder or none/],
    ["related", ["src/retry.ts"], "invalid-target", /write it as PATH:LINE/],
    ["related", ["src/retry.ts:99"], "file-not-found", /line 99 .* as it has 10 lines/],
    ["related", ["src/retry.ts:0"], "file-not-found", /line 0/],
    ["related", ["src/retry.ts:6"], "symbol-not-found", /no definition contains line 6/],
    ["related", [".env:1"], "file-excluded", /may be secret/],
  ];
  using engine = await openEngine({ root: tree.root });
  for (const [kind, targets, code, message] of cases) {
    await assert.rejects(
      engine.structure({ kind, targets }),
      { code, message },
      `${kind} ${targets}`,
    );
  }
  await assert.rejects(engine.structure({ kind: "map" }, { budget: -1 }), {
    code: "invalid-budget",
  });
});

Deno.test("Engine.structure() reports when there is nothing to list, or no space for it", async () => {
  using tree = makeTree({ ...TREE, "src/empty.ts": "" });
  const codesOf = ({ notes }: Awaited<ReturnType<typeof ask>>) => notes.map(({ code }) => code);
  for (
    const answer of [
      await ask(tree.root, "callers", "Other.add"),
      await ask(tree.root, "callees", "openStore"),
      await ask(tree.root, "tests", "openStore"),
      await ask(tree.root, "outline", "src/empty.ts"),
    ]
  ) assert.deepEqual([answer.text, codesOf(answer)], ["", ["nothing-found"]]);
  using engine = await openEngine({ root: tree.root });
  const small = await engine.structure({ kind: "map" }, { budget: 3 });
  assert.deepEqual([small.text, codesOf(small)], ["", ["budget-too-small"]]);
  using empty = makeTree({});
  assert.deepEqual(codesOf(await ask(empty.root, "map")), ["nothing-found"]);
});

Deno.test("Engine.structure() accepts any target, and answers or rejects with a code", async () => {
  using tree = makeTree(TREE);
  using engine = await openEngine({ root: tree.root });
  const kinds = fc.constantFrom<StructureKind>(
    "map",
    "outline",
    "callers",
    "callees",
    "tests",
    "impact",
    "related",
  );
  const pieces = fc.constantFrom(
    "src",
    "/",
    "..",
    "a.ts",
    ":",
    "#",
    "9",
    "0",
    " ",
    "\0",
    "é",
    "(",
    "add",
    "\n",
  );
  const targets = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(kinds, targets, async (kind, target) => {
      const answer = await engine.structure({ kind, targets: [target] }, {
        refresh: false,
        budget: 100,
      })
        .catch((error) => error);
      assert.ok(
        answer instanceof Error ? "code" in answer : answer.budget.used <= 100,
        `${answer}`,
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("callers by name are those of all overloads, and by line those of one", async () => {
  using tree = makeTree({
    "Mail.java":
      "class Mail {\n  void send(int a) {\n  }\n  void send(String a) {\n    int b = 1;\n  }\n" +
      '  void number() {\n    send(1);\n  }\n  void text() {\n    send("a");\n  }\n}\n',
  });
  const byName = await ask(tree.root, "callers", "Mail.send");
  assert.deepEqual(namesOf(byName), ["Mail.number", "Mail.text"]);
  const byLine = await ask(tree.root, "callers", "Mail.java:2");
  assert.deepEqual(namesOf(byLine), ["Mail.number"]);
});
