import type { Bundle } from "@dossier/core";
import { shownRanges } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import {
  bundleFor,
  codesOf,
  FORMATS,
  makeIssue,
  passagesWithPurpose,
  render,
} from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { linesOf } from "../../../tests/lines_of.ts";

/** Number of lines of each function of {@link makeModule}, with the blank line. */
const FUNCTION_LINES = 10;

const NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"];

/**
 * Returns a module with a number of lines: functions `handleAlpha` and so on with comments, then
 * only comments.
 */
function makeModule(lines: number): string {
  const functions = NAMES.map((name) =>
    [
      `/** Handles ${name.toLowerCase()}. */`,
      `export function handle${name}(value: number): number {`,
      ...Array.from({ length: FUNCTION_LINES - 5 }, (_, i) => `  value += ${i};`),
      "  return value;",
      "}",
      "",
    ].join("\n")
  );
  const padding = lines - FUNCTION_LINES * NAMES.length;
  return `${functions.join("\n")}\n${"// More.\n".repeat(padding)}`;
}

Deno.test("N-12 contextForIssue() shows a file to edit whole up to 400 lines", async () => {
  using workspace = new TempWorkspace({ "src/module.ts": makeModule(400) });
  const issue = makeIssue({ title: "`handleGamma`", manifest: { primary: ["src/module.ts"] } });
  const bundle = await bundleFor(workspace, issue);
  assert.equal(bundle.fragments.length, 1);
  const [passage] = linesOf(bundle.fragments);
  assert.deepEqual([passage?.form, passage?.role, passage?.startLine, passage?.endLine], [
    "whole",
    "primary",
    1,
    400,
  ]);
  assert.equal(`${passage?.text}\n`, workspace.read("src/module.ts"));
});

