import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPACTION_TOKENS, type CompactionMoment, renderMoment } from "./session_moments.ts";
import { countTierTokens } from "./build_tier.ts";
import { BLUE_FORM } from "./context_uri.ts";

const CONTEXT = {
  knowledge: [{ name: 'the "voice"', text: "Say it plainly." }, { name: "rules", text: "One." }],
  workflow: "Branch, test, land.",
  worktree: "feature of main",
  uris: ["blue://docs/adrs/"],
  activeRfc: "RFC 0041",
};

Deno.test("B-27: the start of a session has knowledge, workflow and work tree", () => {
  assert.equal(
    renderMoment("startup", CONTEXT, BLUE_FORM),
    [
      '<blue-knowledge name="the &quot;voice&quot;">\nSay it plainly.\n</blue-knowledge>',
      '<blue-knowledge name="rules">\nOne.\n</blue-knowledge>',
      "<blue-project-workflow>\nBranch, test, land.\n</blue-project-workflow>",
      "<blue-worktree>\nfeature of main\n</blue-worktree>",
    ].join("\n\n"),
  );
});

Deno.test("B-27: after a compaction a session gets the texts that restore it, and not those of its start", () => {
  const restored = renderMoment("compact", CONTEXT, BLUE_FORM);
  assert.ok(!restored.includes("knowledge"));
  assert.match(restored, /^<blue-context-restore>\nIn progress: RFC 0041\n/);
  assert.ok(restored.includes("Branch, test, land."));
  const own = renderMoment("compact", { ...CONTEXT, restore: "Ask the owner." }, BLUE_FORM);
  assert.equal(own, "<blue-context-restore>\nAsk the owner.\n</blue-context-restore>");
});

Deno.test("renderMoment() returns a block for the summary, and undefined without content", () => {
  const survival = renderMoment("before-compaction", CONTEXT, BLUE_FORM);
  assert.match(survival, /^<blue-context-survival>[^]*blue:\/\/docs\/adrs\/\n<\/blue-context/);
  assert.equal(renderMoment("before-compaction", { knowledge: [], uris: [] }, BLUE_FORM), "");
});

Deno.test("B-27: the text of a moment never exceeds its tokens", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\n", " ", "😀"), maxLength: 6000 });
  const moments = Object.keys(COMPACTION_TOKENS) as CompactionMoment[];
  fc.assert(
    fc.property(texts, texts, fc.array(texts, { maxLength: 3 }), (workflow, restore, items) => {
      const knowledge = items.map((text, at) => ({ name: `${at}`, text }));
      for (const moment of moments) {
        const told = renderMoment(
          moment,
          { knowledge, workflow, restore, uris: items },
          BLUE_FORM,
        );
        assert.ok(countTierTokens(told) <= COMPACTION_TOKENS[moment]);
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("renderMoment() cuts a long text after a line", () => {
  const told = renderMoment(
    "compact",
    { knowledge: [], uris: [], workflow: `${"word ".repeat(8)}\n`.repeat(400_000) },
    BLUE_FORM,
  );
  assert.match(told, /\n…\n<\/blue-project-workflow>$/);
});
