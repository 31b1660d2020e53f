import assert from "node:assert/strict";
import { parseWorkManifest } from "./parse_work_manifest.ts";

Deno.test("parseWorkManifest() reads its lists in all their names and forms", () => {
  const manifest = { primary: ["a.ts"], read: ["b.ts", "c.ts"], forbidden: ["web/"], version: 1 };
  const forms = [
    { primary: ["a.ts"], read: ["b.ts", "c.ts"], forbidden: ["web/"] },
    { primary_files: "a.ts", readFiles: "b.ts, c.ts", FORBIDDEN_FILES: ["web/"] },
    { Primary: ["./a.ts", "a.ts", 1, null], read: "- `b.ts` (new)\n- c.ts", forbidden: ["./web/"] },
    "MANIFEST: primary=[a.ts] read=[b.ts,c.ts] forbidden=[web/]",
    "PRIMARY_FILES:\n- a.ts\nREAD_FILES:\n- b.ts\n- c.ts\nFORBIDDEN_FILES:\n- web/",
  ];
  for (const form of forms) assert.deepEqual(parseWorkManifest(form), manifest);
});

Deno.test("parseWorkManifest() reads a valid version, and uses 1 for any other", () => {
  assert.equal(parseWorkManifest({ primary: ["a"], version: 3 })?.version, 3);
  for (const version of [0, -1, 1.5, "2", null, NaN]) {
    assert.equal(parseWorkManifest({ primary: ["a"], version })?.version, 1);
  }
});

Deno.test("parseWorkManifest() omits remarks and invalid paths", () => {
  const { primary } = parseWorkManifest({
    primary: ["../x", "/etc/passwd", "a b.ts", "a.ts # first", "'q.ts': yes", "none.ts", "src/"],
  })!;
  assert.deepEqual(primary, ["../x", "/etc/passwd", "a b.ts", "a.ts", "q.ts", "none.ts", "src/"]);
});

Deno.test("parseWorkManifest() is undefined when no file is named", () => {
  const nothing = [undefined, null, 1, true, "", "x", [], {}, { primary: [] }, { primary: [1] }];
  for (const value of [...nothing, { primary: ["", " ", "none"] }, { other: ["a"] }]) {
    assert.equal(parseWorkManifest(value), undefined);
  }
});

Deno.test("parseWorkManifest() keeps brackets within a path", () => {
  const { forbidden } = parseWorkManifest({
    forbidden: ["lib/report (copy)/**", "lib/old - 2024/*", "lib/a (b)/c.ts", "web/ (see app/**)"],
  })!;
  assert.deepEqual(forbidden, [
    "lib/report (copy)/**",
    "lib/old - 2024/*",
    "lib/a (b)/c.ts",
    "web/",
  ]);
});

Deno.test("parseWorkManifest() forbids a name with brackets at its end with and without them", () => {
  const { primary, forbidden } = parseWorkManifest({
    primary: ["web (old)"],
    forbidden: ["lib/report (copy)", "web"],
  })!;
  assert.deepEqual(primary, ["web"]);
  assert.deepEqual(forbidden, ["lib/report", "web", "lib/report (copy)"]);
});
