import assert from "node:assert/strict";
import { FORMATS, makeIssue, NO_EMBEDDER, render } from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { linesOf } from "../../tests/lines_of.ts";

const PRECIOUS = "the precious text";

/** Files that no rule excludes may be delivered. */
const TREE = {
  ".gitignore": "ignored.ts\n",
  ".dossierignore": "hidden/\n",
  "src/open.ts": "export const open = 1;\n",
  "src/guarded.ts": `// ${PRECIOUS}\n`,
  "docs/guarded.md": `# Guarded\n\n${PRECIOUS}\n`,
  "ignored.ts": `// ${PRECIOUS}\n`,
  "hidden/a.md": `# ${PRECIOUS}\n`,
  "vendor/a.ts": `// ${PRECIOUS}\n`,
  ".env": PRECIOUS,
};

const ASKED: readonly string[] = [
  "NEED_CODE: src/open.ts",
  "NEED_CODE: ./src/../src/guarded.ts:1-1",
  "NEED_DOC: docs/guarded.md",
  "NEED_DOC: [[guarded]]",
  "NEED_CODE: ignored.ts",
  "NEED_DOC: hidden/a.md",
  "NEED_CODE: vendor/a.ts",
  "NEED_CODE: .env",
];

for (const place of ["a folder", "a repository"]) {
  Deno.test(`N-18 N-20 answerRequests() returns nothing that is forbidden, ignored or excluded, in ${place}`, async () => {
    using workspace = new TempWorkspace(TREE);
    if (place === "a repository") workspace.initialize();
    using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
    const issue = makeIssue({
      title: "open",
      manifest: { primary: ["src/other.ts"], forbidden: ["./src/guarded.ts", "docs/guarded.md"] },
    });
    await engine.contextForIssue(issue, { session: "s", settings: { referencesOnly: true } });
    const settings = { needMaxItems: ASKED.length };
    const text = ASKED.join("\n");
    const bundle = await engine.answerRequests(text, { session: "s", settings });
    const outcomes = new Map(bundle.outcomes?.map(({ request, outcome }) => [request, outcome]));
    assert.ok(outcomes.size >= ASKED.length - 1, "the document may count once");
    assert.equal(outcomes.get("NEED_CODE: src/open.ts"), "provided");
    outcomes.delete("NEED_CODE: src/open.ts");
    for (const [request, outcome] of outcomes) assert.equal(outcome, "excluded", request);
    assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["src/open.ts"]);
    for (const format of FORMATS) {
      assert.ok(!(await render(bundle, format)).includes(PRECIOUS), format);
    }
  });
}

Deno.test("answerRequests() returns a file with a backslash in its name, and no other one", async () => {
  using workspace = new TempWorkspace({
    "src/a.ts": "export const slash = 1;\n",
    "src\\a.ts": "export const backslash = 1;\n",
    "src/b.ts": "export const other = 1;\n",
    "..\\c.ts": "export const inner = 1;\n",
    "../d.ts": "export const outer = 1;\n",
  });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const text = ["src\\a.ts", "src\\b.ts", "..\\c.ts", "..\\d.ts"]
    .map((path) => `NEED_CODE: ${path}`).join("\n");
  const { fragments, outcomes } = await engine.answerRequests(text, { session: "s" });
  assert.deepEqual(linesOf(fragments).map(({ path }) => path).sort(), [
    "..\\c.ts",
    "src/b.ts",
    "src\\a.ts",
  ]);
  assert.equal(outcomes?.find(({ request }) => request.includes("d.ts"))?.outcome, "outside_root");
});

/** Returns the messages of the answers of several rounds. */
async function askRounds(
  workspace: TempWorkspace,
  rounds: readonly string[],
): Promise<readonly string[]> {
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const settings = { needMaxRounds: rounds.length };
  const messages: string[] = [];
  for (const text of rounds) {
    const { outcomes, fragments } = await engine.answerRequests(text, { session: "s", settings });
    const lines = linesOf(fragments).map(({ startLine, endLine }) => ` ${startLine}-${endLine}`);
    messages.push(`${outcomes?.[0]?.outcome}${lines}: ${outcomes?.[0]?.message}`);
  }
  return messages;
}

