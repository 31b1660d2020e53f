import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TempWorkspace } from "../temp_workspace.ts";
import { writeTinyModel } from "../tiny_model.ts";

const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Runs a task of the repository as a user does who stands in another folder. */
async function runTask(
  workspace: TempWorkspace,
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A task that is run by a task keeps the folder that the outer one was called from.
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

Deno.test("deno task with-service has the permissions that a service needs", async () => {
  const keys: (string | null)[] = [];
  await using service = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      keys.push(request.headers.get("authorization"));
      const { input } = await request.json();
      return Response.json({ data: input.map(() => ({ embedding: [1, 2, 3] })) });
    },
  );
  const url = `http://127.0.0.1:${service.addr.port}/v1/embeddings`;
  using workspace = new TempWorkspace({
    "guide.md": "# Guide\n\nOpen the server again.\n",
    "../config/dossier/config.yaml":
      `embedder: {kind: http, url: "${url}", model: m, dimensions: 3, key_variable: SERVICE_KEY}\n`,
  });
  workspace.initialize();
  const search = async (...task: string[]) =>
    JSON.parse(
      await runTask(workspace, "", [...task, "search", "--json", "open server"], {
        SERVICE_KEY: "secret",
        XDG_CONFIG_HOME: workspace.config,
        ...allowed,
      }),
    ).notes;
  let allowed: Record<string, string> = {};
  const [refused] = await search("with-service");
  assert.match(refused.message, /settings of a repository alone do not allow .+: set DOSSIER_SERV/);
  assert.deepEqual(keys, [], "nothing is sent to whom only the repository names");
  allowed = { DOSSIER_SERVICES: new URL(url).origin };
  assert.deepEqual(await search("with-service"), []);
  // The passage, and the query.
  assert.deepEqual(keys, ["Bearer secret", "Bearer secret"]);
  const [note] = await search();
  assert.match(
    note.message,
    /: set DOSSIER_SERVICES .+ write "deno task with-service" in front of/,
  );
});