Deno.test("N-12 contextForIssue() outlines a file of 401 lines and shows the functions that the issue names with their neighbours", async () => {
  using workspace = new TempWorkspace({ "src/module.ts": makeModule(401) });
  const issue = makeIssue({ title: "`handleGamma`", manifest: { primary: ["src/module.ts"] } });
  // Keeps the ranking from showing more of the file, which would be joined.
  const bundle = await bundleFor(workspace, issue, { filter: { paths: ["src/other.ts"] } });
  const [outline, shown, ...rest] = passagesWithPurpose(bundle, "primary");
  assert.deepEqual(rest, []);
  assert.deepEqual([outline?.form, outline?.startLine, outline?.endLine], ["outline", 1, 401]);
  // Two functions before and two after, 11 lines each, the first one with its comment.
  assert.deepEqual([shown?.form, shown?.startLine, shown?.endLine], ["snippet", 1, 49]);
  assert.equal(shown?.symbol, "handleGamma");
  assert.match(shown!.text, /^\/\*\* Handles alpha/);
  assert.deepEqual(shown?.reasons, ["in the manifest", "the issue names handleGamma"]);
  assert.equal(
    outline?.text,
    ["Zeta", "Eta", "Theta"].map((name, at) =>
      `${52 + FUNCTION_LINES * at}: export function handle${name}(value: number): number` +
      `\n  Handles ${name.toLowerCase()}.`
    ).join("\n"),
  );
  const markdown = await render(bundle, "markdown");
  assert.match(markdown, /^## src\/module\.ts:1-401 \(may be edited, outline\)$/m);
  assert.match(markdown, /^## src\/module\.ts:1-49 .*\(may be edited\)$/m);
});

Deno.test("N-12 contextForIssue() outlines files to read, and files above the configured size", async () => {
  using workspace = new TempWorkspace({
    "src/module.ts": makeModule(100),
    "src/wide.ts": `export function wide() {}\n// ${"x".repeat(2000)}\n`,
  });
  const manifest = { primary: ["src/wide.ts"], read: ["src/module.ts"] };
  const bundle = await bundleFor(workspace, makeIssue({ title: "Fix it", manifest }), {
    settings: { maxFileSizeKb: 1 },
  });
  const forms = linesOf(bundle.fragments)
    .filter(({ role }) => role === "primary" || role === "read")
    .map(({ path, form, role }) => [path, form, role]);
  assert.deepEqual(forms, [
    ["src/wide.ts", "outline", "primary"],
    ["src/module.ts", "outline", "read"],
  ]);
  const text = await render(bundle, "prompt");
  assert.doesNotMatch(text, /xxxx|value \+= 1/);
});

for (const path of ["notes.txt", "app/[id]/notes(1)+2.txt"]) {
  Deno.test(`N-12 contextForIssue() shows the best parts of a large file without functions, "${path}"`, async () => {
    const lines = Array.from(
      { length: 900 },
      (_, i) => i === 700 ? "A wombat digs." : `Line ${i}.`,
    );
    using workspace = new TempWorkspace({ [path]: lines.join("\n") });
    const issue = makeIssue({ title: "wombat digs", manifest: { primary: [path] } });
    const [passage] = passagesWithPurpose(await bundleFor(workspace, issue), "primary");
    assert.match(passage!.text, /A wombat digs\./);
    assert.ok(passage!.startLine > 1 && passage!.endLine < 900);
  });
}

const PRECIOUS = "the wombat opens the gate with handleKey";

/** Tree in which forbidden files would be the best answer in every way. */
const GUARDED = {
  "src/gate.ts": `// ${PRECIOUS}\nexport function handleKey() {\n  return openGate();\n}\n`,
  "src/gates/one.ts": `// ${PRECIOUS}\nexport function openGate() {}\n`,
  "src/use.ts": 'import { handleKey } from "./gate.ts";\nexport const used = handleKey();\n',
  "docs/gate.md": `# Gate\n\n${PRECIOUS}\n`,
  "docs/other.md": "# Other\n\nThe wombat. [[gate]]\n",
};

/** Different spellings of the paths of the same files. */
const WRITTEN: readonly (readonly string[])[] = [
  ["src/gate.ts", "src/gates", "docs/gate.md"],
  ["./src/gate.ts", "src/gates/", "docs//gate.md"],
  ["src/../src/gate.ts", "src/gates/one.ts", "docs/./gate.md"],
  ["src\\gate.ts", "./src/gates/", "docs/x/../gate.md"],
];

Deno.test("N-12 contextForIssue() never shows a forbidden file, in any format and spelling of its path", async () => {
  using workspace = new TempWorkspace(GUARDED);
  for (const forbidden of WRITTEN) {
    const issue = makeIssue({
      title: `wombat gate \`handleKey\` [[gate]] ${PRECIOUS.slice(0, 20)}`,
      description: "zzz ".repeat(600),
      manifest: {
        primary: ["src/use.ts", "src/gate.ts", "./src/gates/one.ts"],
        read: ["src/gates/one.ts", "docs/gate.md"],
        forbidden,
      },
    });
    const settings = { expandNeighbors: true };
    const bundle = await bundleFor(workspace, issue, { settings });
    const guarded = new Set(["src/gate.ts", "src/gates/one.ts", "docs/gate.md"]);
    for (const { path } of linesOf([...bundle.fragments, ...bundle.omitted])) {
      assert.ok(!guarded.has(path), `${path} for ${forbidden}`);
    }
    assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "src/use.ts"));
    for (const format of FORMATS) {
      const text = await render(bundle, format);
      assert.ok(!text.includes("opens the gate with"), `${format} for ${forbidden}`);
      assert.ok(text.includes(forbidden[0]!) || format === "json", "its name is told");
    }
  }
});

