import { nameRoots, openLocalService } from "@dossier/server";
import assert from "node:assert/strict";
import { writeDossier } from "../../tests/policy_trees.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const LEAF = `---
extends: base
description: Looks for <holes>.
permissions: [fetch.knowledge.*]
inputs: {ship: {type: string, required: true, description: whose it is}}
context: {before: [threats, none], suppress: [old]}
---

Look at {input:ship}.
`;

/** Returns the pages of a project with a profile that extends another one. */
function openProject() {
  const workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  writeDossier(workspace.root, {
    profiles: { base: { context: { system: ["voice", "tone"], after: ["old"] } } },
    knowledge: {
      voice: "Speak plainly.",
      tone: "x".repeat(400),
      threats: "Trust nobody.",
      old: "Old.",
    },
    files: {
      "profiles/leaf.md": LEAF,
      "profiles/maker.md": "---\ninputs: { constructor: {}, toString: {} }\n---\nMake it.\n",
      "profiles/broken.md": "---\nextends: [\n---\n",
      "policy.yaml": "compose: budgeted\n",
    },
  });
  const service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  return {
    show: async (path: string) => {
      const response = await app.request(`http://localhost${path}`);
      return { status: response.status, html: await response.text() };
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

/** Returns the section of a page under a heading. */
function sectionOf(html: string, id: string): string {
  return new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, "s").exec(html)?.[0] ?? "";
}

Deno.test("ProfilesPage lists profiles with their spaces, also those that can not be read", async () => {
  await using project = openProject();
  const { html } = await project.show("/profiles");
  assert.match(html, /href="\/profile\?root=tree&amp;id=leaf"/);
  assert.match(html, /Looks for &lt;holes&gt;\./);
  assert.match(html, /badge in-project">project/);
  assert.match(html, /badge in-system">system/);
  assert.match(html, /can not be read<\/span>[^]*?broken/);
  assert.doesNotMatch(html, /href="[^"]*id=broken/);
});

Deno.test("ProfilePage draws each layer with its budget, its texts, and who contributed them", async () => {
  await using project = openProject();
  const { html, status } = await project.show("/profile?id=leaf&input.ship=Ada");
  assert.equal(status, 200);
  const system = sectionOf(html, "layer-system");
  assert.match(system, /104 of 4,000 tokens/);
  assert.match(system, />voice<[^]*?badge in-project">project<[^]*?base, 4 tokens/);
  assert.match(system, /\.dossier\/<wbr>knowledge\/<wbr>tone\.md/);
  const widths = [
    ...system.matchAll(/<rect class="layer-system [^"]*" x="([\d.]+)%" width="([\d.]+)%"/g),
  ]
    .map(([, x, width]) => [Number(x), Number(width)]);
  // 4 and 100 of 4,000 tokens, one behind the other.
  assert.deepEqual(widths, [[0, 0.1], [0.1, 2.5]]);
  assert.match(sectionOf(html, "layer-before"), />threats<[^]*?leaf, 4 tokens/);
  assert.match(sectionOf(html, "layer-prompt"), /Look at Ada\./);
  assert.match(sectionOf(html, "layer-after"), /Nothing\./);
  assert.match(sectionOf(html, "layer-tools"), /of 2,000 tokens/);
  const [, total = ""] = /<h2 id="layers">([\d,]+) tokens/.exec(html) ?? [];
  const legend = /<ul class="legend">.*?<\/ul>/s.exec(html)?.[0] ?? "";
  const parts = [...legend.matchAll(/<b>([\d,]+)<\/b>/g)].map(([, text = ""]) => Number(text));
  assert.equal(parts.reduce((sum, part) => sum + part, 0), Number(total.replace(",", "")));
});

Deno.test("ProfilePage says what is left out and why, and takes inputs", async () => {
  await using project = openProject();
  const { html } = await project.show("/profile?id=leaf");
  const leftOut = sectionOf(html, "left-out");
  assert.match(leftOut, />none<[^]*?not found<[^]*?it is not there/);
  assert.match(leftOut, />old<[^]*?Behind the prompt[^]*?suppressed<[^]*?does without it/);
  assert.match(
    html,
    /ship, required: whose it is<\/span><input[^>]*name="input\.ship"[^>]*value=""/,
  );
  assert.match(html, /Look at \{input:ship\}/);
  assert.match(sectionOf(html, "chain"), />base<[^]*>leaf</);
  const maker = await project.show("/profile?id=maker&input.toString=5");
  assert.match(
    maker.html,
    /name="input\.constructor"[^>]*value=""[^]*"input\.toString"[^>]*value="5"/,
  );
  assert.equal((await project.show("/profile?id=none")).status, 404);
  assert.equal((await project.show("/profile?id=..%2Fx")).status, 404);
  assert.equal((await project.show("/profile")).status, 400);
});
