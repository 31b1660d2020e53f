import { createVisibility, DEFAULT_EXCLUSIONS, MAX_DATA_BYTES } from "../exclude/mod.ts";
import type { WorkManifest } from "../issue/issue.ts";
import { DEFAULT_TASK_SETTINGS } from "../plan/task_settings.ts";
import {
  decideRequests,
  type RequestDecisions,
  type RequestRules,
  resolveRequestPath,
} from "./decide_requests.ts";
import { parseSignals } from "./parse_signals.ts";
import { formatOutcomes, type FoundTarget, type RequestLookups } from "./check_target.ts";
import assert from "node:assert/strict";
import fc from "fast-check";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

/** Files of the tree of these tests. */
const TREE: Readonly<Record<string, FoundTarget>> = {
  "src/a.ts": { kind: "file", lineCount: 250 },
  "src/b.ts": { kind: "file", lineCount: 40 },
  "src/one.ts": { kind: "file", lineCount: 1 },
  "src/empty.ts": { kind: "file", lineCount: 0 },
  "src": { kind: "folder" },
  "notes": { kind: "folder" },
  "src/link.ts": { kind: "outside" },
  "src/made.ts": { kind: "excluded", reason: "it is ignored by git" },
  "src/logo.ts": { kind: "file", lineCount: 3, head: Uint8Array.of(1, 0) },
  "data/big.json": { kind: "file", lineCount: 9, size: MAX_DATA_BYTES + 1 },
  "src/huge.ts": { kind: "file", lineCount: 9, size: DEFAULT_EXCLUSIONS.maxFileBytes + 1 },
  "docs/long.md": { kind: "file", lineCount: 300 },
  "docs/notes.md": { kind: "file", lineCount: 30 },
};

const LOOKUPS: RequestLookups = {
  inspect: (path) => TREE[path] ?? { kind: "missing" },
  findDocument: (slug) =>
    ({ notes: "docs/notes.md", lost: "docs/lost.md", inner: "dist/inner.md" })[slug],
};

interface Asked extends Partial<Omit<RequestRules, "settings">> {
  readonly settings?: Partial<RequestRules["settings"]>;
}

function decide(text: string, { settings, ...options }: Asked = {}): RequestDecisions {
  return decideRequests(parseSignals(text), {
    round: 1,
    settings: { ...DEFAULT_TASK_SETTINGS, ...settings },
    visibility: EXCLUSIONS,
    lookups: LOOKUPS,
    ...options,
  });
}

/** Returns the outcome of each request, with its shown lines. */
function outcomesOf(text: string, options?: Asked): readonly string[] {
  return decide(text, options).decisions.map(({ outcome, path, range }) =>
    outcome !== "provided" || range === undefined
      ? outcome
      : `${path}:${range.startLine}-${range.endLine}`
  );
}

function messageOf(text: string, options?: Asked): string | undefined {
  return decide(text, options).decisions[0]?.message;
}

const MANIFEST: WorkManifest = {
  primary: ["src/a.ts"],
  read: ["src/b.ts", "src/one.ts"],
  forbidden: ["src/huge.ts", "data/"],
  version: 3,
};

Deno.test("N-20: decideRequests() returns each of the six outcomes with a line for the agent", () => {
  const text = "NEED_CODE: src/b.ts\nNEED_CODE: src/none.ts\nNEED_CODE: dist/x.js\n" +
    "NEED_CODE: ../x\nNEED_CODE: src/a.ts\nNEED_CODE: src/one.ts";
  const lookups = { ...LOOKUPS, isInSession: (path: string) => path === "src/a.ts" };
  const { decisions } = decide(text, { lookups });
  assert.deepEqual(formatOutcomes(decisions), [
    'provided: NEED_CODE: src/b.ts: Lines 1-40 of "src/b.ts", which has 40',
    'not_found: NEED_CODE: src/none.ts: Cannot provide "src/none.ts" as there is no such file',
    'excluded: NEED_CODE: dist/x.js: Cannot provide "dist/x.js" as it is in a folder named "dist"',
    'outside_root: NEED_CODE: ../x: Cannot provide "../x" as it is outside the repository',
    'already_present: NEED_CODE: src/a.ts: Lines 1-100 of "src/a.ts" are in your context already and have not changed since',
    'limit: NEED_CODE: src/one.ts: Cannot provide "src/one.ts" as only the first 5 requests per round are answered',
  ]);
  assert.deepEqual(decisions.map(({ isFetched }) => isFetched), [true, ...Array(5).fill(false)]);
});

