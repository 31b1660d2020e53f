import { formatLocation, isPassage } from "@dossier/core/fragment";
import { packSections } from "@dossier/core/pack";
import assert from "node:assert/strict";
import { sampleSecrets } from "../../tests/sample_secrets.ts";
import { maskSections } from "./mask_sections.ts";

const [KEY = ""] = sampleSecrets(7)["github"]!;
const LINES = Array.from({ length: 30 }, (_, i) => i === 2 ? `key = "${KEY}"` : `line ${i}`);
const FILE = { path: "a.ts", kind: "code", language: "typescript", score: 1 } as const;

Deno.test("maskSections() keeps all texts of other candidates in a file with a secret", async () => {
  const document = { lines: LINES };
  let reads = 0;
  const outlined = {
    ...FILE,
    document,
    startLine: 10,
    endLine: 20,
    cheaper: [{
      form: "outline",
      get text() {
        reads++;
        return "10: f()";
      },
    }],
  } as const;
  const { sections, notes } = await maskSections([
    {
      name: "s",
      candidates: [{ ...FILE, document: { lines: LINES }, startLine: 12, endLine: 14 }],
    },
    { name: "s", candidates: [{ ...FILE, document, startLine: 1, endLine: 5 }, outlined] },
  ]);
  assert.equal(notes.length, 1);
  assert.deepEqual([reads, sections[1]?.candidates.filter(isPassage)[1]?.cheaper?.[0]?.text], [
    0,
    "10: f()",
  ]);
  const { fragments } = packSections(sections, { limit: 1000, cost: ({ text }) => text.length });
  assert.deepEqual(
    fragments.map(formatLocation),
    ["a.ts:12-14", "a.ts:1-5", "a.ts:10-11", "a.ts:15-20"],
  );
  assert.ok(!fragments.some(({ text }) => text.includes(KEY)));
});

Deno.test("maskSections() keeps the form with some lines for lines with a secret, and no outline", async () => {
  const shown = { form: "snippet", text: "", ranges: [{ startLine: 2, endLine: 5 }] } as const;
  const candidate = {
    ...FILE,
    document: { lines: LINES },
    startLine: 1,
    endLine: 30,
    cheaper: [{ form: "outline", text: `3: ${KEY}` }, shown],
  } as const;
  const { sections } = await maskSections([{ name: "s", candidates: [candidate] }]);
  const { fragments: [fragment] } = packSections(sections, {
    limit: 199,
    cost: ({ text }) => text.length,
  });
  assert.deepEqual([fragment!.form, fragment!.location!.startLine], ["snippet", 2]);
  assert.match(fragment!.text, /^line 1\nkey = "«masked: [\w-]+»"\nline 3\nline 4$/);
});

Deno.test("maskSections() masks names and reasons as well", async () => {
  const candidate = {
    ...FILE,
    document: { lines: LINES },
    startLine: 5,
    endLine: 6,
    symbol: `Key ${KEY}`,
    container: `Keys > ${KEY}`,
    reasons: ["words", `"${KEY}" is not in the code`],
  };
  const { sections, notes } = await maskSections([{ name: "s", candidates: [candidate] }]);
  assert.equal(notes.length, 1);
  const [masked] = sections[0]!.candidates.filter(isPassage);
  assert.match(masked!.symbol!, /^Key «masked: /);
  assert.match(masked!.container!, /^Keys > «masked: /);
  assert.match(masked!.reasons!.join(), /^words,"«masked: /);
});
