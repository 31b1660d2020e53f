import assert from "node:assert/strict";
import type { SessionEvent } from "@dossier/core/metrics";
import { diagnose } from "./diagnose.ts";
import { listSessionFacts } from "./session_facts.ts";

type Untold = readonly Omit<SessionEvent, "line">[];

function run(command: string, text: string, failed?: true): Untold {
  const callId = `${command}${text}`;
  return [
    { kind: "call", text: command, callId, tool: "Bash", command },
    { kind: "result", text, callId, tool: "Bash", ...(failed && { failed }) },
  ];
}

function edit(path: string, failed?: true): Untold {
  const touches = [{ path, action: "edit" as const }];
  return [
    { kind: "call", text: "", callId: `edit ${path}${failed}`, tool: "Edit", touches },
    {
      kind: "result",
      text: failed ? "The string to replace was not found" : "ok",
      callId: `edit ${path}${failed}`,
      tool: "Edit",
      ...(failed ? { failed } : { touches }),
    },
  ];
}

function listFacts(events: Untold, limit = 100) {
  return listSessionFacts(events.map((event, at) => ({ ...event, line: at + 1 })), { limit });
}

/** Returns the category of failure of a session with some events. */
function categoryOf(events: Untold): string | undefined {
  const { calls, errors, modified } = listFacts(events);
  return diagnose("rejected", {
    calls: calls.map(({ success, ...call }) => ({ ...call, isSuccess: success })),
    modified,
    errors: errors.map((message) => ({ message, tool: "", isRecoverable: false })),
  }).category;
}

Deno.test("listSessionFacts() returns the last result of each check, and the edited files", () => {
  const events = [
    ...run("npm test", "Error: boom", true),
    ...edit("src/a.ts"),
    ...run("npm test", "ok"),
    ...run("npx eslint src", "error: 1 problem", true),
    ...run("grep -r boom src", "", true),
  ];
  assert.deepEqual(listFacts(events), {
    calls: [
      { tool: "Edit", file: "src/a.ts", success: true },
      { tool: "npm test", success: true },
      { tool: "npx eslint src", success: false },
    ],
    errors: ["npx eslint src: error: 1 problem"],
    modified: ["src/a.ts"],
  });
  assert.deepEqual(listFacts(events, 1).calls, [{ tool: "npx eslint src", success: false }]);
});

Deno.test("M-22 diagnose() finds the reason of a failed session from listSessionFacts()", () => {
  const boom = run("npm test", "Error: boom", true);
  assert.equal(categoryOf([...edit("a.ts"), ...boom]), "test_failure");
  assert.equal(categoryOf([...boom, ...edit("a.ts"), ...run("npm test", "ok")]), "other");
  assert.equal(categoryOf([...edit("a.ts"), ...run("npx eslint .", "error: x", true)]), "style");
  assert.equal(categoryOf(run("npm run build", "ok")), "incomplete");
  assert.equal(
    categoryOf([...edit("a.ts"), ...run("make all", "error: no rule", true)]),
    "wrong_approach",
  );
  assert.deepEqual(listFacts(edit("a.ts", true)).errors, [
    "Edit: The string to replace was not found",
  ]);
});
