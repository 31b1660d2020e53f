import assert from "node:assert/strict";
import { bundleFor, makeIssue, passagesWithPurpose } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { hasLikelyPassage } from "./ranking_source.ts";

const BODY = "  work(path, 1, 2, 3);\n".repeat(60);

const TREE = {
  "src/store.ts":
    `import { parseRow } from "./row.ts";\n\n/** Opens the wombat store. */\nexport function openStore(path: string) {\n${BODY}  return parseRow(path);\n}\n\nexport function unrelated() {\n${BODY}}\n`,
  "src/row.ts": "export function parseRow(text: string) {\n  return text.split(';');\n}\n",
  "src/other.ts": `export function other() {\n${BODY}  // wombat\n}\n`,
  "src/main.ts":
    `import { openStore } from "./store.ts";\n\nexport function main() {\n${BODY}  openStore("a");\n}\n`,
};

Deno.test("contextForIssue() shows whole definitions with their comments, of any length", async () => {
  using workspace = new TempWorkspace(TREE);
  const bundle = await bundleFor(workspace, makeIssue({ title: "`openStore` fails for wombats" }));
  const [best] = passagesWithPurpose(bundle, "snippet");
  assert.deepEqual([best?.path, best?.symbol], ["src/store.ts", "openStore"]);
  const definition = TREE["src/store.ts"].slice(TREE["src/store.ts"].indexOf("/**")).split(
    "\n\n",
  )[0]!;
  assert.ok(definition.length > 1200 && best!.text.includes(definition));
});

Deno.test("contextForIssue() shows code, then its callers, and names the other files last", async () => {
  using workspace = new TempWorkspace(TREE);
  const issue = makeIssue({ title: "`openStore` fails for wombats" });
  // A highly ranked caller is a snippet.
  const filter = { paths: ["src/store.ts", "src/other.ts"] };
  const { sections, fragments } = await bundleFor(workspace, issue, { filter, budget: 1600 });
  assert.deepEqual(
    sections.map(({ name }) => name),
    ["manifest", "documents", "ranking", "calls", "references"].filter((name) =>
      sections.some((section) => section.name === name)
    ),
  );
  const forms = fragments.map(({ role, form }) => `${role} ${form}`);
  assert.ok(forms.indexOf("snippet snippet") < forms.indexOf("caller snippet"), `${forms}`);
  const names = fragments.filter(({ form }) => form === "reference");
  assert.deepEqual(names, fragments.slice(-names.length || fragments.length));
});

Deno.test("contextForIssue() shows a file of unknown language only when it is named", async () => {
  using workspace = new TempWorkspace({
    ...TREE,
    "src/tank.xyz": "routine drain with wombats\n  put wombats minus 1 in zebra\nend routine\n",
  });
  const pathsFor = async (description: string) => {
    const issue = makeIssue({ title: "`drain` loses wombats", description });
    return passagesWithPurpose(await bundleFor(workspace, issue), "snippet").map(({ path }) =>
      path
    );
  };
  assert.ok((await pathsFor("It is in src/tank.xyz.")).includes("src/tank.xyz"));
  assert.ok((await pathsFor("```\ntank.xyz:2: bad value\n```")).includes("src/tank.xyz"));
  assert.ok(!(await pathsFor("Nobody knows why.")).includes("src/tank.xyz"));
});

Deno.test("hasLikelyPassage() requires a probability of a half, or ten that add up to 1", () => {
  const has = (...probabilities: number[]) =>
    hasLikelyPassage(probabilities.map((needProbability) => ({ needProbability })));
  assert.ok(has(.5));
  assert.ok(!has(.49, .25, .25));
  assert.ok(has(.49, .26, .25));
  assert.ok(has(...new Array(10).fill(.125)));
  assert.ok(!has(...new Array(20).fill(.0625)));
});
