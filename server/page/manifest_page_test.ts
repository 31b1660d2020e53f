import { nameRoots, openLocalService } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const MANIFEST = {
  version: 1,
  identity: {
    "max_tokens": 40,
    sources: [
      { uri: "knowledge:voice", label: "<Voice>" },
      "knowledge:long",
      "path:conf/.env",
      "dossier://docs/adrs/",
    ],
  },
  workflow: {
    sources: ["dossier://state/current-rfc"],
    "refresh_triggers": ["on_rfc_change", "every_10_turns"],
  },
  plugins: [{
    uri: "dossier://tickets/",
    provides: ["tickets"],
    "salience_triggers": [{ "keyword_match": "ticket" }],
  }],
};

const FILES = {
  "a.ts": "export const a = 1;\n",
  "conf/.env": "KEY=1\n",
  "docs/adrs/0001-old.md": "# Old\n",
  ".dossier/knowledge/voice.md": "Speak plainly, always.\n",
  ".dossier/knowledge/long.md": "Long lines.\n".repeat(30),
  ".dossier/manifest.yaml": JSON.stringify(MANIFEST),
};

/** Returns the section of a page under a heading. */
function sectionOf(html: string, id: string): string {
  return new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, "s").exec(html)?.[0] ?? "";
}

Deno.test("ManifestPage shows tiers against their budgets, what is not given and why, and what was given last", async () => {
  using workspace = new TempWorkspace(FILES);
  Deno.utimeSync(workspace.path("docs/adrs/0001-old.md"), 0, 0);
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const show = async () => {
    const html = await (await app.request("http://localhost/manifest")).text();
    return html.replaceAll("<wbr>", "");
  };
  const html = await show();
  assert.match(html, /as it was agreed to/);
  const identity = sectionOf(html, "tier-identity");
  assert.match(identity, /when a session begins, 8 of 40 tokens/);
  // Of 4,000 tokens, the widest budget, 40 are one hundredth.
  assert.match(identity, /class="free" x="0%" width="1%"/);
  assert.match(identity, /class="layer-identity even" x="0%" width="0.125%"/);
  assert.match(identity, /knowledge:voice<[^]*?&lt;Voice&gt;[^]*?good">given<[^]*?>5</);
  assert.match(identity, /knowledge:long<[^]*?>omitted budget<[^]*?no room[^]*?0 of 90/);
  assert.match(identity, /conf\/[^]*?\.env<[^]*?>blocked</);
  assert.match(identity, /docs\/[^]*?adrs\/[^]*?>given<[^]*?>stale</);
  assert.match(html, />over budget<[^]*?The identity tier has 96 tokens, and room for 40/);
  const workflow = sectionOf(html, "tier-workflow");
  assert.match(workflow, /on_rfc_change<[^]*?every_10_turns</);
  assert.match(workflow, />empty</);
  assert.match(sectionOf(html, "plugins"), /tickets[^]*?keyword_match: ticket[^]*?inactive/);
  assert.match(sectionOf(html, "injections"), /Nothing was given yet/);

  await service.call("context", { query: "a", session: "s" });
  workspace.write(".dossier/manifest.yaml", `${FILES[".dossier/manifest.yaml"]}\n`);
  const later = await show();
  assert.match(later, /changed since it was agreed to/);
  assert.match(sectionOf(later, "injections"), /Identity<[^]*?knowledge:voice/);
  assert.match(sectionOf(later, "injections"), /omitted_budget|secret/);
});

Deno.test("ManifestPage says so where there is no manifest, or one that is wrong", async () => {
  using workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const show = async () => await app.request("http://localhost/manifest");
  const none = await show();
  assert.equal(none.status, 200);
  assert.match(await none.text(), /There is none\. Cannot tell of the manifest/);
  workspace.write(".dossier/manifest.yaml", "version: 2\n");
  const wrong = await show();
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /manifest\.yaml/);
});
