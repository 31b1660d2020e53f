import assert from "node:assert/strict";
import { makeRepository, openHost, runInput, TASK } from "../../../tests/hooked_session.ts";
import { HOOKS_CHECK } from "./check_hooks.ts";
import type { Finding } from "../../../retrieval/inspect/health/run_checks.ts";

/** Returns the findings of the check, and asserts that it changes nothing. */
async function examine(root: string): Promise<readonly Finding[]> {
  const state = `${root}/.dossier/state`;
  const list = () => {
    try {
      return [...Deno.readDirSync(state)].map(({ name }) => name).sort();
    } catch {
      return [];
    }
  };
  const before = list();
  const found = await HOOKS_CHECK.run({ root, state }, new AbortController().signal);
  assert.deepEqual(list(), before);
  return found;
}

Deno.test("HOOKS_CHECK reports the last delivery to a session, and the prompts without an answer with the reasons", async () => {
  using workspace = makeRepository();
  const [none] = await examine(workspace.root);
  assert.match(none!.message, /^No hook has recorded a session in this folder yet$/);
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  for (const prompt of [TASK, "ok, go on", TASK]) await send("UserPromptSubmit", { prompt });
  const found = await examine(workspace.root);
  assert.deepEqual(found.map(({ level }) => level), ["ok", "ok", "note"]);
  const [ran, given, skipped] = found.map(({ message }) => message);
  assert.match(ran!, /^The last one ran at \d{4}-.*Z in session "s1", of 3 prompts and 0 tools$/);
  assert.match(given!, /^It received \d+ tokens: map, bundle$/);
  assert.equal(
    skipped,
    "2 prompts got nothing: for 2 nothing new in the tree was likely to be needed",
  );
});

Deno.test("HOOKS_CHECK lists late and failed hooks with their number, their last time and a fix", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  const late = openHost(workspace, "claude-code", { deadlineMs: 1 });
  for (let turn = 0; turn < 2; turn++) await late("UserPromptSubmit", { prompt: TASK });
  await runInput(workspace, { host: "codex", text: "{" });
  const found = (await examine(workspace.root)).filter(({ level }) => level !== "ok");
  const [waiting, stopped, broken] = found;
  assert.match(
    waiting!.message,
    /^2 events could not be recorded in time: the next hook records them$/,
  );
  assert.match(
    stopped!.message,
    /^claude-code: Stopped after 1 ms \(2 times, last at \d{4}-.*Z\)$/,
  );
  assert.match(
    stopped!.fix!,
    /^deno task index --root "\/.*"; hooks are faster when the MCP server/,
  );
  assert.deepEqual([stopped!.level, broken!.level], ["warning", "warning"]);
  assert.match(broken!.message, /^codex: .* \(once, last at /);
});
