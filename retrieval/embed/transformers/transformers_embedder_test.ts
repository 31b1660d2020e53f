import assert from "node:assert/strict";
import type { Note } from "@dossier/core";
import { testEmbedder } from "../../../tests/conformance/embedder.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { TINY_DIMENSIONS, writeTinyModel } from "../../../tests/tiny_model.ts";
import { checkedEmbedder, type Embedder, EmbedderError } from "../embedder.ts";
import { openTransformersEmbedder } from "./transformers_embedder.ts";

/** Opens a tiny model in a temporary folder. */
async function open(seed = 1): Promise<Embedder> {
  const workspace = new TempWorkspace();
  writeTinyModel(workspace.path("tiny"), seed);
  const settings = { kind: "transformers", model: "tiny", precision: "fp32" } as const;
  const embedder = checkedEmbedder(await openTransformersEmbedder(settings, workspace.root));
  return {
    ...embedder,
    [Symbol.dispose]() {
      embedder[Symbol.dispose]();
      workspace[Symbol.dispose]();
    },
  };
}

testEmbedder(
  "the transformers embedder",
  ({ other } = { other: false }) => open(other ? 2 : 1),
  { difference: 1e-6 },
);

Deno.test("the transformers embedder returns the mean of a model's outputs, scaled to length 1", async () => {
  using embedder = await open();
  assert.equal(embedder.dimensions, TINY_DIMENSIONS);
  // The ids of "[CLS]", "open" and "server" are 2, 3 and 5; see tests/tiny_model.ts.
  const valueOf = (id: number, i: number) => Math.sin((id * TINY_DIMENSIONS + i + 1) ** 2);
  const mean = Array.from(
    { length: TINY_DIMENSIONS },
    (_, i) => valueOf(2, i) + valueOf(3, i) + valueOf(5, i),
  );
  const [row] = await embedder.embedQueries(["open server"]);
  const length = Math.hypot(...mean);
  mean.forEach((value, i) => assert.ok(Math.abs(value / length - row![i]!) < 1e-5, `at ${i}`));
});

Deno.test("the transformers embedder reads only the start of a long text", async () => {
  using embedder = await open();
  const text = "open the server ".repeat(75);
  const [short, long] = await embedder.embedPassages([text, `${text}close it again`]);
  assert.deepEqual(short, long);
});

Deno.test("the transformers embedder loads no model before there is something to embed", async () => {
  using workspace = new TempWorkspace();
  writeTinyModel(workspace.path("tiny"));
  const settings = { kind: "transformers", model: "tiny", precision: "fp32" } as const;
  using embedder = await openTransformersEmbedder(settings, workspace.root);
  workspace.write("tiny/onnx/model.onnx", "no model any more");
  await assert.rejects(embedder.embedQueries(["open"]), (error) => {
    assert.ok(error instanceof EmbedderError, String(error));
    assert.equal(error.kind, "failed");
    assert.match(error.message, /^Cannot run the model "tiny" as it reports "/);
    return true;
  });
  // Starts again, so that a fix is noticed.
  writeTinyModel(workspace.path("tiny"));
  assert.equal((await embedder.embedQueries(["open"])).length, 1);
});

const PARTS = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"];

for (const part of PARTS) {
  Deno.test(`openTransformersEmbedder() says that a model has no ${part}`, async () => {
    using workspace = new TempWorkspace();
    writeTinyModel(workspace.path("tiny"));
    workspace.remove(`tiny/${part}`);
    await assert.rejects(
      openTransformersEmbedder(
        { kind: "transformers", model: "tiny", precision: "fp32" },
        workspace.root,
      ),
      { kind: "missing", message: new RegExp(`it has no "${part}"$`) },
    );
  });
}

Deno.test("openTransformersEmbedder() reports a missing folder", async () => {
  using workspace = new TempWorkspace({ "file": "" });
  for (const model of ["none", "file"]) {
    await assert.rejects(
      openTransformersEmbedder({ kind: "transformers", model }, workspace.root),
      { kind: "missing", message: new RegExp(`/${model}" as there is no such folder$`) },
    );
  }
});

Deno.test("openTransformersEmbedder() names the task for a program without native code", async () => {
  using workspace = new TempWorkspace({
    "guide.md": "# Guide\n\nRetry a failed upload.\n",
    ".dossier/config.yaml": "embedder: {kind: transformers, model: tiny, precision: fp32}\n",
  });
  writeTinyModel(workspace.path("tiny"));
  const { code, stdout } = await workspace.run(["context", "--json", "retry an upload"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout).notes.map(({ message }: Note) => message), [
    'Cannot run the model "tiny" without --allow-ffi, so the answer uses words only or fewer vectors: run "deno task install" once, and write "deno task with-model" in front of the command',
  ]);
});

Deno.test("the transformers embedder fetches no runtime without permission, and names the task that does", async () => {
  using workspace = new TempWorkspace();
  writeTinyModel(workspace.path("tiny"));
  const url = new URL("./transformers_embedder.ts", import.meta.url);
  workspace.write(
    "embed.ts",
    `import { openTransformersEmbedder } from "${url}";
    const settings = { kind: "transformers", model: "tiny", precision: "fp32" } as const;
    const embedder = await openTransformersEmbedder(settings, Deno.args[0]!);
    const fail = ({ kind, message, fix }) => console.log(JSON.stringify({ kind, message, fix }));
    await embedder.embedQueries(["open"]).catch(fail);`,
  );
  const config = new URL("../../../deno.json", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--cached-only", "--frozen", "--config", config],
      ...[`--lock=${new URL("../../../deno.lock", import.meta.url).pathname}`],
      ...[workspace.path("embed.ts"), workspace.root],
    ],
    env: { DENO_DIR: workspace.cache },
    stderr: "null",
  }).output();
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
    kind: "missing",
    message: 'Cannot run the model "tiny" as its runtime is not installed',
    fix: 'run "deno task install" once',
  });
});

Deno.test("openTransformersEmbedder() reports a model without the length of its vectors", async () => {
  using workspace = new TempWorkspace();
  writeTinyModel(workspace.path("tiny"));
  for (const config of ["{}", "not JSON", '{"hidden_size": "many"}']) {
    workspace.write("tiny/config.json", config);
    await assert.rejects(
      openTransformersEmbedder(
        { kind: "transformers", model: "tiny", precision: "fp32" },
        workspace.root,
      ),
      { kind: "damaged", message: /must contain the length of its vectors$/ },
    );
  }
});
