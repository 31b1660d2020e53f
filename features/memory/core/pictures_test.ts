import assert from "node:assert/strict";
import type { WorkSummary } from "./summarize_work.ts";
import { drawGraph, drawWork } from "./pictures.ts";

const WORK: readonly WorkSummary[] = [
  { name: "chore", sessions: 4, tokens: 100, success: 0.5, zone: "efficient" },
  { name: "bug_fix", sessions: 9, tokens: 400, success: 1, zone: "efficient" },
  { name: "feature", sessions: 1, tokens: 500, success: 0, zone: "wasteful" },
  { name: "a<b", sessions: 1, tokens: 105, success: 0.25, zone: "below" },
];

Deno.test("drawWork() has a mark and a name for each kind of work, axes with ticks, and the frontier", () => {
  const svg = drawWork(WORK);
  // The 300 units of the x axis are 500 tokens and begin at 50. The 236 units of the y axis are all
  // sessions and end at 250.
  assert.ok(svg.includes('<circle cx="110" cy="132" r="5"'), "chore");
  assert.ok(svg.includes('<circle cx="290" cy="14" r="5"'), "bug_fix");
  assert.ok(svg.includes('<rect x="345.5" y="245.5" width="9" height="9"'), "feature");
  assert.ok(svg.includes('<path d="M113 196l-5.5 -9.5h11z"'), "a<b");
  assert.ok(svg.includes('<polyline points="110,132 290,14"'), "the frontier");
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  assert.deepEqual(texts, [
    ...["0 %", "25 %", "50 %", "75 %", "100 %"],
    ...["0", "100", "200", "300", "400", "500"],
    "mean tokens of memory a session",
    ...["bug_fix (9)", "chore (4)", "a&lt;b (1)", "feature (1)"],
    ...["efficient", "wasteful", "below"],
  ]);
});

Deno.test("drawWork() overlaps no names, and places all within the picture", () => {
  const same = Array.from({ length: 5 }, (_, at): WorkSummary => ({
    name: `kind of work ${at}`,
    sessions: 1,
    tokens: 500,
    success: 1,
    zone: "efficient",
  }));
  const names = [...drawWork(same).matchAll(/x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">kind/g)];
  assert.deepEqual(names.map(([, x, y, anchor]) => [Number(x), Number(y), anchor]), [
    [341, 12, "end"],
    [341, 24, "end"],
    [341, 36, "end"],
    [341, 48, "end"],
    [341, 60, "end"],
  ]);
  assert.match(drawWork([]), /^<svg .*<\/svg>$/);
});

Deno.test("drawGraph() places the observation first, then its citations, then the rest, with an arrow for each edge", () => {
  const node = (id: string, name: string, isOwn = true) => ({ id, name, isOwn });
  const svg = drawGraph({
    nodes: [
      node("other", "Another claim", false),
      node("file", "src/a.ts"),
      node("claim", `<script> "said" \u0007 ${"long ".repeat(20)}`),
      node("symbol", "src/a.ts#run"),
    ],
    edges: [
      { source: "claim", target: "symbol", feedback: 1 },
      { source: "symbol", target: "file", feedback: 0.5 },
      { source: "other", target: "file", feedback: 0 },
      { source: "gone", target: "file", feedback: 0 },
    ],
  });
  const names = [...svg.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>([^<]*)<\/text>/g)];
  assert.deepEqual(names.map(([, y, name]) => [y, name]), [
    ["18", "&lt;script&gt; &quot;said&quot; \\u0007 long long long long long…"],
    ["38", "src/a.ts#run"],
    ["58", "src/a.ts"],
    ["78", "Another claim"],
  ]);
  const widths = [...svg.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => width);
  assert.deepEqual(widths, ["2.5", "1.5", "0.5"]);
  assert.doesNotMatch(svg, /<script|style=| on\w+=/);
});
