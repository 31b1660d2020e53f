import assert from "node:assert/strict";
import { installHooks, uninstallHooks } from "./host_hooks.ts";

const MARKER = "dossier ";

const OWN = [
  { event: "SessionStart", matcher: "startup", command: "dossier manifest" },
  { event: "SessionStart", matcher: "compact", command: "dossier manifest show" },
  { event: "PreCompact", command: "dossier manifest" },
];

const FOREIGN = {
  model: "x",
  hooks: {
    SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "date" }] }],
    Stop: [],
  },
};

Deno.test("B-28: hooks that are installed twice are there once, beside those of others", () => {
  const once = installHooks(FOREIGN, OWN, MARKER);
  assert.deepEqual(installHooks(once, OWN, MARKER), once);
  assert.equal(JSON.stringify(installHooks(once, OWN, MARKER)), JSON.stringify(once));
  assert.deepEqual(once.hooks?.["SessionStart"], [
    ...FOREIGN.hooks.SessionStart,
    { matcher: "startup", hooks: [{ type: "command", command: "dossier manifest" }] },
    { matcher: "compact", hooks: [{ type: "command", command: "dossier manifest show" }] },
  ]);
  assert.equal(once["model"], "x");
});

Deno.test("B-28: what is uninstalled leaves the settings as they were, and others' hooks in one group", () => {
  for (const settings of [FOREIGN, {}, { model: "x" }]) {
    const installed = installHooks(settings, OWN, MARKER);
    assert.equal(JSON.stringify(uninstallHooks(installed, MARKER)), JSON.stringify(settings));
    assert.deepEqual(uninstallHooks(settings, MARKER), settings);
  }
  const shared = {
    hooks: { Stop: [{ hooks: [{ command: "date" }, { command: "dossier manifest" }] }] },
  };
  assert.deepEqual(uninstallHooks(shared, MARKER), {
    hooks: { Stop: [{ hooks: [{ command: "date" }] }] },
  });
});