Deno.test("answerRequests() does not treat a partly shown line as held", async () => {
  using workspace = new TempWorkspace({
    "docs/para.md": `# Para\n\n${"It digs on. ".repeat(400)}\n\nEnd.\n`,
    "docs/line.md": `${"It digs on. ".repeat(400)}\n`,
  });
  assert.deepEqual(await askRounds(workspace, ["NEED_DOC: para", "NEED_DOC: docs/para.md:3-3"]), [
    'provided 1-2: Lines 1-2 of "docs/para.md", which has 5: request the next with NEED_DOC: para:3-5',
    'provided 3-3: Lines 3-3 of "docs/para.md", which has 5',
  ]);
  workspace.remove(".dossier");
  const next = ": request the next with NEED_DOC: line:1-1";
  assert.deepEqual(
    await askRounds(workspace, ["NEED_DOC: line", "NEED_DOC: [[line]]", "NEED_DOC: line:1-1"]),
    [
      `provided 1-1: Lines 1-1 of "docs/line.md", which has 1${next}`,
      'already_present: Lines 1-1 of "docs/line.md" are in your context already and have not changed ' +
      `since${next}`,
      'provided 1-1: Lines 1-1 of "docs/line.md", which has 1',
    ],
  );
});

Deno.test("answerRequests() returns a document without its front matter once", async () => {
  using workspace = new TempWorkspace({
    "docs/short.md": "---\ntitle: S\n---\nIt digs.\n",
    "docs/long.md": `---\ntitle: L\n---\n${"It digs.\n".repeat(400)}`,
    "docs/bare.md": "---\ntitle: B\n---\n",
  });
  const next = ": request the next with NEED_DOC: long:226-325";
  for (
    const [slug, lines, rest] of [
      ["short", '4-4: Lines 4-4 of "docs/short.md"', ", which has 4"],
      ["long", '4-225: Lines 4-225 of "docs/long.md"', `, which has 403${next}`],
      ["bare", '1-3: Lines 1-3 of "docs/bare.md"', ", which has 3"],
    ] as const
  ) {
    const asked = `NEED_DOC: ${slug}`;
    const [first, second] = await askRounds(workspace, [asked, `${asked}\n`]);
    assert.equal(first, `provided ${lines}${rest}`);
    assert.match(second!, /^already_present: /);
    assert.equal(second!.endsWith(next), slug === "long");
    workspace.remove(".dossier");
  }
});

Deno.test("N-21: answerRequests() finds no lock in the properties of every object, and each lock in any spelling of its path", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "export const a = 1;\n" });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const text = "NEED_FILE: constructor\nNEED_FILE: toString\nNEED_FILE: src/a.ts";
  const locks = { "./src//a.ts": "other" };
  const { outcomes } = await engine.answerRequests(text, { session: "s", locks });
  assert.deepEqual(outcomes?.map(({ message }) => message), [
    'You may edit "constructor", which does not exist yet',
    'You may edit "toString", which does not exist yet',
    'Cannot provide "src/a.ts" as it is locked by "other": continue without it, or wait',
  ]);
});

Deno.test("N-21: answerRequests() grants nothing below a link, and no new file that a glob forbids", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "export const a = 1;\n" });
  using other = new TempWorkspace({ "b.ts": "" });
  Deno.symlinkSync(other.root, `${workspace.root}/link`);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const manifest = { primary: ["src/a.ts"], forbidden: ["db/*.sql"] };
  await engine.contextForIssue(makeIssue({ title: "a", manifest }), { session: "s" });
  const text = "NEED_FILE: link/new.ts\nNEED_FILE: link/b.ts\nNEED_FILE: db/new.sql";
  const { outcomes, issue } = await engine.answerRequests(text, { session: "s" });
  const names = outcomes?.map(({ outcome }) => outcome);
  assert.deepEqual(names, ["excluded", "outside_root", "excluded"], JSON.stringify(outcomes));
  assert.deepEqual(issue?.manifest?.primary, ["src/a.ts"]);
});

Deno.test("answerRequests() returns no line of a document and a range of it twice, in any order", async () => {
  const lines = Array.from({ length: 120 }, (_, at) => `Line ${at + 2} says something of wombats.`);
  using workspace = new TempWorkspace({ "docs/guide.md": `# Guide\n${lines.join("\n")}\n` });
  const asks = [
    "NEED_DOC: docs/guide.md",
    "NEED_CODE: docs/guide.md:30-80",
    "NEED_CODE: docs/guide.md:5-9",
  ];
  for (const text of [asks, asks.toReversed()]) {
    using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
    const session = `s${text[0]}`;
    const { fragments, outcomes } = await engine.answerRequests(text.join("\n"), { session });
    assert.deepEqual(outcomes?.map(({ outcome }) => outcome), ["provided", "provided", "provided"]);
    const [head, range, ...rest] = linesOf(fragments);
    assert.deepEqual(rest, []);
    assert.ok(head!.endLine > 30 && head!.endLine < 80);
    assert.deepEqual([range!.startLine, range!.endLine], [head!.endLine + 1, 80]);
    const given = fragments.flatMap(({ text }) => text.split("\n")).filter((line) =>
      /^Line/.test(line)
    );
    assert.deepEqual(given, [...new Set(given)]);
  }
});

