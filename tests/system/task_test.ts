import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TempWorkspace } from "../temp_workspace.ts";
import { writeTinyModel } from "../tiny_model.ts";

const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Runs a task of the repository as a user in another folder. */
async function runTask(
  workspace: TempWorkspace,
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A nested task keeps the folder from which the outer task was called.
  const { INIT_CWD: _, ...environment } = Deno.env.toObject();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "--config", CONFIG, ...args],
    cwd: workspace.path(folder),
    stdin: "null",
    clearEnv: true,
    env: { ...environment, ...variables, NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("deno task has the permissions that every command needs, and finds the caller's root", async () => {
  using workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    ".dossier/config.yaml": "exclude:\n  include: ['*.lock']\n",
    ".dossierignore": "*.log\n",
    "a.lock": "retry\n",
    "a.log": "retry\n",
  });
  workspace.initialize();
  const run = (...args: string[]) => runTask(workspace, "src", args);
  const found = JSON.parse(await run("search", "--json", "--path", "**", "retry"));
  const paths = found.results.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths.sort(), ["a.lock", "src/upload.py"]);
  assert.match(await run("context", "--estimator", "o200k", "retry"), /def retry_upload/);
  assert.match(await run("context", "--format", "xml", "retry"), /def retry_upload/);
  assert.match(await run("explain", "retry"), /sum of/);
  assert.match(await run("index"), /^3 documents/);
  assert.match(await run("status"), new RegExp(`^root +${workspace.root}\n`));
  assert.match(
    await run("config"),
    /^exclude\.include +\.dossier\/config\.yaml:2 +\["\*\.lock"\]$/m,
  );
  assert.match(await run("log"), / bundle\/context .* retry$/m);
  assert.match(await run("log", "show", "1", "--render"), /def retry_upload/);
  await run("context", "--session", "web-7", "retry");
  assert.match(
    await run("metrics", "--session", "web-7", "--transcript", "upload.py"),
    /^dilution +100\.0 %/m,
  );
  assert.match(await run("completions", "fish"), /^# fish/);
});

Deno.test("deno task with-model has the permissions that a sentence encoder needs", async () => {
  using workspace = new TempWorkspace({
    "guide.md": "# Guide\n\nOpen the server again.\n",
    ".dossier/config.yaml": "embedder: {kind: transformers, model: tiny, precision: fp32}\n",
  });
  workspace.initialize();
  writeTinyModel(workspace.path("tiny"));
  const answer = await runTask(workspace, "", ["with-model", "search", "--json", "open server"]);
  assert.deepEqual(JSON.parse(answer).notes, []);
});