const UNSHOWN: readonly (readonly [written: string, reason: RegExp])[] = [
  ["src/none.ts", /there is no such file$/],
  ["src/a.ts/b.ts", /there is no such file$/],
  ["../outside.txt", /it is outside the root$/],
  ["src/../../outside.txt", /it is outside the root$/],
  ["/etc/hostname", /it is outside the root$/],
  ["~/notes.md", /it is outside the root$/],
  ["C:\\notes.md", /it is outside the root$/],
  ["node_modules/a/index.js", /it is in a folder named "node_modules"$/],
  ["web/app.min.js", /its name ends in "\.min\.js"$/],
  ["yarn.lock", /its name/],
  [".env.local", /its path contains a name like "\.env\.\*", which may be secret$/],
  [".dossier/config.yaml", /it is in a folder named "\.dossier"$/],
  ["src", /it is a folder: name its files$/],
  ["src/", /it is a folder: name its files$/],
  [".", /it is a folder: name its files$/],
  ["", /it is a folder: name its files$/],
  ["image.data", /it is binary$/],
  ["link.ts", /it is a symbolic link$/],
  ["linked/a.ts", /it is outside the root$/],
  ["ignored.txt", /an ignore file/],
  ["hidden/own.txt", /an ignore file/],
];

/** Creates a tree in which every file of {@link UNSHOWN} has the same words. */
function makeUnshown(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/a.ts": "export const a = 1;\n",
    ".gitignore": "ignored.txt\n",
    ".dossierignore": "hidden/\n",
  });
  for (const [path] of UNSHOWN) {
    if (/^(?:node_modules|web|yarn|\.env|image|ignored|hidden)/.test(path)) {
      workspace.write(path, path === "image.data" ? `\0${PRECIOUS}` : PRECIOUS);
    }
  }
  workspace.write(".dossier/config.yaml", `# ${PRECIOUS}\n`);
  Deno.writeTextFileSync(`${workspace.cache}/a.ts`, PRECIOUS);
  Deno.writeTextFileSync(workspace.path("../outside.txt"), PRECIOUS);
  Deno.symlinkSync(`${workspace.cache}/a.ts`, workspace.path("link.ts"));
  Deno.symlinkSync(workspace.cache, workspace.path("linked"));
  return workspace;
}

for (const place of ["a folder", "a repository"]) {
  Deno.test(`contextForIssue() gives the reason for each file of a manifest that is not shown, in ${place}`, async () => {
    using workspace = makeUnshown();
    if (place === "a repository") workspace.initialize();
    const written = UNSHOWN.map(([path]) => path);
    const half = written.length / 2;
    const issue = makeIssue({
      title: "wombat gate",
      manifest: { primary: [...written.slice(0, half), "src/a.ts"], read: written.slice(half) },
    });
    const bundle = await bundleFor(workspace, issue);
    assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["src/a.ts"]);
    const notes = bundle.notes.filter(({ code }) => code === "manifest-file");
    assert.equal(notes.length, UNSHOWN.length);
    for (const [at, [path, reason]] of UNSHOWN.entries()) {
      const message = notes[at]!.message;
      assert.ok(
        message.startsWith(`The manifest names "${path}", which is not shown as `),
        message,
      );
      assert.match(message, reason);
    }
    for (const format of FORMATS) {
      assert.ok(!(await render(bundle, format)).includes("opens the gate"), format);
    }
  });
}

Deno.test("contextForIssue() accepts a manifest with empty files, a repeated file, and an absolute path", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "export const a = 1;\n", "src/empty.ts": "" });
  const issue = makeIssue({
    title: "change a",
    manifest: {
      primary: ["src/empty.ts", "src/a.ts", "./src/a.ts", `${workspace.root}/src/a.ts`],
      read: ["src//a.ts", "src/empty.ts"],
    },
  });
  const bundle = await bundleFor(workspace, issue);
  assert.deepEqual(linesOf(bundle.fragments).map(({ path, role }) => [path, role]), [
    ["src/a.ts", "primary"],
  ]);
  assert.deepEqual(bundle.notes.map(({ message }) => message), [
    'The manifest names "src/empty.ts", which is not shown as it is empty',
  ]);
});

