import assert from "node:assert/strict";
import { findHookHost, readHookInput } from "@dossier/hosts/core/host";
import type { HookJob } from "@dossier/hosts/hook-answer";
import { HostSessions } from "./host_sessions.ts";

/** Returns the job of a hook of Claude Code. */
function jobOf(
  event: string,
  session: string,
  fields: object = {},
  { hostProcess = 7, name = "claude-code" } = {},
): HookJob {
  const host = findHookHost(name)!;
  const text = JSON.stringify({ "hook_event_name": event, "session_id": session, ...fields });
  const reading = readHookInput(host, text);
  assert.ok("input" in reading);
  return {
    input: reading.input,
    host: host.name,
    addsRulesOnRead: true,
    acceptsText: true,
    hostProcess,
    root: "/x",
    cache: undefined,
    home: undefined,
    showsReminders: true,
    addsSearchNotes: true,
    timeMs: 1000,
  };
}

Deno.test("HostSessions finds a session by its name only once a hook of it was answered", () => {
  const sessions = new HostSessions();
  const find = (called?: string) => sessions.find({ called, started: undefined, process: 1 });
  assert.equal(find("s1"), undefined);
  sessions.record(jobOf("UserPromptSubmit", "s1", { prompt: "x" }));
  assert.equal(find("s1"), "s1");
  assert.equal(find("s2"), undefined);
  assert.equal(find(undefined), undefined);
});

Deno.test("HostSessions finds the latest session of a host's process under any process name", () => {
  const sessions = new HostSessions();
  sessions.record(jobOf("SessionStart", "s1"));
  sessions.record(jobOf("SessionStart", "other", {}, { hostProcess: 8 }));
  sessions.record(jobOf("SessionStart", "s2", { source: "clear" }));
  assert.equal(sessions.find({ called: undefined, started: "s1", process: 7 }), "s2");
  assert.equal(sessions.find({ called: undefined, started: undefined, process: 8 }), "other");
});

Deno.test("HostSessions prefers the session that a call names, and finds no ended one", () => {
  const sessions = new HostSessions();
  for (const id of ["a", "b"]) sessions.record(jobOf("SessionStart", id, {}, { name: "codex" }));
  const find = (called?: string) => sessions.find({ called, started: undefined, process: 7 });
  assert.equal(find("a"), "a");
  assert.equal(find("c"), undefined);
  sessions.record(jobOf("SessionEnd", "b", {}, { name: "codex" }));
  assert.equal(find("b"), undefined);
});

Deno.test("HostSessions finds no session of a host that does not report its subagents", () => {
  const sessions = new HostSessions();
  sessions.record(jobOf("sessionStart", "s1", {}, { name: "cursor" }));
  assert.equal(sessions.find({ called: "s1", started: "s1", process: 7 }), undefined);
});

Deno.test("HostSessions finds no session while a subagent of it is at work", () => {
  const sessions = new HostSessions();
  const find = () => sessions.find({ called: undefined, started: "s1", process: 7 });
  sessions.record(jobOf("SubagentStart", "s1", { "agent_id": "a" }));
  assert.equal(find(), undefined);
  sessions.record(jobOf("PostToolUse", "s1", { "agent_id": "a", "tool_name": "Read" }));
  sessions.record(jobOf("PostToolUse", "s1", { "tool_name": "Read" }));
  assert.equal(find(), undefined);
  sessions.record(jobOf("SubagentStop", "s1", { "agent_id": "a" }));
  assert.equal(find(), "s1");
});
