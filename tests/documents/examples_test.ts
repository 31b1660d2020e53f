import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { openMcpSession } from "../mcp_session.ts";
import { SERVED_URL_REGEXP, ServeTask } from "../serve_task.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { readDocument, ROOT } from "./document.ts";
import { copyFolder } from "./run_document.ts";

/** Command with which a host's entry starts the server. */
interface HostEntry {
  readonly command: string;
  readonly args: readonly string[];
}

const EXAMPLES = `${ROOT}examples/`;

/** Output of a client of the server. */
const CLIENT_REGEXP =
  /^\d+ of 800 tokens\nNEED_CODE: src\/queue\.ts:1-2: (?:provided|already_present)\n$/;

/** Bodies that the Python client sends, by name. */
const SENT_REGEXP = /^(CONTEXT|NEED) = (\{.*\})$/gm;

const HAS_PYTHON = runInShell("command -v python3").success;

Deno.test("examples/library.ts prints a bundle, its text's size, and the best chunk", () => {
  using workspace = copyProject();
  const output = runExample("library.ts", workspace.root, "when does the customer get a mail");
  assert.match(output, /^file:docs\/mail\.md#L1-\d+ \(whole\)$/m);
  assert.match(output, /^file:src\/mail\.ts#L1-18 \(whole\)$/m);
  assert.match(output, /^\d+ ranges are left out\n\d+ lines, \d+ tokens\nbest: docs\/mail\.md /m);
});

Deno.test("examples/library.ts works from another folder, with the configuration of the clone", () => {
  using workspace = copyProject();
  const text = Deno.readTextFileSync(`${EXAMPLES}library.ts`);
  const path = workspace.path("other/library.ts");
  Deno.mkdirSync(workspace.path("other"));
  Deno.writeTextFileSync(path, text.replace('"../mod.ts"', `"${ROOT}mod.ts"`));
  assert.match(runProgram(path, workspace.root, "a mail"), /^best: docs\/mail\.md /m);
});

Deno.test("examples/orchestrator_loop.ts asks, is answered, and ends", () => {
  using workspace = copyProject();
  assert.equal(
    runExample("orchestrator_loop.ts", workspace.root, "issues/up-7.json"),
    "round 1: NEED_CODE: src/retry.ts#pauseAfter: provided\nround 2: ISSUE_COMPLETE\n",
  );
});

Deno.test("examples/follow_hooks.ts and keep_history.ts print what examples/README.md says", () => {
  const [followed, kept] = readDocument("examples/README.md").blocks
    .filter(({ language }) => language === "console").map(({ text }) => text);
  const output = runExample("follow_hooks.ts");
  assert.ok(followed !== undefined && output.startsWith(`${followed}\n`), output);
  const history = runExample("keep_history.ts");
  assert.ok(kept !== undefined && history.startsWith(`${kept}\n`), history);
  assert.match(history, /^turn 4: 9 items, /m);
});

Deno.test("examples/http_client.ts and .py are answered by a server", async (context) => {
  using workspace = copyProject();
  await using server = new ServeTask(workspace, ["--root", ".", "--port", "0"]);
  const url = await server.read(SERVED_URL_REGEXP);
  await context.step("in TypeScript", async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "--no-prompt", "--allow-net", `${EXAMPLES}http_client.ts`, url],
    }).output();
    assert.match(new TextDecoder().decode(stdout), CLIENT_REGEXP);
  });
  await context.step("with what the one in Python sends", async () => {
    const sent = [...Deno.readTextFileSync(`${EXAMPLES}http_client.py`).matchAll(SENT_REGEXP)];
    assert.equal(sent.length, 2);
    for (const [, name = "", body = ""] of sent) {
      const headers = { "Content-Type": "application/json", Accept: "application/json" };
      const path = `/v1/${name.toLowerCase()}`;
      const response = await fetch(new URL(path, url), { method: "POST", headers, body });
      assert.equal(response.status, 200, await response.text());
    }
  });
  await context.step({
    name: HAS_PYTHON ? "in Python" : "in Python (left out, as python3 is not installed)",
    ignore: !HAS_PYTHON,
    fn: () => {
      const { stdout } = runInShell(`python3 "${EXAMPLES}http_client.py" "${url}"`);
      assert.match(new TextDecoder().decode(stdout), CLIENT_REGEXP);
    },
  });
});

Deno.test("examples/mcp starts the server that hosts call", async () => {
  using workspace = copyProject();
  const read = (name: string) => Deno.readTextFileSync(`${EXAMPLES}mcp/${name}`);
  const { dossier } = JSON.parse(read("mcp.json")).mcpServers as { readonly dossier: HostEntry };
  const codex = JSON.parse(JSON.stringify(parse(read("codex.toml"))));
  const { command, args } = dossier;
  assert.deepEqual(codex, { mcp_servers: { dossier: { command, args } } });
  assert.equal(command, "dossier");
  const places = args.map((arg) => arg.replace("/path/to/project", workspace.root));
  const task = ["task", "--quiet", "--config", `${ROOT}deno.json`];
  const commandLine = [Deno.execPath(), ...task, ...places];
  const environment = Deno.env.toObject();
  await using session = await openMcpSession("2025-11-25", { commandLine, environment });
  const names = (await session.listTools()).map(({ name }) => name).sort();
  assert.deepEqual(names, [
    "context",
    "need",
    "read",
    "recall",
    "remember",
    "search",
    "status",
    "structure",
  ]);
});

/** Returns a workspace that is a copy of `examples/uploads`. */
function copyProject(): TempWorkspace {
  const workspace = new TempWorkspace();
  copyFolder(`${EXAMPLES}uploads`, workspace.root);
  return workspace;
}

/** Runs an example program of the library and returns its output. */
function runExample(name: string, ...args: readonly string[]): string {
  return runProgram(EXAMPLES + name, ...args);
}

function runProgram(path: string, ...args: readonly string[]): string {
  const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--config", `${ROOT}deno.json`, path, ...args],
    env: { NO_COLOR: "1" },
  }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function runInShell(script: string): Deno.CommandOutput {
  return new Deno.Command("bash", { args: ["--norc", "-c", script] }).outputSync();
}
