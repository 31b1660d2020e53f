import assert from "node:assert/strict";
import fc from "fast-check";
import { findManifests } from "./find_manifests.ts";

Deno.test("findManifests() reads the comments that noface's planner leaves", () => {
  const text = [
    "MANIFEST: primary=[src/main.zig,src/config.zig,README.md] read=[src/loop.zig] forbidden=[]",
    "",
    "  MANIFEST: forbidden=[web/] primary=[src/core/loop.zig, ./src/core/state.zig]",
  ].join("\n");
  assert.deepEqual(findManifests(text), [
    {
      primary: ["src/main.zig", "src/config.zig", "README.md"],
      read: ["src/loop.zig"],
      forbidden: [],
      version: 1,
    },
    {
      primary: ["src/core/loop.zig", "src/core/state.zig"],
      read: [],
      forbidden: ["web/"],
      version: 2,
    },
  ]);
});

Deno.test("findManifests() reads the blocks that noface's planner writes", () => {
  const text = [
    "Plan:",
    "```manifest",
    "ISSUE: web-1",
    "PRIMARY_FILES:",
    "- src/a.zig",
    "- `src/b.zig` (adds one, two)",
    "READ_FILES:",
    "- src/shared/types.zig - the types",
    "FORBIDDEN_FILES:",
    "- none",
    "```",
    "```manifest",
    "ISSUE: web-2",
    "PRIMARY_FILES:",
    "- src/c.zig",
    "```",
  ].join("\r\n");
  const first = {
    primary: ["src/a.zig", "src/b.zig"],
    read: ["src/shared/types.zig"],
    forbidden: [],
    version: 1,
  };
  assert.deepEqual(findManifests(text, { id: "web-1" }), [first]);
  assert.deepEqual(findManifests(text, { id: "web-2" }).map(({ primary }) => primary), [[
    "src/c.zig",
  ]]);
  assert.equal(findManifests(text).length, 2);
});

Deno.test("findManifests() reads blocks without a fence, up to other text", () => {
  const text = [
    "**PRIMARY_FILES:** a.ts, b.ts",
    "",
    "## READ_FILES",
    "* c.ts",
    "The rest:",
    "- d.ts",
    "PRIMARY_FILES: [e.ts]",
    "PRIMARY_FILES: f.ts",
  ].join("\n");
  assert.deepEqual(findManifests(text), [
    { primary: ["a.ts", "b.ts"], read: ["c.ts"], forbidden: [], version: 1 },
    { primary: ["e.ts"], read: [], forbidden: [], version: 2 },
    { primary: ["f.ts"], read: [], forbidden: [], version: 3 },
  ]);
});

Deno.test("findManifests() ignores manifests that are quoted, in a line, in code, or without files", () => {
  const none = [
    "2. **Manifest declarations**: MANIFEST: primary=[a.zig] read=[]",
    "> MANIFEST: primary=[a.zig]",
    "MANIFEST: primary=[] read=[] forbidden=[]",
    "MANIFEST: primary=[a.zig",
    "MANIFEST: see below",
    "MANIFEST_VIOLATION: primary=[a.zig]",
    "```\nMANIFEST: primary=[a.zig]\n```",
    "~~~zig\nPRIMARY_FILES:\n- a.zig\n~~~",
    "ISSUE: web-1",
    "PRIMARY_FILES:\n\n- none\n- ...",
    "",
  ];
  for (const text of none) assert.deepEqual(findManifests(text), [], text);
});

Deno.test("findManifests() accepts paths with brackets", () => {
  const [manifest] = findManifests(
    "MANIFEST: primary=[app/[id]/page.tsx, b.ts] read=[[slug].ts] !",
  );
  assert.deepEqual(manifest?.primary, ["app/[id]/page.tsx", "b.ts"]);
  assert.deepEqual(manifest?.read, ["[slug].ts"]);
});

Deno.test("findManifests() takes linear time for repetitive texts", () => {
  const size = 200_000;
  assert.deepEqual(findManifests(`MANIFEST: ${"primary=[".repeat(size)}`), []);
  assert.deepEqual(findManifests(`PRIMARY_FILES: a${" ".repeat(size)}b`), []);
  assert.equal(findManifests("PRIMARY_FILES: a\n".repeat(size)).length, size);
  assert.deepEqual(findManifests(`${"`".repeat(size)}\nMANIFEST: primary=[a]`), []);
});

Deno.test("findManifests() counts what it finds and ends on any text", () => {
  const piece = fc.constantFrom(
    ...[
      "MANIFEST:",
      " primary=[",
      "a.ts",
      "]",
      ",",
      "\n",
      "PRIMARY_FILES:",
      "READ_FILES",
      "- ",
      "```",
    ],
    ...["manifest", "ISSUE: ", "x", " ", "**", "#"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const [index, manifest] of findManifests(pieces.join("")).entries()) {
        assert.equal(manifest.version, index + 1);
        const paths = [...manifest.primary, ...manifest.read, ...manifest.forbidden];
        assert.ok(paths.length > 0);
        assert.ok(paths.every((path) => path.trim() === path && path !== ""));
      }
    }),
    { numRuns: 1000 },
  );
});