Deno.test("N-20: decideRequests() rejects paths outside of the root in any notation", () => {
  for (
    const target of [
      "../x",
      "src/../../x",
      "a/../../root/x",
      "/etc/passwd",
      "C:\\x",
      "~/x",
      "$HOME/x",
      "https://example.com/x",
      "src/link.ts",
    ]
  ) {
    for (const kind of ["CODE", "DOC", "FILE"]) {
      assert.deepEqual(outcomesOf(`NEED_${kind}: ${target}`), ["outside_root"], target);
    }
  }
});

Deno.test("N-20: decideRequests() answers the first five requests of a round with any outcome", () => {
  const text = Array.from({ length: 7 }, (_, index) => `NEED_CODE: none/${index}`).join("\n");
  assert.deepEqual(outcomesOf(text), [...Array(5).fill("not_found"), "limit", "limit"]);
  assert.deepEqual(outcomesOf(text, { settings: { needMaxItems: 0 } }), Array(7).fill("limit"));
});

Deno.test("N-20: decideRequests() counts a request once in any notation of its path", () => {
  const text = "NEED_CODE: src/b.ts\nNEED_CODE: ./src/b.ts\nNEED_CODE: src//x/../b.ts\n" +
    "NEED_CODE: src\\b.ts\nNEED_CODE: /repo/src/b.ts\nNEED_CODE: src/a.ts";
  const asked = { root: "/repo", settings: { needMaxItems: 2 } };
  assert.deepEqual(outcomesOf(text, asked), ["src/b.ts:1-40", "src/a.ts:1-100"]);
});

Deno.test("N-20: decideRequests() answers two rounds and no third", () => {
  const text = "NEED_CODE: src/b.ts\nNEED_FILE: src/b.ts\nNEED_CODE: ../x";
  assert.equal(outcomesOf(text, { round: 2 })[0], "src/b.ts:1-40");
  assert.deepEqual(outcomesOf(text, { round: 3 }), ["limit", "limit", "limit"]);
  assert.match(messageOf(text, { round: 3 }) ?? "", /only the first 2 rounds of requests/);
  assert.match(
    messageOf(text, { round: 2, settings: { needMaxRounds: 1 } }) ?? "",
    /only the first round of requests/,
  );
});

Deno.test("decideRequests() rejects a round that is not a number from 1 on", () => {
  for (const round of [0, -1, 1.5, NaN]) assert.throws(() => decide("", { round }), RangeError);
});

Deno.test("decideRequests() shows 100 lines unless the last one is named", () => {
  const text = "NEED_CODE: src/a.ts\nNEED_CODE: src/a.ts:120\nNEED_CODE: src/a.ts:101-250";
  assert.deepEqual(outcomesOf(text), ["src/a.ts:1-100", "src/a.ts:120-219", "src/a.ts:101-250"]);
  assert.equal(
    messageOf(text),
    'Lines 1-100 of "src/a.ts", which has 250: request the next with NEED_CODE: src/a.ts:101-200',
  );
  assert.match(messageOf("NEED_CODE: src/a.ts:101") ?? "", /with NEED_CODE: src\/a.ts:201-250$/);
});

Deno.test("decideRequests() cuts a range at the end of the file and finds none beyond it", () => {
  assert.deepEqual(outcomesOf("NEED_CODE: src/b.ts:30-90"), ["src/b.ts:30-40"]);
  assert.deepEqual(outcomesOf("NEED_CODE: src/b.ts:40-90"), ["src/b.ts:40-40"]);
  assert.deepEqual(outcomesOf("NEED_CODE: src/b.ts:90-30"), ["src/b.ts:30-40"]);
  assert.deepEqual(outcomesOf("NEED_CODE: src/b.ts:0-0"), ["src/b.ts:1-1"]);
  assert.deepEqual(outcomesOf("NEED_CODE: src/b.ts:41-90"), ["not_found"]);
  assert.match(messageOf("NEED_CODE: src/b.ts:41") ?? "", /as it has 40 lines$/);
  assert.match(messageOf("NEED_CODE: src/one.ts:2") ?? "", /as it has 1 line$/);
  assert.equal(messageOf("NEED_CODE: src/empty.ts"), '"src/empty.ts" is empty');
  assert.deepEqual(outcomesOf("NEED_CODE: src/empty.ts:2-3"), ["not_found"]);
});

