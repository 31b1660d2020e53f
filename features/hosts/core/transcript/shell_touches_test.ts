import assert from "node:assert/strict";
import fc from "fast-check";
import { listPatchTouches, listShellTouches } from "./shell_touches.ts";

/** Writes what a command touches in short, such as `read a.ts 1-5`. */
function touches(command: string, folder?: string): readonly string[] {
  return listShellTouches(command, folder).map(({ path, action, lines }) =>
    `${action} ${path}${lines === undefined ? "" : ` ${lines.startLine}..${lines.endLine}`}`
  );
}

Deno.test("listShellTouches() tells which files a command shows, and how much of them", () => {
  const cases: readonly (readonly [command: string, ...touches: string[]])[] = [
    ["cat src/a.ts 'my file.ts'", "read src/a.ts", "read my file.ts"],
    ["sed -n '1,5p' src/c.ts && cat src/b.ts", "read src/c.ts 1..5", "read src/b.ts"],
    ['sed -n "7p" a.ts; sed -n 3,\\$p b.ts', "read a.ts 7..7", "read b.ts 3..Infinity"],
    ["head -n 20 a.ts", "read a.ts 1..20"],
    ["head -20 a.ts", "read a.ts 1..20"],
    ["tail a.ts", "read a.ts -10..-1"],
    ["nl -ba src/a.ts | sed -n '10,20p'", "read src/a.ts 10..20"],
    ["cat a.ts | grep -n foo", "read a.ts"],
    ["cat a.ts | head -n 3 > b.ts", "edit b.ts", "read a.ts 1..3"],
    ["cd src && cat a.ts", "read src/a.ts"],
    ["cat a.ts 2>/dev/null || true", "read a.ts"],
    ["deno test a.ts 2>&1 | tail -5"],
    ["echo done"],
    [""],
  ];
  for (const [command, ...expected] of cases) assert.deepEqual(touches(command), expected, command);
});

Deno.test("listShellTouches() tells searches and what is written", () => {
  const cases: readonly (readonly [command: string, ...touches: string[]])[] = [
    ["rg -n 'a b' src lib", "search src", "search lib"],
    ["rg -n foo", "search ."],
    ["grep -rn -A 3 foo src", "search src"],
    ["grep -e foo -e bar a.ts", "search a.ts"],
    ["git grep foo", "search ."],
    ["find src -name '*.ts' -type f", "search src"],
    ["ls -la", "search ."],
    ["sed -i 's/a/b/' a.ts", "edit a.ts"],
    ["perl -pi -e 's/a/b/' a.ts", "edit a.ts"],
    ["echo x > a.ts && echo y >> a.ts", "edit a.ts"],
    ["cat > a.ts <<'EOF'\nrm b.ts\ncat c.ts\nEOF\ncat d.ts", "edit a.ts", "read d.ts"],
    ["git rm old.ts", "edit old.ts"],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch\nEOF",
      "edit a.ts",
    ],
  ];
  for (const [command, ...expected] of cases) assert.deepEqual(touches(command), expected, command);
  assert.deepEqual(touches("cat a.ts /b.ts > c.ts", "/w"), [
    ...["edit /w/c.ts", "read /w/a.ts", "read /b.ts"],
  ]);
  assert.deepEqual(touches("apply_patch <<'E'\n*** Delete File: a.ts\nE", "/w"), ["edit /w/a.ts"]);
  assert.deepEqual(touches("cat > a.ts <<EOF\nEOF\ncat b.ts"), ["edit a.ts", "read b.ts"]);
  assert.deepEqual(touches("cat > a.ts <<EOF\nrm b.ts\n"), ["edit a.ts"]);
  // Neither of these is looked at from its end again and again.
  assert.deepEqual(touches("<<A\n".repeat(100_000)), []);
  assert.deepEqual(touches('"'.repeat(100_001)), []);
});

Deno.test("listPatchTouches() reads the headers of a patch", () => {
  const patch = "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n" +
    "*** Move to: c.ts\n@@\n*** Delete File: d.ts\n*** End Patch";
  assert.deepEqual(listPatchTouches(patch).map(({ path }) => path), [
    "a.ts",
    "b.ts",
    "c.ts",
    "d.ts",
  ]);
});

Deno.test("listShellTouches() reads any text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (command) => {
    for (const { path } of listShellTouches(command)) assert.equal(typeof path, "string");
  }));
});
