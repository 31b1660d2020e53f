import { explainProduct, explainSum, explainValue, type Explanation } from "@dossier/core/rank";
import { nameRoots, openLocalService } from "@dossier/server";
import fc from "fast-check";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";
import { splitScore } from "./explanations.ts";

const FILES = {
  "src/upload.ts": "export function retryUpload() {\n  return send();\n}\n",
  "docs/uploads.md": "# Uploads\n\nAn upload that fails is tried again.\n",
};

Deno.test("explainRecord() explains a recorded score by the ranking now, and says when it is another", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const show = async (path: string) => await (await app.request(`http://localhost${path}`)).text();
  const { bundle } = await service.call("context", { query: "retry failed uploads" });
  const plain = await show("/log/1");
  assert.match(plain, /href="\/log\/1\?root=tree&amp;parts=now"/);
  assert.doesNotMatch(plain, /comes about<\/summary>/);
  const explained = await show("/log/1?parts=now");
  const told = [...explained.matchAll(/How ([\d.]+) comes about<\/summary>/g)].map(([, score]) =>
    score
  );
  assert.deepEqual(told, bundle.fragments.map(({ score }) => score.toFixed(3)));
  assert.match(explained, /All scores are what they were/);
  workspace.write("docs/retry.md", "# Retry of failed uploads\n\nRetry failed uploads, uploads.\n");
  assert.match(await show("/log/1?parts=now"), /2 scores are others by now/);
});

Deno.test("a record of a task is explained by the ranking of its snippets", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  await service.call("context", { issue: { title: "Retry failed uploads" } });
  const html = await (await app.request("http://localhost/log/1?parts=now")).text();
  assert.match(html, /comes about<\/summary>/);
  assert.match(html, /All scores are what they were/);
});

const LABELS = ["chunks", "text", "meaning", "phrase", "weight", "evidence", "freshness"];

const LEAF = fc.record({
  description: fc.constantFrom(...LABELS),
  value: fc.double({ min: -4, max: 4, noNaN: true }),
}).map(({ description, value }) => explainValue(description, value));

const { tree: TREE } = fc.letrec<{ tree: Explanation; node: Explanation; leaf: Explanation }>(
  (tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("node")),
    leaf: LEAF,
    node: fc.tuple(
      fc.constantFrom(explainSum, explainProduct),
      fc.constantFrom(...LABELS),
      fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
    ).map(([explain, description, details]) => explain(description, details)),
  }),
);

Deno.test("splitScore() gives parts that add up to the score of any tree", () => {
  fc.assert(fc.property(TREE, (tree) => {
    const { parts } = splitScore(tree);
    const sum = parts.reduce((total, { value }) => total + value, 0);
    const scale = parts.reduce((total, { value }) => total + Math.abs(value), 1);
    assert.ok(Math.abs(sum - tree.value) <= 1e-9 * scale, `${sum} is not ${tree.value}`);
  }));
});

Deno.test("splitScore() takes a step of the ranking as one part, however deep it is", () => {
  const text = explainProduct("text", [explainValue("weight", .5), explainValue("share", 2)]);
  const evidence = explainSum("evidence", [text, explainValue("name", .25)]);
  const file = explainProduct("file", [evidence, explainValue("aside: a test", .4)]);
  const phrase = explainProduct("phrase", [explainValue("weight", 1), explainValue("best", 3)]);
  const score = explainSum("score", [
    explainProduct("score", [file, explainValue("file saturation: chunk 2 of its file", .5)]),
    phrase,
  ]);
  assert.deepEqual(splitScore(score), {
    parts: [
      { label: "text", value: .2 },
      { label: "name", value: .05 },
      { label: "phrase", value: 3 },
    ],
    factors: [
      { label: "aside: a test", value: .4 },
      { label: "file saturation: chunk 2 of its file", value: .5 },
    ],
  });
});

Deno.test("splitScore() takes the first sum apart where no step is named, and else nothing", () => {
  const relevance = explainSum("relevance", [
    explainValue("words", .5),
    explainValue("linked", .25),
  ]);
  const document = explainProduct("document a.md", [relevance, explainValue("freshness", .5)]);
  assert.deepEqual(splitScore(document), {
    parts: [{ label: "words", value: .25 }, { label: "linked", value: .125 }],
    factors: [{ label: "freshness", value: .5 }],
  });
  assert.deepEqual(splitScore(explainValue("named", 1)), {
    parts: [{ label: "named", value: 1 }],
    factors: [],
  });
});