Deno.test("decideRequests() finds no code in folders", () => {
  assert.deepEqual(
    outcomesOf("NEED_CODE: src\nNEED_CODE: src/\nNEED_CODE: .\nNEED_FILE: src"),
    Array(3).fill("not_found"),
  );
  assert.match(messageOf("NEED_CODE: .") ?? "", /as it is a folder: name a file$/);
});

Deno.test("N-17: decideRequests() overrides the rules on size and no others", () => {
  assert.deepEqual(outcomesOf("NEED_CODE: data/big.json\nNEED_CODE: src/huge.ts"), [
    "data/big.json:1-9",
    "src/huge.ts:1-9",
  ]);
  for (
    const target of ["src/logo.ts", "a.min.js", "vendor/a.go", "Cargo.lock", ".env", "src/made.ts"]
  ) {
    for (const kind of ["CODE", "DOC", "FILE"]) {
      assert.deepEqual(outcomesOf(`NEED_${kind}: ${target}`), ["excluded"], target);
    }
  }
  assert.match(messageOf("NEED_CODE: src/made.ts") ?? "", /as it is ignored by git$/);
});

Deno.test("decideRequests() does not inspect paths that are excluded by name or outside", () => {
  const lookups: RequestLookups = {
    inspect: (path) => assert.fail(`looked at ${path}`),
    findDocument: (slug) => assert.fail(`looked for ${slug}`),
  };
  const targets = [".env", "conf/credentials.json", ".git/config", "../x", "src/huge.ts", "data/x"];
  for (const kind of ["CODE", "DOC", "FILE"]) {
    const text = targets.map((target) => `NEED_${kind}: ${target}`).join("\n");
    const { decisions } = decide(text, {
      lookups,
      manifest: MANIFEST,
      settings: { needMaxItems: 9 },
    });
    assert.equal(decisions.length, targets.length);
  }
});

Deno.test("decideRequests() finds a document by its path and then by its slug", () => {
  assert.deepEqual(outcomesOf("NEED_DOC: docs/notes.md"), ["docs/notes.md:1-30"]);
  assert.deepEqual(outcomesOf("NEED_DOC: [[notes]]"), ["docs/notes.md:1-30"]);
  assert.deepEqual(outcomesOf("NEED_DOC: src/b.ts"), ["src/b.ts:1-40"]);
  assert.deepEqual(outcomesOf("NEED_DOC: docs/long.md"), ["docs/long.md:1-300"]);
  assert.deepEqual(outcomesOf("NEED_DOC: docs/long.md:5"), ["docs/long.md:5-104"]);
  assert.deepEqual(outcomesOf("NEED_DOC: docs/long.md:5-300"), ["docs/long.md:5-300"]);
  assert.deepEqual(outcomesOf("NEED_DOC: [[lost]]\nNEED_DOC: other\nNEED_DOC: [[inner]]"), [
    "not_found",
    "not_found",
    "excluded",
  ]);
  assert.match(messageOf("NEED_DOC: other") ?? "", /as there is no such document$/);
  assert.deepEqual(outcomesOf("NEED_CODE: lost"), ["not_found"]);
});

Deno.test("decideRequests() does not provide the same lines twice in an answer", () => {
  assert.deepEqual(
    outcomesOf("NEED_CODE: src/a.ts:10-60\nNEED_CODE: src/a.ts:20-60\nNEED_CODE: src/a.ts:9-60"),
    ["src/a.ts:10-60", "already_present", "src/a.ts:9-60"],
  );
  // A whole document may be shown cut.
  assert.deepEqual(
    outcomesOf("NEED_DOC: docs/notes.md\nNEED_DOC: [[notes]]\nNEED_CODE: docs/notes.md"),
    ["docs/notes.md:1-30", "already_present", "docs/notes.md:1-30"],
  );
});

