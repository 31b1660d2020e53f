import assert from "node:assert/strict";
import { makeTree } from "../../../tests/temp_tree.ts";
import { remindOnce, type RemindOptions } from "./remind_once.ts";

const RULES = [{ ruleName: "eval", substrings: ["eval("], reminder: "no eval" }];
const TOLD = { code: 2, stderr: "no eval" };
const PASS = { code: 0, stderr: "" };

/** Opens a hook with a state of its own. */
function openHook(folder: string, more: Partial<RemindOptions> = {}) {
  return (session: string, path = "a.ts", toolName = "Write") => {
    const options = { folder, rules: RULES, random: () => 1, ...more };
    const told = JSON.stringify({
      session_id: session,
      tool_name: toolName,
      tool_input: { file_path: path, content: "eval(x)" },
    });
    return remindOnce(told, options);
  };
}

Deno.test("C-27: a session is reminded once for each file, and another session again", () => {
  using tree = makeTree();
  const remind = openHook(`${tree.root}/state`);
  assert.deepEqual(remind("s"), TOLD);
  assert.deepEqual(remind("s"), PASS);
  assert.deepEqual(remind("s", "b.ts"), TOLD);
  assert.deepEqual(remind("t"), TOLD);
  assert.deepEqual(remind("s", "c.ts", "Bash"), PASS);
  const kept = Deno.readTextFileSync(`${tree.root}/state/reminders-s.json`);
  assert.deepEqual(JSON.parse(kept), ["a.ts-eval", "b.ts-eval"]);
});

Deno.test("C-27: broken state, broken input and a folder that cannot be written do no harm", () => {
  using tree = makeTree({
    "reminders-s.json": '{"no": "list"',
    "reminders-t.json": "{}",
    file: "",
  });
  const remind = openHook(tree.root);
  for (const session of ["s", "t", "../../x", "", "x".repeat(5000)]) {
    assert.deepEqual(remind(session), TOLD, session);
    assert.deepEqual(remind(session), PASS, session);
  }
  const unwritable = openHook(`${tree.root}/file`);
  assert.deepEqual([unwritable("s"), unwritable("s")], [TOLD, TOLD]);
  for (const text of ["", "{", "[]", "null", "1"]) {
    assert.deepEqual(remindOnce(text, { folder: tree.root, rules: RULES }), PASS);
  }
});

Deno.test("C-27: a variable switches reminders off", () => {
  using tree = makeTree();
  assert.deepEqual(openHook(tree.root, { enabled: "0" })("s"), PASS);
  assert.deepEqual(openHook(tree.root, { enabled: "1" })("s"), TOLD);
});

Deno.test("C-27: files older than 30 days are removed now and then", () => {
  using tree = makeTree({
    "reminders-old.json": "[]",
    "reminders-new.json": "[]",
    "other.json": "[]",
  });
  const day = 24 * 60 * 60 * 1000;
  const now = Date.UTC(2031, 5, 1);
  for (
    const [name, age] of [["reminders-old", 31], ["reminders-new", 29], ["other", 99]] as const
  ) {
    const time = new Date(now - age * day);
    Deno.utimeSync(`${tree.root}/${name}.json`, time, time);
  }
  const list = () => [...Deno.readDirSync(tree.root)].map(({ name }) => name).sort();
  openHook(tree.root, { now: () => now, random: () => 0.1 })("s");
  assert.equal(list().length, 4);
  openHook(tree.root, { now: () => now, random: () => 0.09 })("s");
  assert.deepEqual(list(), ["other.json", "reminders-new.json", "reminders-s.json"]);
});