Deno.test("contextForIssue() mentions every file of a manifest, however small the budget and the files", async () => {
  const paths = Array.from({ length: 60 }, (_, at) => `src/m${at}.ts`);
  const files = Object.fromEntries(
    paths.map((path, at) => [
      path,
      `// ${path}
${`export const value${at} = compute(${at}, "some words");\n`.repeat(20)}`,
    ]),
  );
  using workspace = new TempWorkspace(files);
  const manifest = { primary: paths.slice(0, 50), read: paths.slice(50) };
  const issue = makeIssue({ title: "Fix a typo", manifest });
  for (const format of FORMATS) {
    for (const budget of [20_000, 8000, 3000]) {
      const bundle = await bundleFor(workspace, issue, { format, budget });
      assert.ok(bundle.budget.used <= budget);
      const shown = new Set(linesOf(bundle.fragments).map(({ path }) => path));
      assert.deepEqual([...shown].sort(), [...paths].sort(), `${format} ${budget}`);
      const forms = Map.groupBy(linesOf(bundle.fragments), ({ form }) => form);
      const named = forms.get("reference") ?? [];
      assert.equal(codesOf(bundle).includes("manifest-shortened"), named.length > 0);
      assert.match(
        await render(bundle, format),
        named.length > 0
          ? new RegExp(`all 60 files of the manifest: ${named.length} only named`)
          : /m59/,
      );
      assert.ok(budget < 20_000 || forms.has("whole"));
    }
  }
  const few = await bundleFor(workspace, issue, { budget: 300 });
  const missing = 60 - few.fragments.length;
  assert.ok(few.fragments.length > 0 && missing > 0);
  assert.match(await render(few, "markdown"), new RegExp(`and ${missing} not even named`));
  assert.equal(
    linesOf(few.omitted).filter(({ path }) => paths.includes(path)).length >= missing,
    true,
  );
});

Deno.test("contextForIssue() names the files of a manifest with the same text as another one", async () => {
  const text = Array.from({ length: 9 }, (_, at) => `export const one${at} = ${at};\n`).join("");
  using workspace = new TempWorkspace({ "a.ts": text, "b.ts": text, "c.ts": text });
  const issue = makeIssue({ title: "ones", manifest: { primary: ["a.ts", "b.ts", "c.ts"] } });
  const bundle = await bundleFor(workspace, issue);
  assert.deepEqual(
    linesOf(bundle.fragments).map(({ path, form, remark }) => [path, form, remark]),
    [
      ["a.ts", "whole", undefined],
      ["b.ts", "reference", "The same text as a.ts."],
      ["c.ts", "reference", "The same text as a.ts."],
    ],
  );
  assert.deepEqual(codesOf(bundle), []);
});

Deno.test("contextForIssue() lists in a prompt the files of its manifest that cannot be shown, and the number of names left out", async () => {
  using workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  const forbidden = Array.from({ length: 2000 }, (_, at) => `generated/file${at}.ts`);
  const issue = makeIssue({ title: "ones", manifest: { primary: ["a.ts", "gone.ts"], forbidden } });
  for (const format of ["markdown", "xml", "prompt"] as const) {
    const bundle = await bundleFor(workspace, issue, { format, budget: 2000 });
    const text = await render(bundle, format);
    assert.match(text, /gone\.ts.* which is not shown as there is no such file/);
    assert.match(text, /generated\/file0\.ts/);
    assert.match(text, /and 19\d\d more|more="19\d\d"/);
    assert.equal(bundle.issue?.manifest?.forbidden.length, 2000);
    assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "a.ts"));
  }
});

Deno.test("contextForIssue() lists the files of a manifest that a session has", async () => {
  using workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n", "b.ts": "let b;\n" });
  const issue = makeIssue({ title: "ones", manifest: { primary: ["a.ts", "b.ts"] } });
  await bundleFor(workspace, issue, { record: true, session: "s" });
  workspace.write("b.ts", "let c;\n");
  const bundle = await bundleFor(workspace, issue, { record: true, session: "s" });
  assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["b.ts"]);
  assert.match(
    await render(bundle, "prompt"),
    /^- Not shown again as the session already has their text: a\.ts$/m,
  );
});

