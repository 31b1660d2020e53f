import assert from "node:assert/strict";
import fc from "fast-check";
import { ExportProblem, parseExportedLine, parseExportHeader } from "./exported_observation.ts";

const NOW = Date.UTC(2030, 0, 2);

const HASH = "0a".repeat(32);

function parse(fields: object) {
  return parseExportedLine(JSON.stringify({ kind: "decision", content: "x", ...fields }), NOW);
}

Deno.test("parseExportHeader() returns the project, and rejects other texts and versions", () => {
  assert.deepEqual(parseExportHeader('{"dossier-memory":1,"project":"shop"}'), { project: "shop" });
  const refused = [
    "",
    "[]",
    "{}",
    '{"project":"a"}',
    '{"dossier-memory":2}',
    '{"dossier-memory":"1"}',
  ];
  for (const line of refused) {
    assert.throws(() => parseExportHeader(line), ExportProblem, line);
  }
});

Deno.test("parseExportedLine() returns the written fields, with defaults for the others", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(parse({}))), {
    kind: "decision",
    content: "x",
    origin: "captured",
    classification: "internal",
    anchors: [],
    tags: [],
    weight: 1,
    createdAt: NOW,
    verifiedAt: NOW,
    status: "waiting",
  });
  const anchor = { path: "a.ts", symbol: "f", hash: HASH, lines: { start: 2, end: 3 } };
  const { anchors, weight, createdAt, status } = parse({
    anchors: [anchor],
    weight: 0.25,
    createdAt: "2029-12-31T00:00:00Z",
    status: "refused",
  });
  assert.deepEqual(anchors, [anchor]);
  assert.deepEqual([weight, createdAt, status], [0.25, Date.UTC(2029, 11, 31), "refused"]);
});

Deno.test("parseExportedLine() brings numbers within their bounds, and times to now at the latest", () => {
  assert.equal(parse({ weight: -3 }).weight, 0);
  assert.equal(parseExportedLine('{"kind":"error","content":"x","weight":1e999}', NOW).weight, 1);
  assert.equal(parse({ createdAt: "2999-01-01" }).createdAt, NOW);
  assert.equal(parse({ createdAt: "-200000-01-01T00:00:00Z" }).createdAt, 0);
});

Deno.test("parseExportedLine() names the first thing that is wrong", () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ content: 1 }, /content is not text/],
    [{ content: null }, /no content/],
    [{ kind: "constructor" }, /kind is not one of decision/],
    [{ classification: "secret" }, /classification is not one of/],
    [{ id: "o0" }, /like o12/],
    [{ id: "o1\u0000" }, /control characters/],
    [{ session: "a".repeat(201) }, /session has more than 200 characters/],
    [{ tags: "a" }, /tags are not a list/],
    [{ tags: Array(17).fill("a") }, /more than 16 tags/],
    [{ tags: [{}] }, /a tag is not text/],
    [{ weight: "1" }, /weight is not a number/],
    [{ createdAt: "soon" }, /createdAt is not a time/],
    [{ anchors: Array(9).fill({ path: "a" }) }, /more than 8 anchors/],
    [{ anchors: [null] }, /an anchor is not an object/],
    [{ anchors: [{}] }, /an anchor has no path/],
    ...["/etc/passwd", "../a", "a/../../b", "a//b", "./a", "a\u0000b", "a\n"].map((path) =>
      [{ anchors: [{ path }] }, /not relative to the root/] as const
    ),
    [{ anchors: [{ path: "a", hash: "A".repeat(64) }] }, /not a SHA-256 hash/],
    [{ anchors: [{ path: "a", commit: "HEAD" }] }, /not a hash/],
    [{ anchors: [{ path: "a", lines: { start: 3, end: 2 } }] }, /not a range/],
    [{ anchors: [{ path: "a", lines: { start: 1, end: 1e300 } }] }, /not a range/],
  ];
  for (const [fields, message] of wrong) {
    assert.throws(() => parse(fields), { name: "ExportProblem", message }, JSON.stringify(fields));
  }
});

Deno.test("parseExportedLine() returns values within bounds for any line, and throws no other error", () => {
  const anything = fc.oneof(fc.json(), fc.string(), fc.constant("[".repeat(200_000)));
  const lines = fc.oneof(
    anything,
    fc.record({
      kind: fc.oneof(fc.constant("decision"), fc.jsonValue()),
      content: fc.oneof(fc.string(), fc.jsonValue()),
      weight: fc.jsonValue(),
      createdAt: fc.oneof(fc.string(), fc.date({ noInvalidDate: true })),
      anchors: fc.oneof(fc.array(fc.record({ path: fc.string() })), fc.jsonValue()),
      ["__proto__"]: fc.jsonValue(),
    }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
  );
  fc.assert(fc.property(lines, (line) => {
    try {
      const { weight, createdAt, anchors, content } = parseExportedLine(line, NOW);
      assert.ok(weight >= 0 && weight <= 1 && createdAt >= 0 && createdAt <= NOW);
      assert.ok(typeof content === "string" && anchors.length <= 8);
    } catch (error) {
      if (!(error instanceof ExportProblem)) throw error;
    }
  }));
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});
