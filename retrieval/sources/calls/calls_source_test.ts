import assert from "node:assert/strict";
import { openEngine } from "../../mod.ts";
import { bundleFor, makeIssue, passagesWithPurpose } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { linesOf } from "../../../tests/lines_of.ts";

const CODE = {
  "src/store.ts":
    'import { parseRow } from "./row.ts";\n\nexport function openStore(path: string) {\n  return parseRow(path);\n}\n',
  "src/row.ts": "export function parseRow(text: string) {\n  return text.split(';');\n}\n",
  "src/main.ts":
    'import { openStore } from "./store.ts";\n\nexport function main() {\n  openStore("a");\n}\n',
  "src/quiet.ts": "export function quiet() {\n  return 1;\n}\n",
};

/** Filter that keeps the ranking from showing the callers. */
const UNRANKED = { filter: { paths: ["src/store.ts"] } };

function placesAs(bundle: Awaited<ReturnType<typeof bundleFor>>, role: "caller" | "callee") {
  return passagesWithPurpose(bundle, role).map(({ path, startLine, endLine, reasons }) =>
    `${path}:${startLine}-${endLine} ${reasons?.join()}`
  );
}

Deno.test("contextForIssue() shows direct callers and callees of definitions that the issue names", async () => {
  using workspace = new TempWorkspace(CODE);
  const bundle = await bundleFor(workspace, makeIssue({ title: "`openStore` fails" }), UNRANKED);
  assert.deepEqual(placesAs(bundle, "caller"), ["src/main.ts:3-5 calls openStore"]);
  assert.deepEqual(placesAs(bundle, "callee"), ["src/row.ts:1-3 openStore calls parseRow"]);
  const ranked = await bundleFor(workspace, makeIssue({ title: "`openStore` fails" }));
  // Code comes first, and its callers are among the highly ranked code.
  assert.deepEqual(placesAs(ranked, "caller"), []);
  assert.ok(
    passagesWithPurpose(ranked, "snippet").some(({ text }) => text.includes('openStore("a")')),
  );
  const quiet = await bundleFor(workspace, makeIssue({ title: "`quiet` fails" }));
  assert.deepEqual([...placesAs(quiet, "caller"), ...placesAs(quiet, "callee")], []);
});

Deno.test("contextForIssue() marks likely calls, and shows no use by name only", async () => {
  using workspace = new TempWorkspace({
    ...CODE,
    // There is no name resolution for Perl.
    "perl/store.pl": "sub fill_shelf {\n  return 1;\n}\n",
    "perl/main.pl": "sub main {\n  fill_shelf('a');\n}\n",
    "perl/one.pl": "sub twice {\n  return 1;\n}\n",
    "perl/two.pl": "sub twice {\n  return 2;\n}\n",
    "perl/both.pl": "sub both {\n  twice();\n}\n",
  });
  const callersOf = async (name: string, path: string) => {
    const only = { filter: { paths: [path] } };
    return placesAs(
      await bundleFor(workspace, makeIssue({ title: `\`${name}\` fails` }), only),
      "caller",
    );
  };
  assert.deepEqual(await callersOf("openStore", "src/store.ts"), [
    "src/main.ts:3-5 calls openStore",
  ]);
  assert.deepEqual(await callersOf("fill_shelf", "perl/store.pl"), [
    "perl/main.pl:1-3 likely calls fill_shelf",
  ]);
  assert.deepEqual(await callersOf("twice", "perl/one.pl"), []);
});

Deno.test("contextForIssue() shows the lines around the call in a long caller", async () => {
  const filler = "  work();\n".repeat(50);
  using workspace = new TempWorkspace({
    ...CODE,
    "src/main.ts":
      `import { openStore } from "./store.ts";\n\nexport function main() {\n${filler}  openStore("a");\n${filler}}\n`,
  });
  const bundle = await bundleFor(workspace, makeIssue({ title: "`openStore` fails" }), UNRANKED);
  assert.deepEqual(placesAs(bundle, "caller"), ["src/main.ts:44-64 calls openStore"]);
});

