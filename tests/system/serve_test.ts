import assert from "node:assert/strict";
import { REPEATED_SIGNAL_MS } from "../../cli/terminal/stop_signals.ts";
import { SERVED_URL_REGEXP, ServeTask } from "../serve_task.ts";
import { TempWorkspace } from "../temp_workspace.ts";

const TOKEN = "correct-horse-battery-staple";

function openWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "token": `${TOKEN}\n`,
    "empty": "\n",
  });
  Deno.chmodSync(workspace.path("token"), 0o600);
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
  const url = await task.read(SERVED_URL_REGEXP);
  assert.match(task.log, new RegExp(`^dossier: Serving "tree" \\(${workspace.root}\\) at http`));
  const response = await search(url, { "X-Request-Id": "agent-7" }, "hunter2 retry");
  const { results } = await response.json();
  assert.equal(results[0].path, "src/upload.py");
  const line = await task.read(/(\{"@timestamp".*\})\n/);
  const { method, route, status, requestId, root, level } = JSON.parse(line);
  assert.deepEqual(
    [method, route, status, requestId, root, level],
    ["POST", "/v1/search", 200, "agent-7", "tree", "INFO"],
  );
  task.kill("SIGTERM");
  assert.equal(await task.end(), 0);
  assert.doesNotMatch(task.log, /hunter2/);
});