Deno.test("answerRequests() names both files of a text that is shown once", async () => {
  const text = Array.from({ length: 9 }, (_, at) => `export const wombat${at} = ${at};\n`).join("");
  using workspace = new TempWorkspace({
    "src/a.ts": text,
    "src/b.ts": text,
    "src/c.ts": `\n${text}`,
  });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const asked = "NEED_CODE: src/a.ts\nNEED_CODE: src/b.ts\nNEED_CODE: src/c.ts:2-10";
  const { outcomes, fragments } = await engine.answerRequests(asked, { session: "s" });
  assert.deepEqual(linesOf(fragments).map(({ path }) => path), ["src/a.ts"]);
  assert.deepEqual(outcomes?.map(({ outcome }) => outcome), ["provided", "provided", "provided"]);
  assert.match(outcomes![1]!.message, /lines 1-9 are the same as lines 1-9 of "src\/a\.ts"/);
  assert.match(outcomes![2]!.message, /lines 2-10 are the same as lines 1-9 of "src\/a\.ts"/);
  // A passage that was not delivered is not held.
  const again = await engine.answerRequests("NEED_CODE: src/b.ts", { session: "s" });
  assert.deepEqual(linesOf(again.fragments).map(({ path }) => path), ["src/b.ts"]);
});

Deno.test("answerRequests() does not treat a refused earlier request as delivered", async () => {
  const line = (_: unknown, at: number) => `export const wombat${at} = "${"burrow ".repeat(9)}";\n`;
  using workspace = new TempWorkspace({ "src/a.ts": Array.from({ length: 90 }, line).join("") });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const asked = "NEED_CODE: src/a.ts:1-80\nNEED_CODE: src/a.ts:1-60";
  const options = { session: "s", budget: 300 };
  const { outcomes, fragments } = await engine.answerRequests(asked, options);
  assert.deepEqual(fragments, []);
  assert.deepEqual(outcomes?.map(({ outcome }) => outcome), ["limit", "limit"]);
});

Deno.test("answerRequests() returns only the missing lines of a partly held range, and reports it", async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `export const wombat${at + 1} = ${at};`);
  using workspace = new TempWorkspace({ "src/a.ts": `${lines.join("\n")}\n` });
  const need = async (text: string) => {
    using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
    const settings = { needMaxRounds: 9 };
    const options = { session: "s", settings };
    const { fragments, outcomes, omitted } = await engine.answerRequests(text, options);
    return {
      places: linesOf(fragments).map(({ startLine, endLine }) => `${startLine}-${endLine}`),
      outcomes: outcomes?.map(({ outcome }) => outcome),
      message: outcomes?.[0]?.message ?? "",
      held: linesOf(omitted).map(({ startLine, endLine, reason }) =>
        `${startLine}-${endLine} ${reason}`
      ),
    };
  };
  await need("NEED_CODE: src/a.ts:10-20");
  const more = await need("NEED_CODE: src/a.ts:1-30");
  assert.deepEqual(more.places, ["1-9", "21-30"]);
  assert.deepEqual([more.outcomes, more.held], [["provided"], ["10-20 already_present"]]);
  assert.match(
    more.message,
    /^Lines 1-30 of "src\/a\.ts".*; lines 10-20 are in your context already$/,
  );
  // For changed lines the rest is mentioned, unless there is none.
  workspace.write("src/a.ts", `${lines.with(24, "changed").join("\n")}\n`);
  const held = await need("NEED_CODE: src/a.ts:1-15");
  assert.deepEqual([held.places, held.outcomes], [[], ["already_present"]]);
  assert.match(held.message, /^Lines 1-15 of "src\/a\.ts" are in your context already/);
  assert.deepEqual((await need("NEED_CODE: src/a.ts:1-30")).places, ["22-28"]);
});