Deno.test("N-17 contextForIssue() ignores the rules on size for a file that the manifest names, and no other rules", async () => {
  const data = JSON.stringify({ wombat: "x".repeat(60_000) });
  using workspace = new TempWorkspace({
    ".dossier/config.yaml": "exclude: {max_file_bytes: 3000}\n",
    "src/exact.ts": `// wombat ${"x".repeat(2989)}\n`,
    "src/above.ts": `// wombat ${"x".repeat(2990)}\n`,
    "src/large.ts": `export function wombat() {}\n${"// More.\n".repeat(500)}`,
    "data.json": data,
    "src/large.min.js": "x".repeat(4000),
    "image.data": "\0".repeat(4000),
  });
  const sizes = ["src/exact.ts", "src/above.ts"].map((path) =>
    Deno.statSync(workspace.path(path)).size
  );
  assert.deepEqual(sizes, [3000, 3001]);
  const plain = await bundleFor(workspace, makeIssue({ title: "wombat" }));
  assert.deepEqual(linesOf(plain.fragments).map(({ path }) => path), ["src/exact.ts"]);
  const primary = ["src/large.ts", "data.json", "src/large.min.js", "image.data"];
  const bundle = await bundleFor(workspace, makeIssue({ title: "wombat", manifest: { primary } }));
  const shown = passagesWithPurpose(bundle, "primary");
  assert.deepEqual([...new Set(shown.map(({ path }) => path))], ["src/large.ts", "data.json"]);
  const notes = bundle.notes.map(({ message }) => message).join("\n");
  assert.match(notes, /"src\/large\.min\.js", .* its name ends in/);
  assert.match(notes, /"image\.data", .* it is binary/);
});

Deno.test("contextForIssue() only names code for an agent that opens files itself, each line once", async () => {
  using workspace = new TempWorkspace({ "src/module.ts": makeModule(401), ...GUARDED });
  const issue = makeIssue({
    title: "`handleKey` handleGamma wombat gate",
    description: "zzz ".repeat(600),
    manifest: { primary: ["src/module.ts"], read: ["src/gate.ts"] },
  });
  const full = await bundleFor(workspace, issue);
  const bundle = await bundleFor(workspace, issue, { settings: { referencesOnly: true } });
  const code = linesOf(bundle.fragments).filter(({ role }) => role !== "document");
  assert.ok(code.length > 2);
  assert.ok(code.every(({ form, text }) => form === "reference" && text === ""));
  assert.ok(passagesWithPurpose(bundle, "document").every(({ text }) => text !== ""));
  assert.ok(bundle.budget.used <= full.budget.used / 2);
  const seen = new Set<string>();
  for (const { path, startLine, endLine } of code) {
    for (let line = startLine; line <= endLine; line++) {
      assert.ok(!seen.has(`${path}:${line}`), `${path}:${line} twice`);
      seen.add(`${path}:${line}`);
    }
  }
});

/** Returns the lines of a file in a bundle, shown or in outlines, with repetitions. */
function saidLines(bundle: Bundle, path: string) {
  const own = bundle.fragments.filter(({ location }) => location?.path === path);
  const outlines = own.filter(({ form }) => form === "outline");
  return {
    shown: own.filter(({ form }) => form === "whole" || form === "snippet").flatMap((
      { location },
    ) =>
      shownRanges(location!).flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, i) => startLine + i)
      )
    ),
    declared: outlines.flatMap(({ text }) => [...text.matchAll(/^\d+(?=: )/gm)].map(Number)),
  };
}

const CONSTANTS = Array.from({ length: 401 }, (_, i) => `export const LIMIT_${i} = ${i};\n`);

