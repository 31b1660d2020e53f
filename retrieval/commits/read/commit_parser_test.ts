import assert from "node:assert/strict";
import fc from "fast-check";
import type { Commit } from "../history_source.ts";
import { CommitParser } from "./commit_parser.ts";

const ID = "0123456789abcdef".repeat(4);

const OUTPUT = [
  `\x0120 ${ID}\0Move both\0\nR087\0a.ts\0src/b \u{1f9ea}.ts\0M\0line\nbreak.ts\0`,
  `\x0119 ${ID}\0\0\nD\0gone.ts\0A\0\x01odd.ts\0`,
  `\x0118 ${ID}\0\x01 odd subject\0\nT\0link\0`,
  `\x0117 ${ID}\0nothing changed\0`,
  `\x01many ${ID}\0timeless\0\nM\0b\0`,
].join("");

const COMMITS: readonly Commit[] = [
  {
    id: ID,
    time: 20,
    subject: "Move both",
    changes: [
      { path: "src/b \u{1f9ea}.ts", from: "a.ts", removed: false },
      { path: "line\nbreak.ts", removed: false },
    ],
  },
  {
    id: ID,
    time: 19,
    subject: "",
    changes: [{ path: "gone.ts", removed: true }, { path: "\x01odd.ts", removed: false }],
  },
  { id: ID, time: 18, subject: "\x01 odd subject", changes: [{ path: "link", removed: false }] },
  { id: ID, time: 17, subject: "nothing changed", changes: [] },
  { id: ID, time: 0, subject: "timeless", changes: [{ path: "b", removed: false }] },
];

function parse(...pieces: readonly Uint8Array[]): Commit[] {
  const commits: Commit[] = [];
  const parser = new CommitParser((commit) => commits.push(commit));
  for (const piece of pieces) parser.push(piece);
  parser.finish();
  return commits;
}

Deno.test("CommitParser reads renamed, removed and changed files with any name", () => {
  assert.deepEqual(parse(new TextEncoder().encode(OUTPUT)), COMMITS);
});

Deno.test("CommitParser reads the same however the output is split", () => {
  const bytes = new TextEncoder().encode(OUTPUT);
  fc.assert(fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (places) => {
    const cuts = [0, ...places.toSorted((a, b) => a - b), bytes.length];
    const pieces = cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end));
    assert.deepEqual(parse(...pieces), COMMITS);
  }));
});

Deno.test("CommitParser completes a commit when the next one begins, not before", () => {
  const commits: Commit[] = [];
  const parser = new CommitParser((commit) => commits.push(commit));
  parser.push(new TextEncoder().encode("\x0120\0one\0\nM\0a\0"));
  assert.equal(commits.length, 0);
  parser.push(new TextEncoder().encode("\x0119\0"));
  assert.equal(commits.length, 1);
});

Deno.test("CommitParser reads any bytes without failing", () => {
  const field = fc.constantFrom("\x01", "\x0112", "M", "\nR100", "a", "", "\nD", "\ud800");
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(field, { maxLength: 20 }).map((fields) => new TextEncoder().encode(fields.join("\0"))),
  );
  fc.assert(fc.property(noise, (bytes) => {
    for (const { time, changes } of parse(bytes)) {
      assert.ok(Number.isFinite(time));
      for (const { path } of changes) assert.equal(typeof path, "string");
    }
  }));
});
