import type { TimelineEntry } from "@dossier/core/metrics";
import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

/**
 * Writes a transcript of Claude Code of a session that receives a text, reads a file, edits it and
 * reports it.
 */
function transcriptOf(root: string, given: string): string {
  const call = (id: string, name: string, input: unknown) => ({
    type: "assistant",
    message: {
      id: `m${id}`,
      content: [{ type: "tool_use", id, name, input }],
      usage: { input_tokens: 9 },
    },
  });
  const result = (id: string, content: string) => ({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: id, content }] },
  });
  const path = `${root}/src/a.ts`;
  return [
    { type: "user", message: { content: "Retry uploads" } },
    { type: "attachment", attachment: { type: "hook_additional_context", content: [given] } },
    call("1", "Read", { file_path: path }),
    result("1", "1\texport function retryUpload() {}"),
    call("2", "Edit", { file_path: path, old_string: "{}", new_string: "{ }" }),
    result("2", "The file has been updated"),
  ].map((line, at) => {
    const timestamp = `2030-01-02T03:04:0${at}.000Z`;
    return `${JSON.stringify({ sessionId: "web-7", cwd: root, timestamp, ...line })}\n`;
  }).join("");
}

Deno.test("session shows an agent's deliveries, requests and actions, and measures its host's transcript", async () => {
  using workspace = new HostedWorkspace({
    "src/a.ts": "export function retryUpload() {}\n",
    "src/b.ts": "export function retryDownload() {}\n",
    "src/c.ts": "export const other = 1;\n",
  });
  const run = async (args: readonly string[], input = "") =>
    assertSuccess(await workspace.run(args, { input }));
  assert.match((await workspace.run(["session"])).stderr, /Nothing is recorded of any session yet/);
  const given = await run(["context", "retry", "--session", "web-7", "--budget", "300"]);
  await run(["need", "--session", "web-7", "-"], "NEED_CODE: src/c.ts\n");
  await run(["activity", "--session", "web-7", "--open", "src/c.ts", "--commit", "Retry"]);

  assert.match(
    await run(["session"]),
    /GIVEN +TOKENS +DID +SESSION\n.* 2 +\d+ +\d+ +web-7\n$/,
  );
  const text = await run(["session", "show", "web-7"]);
  assert.match(text, /^Session web-7\n +TIME +WHAT +TOKENS +TEXT\n/);
  for (
    const line of [
      / given +\d+ +#1 context, 2 of \d fragments: retry\n/,
      / asked +#2 NEED_CODE: src\/c\.ts: provided\n/,
      / answered +\d+ +#2 need, round 1, 1 of 1 fragments\n/,
      / commit +Retry\n.* file +src\/c\.ts\n/,
    ]
  ) assert.match(text, line);

  workspace.write("t.jsonl", transcriptOf(Deno.realPathSync(workspace.root), given));
  const shown = await run(["session", "show", "--host-transcript", "t.jsonl"]);
  assert.match(shown, /^Session web-7, claude-code\n/);
  assert.match(shown, /\nread +\d+ +0\.0 % in files neither edited nor named afterwards\n/);
  assert.match(shown, /\nMeasures of the log with the transcript\n/);
  const json = JSON.parse(
    await run(["session", "show", "web-7", "--host-transcript", "t.jsonl", "--json"]),
  );
  const kinds = (json.timeline as TimelineEntry[]).map(({ from, kind }) => `${from} ${kind}`);
  assert.deepEqual(kinds, [
    ...["log given", "log asked", "log answered", "activity commit"],
    ...["transcript user", "transcript given", "transcript read", "transcript edit"],
  ]);
  const { given: measured, givenAlready, edited, usage } = json.measures;
  assert.deepEqual(edited, ["src/a.ts"]);
  assert.deepEqual(measured.used, ["src/a.ts"]);
  assert.deepEqual(measured.unused.map(({ path }: { path: string }) => path), ["src/b.ts"]);
  assert.deepEqual(givenAlready.files.map(({ path }: { path: string }) => path), ["src/a.ts"]);
  assert.deepEqual([usage.answers, usage.input], [2, 18]);
  assert.equal(json.metrics.recall[5], 1);
});

Deno.test("session shows a transcript of an unrecorded session, and refuses invalid requests", async () => {
  using workspace = new HostedWorkspace({ "a.ts": "" });
  const file = new URL("../transcripts/codex.jsonl", import.meta.url).pathname;
  const shown = assertSuccess(
    await workspace.run(["session", "show", "--host-transcript", file, "-n", "2"]),
  );
  assert.match(
    shown,
    /^Session 01a20792-[\w-]+, codex\n\d+ earlier lines are omitted: use --limit \d+ for all\n/,
  );
  assert.match(shown, /\nedited +1 +src\/b\.ts\n/);
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["a.ts"]);
  for (
    const [args, message] of [
      [["show"], /Cannot show a session without its ID: add it, or --host-transcript FILE/],
      [["show", "x"], /nothing is recorded for it: no session is recorded yet/],
      [["show", "x", "y"], /write list, or show and the ID of a session/],
      [
        ["list", "--host-transcript", "a.jsonl"],
        /Cannot use --host-transcript with list: use show instead/,
      ],
      [["drop"], /write list, or show/],
      [
        ["show", "--host-transcript", "a.ts"],
        /Cannot read the transcript ".*a\.ts" as it is empty/,
      ],
    ] as const
  ) assertFailure(await workspace.run(["session", ...args]), { code: 2, message });
});