Deno.test("N-12 contextForIssue() shows the best parts of a file whose outline would be no shorter", async () => {
  using workspace = new TempWorkspace({ "src/limits.ts": CONSTANTS.join("") });
  const manifest = { primary: ["src/limits.ts"] };
  const bundle = await bundleFor(
    workspace,
    makeIssue({ title: "`LIMIT_200` is too small", manifest }),
  );
  const { shown, declared } = saidLines(bundle, "src/limits.ts");
  assert.deepEqual(declared, []);
  assert.ok(shown.includes(201));
  assert.equal(new Set(shown).size, shown.length);
  assert.ok(
    passagesWithPurpose(bundle, "primary").some(({ reasons }) =>
      reasons?.includes("the issue names LIMIT_200")
    ),
  );
  const text = await render(bundle, "markdown");
  assert.equal(text.split("export const LIMIT_200 ").length, 2);
});

Deno.test("N-12 contextForIssue() outlines no part of a large file that it shows in full", async () => {
  const body = Array.from({ length: 270 }, (_, i) => `  const step${i} = ${i};\n`).join("");
  using workspace = new TempWorkspace({
    "src/orders.ts": `/** All. */\nexport function handleOrder() {\n${body}}\n\n${makeModule(150)}`,
  });
  for (const title of ["`handleOrder` is slow", "`handleGamma` fails", "orders are wrong"]) {
    const issue = makeIssue({ title, manifest: { primary: ["src/orders.ts"] } });
    const { shown, declared } = saidLines(await bundleFor(workspace, issue), "src/orders.ts");
    assert.deepEqual(declared.filter((line) => shown.includes(line)), [], title);
    assert.equal(new Set(shown).size, shown.length, title);
    assert.ok(shown.length + declared.length > 0);
  }
});

Deno.test("N-13 contextForIssue() shows a file to read once, in full when the issue needs it", async () => {
  using workspace = new TempWorkspace({
    "src/store.ts":
      "/** Keeps it. */\nexport function storeWombat() {\n  return 1;\n}\n\nexport function load() {}\n",
    "src/use.ts": "import { storeWombat } from './store.ts';\nexport const used = storeWombat();\n",
  });
  const manifest = { primary: ["src/use.ts"], read: ["src/store.ts"] };
  const bundle = await bundleFor(
    workspace,
    makeIssue({ title: "`storeWombat` loses values", manifest }),
  );
  assert.deepEqual(
    bundle.fragments.filter(({ location }) => location?.path === "src/store.ts")
      .map(({ form, role, reasons }) => [form, role, reasons]),
    [["whole", "read", ["in the manifest", "ranked for the issue"]]],
  );
  assert.match(
    await render(bundle, "markdown"),
    /^## src\/store\.ts:1-6 .*\(to read, whole file\)$/m,
  );
  // Only the outline is shown when nothing else of it is needed.
  const other = await bundleFor(workspace, makeIssue({ title: "Something else", manifest }));
  assert.deepEqual(passagesWithPurpose(other, "read").map(({ form }) => form), ["outline"]);
});

Deno.test("N-13 contextForIssue() shows a document once that is to be read and is linked", async () => {
  const chapter = (name: string, text: string) => `## ${name}\n\n${text.repeat(50)}\n\n`;
  using workspace = new TempWorkspace({
    "docs/guide.md": `# Guide\n\n${chapter("Install", "Run the script and wait for it. ")}${
      chapter("Koalas", "A koala sleeps in its tree. ")
    }${chapter("Wombats", "A wombat digs its burrow. ")}`,
  });
  for (const manifest of [{ read: ["docs/guide.md"] }, { primary: ["docs/guide.md"] }]) {
    const issue = makeIssue({ title: "wombat burrow collapses [[guide]]", manifest });
    const { shown } = saidLines(await bundleFor(workspace, issue), "docs/guide.md");
    assert.equal(new Set(shown).size, shown.length);
    assert.ok(shown.includes(11), "the chapter about it");
  }
});
