import type { ProfileEntry } from "@dossier/policy";
import type { RenderedPrompt } from "../features/policy/operations/compose.ts";
import type { Bundle } from "@dossier/core";
import { POLICY_SCHEMAS } from "@dossier/policy/schema";
import { TIER_SCHEMAS } from "@dossier/tiers/schema";
import assert from "node:assert/strict";
import { writeDossier } from "../tests/policy_trees.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { COMPONENTS } from "./api/components.ts";
import { listComponents } from "./schema/mod.ts";
import { createApp } from "./app.ts";
import { textHash } from "../retrieval/machine/mod.ts";
import { type LocalServiceOptions, openLocalService } from "./service/local_service.ts";
import { nameRoots } from "./service/roots.ts";

const SECURITY = `---
extends: review/base
description: Looks for holes.
permissions: [fetch.knowledge.*]
inputs: {ship: {type: string, required: true}}
context: {before: [threats, none], suppress: [release-notes]}
---

Look at {input:ship}.
`;

/** Project with two profiles and a manifest, and a home folder with its own policies. */
class ServedPolicies implements AsyncDisposable {
  readonly workspace = new TempWorkspace({});
  readonly home = new TempWorkspace({});
  readonly #service;
  readonly #app;

  constructor({ hasHome = false } = {}) {
    writeDossier(this.workspace.root, {
      profiles: { "review/base": { context: { system: ["voice"], after: ["release-notes"] } } },
      knowledge: { voice: "Speak plainly.", threats: "Trust nobody.", "release-notes": "New." },
      files: {
        "profiles/review/security.md": SECURITY,
        "profiles/broken.md": "---\nextends: [\n---\n",
        "manifest.yaml": 'version: 1\nidentity: {sources: [{uri: "knowledge:voice"}]}\n',
      },
    });
    writeDossier(this.home.root, { profiles: { private: {} } });
    const spaces: LocalServiceOptions["spaces"] = hasHome ? { home: this.home.root } : {};
    this.#service = openLocalService(nameRoots([this.workspace.root]), { spaces });
    this.#app = createApp(this.#service);
  }

  async get(path: string) {
    return await this.#app.request(path);
  }

  async post(body: object, path = "/v1/compose") {
    return await this.#app.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async [Symbol.asyncDispose]() {
    await this.#service[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
    this.home[Symbol.dispose]();
  }
}

const PROFILE = "review/security";

Deno.test("createApp() composes a profile in the published format, and in that of a provider", async () => {
  await using served = new ServedPolicies();
  const request = { profile: PROFILE, inputs: { ship: "Ada" } };
  const composed: RenderedPrompt = await (await served.post(request)).json();
  POLICY_SCHEMAS.RenderedPrompt.parse(composed);
  assert.match(composed.system, /Speak plainly\./);
  assert.match(composed.messages[0]?.content ?? "", /Trust nobody\.[^]*Look at Ada\./);
  assert.deepEqual(
    composed.skipped.map(({ id, reason }) => [id, reason]).sort(),
    [["none", "not_found"], ["release-notes", "suppressed"]],
  );
  assert.equal(composed.request, undefined);
  const gemini = await (await served.post({ ...request, for: "gemini" })).json();
  assert.ok("system_instruction" in gemini.request || "systemInstruction" in gemini.request);
  const text = await (await served.post({ ...request, for: "text" })).json();
  assert.match(text.request, /Speak plainly\.[^]*Look at Ada\./);
  const partial = await (await served.post({ profile: PROFILE, partial: true })).json();
  assert.match(partial.messages[0].content, /Look at \{input:ship\}\./);
});

