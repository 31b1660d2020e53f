import assert from "node:assert/strict";
import type { FragmentForm, FragmentRole, UnhashedFragment } from "../fragment/fragment.ts";
import { trimOutlines } from "./trim_outlines.ts";

interface Lines {
  readonly path?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly form?: FragmentForm;
  readonly role?: FragmentRole;
  readonly text?: string;
}

function fragment(
  { path = "a.ts", startLine, endLine, form = "snippet", role = "snippet", text = "x" }: Lines,
): UnhashedFragment {
  return {
    rank: 0,
    source: `file:${path}`,
    form,
    role,
    text,
    trust: "project",
    position: "before",
    location: { path, kind: "code", language: "typescript", startLine, endLine },
    score: 1,
    tokens: 100,
    reasons: [role],
  };
}

const OUTLINE = fragment({
  startLine: 1,
  endLine: 30,
  form: "outline",
  role: "read",
  text: "2: one()\n11: two()\n21: three()",
});

/** Packs an outline as one section and others as a second one. */
function thin(...others: readonly UnhashedFragment[]) {
  const section = { position: "before", rule: "ranked", limit: 1000 } as const;
  const { fragments, sections } = trimOutlines({
    fragments: [OUTLINE, ...others],
    sections: [
      { ...section, name: "manifest", used: 100, fragments: 1 },
      { ...section, name: "ranking", used: 100 * others.length, fragments: others.length },
    ],
  }, ({ text }) => text.length);
  const shown = fragments.map(({ rank, form, role, text, location }) =>
    [rank, form, role, location?.startLine, form === "outline" ? text : ""].join(" ").trim()
  );
  return { shown, sections: sections.map(({ used, fragments }) => [used, fragments]) };
}

Deno.test("trimOutlines() removes declarations that another fragment of the file shows", () => {
  assert.deepEqual(thin(fragment({ startLine: 10, endLine: 15 })), {
    shown: ["1 outline read 1 2: one()\n21: three()", "2 snippet snippet 10"],
    sections: [[20, 1], [100, 1]],
  });
});

Deno.test("trimOutlines() gives the position and the role of an outline to the fragment that shows all of it", () => {
  assert.deepEqual(
    thin(
      fragment({ path: "b.ts", startLine: 1, endLine: 9 }),
      fragment({ startLine: 1, endLine: 30, form: "whole" }),
    ),
    {
      shown: ["1 whole read 1", "2 snippet snippet 1"],
      sections: [[1, 1], [100, 1]],
    },
  );
  const parts = [fragment({ startLine: 1, endLine: 12 }), fragment({ startLine: 20, endLine: 30 })];
  assert.deepEqual(thin(...parts).shown, ["1 snippet read 1", "2 snippet snippet 20"]);
  const { fragments: [heir] } = trimOutlines(
    { fragments: [OUTLINE, ...parts], sections: [] },
    () => 1,
  );
  assert.deepEqual(heir?.reasons, ["read", "snippet"]);
});

Deno.test("trimOutlines() keeps an outline beside names, other files and fragments of a profile", () => {
  const whole = [OUTLINE.text].map((text) => `1 outline read 1 ${text}`);
  const others = [
    fragment({ startLine: 1, endLine: 30, form: "reference", text: "" }),
    fragment({ path: "b.ts", startLine: 1, endLine: 30, form: "whole" }),
  ];
  for (const other of others) assert.deepEqual(thin(other).shown.slice(0, 1), whole);
  const told = fragment({ startLine: 1, endLine: 30, form: "whole", role: "profile" });
  assert.deepEqual(thin(told).shown, ["1 whole profile 1"]);
});
