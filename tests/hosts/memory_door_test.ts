import assert from "node:assert/strict";
import { openPooledService } from "@dossier/server/pool";
import { nameRoots, type Service } from "@dossier/server/service";
import { openHookDoor } from "./hook_door.ts";
import { runHook } from "../../features/hosts/hook/run_hook.ts";
import { makeRepository, toText } from "../hooked_session.ts";
import type { TempWorkspace } from "../temp_workspace.ts";
import { openEngine } from "../../retrieval/engine.ts";
import { FEATURES } from "../../features/features.ts";
import { openMemory } from "../../features/memory/open_memory.ts";
import { writeMemorySettings } from "../../features/memory/store/mod.ts";

/** Tree whose hooks are answered by a server. */
class ServedTree implements AsyncDisposable {
  readonly workspace: TempWorkspace = makeRepository();
  readonly service: Service = openPooledService(nameRoots([this.workspace.root]), { threads: 1 });
  #door: AsyncDisposable | undefined;

  async open(): Promise<this> {
    const { cache } = this.workspace;
    await this.service.call("index", {});
    this.#door = await openHookDoor(this.service, { cache, home: "/home/ada" });
    return this;
  }

  async send(name: string, fields: object = {}, session = "s1"): Promise<string> {
    const { root, cache } = this.workspace;
    const input = { "session_id": session, cwd: root, "hook_event_name": name, ...fields };
    const call = { host: "claude-code", text: JSON.stringify(input), folder: root };
    return toText(await runHook({ ...call, cache, home: "/home/ada", deadlineMs: 20_000 }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#door?.[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

const LIST = { "tool_name": "Bash", "tool_input": { command: "ls" } };

Deno.test("a text for a session is delivered once through a server, by one of simultaneous hooks", async () => {
  await using tree = await new ServedTree().open();
  await tree.service.call("inject", { session: "s1", text: "It is late." });
  const replies = await Promise.all([1, 2, 3].map(() => tree.send("PostToolUse", LIST)));
  assert.equal(replies.filter((text) => text.includes("> It is late.")).length, 1);
  assert.equal(await tree.send("UserPromptSubmit", { prompt: "thanks!" }), "");
  const refreshed = await tree.service.call("refresh", { session: "s1", worker: "w" });
  assert.deepEqual(refreshed, { refreshed: true, stop: false });
});

Deno.test("a server reads the transcripts of ended sessions in a separate thread, after its answer", async () => {
  await using tree = await new ServedTree().open();
  const { root, cache } = tree.workspace;
  {
    using engine = await openEngine({ root, features: FEATURES });
    await writeMemorySettings(await openMemory(engine), { capture: true });
  }
  const transcript = `${cache}/s1.jsonl`;
  const rule = {
    type: "user",
    sessionId: "s1",
    cwd: root,
    message: { role: "user", content: "Never edit upload.py by hand." },
  };
  // Longer than the text that a hook reads without a server.
  const filler = { ...rule, message: { role: "user", content: "x".repeat(3_000_000) } };
  const lines = [rule, filler].map((line) => `${JSON.stringify(line)}\n`).join("");
  Deno.writeTextFileSync(transcript, lines);
  await tree.send("PostToolUse", { ...LIST, "transcript_path": transcript });
  assert.match(
    await tree.send("SessionStart", { source: "startup" }, "s2"),
    /Map of the repository/,
  );
  const list = async () => {
    const page = await tree.service.call("memories", { status: "waiting" });
    const { observations } = page as { readonly observations: readonly { content: string }[] };
    return observations.map(({ content }) => content);
  };
  assert.deepEqual(await list(), []);
  for (let round = 0; round < 200 && (await list()).length === 0; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(await list(), ["Never edit upload.py by hand."]);
});