Deno.test("createApp() adds the texts of a profile to a bundle, and refuses an unusable profile", async () => {
  await using served = new ServedPolicies();
  const given = { query: "who looks at Ada", profile: PROFILE, inputs: { ship: "Ada" } };
  const answer = await served.post(given, "/v1/context");
  const bundle = COMPONENTS.Bundle.parse(await answer.json()) as unknown as Bundle;
  assert.deepEqual(bundle.profile?.chain, ["review/base", PROFILE]);
  assert.deepEqual(bundle.fragments.map(({ position, text }) => [position, text]), [
    ["system", "Speak plainly."],
    ["before", "Look at Ada."],
    ["before", "Trust nobody."],
  ]);
  const refused = { "nowhere": [404, "profile-not-found"], [PROFILE]: [400, "invalid-inputs"] };
  for (const [profile, [status, code]] of Object.entries(refused)) {
    const response = await served.post({ query: "Ada", profile }, "/v1/context");
    const problem = await response.json();
    assert.deepEqual([response.status, problem.code], [status, code]);
  }
});

Deno.test("createApp() lists profiles and shows one, with slashes escaped or not", async () => {
  await using served = new ServedPolicies();
  const { profiles } = listComponents().get("ProfileList")!.parse(
    await (await served.get("/v1/profiles")).json(),
  ) as { readonly profiles: readonly ProfileEntry[] };
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  assert.equal(byId.get(PROFILE)?.origin?.path, ".dossier/profiles/review/security.md");
  assert.equal(byId.get(PROFILE)?.extends, "review/base");
  assert.match(byId.get("broken")?.fault ?? "", /broken\.md/);
  for (const id of [PROFILE, encodeURIComponent(PROFILE)]) {
    const shown = await (await served.get(`/v1/profiles/${id}`)).json();
    assert.equal(POLICY_SCHEMAS.ComposedContext.parse(shown)["profile"], PROFILE);
  }
});

Deno.test("createApp() reports what the manifest declares and what a session was given of it", async () => {
  await using served = new ServedPolicies();
  const report = TIER_SCHEMAS.ManifestReport.parse(
    await (await served.get("/v1/manifest?session=s")).json(),
  );
  assert.deepEqual([report["path"], report["isDefault"]], [".dossier/manifest.yaml", false]);
  assert.equal(TIER_SCHEMAS.SessionTiers.parse(report["session"]).injections, 0);
  assert.equal("session" in await (await served.get("/v1/manifest")).json(), false);
});

Deno.test("createApp() records the actions of a session, and nothing that it cannot read", async () => {
  await using served = new ServedPolicies();
  const events = [{ kind: "turn" }, { kind: "tool", value: "deploy" }];
  const noted = await served.post({ session: "s", events }, "/v1/activity");
  assert.deepEqual(listComponents().get("NotedActivity")!.parse(await noted.json()), { noted: 2 });
  for (const wrong of [{ events }, { session: "s", events: [] }, { session: "s", events: [{}] }]) {
    const { status } = await served.post(wrong, "/v1/activity");
    assert.equal(status, 400, JSON.stringify(wrong));
  }
});

Deno.test("createApp() gives a session the workflow tier after a report of the tool that triggers it", async () => {
  await using served = new ServedPolicies();
  const workflow = "{sources: ['knowledge:threats'], refresh_triggers: [{on_tool_call: deploy}]}";
  writeDossier(served.workspace.root, {
    files: { "manifest.yaml": `version: 1\nworkflow: ${workflow}\n` },
  });
  const listGiven = async () => {
    const response = await served.post({ query: "Ada", session: "s" }, "/v1/context");
    const { fragments }: Bundle = await response.json();
    return fragments.map(({ role, form }) => `${role} ${form}`);
  };
  assert.deepEqual(await listGiven(), ["workflow reference"]);
  assert.deepEqual(await listGiven(), []);
  const events = [{ kind: "tool", value: "deploy" }];
  await served.post({ session: "s", events }, "/v1/activity");
  assert.deepEqual(await listGiven(), ["workflow whole"]);
  const { session } = await (await served.get("/v1/manifest?session=s")).json();
  assert.equal(session.injections, 1);
});

