import assert from "node:assert/strict";
import picomatch from "picomatch";
import { checkGlob } from "./check_glob.ts";
import { openGlobs } from "./open_globs.ts";

/** Globs that a regular expression could take for ever to find no match for. */
const ENDLESS = [
  "*[0-9a-f]".repeat(20) + "!",
  "*a".repeat(5),
  `${"*a*/".repeat(3)}!`,
  `${"**/a/".repeat(6)}b`,
  "{a,aa}".repeat(20) + "b",
  "{a,a}/".repeat(30) + "b",
  "{*,x/}".repeat(12) + "b",
  "{*,\\}x/}".repeat(12) + "b",
  "{*,[}]x/}".repeat(12) + "b",
  '{*,"}"x/}'.repeat(12) + "b",
  "(a+)+b",
  "(?:a+)+b",
  "(a|aa)+b",
  '(a|aa)""+b',
  "{a,aa}+b",
  "+(a|aa)b",
  "*(a|*b)",
  "@(*(a)*(a))",
  "[a]+".repeat(6) + "b",
  "!(!(!(!(!(a*)*)*)*)*)",
  "(" + "a+".repeat(6) + ")b",
  "(a|a)?".repeat(20) + "b",
];

Deno.test("checkGlob() refuses what could match a path in very many ways", async () => {
  for (const glob of ENDLESS) {
    await assert.rejects(openGlobs(["*.ts", glob]), { code: "invalid-glob" }, glob);
  }
  assert.throws(() => checkGlob("(a+)+b"), {
    code: "invalid-glob",
    message: "Cannot match paths with a glob as it must not match a path in too many ways: " +
      'current value is "(a+)+b"; use fewer "*" in one name, fewer groups, and no repeated groups',
  });
});

Deno.test("checkGlob() takes the globs that people write", () => {
  for (
    const glob of [
      ...["*", "**", "**/*", "*.ts", "src/", "src/**/*.test.ts", "**/test_*_*.py", "*_*_*_*.go"],
      ...["{src,lib,tests}/**/*.{ts,tsx,js,jsx,mts,cts}", "**/__tests__/**/*.spec.*", "!*.md"],
      ...["a/*/b/*/c/*/d/*/e/*/f/*.ts", "**/[a-z]*_[0-9]*.sql", "!(*.test).ts", "@(a|b)/*.ts"],
      ...["app/(group)/[id]/page.tsx", "docs/**/{a,b}/**/*.md", "a+b.txt", "c++/**/*.h++"],
    ]
  ) checkGlob(glob);
});

Deno.test("checkGlob() lets through no glob whose expression repeats what it repeats", () => {
  // That of `**` ends in `.)*`, and that of a class that may be meant literally repeats one name of it.
  const repeated = /(?<!\.|\\\[a\\\]\|\[a\])\)[+*]|\)\{/;
  const pieces = ["a", "*", "(", ")", "+", "|", "{", "}", ",", "[a]", "?", "!", "@", '"', "/"];
  const length = 4;
  for (let number = 0; number < pieces.length ** length; number++) {
    const chosen = Array.from(
      { length },
      (_, at) => pieces[Math.floor(number / pieces.length ** at) % pieces.length],
    );
    const glob = `(a|a${chosen.join("")})b`;
    if (!isTaken(glob)) continue;
    const { source } = picomatch.makeRe(glob, { dot: true, flags: "s" });
    assert.doesNotMatch(source, repeated, glob);
  }
});

function isTaken(glob: string): boolean {
  try {
    checkGlob(glob);
    return true;
  } catch {
    return false;
  }
}
