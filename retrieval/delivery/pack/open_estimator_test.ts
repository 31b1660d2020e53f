import { assembleBundle, MARKDOWN_RENDERER, XML_RENDERER } from "@dossier/core";
import fc from "fast-check";
import assert from "node:assert/strict";
import { EXAMPLE_INDEX } from "../../../tests/example_bundle.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEstimator } from "./open_estimator.ts";

Deno.test("openEstimator() returns the estimator with the requested name", async () => {
  for (const name of ["piece", "chars4", "o200k"] as const) {
    const estimator = await openEstimator(name);
    assert.equal(estimator.name, name);
    assert.equal(estimator.count(""), 0);
    assert.ok(estimator.count("a") === 1);
  }
});

Deno.test("openEstimator() counts special tokens of the exact tokenizer as plain text", async () => {
  const { count } = await openEstimator("o200k");
  // As one control token it would cost 1, and the library's default is to throw.
  assert.equal(count("<|endoftext|>"), 7);
  assert.equal(count("tokenizer 𝒳 \ud800"), count("tokenizer 𝒳 \ud800"));
});

Deno.test("openEstimator() estimates near the exact count for code, prose and Chinese", async () => {
  const piece = await openEstimator("piece");
  const exact = await openEstimator("o200k");
  const samples = [
    "export function parseHeader(line: string): Header | undefined {\n" +
    '  const [name, value] = line.split(":", 2);\n' +
    "  if (name === undefined || value === undefined) return undefined;\n" +
    "  return { name: name.trim().toLowerCase(), value: value.trim() };\n}\n",
    "The index is a cache. It may be deleted at any time and is rebuilt from the tree; a change\n" +
    "of the analyzer rebuilds it without being asked. Nothing else in the folder is touched.\n",
    "搜索服务会在启动时读取 config.yaml，并为每个文件建立倒排索引；如果文件发生变化，只更新受影响的部分。\n",
  ];
  for (const text of samples) {
    const ratio = piece.count(text) / exact.count(text);
    assert.ok(ratio > 0.8 && ratio < 1.25, `${ratio} for ${text}`);
  }
});

Deno.test("openEstimator() exact counts are never above the budget, as with the estimates", async () => {
  const estimator = await openEstimator("o200k");
  const line = fc.string({
    unit: fc.constantFrom("word ", "x", "```", "<&>", "é", "界", "🚀", "  "),
  });
  const files = fc.array(fc.array(line, { minLength: 1, maxLength: 8 }), { maxLength: 6 });
  for (const renderer of [MARKDOWN_RENDERER, XML_RENDERER]) {
    fc.assert(fc.property(files, fc.nat(300), (given, limit) => {
      const candidates = given.map((lines, index) => ({
        path: `src/file_${index}.md`,
        kind: "document" as const,
        language: "markdown",
        startLine: 1,
        endLine: lines.length,
        score: 1,
        document: { lines },
      }));
      const bundle = assembleBundle([{ name: "ranking", candidates }], {
        query: "",
        root: "/project",
        limit,
        estimator,
        renderer,
        index: EXAMPLE_INDEX,
      });
      assert.equal(estimator.count(renderer.render(bundle, estimator)), bundle.budget.used);
      assert.ok(bundle.budget.used <= limit);
    }));
  }
});

Deno.test("openEstimator() names the task that fetches the exact tokenizer when it cannot be loaded", async () => {
  using workspace = new TempWorkspace();
  const file = (path: string) => new URL(`../../../${path}`, import.meta.url);
  workspace.write(
    "open.ts",
    `import { openEstimator } from "${file("retrieval/delivery/pack/open_estimator.ts")}";
    const fail = ({ code, message }) => console.log(JSON.stringify({ code, message }));
    await openEstimator("o200k").catch(fail);`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--cached-only", "--frozen"],
      ...["--config", file("deno.json").pathname, `--lock=${file("deno.lock").pathname}`],
      workspace.path("open.ts"),
    ],
    env: { DENO_DIR: workspace.cache },
    stderr: "null",
  }).output();
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
    code: "package-missing",
    message:
      'Cannot load the tokenizer "o200k": run "deno task install" where the npm registry can be reached',
  });
});
