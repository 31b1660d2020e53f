import assert from "node:assert/strict";
import { buildTier } from "./build_tier.ts";
import { formatTrigger } from "./context_manifest.ts";
import { BLUE_FORM } from "./context_uri.ts";
import { renderSessionStart } from "./session_moments.ts";
import {
  formatTokens,
  type ManifestStatus,
  renderManifest,
  renderManifestSummary,
} from "./render_manifest.ts";

const HASH = "0123456789abcdef".repeat(4);

function tier(name: "identity" | "workflow" | "reference", ...texts: readonly string[]) {
  const inputs = texts.map((text, at) => ({
    uri: `blue://${name}/${at}`,
    ...(at === 0 ? { label: "First" } : {}),
    hash: HASH,
    pieces: text === "" ? [] : [{ path: `${at}.md`, text }],
  }));
  return buildTier(name, inputs, { budget: 100 });
}

const STATUS: ManifestStatus = {
  form: "blue",
  path: BLUE_FORM.path,
  isDefault: false,
  generatedAt: "2031-04-05T06:07:08Z",
  sourceCommit: "f00ba4",
  hash: HASH,
  tiers: [
    tier("identity", "x".repeat(40), ""),
    tier("workflow", "x".repeat(400)),
    tier("reference"),
  ],
  triggers: ["on_rfc_change", "every_6_turns"],
  plugins: [{
    uri: "blue://tickets/",
    provides: ["ticket-context"],
    triggers: ["keyword_match: ticket"],
    status: "inactive",
    reason: "no trigger of it is active",
  }],
  edges: 3,
  warnings: [{ code: "stale", message: '"0.md" is 31 days old' }],
  injections: [{
    time: "2031-04-05T06:07:08.000Z",
    tier: "identity",
    uri: "blue://identity/0",
    tokens: 10,
    hash: HASH,
  }],
};

Deno.test("B-1: the default budgets are 500, 2000 and 4000, in all 6500", () => {
});

Deno.test("B-16: numbers of tokens have one decimal from 1000 on", () => {
  assert.deepEqual([487, 999, 1000, 1234].map(formatTokens), ["487", "999", "1.0k", "1.2k"]);
});

Deno.test("B-16: the summary is one line with the sources and tokens of the tiers that are pushed", () => {
  assert.equal(
    renderManifestSummary(STATUS),
    "Identity: 2 sources (10 tokens) | Workflow: 1 source (100 tokens)",
  );
});

Deno.test("B-17: show has marks, budgets, triggers, plugins and warnings", () => {
  assert.equal(
    renderManifest(STATUS),
    `Manifest: .blue/context.manifest.yaml

Identity
  Budget: 100 tokens | Actual: 10 tokens
  ✓ blue://identity/0 (First)  10 tokens, injected
  ○ blue://identity/1  0 tokens, empty: it is empty

Workflow
  Budget: 100 tokens | Actual: 100 tokens
  ✓ blue://workflow/0 (First)  100 tokens, injected
  Triggers: on_rfc_change, every_6_turns

Reference
  Budget: 100 tokens | Actual: 0 tokens
  Relevance graph: 3 edges

Plugins
  ○ blue://tickets/ (ticket-context)  inactive: no trigger of it is active
    Triggers: keyword_match: ticket

Warning: "0.md" is 31 days old
`,
  );
});

Deno.test("B-17: no text from outside begins a line", () => {
  const forged = "x\nWarning: \x1b[31mforged";
  const told = renderManifest({
    ...STATUS,
    triggers: [forged],
    plugins: STATUS.plugins.map((plugin) => ({ ...plugin, provides: [forged], reason: forged })),
    warnings: [{ code: "blocked", message: `"${forged}" is blocked` }],
  }, { isVerbose: true });
  assert.equal(told.match(/forged/g)?.length, 4);
  assert.deepEqual(told.match(/^Warning: .*/gm), [
    'Warning: "x\ufffdWarning: \ufffd[31mforged" is blocked',
  ]);
});

Deno.test("B-17: verbose adds the origin, hashes and the last injections", () => {
  const verbose = renderManifest(STATUS, { isVerbose: true });
  assert.match(verbose, /\nGenerated: 2031-04-05T06:07:08Z\nCommit: f00ba4\nSHA-256: 0123/);
  assert.ok(verbose.includes(`    SHA-256 ${HASH}\n    0.md  10 tokens, injected\n`));
  assert.ok(verbose.includes(
    "Last injections\n  2031-04-05T06:07:08.000Z  identity  blue://identity/0  10 tokens  01234567\n",
  ));
});

Deno.test("formatTrigger() uses the notation of manifests", () => {
  assert.equal(formatTrigger({ kind: "turns", every: 10 }), "every_10_turns");
  assert.equal(formatTrigger({ kind: "tool-call", tool: "deploy" }), "on_tool_call: deploy");
});

Deno.test("renderSessionStart() includes the text of identity, and only the URIs of workflow", () => {
  const told = renderSessionStart(
    tier("identity", "Who we are.", ""),
    [{ uri: "blue://state/current-rfc", label: "RFC" }, { uri: "blue://docs/rfcs/{active}" }],
    BLUE_FORM,
  );
  assert.equal(
    told,
    `Project context by .blue/context.manifest.yaml
- blue://identity/0 (First)

Who we are.

Request by URI what you need of:
- blue://state/current-rfc (RFC)
- blue://docs/rfcs/{active}`,
  );
});