Deno.test("N-13 contextForIssue() shows at most ten pieces of code, merged, without repeated lines, and no whole file", async () => {
  const module = (name: string, functions: number) =>
    Array.from(
      { length: functions },
      (_, i) => `export function wombat${name}${i}() {\n  return openStore("wombat ${i}");\n}\n`,
    ).join("\n");
  using workspace = new TempWorkspace({
    ...CODE,
    ...Object.fromEntries(
      Array.from({ length: 14 }, (_, i) => [`src/wombat_${i}.ts`, module(`V${i}N`, 1)]),
    ),
    "src/long.ts": module("Long", 5),
  });
  const issue = makeIssue({
    title: "wombat `openStore`",
    manifest: { primary: ["src/wombat_0.ts", "src/store.ts"] },
  });
  const { fragments } = await bundleFor(workspace, issue);
  const code = linesOf(fragments).filter(({ role, form }) =>
    role !== "primary" && role !== "document" && form !== "reference"
  );
  assert.ok(code.length > 5 && code.length <= 10, `${code.length}`);
  for (const { path } of code) {
    assert.ok(path !== "src/wombat_0.ts" && path !== "src/store.ts", path);
  }
  for (const [at, one] of code.entries()) {
    for (const other of code.slice(at + 1)) {
      if (one.path !== other.path) continue;
      assert.ok(one.endLine < other.startLine || other.endLine < one.startLine);
    }
  }
});

Deno.test("contextForIssue() searches no calls when ten pieces of code leave no space for them", async () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => {
      const text = `export function wombat${i}() {\n  return "wombat ${i}";\n}\n`;
      return [`wombat/wombat_${i}.ts`, text];
    }));
  const answer = async (count: number) => {
    using workspace = new TempWorkspace({ ...CODE, ...named(count) });
    const issue = makeIssue({ title: "wombat `openStore`" });
    return await bundleFor(workspace, issue, { filter: { paths: ["wombat/", "src/store.ts"] } });
  };
  const ofCallers = ({ omitted }: Awaited<ReturnType<typeof bundleFor>>) =>
    omitted.filter(({ location }) => location?.path === "src/main.ts");
  const roomy = await answer(2);
  assert.deepEqual(placesAs(roomy, "caller"), ["src/main.ts:3-5 calls openStore"]);
  const full = await answer(14);
  assert.deepEqual([...placesAs(full, "caller"), ...ofCallers(full)], []);
});

Deno.test("N-13 contextForIssue() joins adjacent ranges of one file", async () => {
  const file = Array.from(
    { length: 12 },
    (_, i) => `export function wombat${i}() {\n${"  dig(1);\n".repeat(20)}}\n`,
  ).join("\n");
  using workspace = new TempWorkspace({ "src/wombat.ts": file });
  const bundle = await bundleFor(workspace, makeIssue({ title: "wombat dig" }));
  const ranges = passagesWithPurpose(bundle, "snippet").map((
    { startLine, endLine },
  ) => [startLine, endLine])
    .sort(([a], [b]) => a! - b!);
  assert.ok(ranges.length >= 1);
  for (const [at, [, end]] of ranges.entries()) {
    const next = ranges[at + 1];
    if (next !== undefined) assert.ok(next[0]! > end! + 2, `${ranges}`);
  }
});

Deno.test("context() names the callers of the definition that a question is about", async () => {
  using workspace = new TempWorkspace(CODE);
  using engine = await openEngine({ root: workspace.root });
  const listCallers = async (query: string) => {
    const only = { filter: { paths: ["src/store.ts"] } };
    const { fragments } = await engine.context(query, { budget: 2000, ...only });
    return fragments.filter(({ role }) => role === "caller")
      .map(({ form, location, reasons }) => `${form} ${location!.path} ${reasons?.join()}`);
  };
  assert.deepEqual(await listCallers("what does openStore promise?"), [
    "reference src/main.ts calls openStore",
  ]);
  assert.deepEqual(await listCallers("Rename openStore to openTable"), [
    "reference src/main.ts calls openStore",
  ]);
  assert.deepEqual(await listCallers("a store that is opened by a path"), []);
});
