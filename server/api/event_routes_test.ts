import { POLICY_SCHEMAS } from "@dossier/policy/schema";
import assert from "node:assert/strict";
import { writeDossier } from "../../tests/policy_trees.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { Hono } from "hono";
import { createApp } from "../app.ts";
import { addEvents, EventFeed } from "../events/mod.ts";
import type { RequestEnv } from "../request/mod.ts";
import { serve } from "../serve.ts";
import { openPooledService } from "../pool/mod.ts";
import { openLocalService } from "../service/local_service.ts";
import { nameRoots } from "../service/roots.ts";
import { COMPONENTS } from "./components.ts";
import { EVENT_ROUTES } from "./event_routes.ts";

/** Event as it is sent. */
interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function openTree(): TempWorkspace {
  const workspace = new TempWorkspace({ "src/upload.py": "def retry_upload(file):\n    pass\n" });
  writeDossier(workspace.root, {
    profiles: {
      leaf: {
        context: {
          system: ["voice"],
          before: ["threats", "none"],
          suppress: ["old"],
          after: ["old"],
        },
      },
    },
    knowledge: { voice: "Speak plainly.", threats: "Trust nöbody." },
    files: { "manifest.yaml": 'version: 1\nidentity: {sources: [{uri: "knowledge:voice"}]}\n' },
  });
  return workspace;
}

/** Yields the next events of a stream, and ignores comments. */
async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  let text = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n").filter((line) => !line.startsWith(":"));
      text = text.slice(end + 2);
      if (lines.length === 0) continue;
      const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
      yield { id: fields["id"], event: fields["event"], data: JSON.parse(fields["data"]) };
    }
  }
}

async function take(events: AsyncGenerator<SentEvent>, count: number): Promise<SentEvent[]> {
  const taken: SentEvent[] = [];
  for (let at = 0; at < count; at++) taken.push((await events.next()).value);
  return taken;
}

const HEADERS = { "Content-Type": "application/json" };

Deno.test("createApp() emits prompts and contexts as they are delivered, and resumes after the last event", async () => {
  using workspace = openTree();
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const post = async (path: string, body: object) => {
    const request = { method: "POST", headers: HEADERS, body: JSON.stringify(body) };
    assert.equal((await app.request(path, request)).status, 200);
  };
  const stream = await app.request("/v1/events");
  assert.equal(stream.headers.get("Content-Type"), "text/event-stream");
  const events = readEvents(stream);
  await post("/v1/compose", { profile: "leaf" });
  const [prompt, message] = await take(events, 2);
  assert.equal(prompt?.event, "system_prompt");
  POLICY_SCHEMAS.SystemPromptEvent.parse(prompt?.data);
  assert.deepEqual(prompt?.data["layers"], ["voice"]);
  assert.equal(message?.event, "context_injected");
  const injected = COMPONENTS.ToldInjection.parse(message?.data);
  const block = injected.blocks.find(({ id }) => id === "threats");
  assert.deepEqual({ ...block, tokens: 0 }, {
    id: "threats",
    position: "before",
    chars: 13,
    tokens: 0,
    source: "profile",
  });
  assert.deepEqual(injected.skipped, [
    { id: "old", reason: "suppressed" },
    { id: "none", reason: "not_found" },
  ]);
  // Nothing is emitted for a preview.
  await post("/v1/compose", { profile: "leaf", partial: true });
  await post("/v1/context", { query: "retry upload", record: false });
  await post("/v1/context", { query: "retry upload", session: "s" });
  const [bundle] = await take(events, 1);
  const given = COMPONENTS.ToldInjection.parse(bundle?.data);
  assert.deepEqual([given.session, given.record], ["s", 1]);
  assert.ok(given.blocks.some(({ id }) => id === "file:src/upload.py#L1-2"));
  await events.return(undefined);

  const again = await app.request("/v1/events", { headers: { "Last-Event-ID": prompt!.id } });
  const rest = readEvents(again);
  assert.deepEqual((await take(rest, 2)).map(({ id }) => id), [message?.id, bundle?.id]);
  await rest.return(undefined);
  const refused = await app.request("/v1/events?root=none");
  assert.equal(refused.status, 404);
});

