import assert from "node:assert/strict";
import picomatch from "picomatch";
import { checkGlob } from "./check_glob.ts";
import { openGlobs } from "./open_globs.ts";

/** Globs for which a regular expression could search forever. */
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

Deno.test("checkGlob() rejects globs that could match a path in very many ways", async () => {
  for (const glob of ENDLESS) {
    await assert.rejects(openGlobs(["*.ts", glob]), { code: "invalid-glob" }, glob);
  }
  assert.throws(() => checkGlob("(a+)+b"), {
    code: "invalid-glob",
    message: "Cannot match paths with a glob as it must not match a path in too many ways: " +
      'current value is "(a+)+b"; use fewer "*" in one name, fewer groups, and no repeated groups',
  });
});

Deno.test("checkGlob() accepts the globs that people write", () => {
  for (
    const glob of [
      ...["*", "**", "**/*", "*.ts", "src/", "src/**/*.test.ts", "**/test_*_*.py", "*_*_*_*.go"],
      ...["{src,lib,tests}/**/*.{ts,tsx,js,jsx,mts,cts}", "**/__tests__/**/*.spec.*", "!*.md"],
      ...["a/*/b/*/c/*/d/*/e/*/f/*.ts", "**/[a-z]*_[0-9]*.sql", "!(*.test).ts", "@(a|b)/*.ts"],
      ...["app/(group)/[id]/page.tsx", "docs/**/{a,b}/**/*.md", "a+b.txt", "c++/**/*.h++"],
    ]
  ) checkGlob(glob);
});

Deno.test("checkGlob() accepts no glob whose expression has nested repetitions", () => {
  // The expression of `**` ends in `.)*`, and that of a class with a literal meaning repeats one of
  // its names.
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
