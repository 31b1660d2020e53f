import assert from "node:assert/strict";
import type { PassageCandidate } from "../fragment/candidate.ts";
import { markNearCopies } from "./near_copies.ts";

const PROSE = `A router joins procedures under one name, so that clients see a tree of them.
It may hold other routers, whose procedures are reached by the name of the router.
Routers are merged when an application grows, and split when files become too long to read.
`;

const CODE = `export function handle(request: Request): Response {
  const body = readBody(request);
  if (body === undefined) return refuse(request);
  const parsed = parseBody(body);
  const answer = dispatch(parsed);
  return respond(request, answer);
}

export function refuse(request: Request): Response {
  const reason = tellReason(request);
  console.warn("refused", request.url, reason);
  const answer = new Response(reason, { status: 400 });
  return respond(request, answer);
}
`;

/** Returns whole files as candidates, each with half the probability of the previous one. */
function candidates(files: Readonly<Record<string, string>>): readonly PassageCandidate[] {
  return Object.entries(files).map(([path, text], at) => {
    const lines = text.trimEnd().split("\n");
    const kind = path.endsWith(".md") ? "document" : "code";
    const needProbability = 0.5 ** at;
    return {
      path,
      kind,
      language: "x",
      startLine: 1,
      endLine: lines.length,
      score: needProbability,
      needProbability,
      document: { lines },
    };
  });
}

/** Returns the paths in their order, each with its original. */
function mark(files: Readonly<Record<string, string>>, question = "how are routers merged") {
  return markNearCopies(candidates(files), question)
    .map(({ path, copyOf }) => copyOf === undefined ? path : `${path} = ${copyOf}`);
}

Deno.test("markNearCopies() marks prose of another file, also rewrapped and edited", () => {
  const edited = PROSE.replaceAll("\n", " ").replace("grows", "has grown");
  assert.deepEqual(mark({ "src/a.md": PROSE, "print/chapter.md": edited }), [
    "src/a.md",
    "print/chapter.md = src/a.md",
  ]);
});

Deno.test("markNearCopies() shows the newer version instead of an older one with a higher rank", () => {
  const files = { "docs/v1/a.md": PROSE, "docs/b.md": "Other words\n", "docs/v2/a.md": PROSE };
  const marked = markNearCopies(candidates(files), "how are routers merged");
  assert.deepEqual(
    marked.map(({ path, copyOf, needProbability }) => [path, copyOf, needProbability]),
    [
      ["docs/v1/a.md", "docs/v2/a.md", 1],
      ["docs/v2/a.md", undefined, 1],
      ["docs/b.md", undefined, 0.5],
    ],
  );
});

Deno.test("markNearCopies() detects old files by the end of their names", () => {
  const rows = ["docs/a-old.md", "docs/a_legacy.md", "docs/a.bak.md", "docs/archive/a.md"];
  for (const old of rows) {
    assert.deepEqual(mark({ [old]: PROSE, "docs/a.md": PROSE })[0], `${old} = docs/a.md`);
  }
  assert.deepEqual(
    mark({ "docs/threshold.md": PROSE, "docs/a.md": PROSE })[0],
    "docs/threshold.md",
  );
});

Deno.test("markNearCopies() shows the version that a question names, and both of two", () => {
  const files = { "docs/a.md": PROSE, "docs/v1/a.md": PROSE, "docs/v2/a.md": PROSE };
  assert.deepEqual(mark(files, "routers in v1").at(0), "docs/a.md = docs/v1/a.md");
  assert.deepEqual(mark(files, "from v1 to v2"), [
    "docs/a.md = docs/v2/a.md",
    "docs/v2/a.md",
    "docs/v1/a.md",
  ]);
});

Deno.test("markNearCopies() keeps code that differs in a line, and marks equal code", () => {
  const other = CODE.replace("dispatch(parsed)", "dispatchLater(parsed)");
  assert.deepEqual(mark({ "v2/a.ts": CODE, "v1/a.ts": other }), ["v2/a.ts", "v1/a.ts"]);
  assert.deepEqual(mark({ "v1/a.ts": CODE, "v2/a.ts": CODE }), ["v1/a.ts = v2/a.ts", "v2/a.ts"]);
});

Deno.test("markNearCopies() marks a short section of an older version when the newer one has little other text", () => {
  const section = (times: string) =>
    `## Retries\n\nAn upload is tried ${times} times before it fails\n`;
  assert.deepEqual(mark({ "docs/v1/a.md": section("three"), "docs/v2/a.md": section("five") }), [
    "docs/v1/a.md = docs/v2/a.md",
    "docs/v2/a.md",
  ]);
  const other = "## Retries\n\nThe queue asks the server how long it has to wait\n";
  for (
    const files of [
      { "docs/v1/a.md": section("three"), "docs/v2/a.md": other },
      { "docs/v1/a.md": section("three"), "docs/v2/a.md": section("five").replace("##", "###") },
      { "docs/web/a.md": section("three"), "docs/mobile/a.md": section("five") },
    ]
  ) assert.deepEqual(mark(files), Object.keys(files));
  const both = { "docs/v1/a.md": section("three"), "docs/v2/a.md": section("five") };
  assert.deepEqual(mark(both, "tries in v1"), ["docs/v1/a.md", "docs/v2/a.md = docs/v1/a.md"]);
});

Deno.test("markNearCopies() keeps translations, short texts, parts of one file and texts with more content", () => {
  for (
    const files of [
      { "docs/a.md": PROSE, "i18n/de/a.md": "Ein Router fasst Prozeduren zusammen.\n".repeat(9) },
      { "a/LICENSE.md": "Licensed under MIT, see above\n", "b/LICENSE.md": "Licensed under MIT\n" },
      { "docs/a.md": PROSE, "docs/b.md": PROSE + CODE + CODE.replaceAll("body", "head") },
    ]
  ) assert.deepEqual(mark(files), Object.keys(files));
  const [one] = candidates({ "a.md": PROSE });
  assert.deepEqual(markNearCopies([one!, one!], "").map(({ copyOf }) => copyOf), [
    undefined,
    undefined,
  ]);
});