Deno.test("decideRequests() checks whether the session has the exact lines", () => {
  const asked: unknown[] = [];
  const holds = (...held: readonly unknown[]) => asked.push(held) > 1;
  const text = "NEED_CODE: src/a.ts:9-300\nNEED_DOC: [[notes]]";
  assert.deepEqual(outcomesOf(text, { lookups: { ...LOOKUPS, isInSession: holds } }), [
    "src/a.ts:9-250",
    "already_present",
  ]);
  assert.deepEqual(asked, [
    ["src/a.ts", { startLine: 9, endLine: 250 }],
    ["docs/notes.md", { startLine: 1, endLine: 30 }],
  ]);
});

Deno.test("decideRequests() decides on a whole document by its shown part", () => {
  const beginning = { startLine: 4, endLine: 30, nextLine: 31 };
  const look = (): FoundTarget => ({ kind: "file", lineCount: 300, beginning });
  const text = "NEED_DOC: docs/notes.md\nNEED_DOC: docs/notes.md:1-9";
  assert.deepEqual(outcomesOf(text, { lookups: { ...LOOKUPS, inspect: look } }), [
    "docs/notes.md:4-30",
    "docs/notes.md:1-9",
  ]);
  const next = /: request the next with NEED_DOC: docs\/notes.md:31-130$/;
  assert.match(messageOf(text, { lookups: { ...LOOKUPS, inspect: look } }) ?? "", next);
  const holds = (_: string, range: unknown) => range === beginning;
  const asked = { lookups: { ...LOOKUPS, inspect: look, isInSession: holds } };
  assert.deepEqual(outcomesOf(text, asked), ["already_present", "docs/notes.md:1-9"]);
  assert.match(messageOf(text, asked) ?? "", next);
});

Deno.test("decideRequests() shows nothing that the work manifest forbids", () => {
  const text = "NEED_CODE: src/huge.ts\nNEED_DOC: data/big.json\nNEED_FILE: src/huge.ts";
  const { decisions, manifest } = decide(text, { manifest: MANIFEST });
  assert.deepEqual(decisions.map(({ outcome }) => outcome), Array(3).fill("excluded"));
  assert.match(decisions[0]?.message ?? "", /as the work manifest forbids it$/);
  assert.equal(manifest, MANIFEST);
});

Deno.test("N-21: decideRequests() does not change the work manifest for NEED_CODE and NEED_DOC", () => {
  const { decisions, manifest } = decide("NEED_CODE: src/b.ts\nNEED_DOC: [[notes]]", {
    manifest: MANIFEST,
  });
  assert.deepEqual(decisions.map(({ outcome }) => outcome), ["provided", "provided"]);
  assert.equal(manifest, MANIFEST);
  assert.equal(decide("NEED_CODE: src/b.ts").manifest, undefined);
});

Deno.test("N-21: decideRequests() grants a file that no task holds, in the next version", () => {
  const { decisions, manifest } = decide("NEED_FILE: src/b.ts:1-9\nNEED_FILE: src/new.ts", {
    manifest: MANIFEST,
  });
  assert.deepEqual(manifest, {
    primary: ["src/a.ts", "src/b.ts", "src/new.ts"],
    read: ["src/one.ts"],
    forbidden: ["src/huge.ts", "data/"],
    version: 4,
  });
  assert.deepEqual(formatOutcomes(decisions), [
    'provided: NEED_FILE: src/b.ts: You may edit "src/b.ts"',
    'provided: NEED_FILE: src/new.ts: You may edit "src/new.ts", which does not exist yet',
  ]);
  assert.ok(decisions.every(({ isFetched }) => !isFetched));
  assert.deepEqual(decide("NEED_FILE: src/b.ts").manifest, {
    primary: ["src/b.ts"],
    read: [],
    forbidden: [],
    version: 1,
  });
});

