import assert from "node:assert/strict";
import type { Feature, SessionPart, TurnMoment, TurnTools } from "@dossier/retrieval/feature";
import { listActivity, makeRepository, toText } from "../../../tests/hooked_session.ts";
import { answerHook } from "./answer_hook.ts";
import { runHook } from "./run_hook.ts";

/** A feature that returns given parts, and stores the requests for them. */
class Talker {
  readonly asked: (TurnMoment & Pick<TurnTools, "isRunning">)[] = [];
  readonly feature: Feature;

  constructor(say: (asked: TurnMoment, tools: TurnTools) => readonly SessionPart[]) {
    this.feature = {
      name: "talker",
      turnParts: (asked, tools) => {
        this.asked.push({ ...asked, isRunning: tools.isRunning });
        return Promise.resolve(say(asked, tools));
      },
    };
  }
}

function openTalk(root: string, { feature }: Talker) {
  return async (name: string, fields: object = {}, isLost = false): Promise<string> => {
    const input = { "session_id": "s1", cwd: root, "hook_event_name": name, ...fields };
    const places = { folder: root, cache: undefined, home: undefined };
    const call = { host: "claude-code", text: JSON.stringify(input), ...places };
    return toText(
      await runHook(call, async (job, onMessage) => {
        const answer = await answerHook(job, onMessage, { features: [feature] });
        if (isLost) throw new Error("killed");
        return answer;
      }),
    );
  };
}

const LIST = { "tool_name": "Bash", "tool_input": { command: "ls" } };

Deno.test("a text with a receipt is sent again only when the reply with it was lost", async () => {
  using workspace = makeRepository();
  const talker = new Talker(({ moment }, { isDelivered }) =>
    moment === "turn" && !isDelivered("talk 1")
      ? [{ name: "talk", text: "It rains", more: "", receipt: "talk 1" }]
      : []
  );
  const send = openTalk(workspace.root, talker);
  assert.equal(await send("PostToolUse", LIST, true), "");
  assert.match(await send("PostToolUse", LIST), /^<dossier-context [^>]*>\nIt rains\n/);
  assert.equal(await send("PostToolUse", LIST), "");
  assert.equal(await send("UserPromptSubmit", { prompt: "thanks!" }), "");
  const told = (await listActivity(workspace)).filter((event) => event === "told talk 1");
  assert.equal(told.length, 1);
});

Deno.test("waiting texts come first in a session, and arrive in time even if the rest takes too long", async () => {
  using workspace = makeRepository();
  const talker = new Talker(({ moment }) =>
    moment === "turn" ? [{ name: "talk", text: "It rains", more: "", receipt: "talk 1" }] : []
  );
  const input = { "session_id": "s1", cwd: workspace.root, "hook_event_name": "SessionStart" };
  const text = JSON.stringify({ ...input, source: "startup" });
  const places = { folder: workspace.root, cache: undefined, home: undefined };
  const told = await runHook({ host: "claude-code", text, ...places }, async (job, onMessage) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    void answerHook(job, (message) => {
      onMessage(message);
      if ("soFar" in message) resolve(undefined);
    }, { features: [talker.feature] });
    return await promise;
  });
  assert.match(toText(told), /\nIt rains\n/);
});

Deno.test("a feature is called at turns, prompts and files, and its failure affects no other part", async () => {
  using workspace = makeRepository();
  const talker = new Talker(({ moment }) => {
    if (moment === "turn") throw new Error("It is out of order");
    return [{ name: "talk", text: "It rains", more: "" }];
  });
  const send = openTalk(workspace.root, talker);
  const prompt = "Where are failed uploads retried?";
  assert.match(await send("UserPromptSubmit", { prompt, "transcript_path": "/t.jsonl" }), /rains/);
  const edit = { "tool_name": "Edit", "tool_input": { file_path: "upload.py" } };
  // The session has had that text.
  assert.equal(await send("PreToolUse", edit), "");
  await send("SessionEnd");
  await send("PostToolUse", { ...edit, "agent_id": "a" });
  await send("PreToolUse", edit);
  const session = { session: "s1", transcript: undefined };
  const tool = { ...session, moment: "tool", when: "before", paths: ["upload.py"], words: prompt };
  assert.deepEqual(talker.asked, [
    { moment: "turn", session: "s1", transcript: "/t.jsonl", isRunning: true },
    { moment: "prompt", words: prompt, session: "s1", transcript: "/t.jsonl", isRunning: true },
    { ...tool, isRunning: true },
    { ...tool, isRunning: false },
  ]);
});
