import type { PassageCandidate } from "@dossier/core";
import { isPassage } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import { omitHeld } from "./omit_held.ts";

Deno.test("omitHeld() returns the cost of held lines even if a later section only names them", async () => {
  const lines: PassageCandidate = {
    path: "src/a.ts",
    kind: "code",
    language: "typescript",
    startLine: 1,
    endLine: 20,
    score: 1,
    document: { lines: Array.from({ length: 20 }, (_, at) => `line(${at});`) },
  };
  const name: PassageCandidate = { ...lines, replacement: { form: "reference", text: "" } };
  const sections = [lines, name].map((one) => ({ name: "ranking", candidates: [one] }));
  const { omitted } = await omitHeld(sections, {
    holdings: {
      isHeld: () => Promise.resolve(true),
      findNew: () => Promise.resolve(undefined),
    },
    cost: (given) => isPassage(given) && given.replacement === undefined ? 200 : 14,
  });
  assert.deepEqual(omitted.map(({ tokens }) => tokens), [200]);
});

Deno.test("omitHeld() does not name files with held lines when other files are requested", async () => {
  const candidate: PassageCandidate = {
    path: "src/a.ts",
    kind: "code",
    language: "typescript",
    startLine: 1,
    endLine: 9,
    score: 1,
    document: { lines: Array.from({ length: 9 }, (_, at) => `line(${at});`) },
    replacement: { form: "reference", text: "" },
  };
  for (const [isOther, count] of [[true, 0], [false, 1]] as const) {
    const section = { name: "references", candidates: [candidate], excludesShownFiles: isOther };
    const { sections, omitted } = await omitHeld([section], {
      holdings: {
        isHeld: () => Promise.resolve(false),
        findNew: () =>
          Promise.resolve({ ranges: [{ startLine: 5, endLine: 9 }], isChanged: false }),
      },
      cost: () => 14,
    });
    assert.deepEqual([sections[0]!.candidates.length, omitted.length], [count, 0]);
  }
});

Deno.test("omitHeld() marks each part of an outdated document", async () => {
  const document = { lines: Array.from({ length: 20 }, (_, at) => `Line ${at + 1}.`) };
  const candidate: PassageCandidate = {
    path: "docs/a.md",
    kind: "document",
    language: "markdown",
    startLine: 1,
    endLine: 20,
    score: 1,
    role: "document",
    freshness: 0.4,
    remark: "It may be outdated.",
    document,
  };
  const { sections, omitted } = await omitHeld([{ name: "documents", candidates: [candidate] }], {
    holdings: {
      isHeld: () => Promise.resolve(false),
      findNew: () => Promise.resolve({ ranges: [{ startLine: 5, endLine: 9 }], isChanged: true }),
    },
    cost: (given) => isPassage(given) ? given.endLine - given.startLine + 1 : 0,
  });
  const [part] = sections[0]!.candidates.filter(isPassage);
  assert.deepEqual([part?.startLine, part?.endLine, part?.freshness], [5, 9, 0.4]);
  assert.match(part?.remark ?? "", /^It may be outdated\. Changed since it was sent; /);
  assert.deepEqual(omitted.map(({ tokens }) => tokens), [4, 11]);
});

Deno.test("omitHeld() omits the ranges of one candidate in order, independent of how long each takes", async () => {
  const ranges = [1, 11, 21].map((startLine) => ({ startLine, endLine: startLine + 4 }));
  const candidate: PassageCandidate = {
    path: "src/a.ts",
    kind: "code",
    language: "typescript",
    startLine: 1,
    endLine: 25,
    score: 1,
    document: { lines: Array.from({ length: 25 }, (_, at) => `line(${at});`) },
    ranges,
  };
  const { omitted } = await omitHeld([{ name: "ranking", candidates: [candidate] }], {
    holdings: {
      // The first takes longest.
      async isHeld({ startLine, endLine }) {
        for (let turns = 60 - 2 * startLine; turns > 0; turns--) await Promise.resolve();
        return endLine - startLine < 5;
      },
      findNew: () => Promise.resolve(undefined),
    },
    cost: () => 14,
  });
  assert.deepEqual(omitted.map(({ location }) => location?.startLine), [1, 11, 21]);
});