Deno.test({
  name: "serve() emits the triggers that changes of a watched tree fire",
  // Trees are watched on Linux only.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const rfc = "# Hulls\n\nStatus: In Progress\n";
    using workspace = new TempWorkspace({
      "src/upload.py": "def retry_upload(file):\n    pass\n",
      "docs/rfcs/0007-hulls.md": rfc,
      ".dossier/manifest.yaml": JSON.stringify({
        version: 1,
        workflow: { sources: ["dossier://state/current-rfc"], refresh_triggers: ["on_rfc_change"] },
        plugins: [{
          uri: "dossier://tickets/",
          salience_triggers: [{ commit_msg_pattern: "^AB-" }, { file_annotation: "@ticket" }],
        }],
      }),
    });
    workspace.initialize();
    workspace.commit("AB-1 begin");
    const service = openPooledService(nameRoots([workspace.root]), { watch: true, threads: 1 });
    await using server = await serve(service, { port: 0 });
    while (!service.readiness().every(({ isReady }) => isReady)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const search = async () => {
      const body = JSON.stringify({ query: "retry", session: "s" });
      const request = { method: "POST", headers: HEADERS, body };
      const { fragments } = await (await fetch(`${server.url}/v1/context`, request)).json();
      return fragments.filter(({ role, form }: Record<string, string>) =>
        role === "workflow" && form !== "reference"
      ).length;
    };
    const events = readEvents(await fetch(`${server.url}/v1/events`));
    const expectTrigger = async (expected: string) => {
      for (;;) {
        const [{ event, data }] = await take(events, 1) as [SentEvent];
        if (event !== "triggers_fired") continue;
        const { triggers } = COMPONENTS.FiredTriggers.parse(data);
        if (triggers.includes("on_rfc_change") && expected !== "on_rfc_change") continue;
        return assert.deepEqual(triggers, [expected]);
      }
    };
    assert.equal(await search(), 0);
    // It is ready a little before it watches the tree.
    const writing = setInterval(() => {
      workspace.write("docs/rfcs/0007-hulls.md", `${rfc}\nHulls are tarred ${Date.now()}.\n`);
    }, 500);
    await expectTrigger("on_rfc_change");
    clearInterval(writing);
    assert.equal(await search(), 1, "the session gets it with its next request");
    workspace.write("src/upload.py", "def retry_upload(file):\n    pass  # @ticket\n");
    await expectTrigger("file_annotation: @ticket");
    // Nothing changes but the head of the branch.
    workspace.git("commit", "--quiet", "--allow-empty", "--message=AB-2 tar hulls");
    await expectTrigger("commit_msg_pattern: ^AB-");
    await events.return(undefined);
  },
});

Deno.test("serve() ends the streams of events when it stops", async () => {
  using workspace = openTree();
  const server = await serve(openLocalService(nameRoots([workspace.root])), { port: 0 });
  const stream = await fetch(`${server.url}/v1/events`);
  const reader = stream.body!.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^: /);
  const stopping = performance.now();
  await Promise.all([server.stop(), reader.read().catch(() => {})]);
  assert.ok(performance.now() - stopping < 5000);
  await reader.cancel().catch(() => {});
});

Deno.test("a stream that nobody reads is closed, and keeps no later events", async () => {
  await using service = openLocalService(nameRoots(["/none"]));
  const observed = addEvents(service, new EventFeed({ maxWaiting: 8 }));
  const [route] = EVENT_ROUTES;
  const app = new Hono<RequestEnv>().get("/v1/events", (c) => route!.handle(c, observed));
  const stream = await app.request("/v1/events");
  assert.equal(observed.events.followers, 1);
  for (let n = 0; n < 100 && observed.events.followers > 0; n++) {
    observed.events.emit("none", "system_prompt", { text: "x".repeat(1000) });
    await new Promise((next) => setTimeout(next));
  }
  assert.equal(observed.events.followers, 0);
  await stream.body?.cancel();
  const left = await app.request("/v1/events");
  assert.equal(observed.events.followers, 1);
  await left.body?.cancel();
  while (observed.events.followers > 0) await new Promise((next) => setTimeout(next, 5));
});
