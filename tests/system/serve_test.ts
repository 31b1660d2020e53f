import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TempWorkspace } from "../temp_workspace.ts";

const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));
const TOKEN = "correct-horse-battery-staple";
const URL_REGEXP = /at (http:\/\/\S+)\n/;

/** `deno task serve`, started as a user does who stands in the workspace. */
class ServeTask implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  /** What it has written to standard error. */
  log = "";

  constructor(
    workspace: TempWorkspace,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ) {
    // A task that is run by a task keeps the folder that the outer one was called from.
    const { INIT_CWD: _, ...environment } = Deno.env.toObject();
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "--config", CONFIG, "serve", ...args],
      cwd: workspace.root,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      clearEnv: true,
      env: { ...environment, ...variables, NO_COLOR: "1" },
    }).spawn();
    this.#reader = this.#child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Waits until the log has what matches, and returns its first group. */
  async read(pattern: RegExp): Promise<string> {
    for (;;) {
      const [, found] = pattern.exec(this.log) ?? [];
      if (found !== undefined) return found;
      const { done, value } = await this.#reader.read();
      assert.ok(!done, `The server has ended: ${this.log}`);
      this.log += value;
    }
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Waits for its end and returns the exit code. */
  async end(): Promise<number> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.log += value;
    }
    return (await this.#child.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.kill("SIGTERM");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    await this.#reader.cancel();
  }
}

function openWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "token": `${TOKEN}\n`,
    "empty": "\n",
  });
  workspace.initialize();
  return workspace;
}

async function search(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  query = "retry",
) {
  return await fetch(`${url}/v1/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
}

Deno.test("deno task serve answers for the caller's root, logs no query, and ends with 0 on SIGTERM", async () => {
  using workspace = openWorkspace();
  await using task = new ServeTask(workspace, ["--port", "0", "--log-format", "json"]);
  const url = await task.read(URL_REGEXP);
  assert.match(task.log, new RegExp(`^dossier: Serving "tree" \\(${workspace.root}\\) at http`));
  const response = await search(url, { "X-Request-Id": "agent-7" }, "hunter2 retry");
  const { results } = await response.json();
  assert.equal(results[0].path, "src/upload.py");
  const line = await task.read(/(\{"@timestamp".*\})\n/);
  const { method, route, status, requestId, level } = JSON.parse(line);
  assert.deepEqual(
    { method, route, status, requestId, level },
    { method: "POST", route: "/v1/search", status: 200, requestId: "agent-7", level: "INFO" },
  );
  task.kill("SIGTERM");
  assert.equal(await task.end(), 0);
  assert.doesNotMatch(task.log, /hunter2/);
});

Deno.test("deno task serve serves several roots by name, with a token from a file", async () => {
  using workspace = openWorkspace();
  using other = new TempWorkspace({ "guide.md": "# Retry\n\nOpen it again.\n" });
  await using task = new ServeTask(workspace, [
    ...["--port", "0", "--token-file", "token"],
    ...["--root", ".", "--root", `guides=${other.root}`],
  ]);
  const url = await task.read(URL_REGEXP);
  assert.equal((await search(url)).status, 401);
  const response = await fetch(`${url}/v1/roots`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const { roots } = await response.json();
  assert.deepEqual(roots, [
    { name: "tree", path: workspace.root },
    { name: "guides", path: other.root },
  ]);
});

Deno.test("deno task serve says in one sentence why it does not start, and ends with 2", async () => {
  using workspace = openWorkspace();
  await using taken = new ServeTask(workspace, ["--port", "0"]);
  const { port } = new URL(await taken.read(URL_REGEXP));
  const cases: readonly [RegExp, readonly string[], Record<string, string>?][] = [
    [/port \d+, as the port is in use: choose another with --port$/, ["--port", port]],
    [/"65536" for --port: it takes at most 65535$/, ["--port", "65536"]],
    [/as this machine has no such address: choose another with --host$/, [
      ...["--port", "0", "--host", "192.0.2.1"],
      ...["--token-file", "token"],
    ]],
    [/^dossier: Cannot listen on "0\.0\.0\.0" without a token/, ["--host", "0.0.0.0"]],
    [/^dossier: Cannot read the token file: .+"?.*missing/, ["--token-file", "missing"]],
    [/^dossier: Cannot use the token in ".*empty" as it is empty$/, ["--token-file", "empty"]],
    [/in DOSSIER_TOKEN: it takes at least 16 characters/, [], { DOSSIER_TOKEN: "short" }],
    [/in DOSSIER_TOKEN: it takes one line of/, [], { DOSSIER_TOKEN: "two words of a token" }],
    [/"https:\/\/a\.example\/" for --allow-origin/, ["--allow-origin", "https://a.example/"]],
    [/^dossier: Cannot serve ".*missing" as it is no folder$/, ["--root", "missing"]],
    [/both as "a": write --root NAME=DIR$/, ["--root", "a=.", "--root", "a=src"]],
  ];
  for (const [sentence, args, variables] of cases) {
    await using task = new ServeTask(workspace, args, variables);
    assert.equal(await task.end(), 2, task.log);
    assert.match(task.log.trimEnd(), sentence);
    assert.equal(task.log.trimEnd().split("\n").length, 1, task.log);
  }
});

/** A tree whose files are listed, and thereby a request answered, when a test says so. */
function openHeldWorkspace() {
  const workspace = openWorkspace();
  const [entered, released] = [workspace.path("entered"), workspace.path("released")];
  const script = `#!/bin/sh\n: > "${entered}"\nwhile [ ! -e "${released}" ]; do sleep 0.02; done\n`;
  // The real one is found behind it: what it writes is what is listed.
  workspace.write("bin/git", `${script}PATH="\${PATH#*:}" exec git "$@"\n`);
  Deno.chmodSync(workspace.path("bin/git"), 0o755);
  return {
    workspace,
    variables: { PATH: `${workspace.path("bin")}:${Deno.env.get("PATH")}` },
    async entered() {
      while (!exists(entered)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    release: () => workspace.write("released", ""),
    [Symbol.dispose]() {
      workspace[Symbol.dispose]();
    },
  };
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("deno task serve finishes what is in flight when it is stopped, and takes nothing new", async () => {
  using held = openHeldWorkspace();
  await using task = new ServeTask(held.workspace, ["--port", "0"], held.variables);
  const url = await task.read(URL_REGEXP);
  const answer = search(url);
  await held.entered();
  task.kill("SIGTERM");
  await task.read(/(Stopping) when what is in flight is done/);
  await assert.rejects(fetch(`${url}/healthz`));
  held.release();
  const response = await answer;
  assert.equal(response.status, 200);
  assert.equal((await response.json()).results[0].path, "src/upload.py");
  assert.equal(await task.end(), 0);
});

Deno.test("deno task serve waits for nobody when it is stopped twice", async () => {
  using held = openHeldWorkspace();
  await using task = new ServeTask(held.workspace, ["--port", "0"], held.variables);
  const url = await task.read(URL_REGEXP);
  const answer = search(url);
  await held.entered();
  task.kill("SIGINT");
  await task.read(/(Stopping) when what is in flight is done/);
  task.kill("SIGINT");
  await assert.rejects(answer);
  assert.equal(await task.end(), 130);
  held.release();
});