Deno.test("createApp() refuses invalid policy requests with the status of their code", async () => {
  await using served = new ServedPolicies();
  const refusals: readonly (readonly [Promise<Response>, status: number, code: string])[] = [
    [served.post({ profile: "none" }), 404, "profile-not-found"],
    [served.post({ profile: PROFILE }), 400, "invalid-inputs"],
    [served.post({ profile: "broken" }), 422, "invalid-profile"],
    [
      served.post({ profile: PROFILE, limits: { turns: -1 }, partial: true }),
      400,
      "invalid-request",
    ],
    [served.post({ profile: "x".repeat(2000) }), 400, "invalid-request"],
    [served.post({ profile: PROFILE, inputs: [] }), 400, "invalid-request"],
    [served.get("/v1/profiles/none/at/all"), 404, "profile-not-found"],
    [served.get("/v1/profiles/..%2F..%2Fetc%2Fpasswd"), 404, "invalid-item-id"],
    [served.get("/v1/profiles/%2Fetc%2Fpasswd"), 404, "invalid-item-id"],
    [served.get("/v1/profiles/a%5Cb"), 404, "invalid-item-id"],
    [served.get("/v1/profiles/a%00b"), 404, "invalid-item-id"],
    [served.get("/v1/manifest?root=none"), 404, "root-unknown"],
  ];
  for (const [answer, status, code] of refusals) {
    const problem = COMPONENTS.Problem.parse(await (await answer).json());
    assert.deepEqual([problem.code, problem.status], [code, status], problem.detail);
  }
  Deno.writeTextFileSync(`${served.workspace.root}/.dossier/manifest.yaml`, "version: 2\n");
  assert.equal((await served.get("/v1/manifest")).status, 422);
});

Deno.test("createApp() continues a thread from the text of its transcript", async () => {
  await using served = new ServedPolicies();
  const line = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
  const said = line("user", "Is the hull tarred?") + line("assistant", "Yés.");
  const body = { profile: PROFILE, inputs: { ship: "Ada" }, for: "messages" };
  const post = (more: object) => served.post({ ...body, ...more });
  const response = await post({ transcript: said });
  assert.equal(response.status, 200);
  const composed = await response.json() as RenderedPrompt;
  POLICY_SCHEMAS.RenderedPrompt.parse(composed);
  const { messages, notes, request } = composed;
  assert.deepEqual(messages.slice(0, 2).map(({ content }) => content), [
    "Is the hull tarred?",
    "Yés.",
  ]);
  assert.equal(messages.length, 3);
  assert.match(notes.join("\n"), /The transcript has no checkpoint/);
  assert.match(JSON.stringify(request), /Yés\./);

  const payload = {
    "byte_offset": new TextEncoder().encode(said).length,
    hash: await textHash(said),
  };
  const sealed = `${said}${JSON.stringify({ "event_type": "checkpoint", payload })}\n`;
  const refuse = async (more: object, status: number, expected: RegExp) => {
    const refused = await post(more);
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(await refused.json()), expected);
  };
  await refuse(
    { transcript: `${said}{"role": ` },
    400,
    /invalid-transcript.*line 3 is not valid JSON/,
  );
  await refuse({ transcript: sealed.replace("Yés", "Nés") }, 422, /tampered-item.*changed before/);
  const more = sealed + line("user", "And the mast?");
  await refuse({ transcript: more }, 422, /after its last checkpoint/);
  assert.equal((await post({ transcript: more, lenient: true })).status, 200);
  await refuse({ lenient: true }, 400, /invalid-request.*Use it with a transcript/);
  await refuse({ transcript: "x".repeat(3_000_001) }, 400, /invalid-request/);
});

Deno.test("createApp() accepts no location from a caller: no home, folder or transcript", async () => {
  await using served = new ServedPolicies();
  for (
    const place of [{ home: "/" }, { system: ["/"] }, { resume: "/etc/passwd" }, {
      transcript: "/etc/passwd",
    }, { path: "/" }]
  ) {
    const response = await served.post({ profile: PROFILE, partial: true, ...place });
    assert.equal(response.status, 400, JSON.stringify(place));
  }
  assert.equal((await served.get("/v1/profiles/private")).status, 404);
  await using withHome = new ServedPolicies({ hasHome: true });
  const shown = await (await withHome.get("/v1/profiles/private")).json();
  assert.equal(shown.chain[0].origin.space, "user");
});
