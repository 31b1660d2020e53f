import assert from "node:assert/strict";
import type { Hook, HookOrigin } from "./hook.ts";
import { mergeHooks } from "./merge_hooks.ts";

function hook(origin: HookOrigin, id: string, more: Partial<Hook> = {}): Hook {
  return {
    ...{ event: "start", origin, position: "before", wrap: true, actions: [] },
    ...(id === "" ? {} : { id }),
    ...more,
  };
}

/** Returns hooks as `origin id layer description`. */
function tell(hooks: readonly Hook[]): readonly string[] {
  return hooks.map(({ origin, id = "", layer = "", description = "" }) =>
    [origin, id, layer, description].join(" ").trim()
  );
}

Deno.test("R-44: mergeHooks() puts a hook in the place of one of a farther space with its id", () => {
  const user = [hook("user", "a"), hook("user", "b")];
  const project = [hook("project", "c"), hook("project", "a", { description: "mine" })];
  assert.deepEqual(tell(mergeHooks([{ files: [project] }, { files: [user] }])), [
    "user a  mine",
    "user b",
    "project c",
  ]);
  const system = [hook("builtin", "b"), hook("builtin", "d")];
  assert.deepEqual(
    tell(mergeHooks([{ files: [project] }, { files: [user] }, { files: [system] }])),
    [
      ...["builtin b", "builtin d", "user a  mine", "project c"],
    ],
  );
});

Deno.test("R-44: mergeHooks() keeps the layer of the place, unless the hook has its own", () => {
  const user = [hook("user", "a", { layer: 7 }), hook("user", "b", { layer: 7 })];
  const project = [hook("project", "a"), hook("project", "b", { layer: 1 })];
  assert.deepEqual(tell(mergeHooks([{ files: [project] }, { files: [user] }])), [
    "user a 7",
    "user b 1",
  ]);
});

Deno.test("mergeHooks() keeps hooks without an id, and all that one file has under an id", () => {
  const user = [hook("user", ""), hook("user", "a"), hook("user", "a")];
  const ours = [hook("project", ""), hook("project", "a", { description: "1" })];
  const theirs = [hook("project", "a", { description: "2" }), hook("project", "")];
  assert.deepEqual(tell(mergeHooks([{ files: [ours, theirs] }, { files: [user] }])), [
    ...["user", "user a  1", "project", "project"],
  ]);
  assert.deepEqual(tell(mergeHooks([{ files: [user] }, { files: [[]] }])), [
    "user",
    "user a",
    "user a",
  ]);
  assert.deepEqual(mergeHooks([]), []);
});

Deno.test("mergeHooks() keeps the hooks of a space that stays, and puts nearer ones behind them", () => {
  const builtin = [hook("builtin", "a"), hook("builtin", "b")];
  const user = [hook("user", "a", { description: "user's" }), hook("user", "c")];
  const project = [
    hook("project", "a", { description: "project's" }),
    hook("project", "b"),
    hook("project", "c", { description: "project's" }),
  ];
  const spaces = [{ files: [project] }, { files: [user], stays: true }, { files: [builtin] }];
  assert.deepEqual(tell(mergeHooks(spaces)), [
    ...["builtin a  user's", "project a  project's", "builtin b", "user c", "project c  project's"],
  ]);
});