Deno.test("N-21: decideRequests() grants one plain file at a time, and no pattern or folder", () => {
  const tree: Readonly<Record<string, FoundTarget>> = {
    ...TREE,
    "**": { kind: "file", lineCount: 1 },
    "pages": { kind: "folder" },
    "pages/[id].tsx": { kind: "file", lineCount: 1 },
    "out": { kind: "excluded", reason: "it is a symbolic link" },
  };
  const look = (path: string): FoundTarget =>
    Object.hasOwn(tree, path) ? tree[path]! : { kind: "missing" };
  const outcomes = (...targets: readonly string[]) =>
    targets.map((target) =>
      decide(`NEED_FILE: ${target}`, { lookups: { ...LOOKUPS, inspect: look } }).decisions[0]
        ?.outcome
    );
  assert.deepEqual(
    outcomes("**", "*", "src/*.ts", "src/**/x", "?", "src/{a,b}.ts", "[ab].ts", "!src/a.ts"),
    Array(8).fill("excluded"),
  );
  assert.deepEqual(outcomes("src", "src/", ".", "new/"), Array(4).fill("not_found"));
  assert.deepEqual(
    outcomes("src/a.ts/b.ts", "out/new.ts", "src/link.ts/x"),
    Array(3).fill("excluded"),
  );
  assert.deepEqual(
    outcomes("src/new.ts", "new/deep/er.ts", "pages/[id].tsx", "constructor", "(group)/a.ts"),
    Array(5).fill("provided"),
  );
});

Deno.test("N-21: decideRequests() reports that another task holds the file", () => {
  const lookups = { ...LOOKUPS, findLockHolder: () => "task-7" };
  const { decisions, manifest } = decide("NEED_FILE: src/b.ts", { lookups, manifest: MANIFEST });
  assert.deepEqual(formatOutcomes(decisions), [
    'excluded: NEED_FILE: src/b.ts: Cannot provide "src/b.ts" as it is locked by "task-7": continue without it, or wait',
  ]);
  assert.equal(manifest, MANIFEST);
});

Deno.test("N-21: decideRequests() reports that the file may be edited already", () => {
  const lookups = { ...LOOKUPS, findLockHolder: () => "this one" };
  const { decisions, manifest } = decide("NEED_FILE: src/a.ts", { lookups, manifest: MANIFEST });
  assert.deepEqual(decisions.map(({ outcome }) => outcome), ["already_present"]);
  assert.equal(manifest, MANIFEST);
});

Deno.test("decideRequests() fetches nothing for agents that open files themselves", () => {
  const text = "NEED_CODE: src/b.ts\nNEED_FILE: src/b.ts";
  const asked = { manifest: MANIFEST, settings: { needMode: "delegate" as const } };
  const { decisions, manifest } = decide(text, asked);
  assert.deepEqual(decisions.map(({ outcome, isFetched }) => [outcome, isFetched]), [
    ["provided", false],
    ["provided", false],
  ]);
  assert.match(decisions[0]?.message ?? "", /which has 40; open it with your own tools$/);
  assert.equal(manifest?.version, 4);
});

Deno.test("decideRequests() changes nothing while it only observes", () => {
  const text = "NEED_CODE: src/b.ts\nNEED_FILE: src/b.ts\nNEED_CODE: ../x";
  const asked = { manifest: MANIFEST, settings: { needMode: "observe" as const } };
  const { decisions, manifest } = decide(text, asked);
  assert.deepEqual(decisions.map(({ outcome, isFetched }) => [outcome, isFetched]), [
    ["provided", false],
    ["provided", false],
    ["outside_root", false],
  ]);
  assert.equal(manifest, MANIFEST);
});

Deno.test("N-21: decideRequests() announces no right and no text while it only observes", () => {
  const text = "NEED_FILE: src/b.ts\nNEED_FILE: src/new.ts\nNEED_CODE: src/b.ts:1-9\n" +
    "NEED_CODE: src/b.ts:2-3\nNEED_FILE: src/a.ts";
  const { decisions } = decide(text, {
    manifest: MANIFEST,
    settings: { needMode: "observe" as const },
  });
  assert.deepEqual(decisions.map(({ message }) => message), [
    'This is only recorded: you may not edit "src/b.ts"',
    'This is only recorded: you may not edit "src/new.ts"',
    'Lines 1-9 of "src/b.ts", which has 40; this is only recorded, and nothing is shown',
    'Lines 2-3 of "src/b.ts", which has 40; this is only recorded, and nothing is shown',
    'You may already edit "src/a.ts"',
  ]);
});

