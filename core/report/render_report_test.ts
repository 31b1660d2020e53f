import type { Injection } from "@dossier/retrieval/record";
import assert from "node:assert/strict";
import { exampleAnswer, exampleDraft } from "../../tests/example_draft.ts";
import { renderRecordReport } from "@dossier/retrieval/report";
import { renderColumns, renderReport } from "./render_report.ts";

const TIME = "2026-01-02T03:04:05.678Z";
const BUNDLE: Injection = { ...exampleDraft(3), session: "web-7", id: 12, time: TIME };

/** Returns a record as `log show` prints it, without the width of a terminal. */
function renderRecord(record: Injection): string {
  return renderReport(renderRecordReport(record));
}

Deno.test("renderRecordReport() shows the request, the delivered and the omitted fragments, and reasons", () => {
  const text = renderRecord(BUNDLE);
  for (
    const line of [
      "record     12, a bundle, triggered by context",
      "time       2026-01-02 03:04:05Z, took 13 ms",
      "session    web-7",
      "issue      issue-3: Retry uploads 3 (bug)",
      '           They fail "now and then"',
      "to edit    src/upload.ts",
      "forbidden  .env",
      "profile    review/uploads, routed by to-base",
      "chain      review/base > review/uploads",
      'inputs     ship "Ada 3", knots 3',
      "options    budget 4000",
      "tokens     3 of 4000, by piece, as markdown",
      `hash       ${BUNDLE.hash}`,
      "Passages:",
      `  1. src/it's "file" 0.ts:4-23: primary, snippet, 100 tokens, score 0.333`,
      "     shows retry3; linked; freshness 0.70",
      "Left out:",
      "  src/other_0.ts:1-5  50 tokens  budget",
      "Kept out:",
      '  .env: its path contains a name like ".env", which may be secret',
      "Notes:",
      "  3 files have changed",
    ]
  ) assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
  assert.match(text, /^plan +complexity 0\.\d\d: files 0\.13 \(1\), /m);
  assert.match(text, /^index +3 documents, .* at commit abc123/m);
  assert.ok(!text.includes("Requests:"));
});

Deno.test("renderRecordReport() shows the outcome of each request of an answer", () => {
  const answer = { ...exampleAnswer(3, { session: "web-7", round: 2 }), id: 13, time: TIME };
  const text = renderRecord(answer);
  assert.match(text, /^record +13, an answer, triggered by need$/m);
  assert.match(text, /^session +web-7, round 2$/m);
  assert.match(text, /^text +NEED_CODE: src\/upload_3\.ts:1-20$/m);
  assert.match(
    text,
    /^Requests:\n {2}NEED_CODE: src\/upload_3\.ts:1-20: provided\. Its text is below$/m,
  );
});

Deno.test("renderRecordReport() escapes controls, and writes only the beginning of long texts", () => {
  const description = `\x1b[2J${"line\n".repeat(100)}`;
  const issue = { ...BUNDLE.request.issue!, description };
  const text = renderRecord({ ...BUNDLE, request: { ...BUNDLE.request, issue } });
  // deno-lint-ignore no-control-regex -- control characters are what it is for
  assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f]/);
  assert.ok(text.includes("… 88 more lines\n"));
  assert.equal(text.match(/line$/gm)?.length, 12);
});

Deno.test("renderRecordReport() shows tier, source and hash of texts of a tier", () => {
  const draft = exampleDraft(3);
  const [fragment] = draft.fragments;
  const told = {
    ...fragment!,
    role: "identity" as const,
    reasons: ["dossier://docs/adrs/ (Decisions)"],
    hash: "0123456789abcdef",
  };
  const record = { ...draft, id: 1, time: new Date(0).toISOString(), fragments: [told] };
  const text = renderRecord(record);
  assert.match(text, /: identity, /);
  assert.match(text, /dossier:\/\/docs\/adrs\/ \(Decisions\); hash 01234567;/);
});

Deno.test("renderColumns() aligns cells, numbers at the right, without trailing blanks", () => {
  assert.equal(
    renderColumns([["1", "a", "x"], ["10", "bcd", ""]], [
      { title: "ID", right: true },
      { title: "NAME" },
      {},
    ]),
    "ID  NAME\n 1  a     x\n10  bcd\n",
  );
});

Deno.test("renderColumns() renders no title line without titles, and nothing without rows", () => {
  assert.equal(renderColumns([["a", "b"]], [{}, {}]), "a  b\n");
  assert.equal(renderColumns([], [{}, {}]), "");
});
