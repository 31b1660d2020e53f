import assert from "node:assert/strict";
import {
  checkState,
  parseAcknowledged,
  runStateCrashes,
  writerCommand,
} from "../runs/state_runs.ts";
import { TempWorkspace } from "../temp_workspace.ts";

/** Part of the campaign of 200 kills. */
const SLICE = { kills: 6, seed: 7 };

/** Runs a program as a user who may write only where the modes of files and folders permit it. */
const AS_ORDINARY_USER = `if [ "$(id -u)" = 0 ]; then
  exec setpriv --bounding-set=-dac_override --inh-caps=-all "$@"
fi
exec "$@"`;

/** Runs a writer through a bash script until it fails. */
async function runWriter(
  workspace: TempWorkspace,
  shell: string,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["--norc", "-c", shell, "bash", ...writerCommand(workspace, 1)],
    env: { NO_COLOR: "1" },
  }).output();
  assert.equal(success, false);
  const decoder = new TextDecoder();
  return { stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("two processes that are killed while they record for one session lose nothing, and leave nothing incomplete", async () => {
  const figures = await runStateCrashes(SLICE);
  assert.deepEqual(figures.failures, []);
  assert.equal(figures.killed, SLICE.kills);
  assert.ok(figures.acknowledged > 0);
});

Deno.test("a disk that fills up while records are written is reported, and earlier records are kept", async () => {
  using workspace = new TempWorkspace();
  const { stdout, stderr } = await runWriter(workspace, `trap '' XFSZ; ulimit -f 300; exec "$@"`);
  assert.match(stderr, /Cannot use the state ".*\/state\.db" as the disk is full or failing: free/);
  const acknowledged = parseAcknowledged(stdout);
  assert.ok(acknowledged.length > 0);
  const { written, problems } = await checkState(workspace, acknowledged);
  assert.deepEqual([written, problems], [acknowledged.length, []]);
});

Deno.test("a state that cannot be written is reported, and not changed", async () => {
  using workspace = new TempWorkspace();
  const { stdout } = await runWriter(workspace, `trap '' XFSZ; ulimit -f 100; exec "$@"`);
  const acknowledged = parseAcknowledged(stdout);
  await checkState(workspace, []);
  const before = Deno.readFileSync(workspace.path("state.db"));
  const shells = [
    'chmod 400 "$D/state.db"',
    'chmod 500 "$D"',
    'rm "$D/state.db"; chmod 500 "$D"',
  ];
  for (const shell of shells) {
    const script = `D='${workspace.root}'; ${shell}\n${AS_ORDINARY_USER}`;
    const { stdout, stderr } = await runWriter(workspace, script);
    assert.equal(stdout, "\n", shell);
    assert.match(stderr, /Cannot use the state ".*\/state\.db" as it cannot be opened for writing/);
    Deno.chmodSync(workspace.root, 0o700);
    if (shell.startsWith("rm")) continue;
    Deno.chmodSync(workspace.path("state.db"), 0o600);
    assert.deepEqual(Deno.readFileSync(workspace.path("state.db")), before);
    assert.deepEqual((await checkState(workspace, acknowledged)).problems, []);
  }
});