Deno.test("formatOutcomes() lists thousands of requests in a few lines that are no requests", () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `NEED_CODE: src/${index}`).join("\n");
  const { decisions } = decide(text);
  assert.equal(decisions.length, 10_000);
  const lines = formatOutcomes(decisions);
  assert.equal(lines.length, 11);
  assert.equal(lines.at(-1), "limit: 9990 more requests are not answered for the same reason");
  assert.deepEqual(parseSignals(lines.join("\n")), []);
});

Deno.test("decideRequests() shows lines of files of the tree only, within the limits", () => {
  const kind = fc.constantFrom("CODE", "DOC", "FILE");
  const name = fc.constantFrom(...Object.keys(TREE), "notes", "lost", ".env", "../x", "./src/a.ts");
  const range = fc.constantFrom("", ":0", ":7", ":90-20", ":1-999", ":999");
  const line = fc.tuple(kind, name, range).map(([kind, name, range]) =>
    `NEED_${kind}: ${name}${range}`
  );
  const mode = fc.constantFrom("fetch" as const, "delegate" as const, "observe" as const);
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 3 }), mode, (lines, round, needMode) => {
      const { decisions, manifest } = decide(lines.join("\n"), {
        round,
        manifest: MANIFEST,
        settings: { needMode },
      });
      const answered = decisions.filter(({ outcome }) => outcome !== "limit");
      assert.ok(answered.length <= (round > 2 ? 0 : 5));
      const granted = answered.some(({ outcome, signal }) =>
        outcome === "provided" && signal.kind === "file"
      );
      assert.equal(manifest?.version, granted && needMode !== "observe" ? 4 : 3);
      for (const { outcome, path = "", range, isFetched, signal, message } of decisions) {
        assert.doesNotMatch(message, /\n/);
        if (!isFetched) continue;
        assert.deepEqual([outcome, needMode, signal.kind === "file"], ["provided", "fetch", false]);
        const found = TREE[path];
        assert.ok(found?.kind === "file" && range !== undefined);
        assert.ok(range.startLine >= 1 && range.startLine <= range.endLine);
        assert.ok(range.endLine <= found.lineCount);
      }
    }),
  );
});

Deno.test("resolveRequestPath() normalises a path", () => {
  assert.equal(resolveRequestPath("./src//a.ts"), "src/a.ts");
  assert.equal(resolveRequestPath("src/x/../a.ts"), "src/a.ts");
  assert.equal(resolveRequestPath("src/"), "src");
  assert.equal(resolveRequestPath("."), "");
  assert.equal(resolveRequestPath("...a/..b"), "...a/..b");
});

Deno.test("resolveRequestPath() rejects a path that leaves the root, also when it comes back", () => {
  for (
    const target of ["..", "../a", "a/../..", "a/../../a", "/a", "//a", "c:/a", "C:", "~", "~me/a"]
  ) {
    assert.equal(resolveRequestPath(target), undefined, target);
  }
});

Deno.test("resolveRequestPath() makes an absolute path below the root relative", () => {
  assert.equal(resolveRequestPath("/work/repo/src/a.ts", "/work/repo"), "src/a.ts");
  assert.equal(resolveRequestPath("/work/repo", "/work/repo"), "");
  assert.equal(resolveRequestPath("C:/repo/a.ts", "C:\\repo"), "a.ts");
  assert.equal(resolveRequestPath("/etc/hosts", "/"), "etc/hosts");
  for (const target of ["/work/repository/a", "/work/repo/../a", "/work", "/repo/a"]) {
    assert.equal(resolveRequestPath(target, "/work/repo"), undefined, target);
  }
});

Deno.test("resolveRequestPath() never returns a path that climbs or is absolute", () => {
  const part = fc.constantFrom("..", ".", "", "a", "b.ts", "~", "C:", "...");
  fc.assert(fc.property(fc.array(part), (parts) => {
    const path = resolveRequestPath(parts.join("/"), "/root");
    if (path === undefined || path === "") return;
    assert.ok(path.split("/").every((name) => name !== "" && name !== "." && name !== ".."));
    assert.equal(
      resolveRequestPath(path, "/root") === undefined,
      path.startsWith("~") || path.startsWith("C:"),
    );
  }));
});