Deno.test("deno task serve serves several roots by name, with a token from a file", async () => {
  using workspace = openWorkspace();
  using other = new TempWorkspace({ "guide.md": "# Retry\n\nOpen it again.\n" });
  await using task = new ServeTask(workspace, [
    ...["--port", "0", "--token-file", "token", "--workers", "2"],
    ...["--root", ".", "--root", `guides=${other.root}`],
  ]);
  const url = await task.read(SERVED_URL_REGEXP);
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

Deno.test("deno task serve logs the origin of wrong tokens in one line each, and warns of a readable token file", async () => {
  using workspace = openWorkspace();
  Deno.chmodSync(workspace.path("token"), 0o644);
  await using task = new ServeTask(workspace, [
    ...["--port", "0", "--token-file", "token", "--log-level", "debug"],
  ]);
  const url = await task.read(SERVED_URL_REGEXP);
  const [warning = ""] = task.log.split("\n");
  assert.equal(
    warning,
    `dossier: Everybody on this machine can read the token in "${
      workspace.path("token")
    }": chmod 600 it`,
  );
  const wrong = "correct-horse-battery-stable";
  assert.equal((await search(url, { Authorization: `Bearer ${wrong}` })).status, 401);
  const body = new URLSearchParams({ token: wrong });
  assert.equal((await fetch(`${url}/login`, { method: "POST", body })).status, 401);
  const headers = { Cookie: `dossier-${new URL(url).port}=${wrong}` };
  assert.equal((await fetch(`${url}/v1/roots`, { headers })).status, 401);
  const own = { Authorization: `Bearer ${TOKEN}` };
  await (await fetch(`${url}/x%0A2026%20[ERR]%20forged%1b[31m`, { headers: own })).text();
  await task.read(/(GET none 404) .*\n/);
  const lines = task.log.trimEnd().split("\n");
  const tried = lines.filter((line) => line.includes("Wrong token from 127.0.0.1, request "));
  assert.equal(tried.length, 3, task.log);
  assert.ok(!task.log.includes(wrong));
  assert.ok(
    lines.every((line) => /^(?:dossier: |\d{4}-)/.test(line) && !/\p{Cc}/u.test(line)),
    task.log,
  );
});

Deno.test("deno task serve reports in one sentence why it does not start, and exits with 2", async () => {
  using workspace = openWorkspace();
  await using taken = new ServeTask(workspace, ["--port", "0"]);
  const { port } = new URL(await taken.read(SERVED_URL_REGEXP));
  const cases: readonly [RegExp, readonly string[], Record<string, string>?][] = [
    [/port \d+, as the port is in use: choose another with --port$/, ["--port", port]],
    [/"0" for --workers: it must be a whole number of at least 1$/, ["--workers", "0"]],
    [/"65" for --workers: it must be at most 64$/, ["--workers", "65"]],
    [/"65536" for --port: it must be at most 65535$/, ["--port", "65536"]],
    [/as this machine has no such address: choose another with --host$/, [
      ...["--port", "0", "--host", "192.0.2.1"],
      ...["--token-file", "token"],
    ]],
    [/^dossier: Cannot listen on "0\.0\.0\.0" without a token/, ["--host", "0.0.0.0"]],
    [/^dossier: Cannot read the token file ".+missing" as there is no such file: name one/, [
      "--token-file",
      "missing",
    ]],
    [/^dossier: Cannot use the token in ".*empty" as it is empty$/, ["--token-file", "empty"]],
    [/in DOSSIER_TOKEN: it must have at least 16 characters/, [], { DOSSIER_TOKEN: "short" }],
    [/in DOSSIER_TOKEN: it must be one line of/, [], { DOSSIER_TOKEN: "two words of a token" }],
    [/"https:\/\/a\.example\/" for --allow-origin/, ["--allow-origin", "https://a.example/"]],
    [/^dossier: Cannot serve ".*missing" as it is not a folder$/, ["--root", "missing"]],
    [/both as "a": write --root NAME=DIR$/, ["--root", "a=.", "--root", "a=src"]],
  ];
  for (const [sentence, args, variables] of cases) {
    await using task = new ServeTask(workspace, args, variables);
    assert.equal(await task.end(), 2, task.log);
    assert.match(task.log.trimEnd(), sentence);
    assert.equal(task.log.trimEnd().split("\n").length, 1, task.log);
  }
});

/** Tree whose files are listed, and a request thereby answered, when a test permits it. */
function openHeldWorkspace() {
  const workspace = openWorkspace();
  const released = workspace.path("released");
  // It ends with its tree, in case the waiting server has ended before.
  const script = `#!/bin/sh\nwhile [ -e "$0" ] && [ ! -e "${released}" ]; do sleep 0.02; done\n`;
  // The real git is next on the PATH, and its output is the list of files.
  workspace.write("bin/git", `${script}PATH="\${PATH#*:}" exec git "$@"\n`);
  Deno.chmodSync(workspace.path("bin/git"), 0o755);
  return {
    workspace,
    variables: { PATH: `${workspace.path("bin")}:${Deno.env.get("PATH")}` },
    release: () => workspace.write("released", ""),
    [Symbol.dispose]() {
      workspace[Symbol.dispose]();
    },
  };
}

const HELD_ARGUMENTS = ["--port", "0", "--log-level", "debug"];

/** Line of a request in flight. */
const BEGINS_REGEXP = /POST (\/v1\/search) begins\n/;

Deno.test("deno task serve finishes pending requests when it is stopped, and accepts no new ones", async () => {
  using held = openHeldWorkspace();
  await using task = new ServeTask(held.workspace, HELD_ARGUMENTS, held.variables);
  const url = await task.read(SERVED_URL_REGEXP);
  const answer = search(url);
  await task.read(BEGINS_REGEXP);
  task.kill("SIGTERM");
  await task.read(/(Stopping) after the requests in progress/);
  await assert.rejects(fetch(`${url}/healthz`));
  held.release();
  const response = await answer;
  assert.equal(response.status, 200);
  assert.equal((await response.json()).results[0].path, "src/upload.py");
  assert.equal(await task.end(), 0);
});

Deno.test("deno task serve does not wait when it is stopped twice", async () => {
  using held = openHeldWorkspace();
  await using task = new ServeTask(held.workspace, HELD_ARGUMENTS, held.variables);
  const url = await task.read(SERVED_URL_REGEXP);
  const answer = search(url);
  await task.read(BEGINS_REGEXP);
  task.kill("SIGINT");
  await task.read(/(Stopping) after the requests in progress/);
  await new Promise((resolve) => setTimeout(resolve, 2 * REPEATED_SIGNAL_MS));
  task.kill("SIGINT");
  await assert.rejects(answer);
  assert.equal(await task.end(), 130);
  held.release();
});
