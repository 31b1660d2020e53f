import assert from "node:assert/strict";
import { defaultManifest } from "./context_manifest.ts";
import { BLUE_FORM, parseContextUri } from "./context_uri.ts";
import { findTierOfUri, formatResourceName, listResources } from "./resources.ts";

Deno.test("B-22: resources are listed by tier, then the collections, the state and the plans", () => {
  const manifest = defaultManifest(BLUE_FORM);
  const source = { allowExternal: false, allowSensitive: false };
  const workflow = {
    ...manifest.workflow,
    sources: [
      { ...source, uri: "blue://docs/rfcs/{active}" },
      { ...source, uri: "blue://docs/runbooks", label: "Runbooks" },
      ...manifest.workflow.sources,
    ],
  };
  const resources = listResources({ ...manifest, workflow }, {
    form: BLUE_FORM,
    active: ["0041", "0019"],
  });
  assert.deepEqual(resources.map(({ uri }) => uri), [
    "blue://docs/adrs/",
    "blue://context/voice",
    "blue://docs/rfcs/0041",
    "blue://docs/runbooks/",
    "blue://state/current-rfc",
    "blue://docs/rfcs/",
    "blue://docs/spikes/",
    "blue://docs/dialogues/",
    "blue://docs/patterns/",
    "blue://state/active-tasks",
    "blue://docs/rfcs/0041/plan",
    "blue://docs/rfcs/0019/plan",
  ]);
  assert.deepEqual(resources[3], {
    uri: "blue://docs/runbooks/",
    name: "All Runbooks",
    description: "Runbooks",
    mimeType: "text/markdown",
  });
  assert.ok(resources.every(({ name, description }) => name !== "" && description !== ""));
  const idle = listResources({ ...manifest, workflow }, { form: BLUE_FORM, active: [] });
  assert.ok(idle.every(({ uri }) => !uri.includes("active}")));
});

Deno.test("B-22: resources are named for people", () => {
  const names = {
    "blue://docs/adrs": "All Adrs",
    "blue://docs/rfcs/0016": "Rfc 0016",
    "blue://context/voice": "Voice Context",
    "blue://state/current-rfc": "Current rfc",
  };
  for (const [uri, name] of Object.entries(names)) {
    const parsed = parseContextUri(uri, BLUE_FORM);
    assert.equal(parsed.kind === "invalid" ? "" : formatResourceName(parsed), name);
  }
});

Deno.test("findTierOfUri() returns the tier that a read counts for", () => {
  assert.equal(findTierOfUri("blue://docs/adrs/5"), "identity");
  assert.equal(findTierOfUri("blue://context/voice"), "identity");
  assert.equal(findTierOfUri("blue://state/active-tasks"), "workflow");
  assert.equal(findTierOfUri("blue://docs/rfcs/5"), "workflow");
  assert.equal(findTierOfUri("blue://docs/spikes/5"), "reference");
});
