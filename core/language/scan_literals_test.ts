import assert from "node:assert/strict";
import { findProfile } from "./language_table.ts";
import { scanLiterals } from "./scan_literals.ts";

/** Returns the rows of a text, 1-based, that begin inside a literal. */
function rowsInside(text: string, language: string): number[] {
  const { literals } = findProfile(language) ?? {};
  assert.ok(literals !== undefined);
  const { starts, ends } = scanLiterals(text, literals);
  let offset = 0;
  return text.split("\n").flatMap((line, row) => {
    const at = offset;
    offset += line.length + 1;
    return starts.some((start, place) => start < at && at < (ends[place] ?? 0)) ? [row + 1] : [];
  });
}

Deno.test("scanLiterals() finds the texts of all heredocs that begin on one line", () => {
  const ruby = "f(<<~ONE, <<~TWO)\n  def a; end\n  ONE\n  def b\n  TWO\ncode\n";
  assert.deepEqual(rowsInside(ruby, "ruby"), [2, 3, 4]);
  const bash = "paste - /dev/fd/3 <<'ONE 1' 3<<\\TWO\nc() {\nONE 1\nd() {\nTWO\ncode\n";
  assert.deepEqual(rowsInside(bash, "bash"), [2, 3, 4]);
  const perl = "print <<A, <<\"B\", <<'C';\na\nA\nb\nB\nc\nC\ncode\n";
  assert.deepEqual(rowsInside(perl, "perl"), [2, 3, 4, 5, 6]);
});

Deno.test("scanLiterals() does not read a here-string of a shell as a heredoc", () => {
  assert.deepEqual(rowsInside('while read x <<< "done"\ndo\n  a\ndone\n', "bash"), []);
  assert.deepEqual(rowsInside("read x <<<done\na\ndone\n", "bash"), []);
});

Deno.test("scanLiterals() ends a heredoc of PHP where its word begins a line", () => {
  const text = "<?php\nf(<<<'HTML'\n  HTMLX\n  a\n  HTML, 3);\ng(<<<\"A\"\n b\nA . c);\n";
  assert.deepEqual(rowsInside(text, "php"), [3, 4, 7]);
  // Other languages require the word alone.
  assert.deepEqual(rowsInside("cat <<A\nA, 3\nA\nb\n", "bash"), [2]);
});

Deno.test("scanLiterals() finds a text between dollars with one tag in SQL", () => {
  const text = "AS $body$\n a $$ b $other$\n c\n$body$;\nAS $$\n d\n$$;\nSELECT a$b$c, $1;\nx\n";
  assert.deepEqual(rowsInside(text, "sql"), [2, 3, 4, 6, 7]);
  assert.deepEqual(rowsInside("AS $never$\na\nb\n", "sql"), []);
});

Deno.test("scanLiterals() reads text after a mark as data", () => {
  assert.deepEqual(rowsInside("a\n__END__\ndef b\nend", "ruby"), [2, 3, 4]);
  assert.deepEqual(rowsInside("a\n__DATA__\nsub b {\n}", "perl"), [2, 3, 4]);
  assert.deepEqual(rowsInside("<?php\n__halt_compiler();class X {\n}", "php"), [2, 3]);
  // Not in a heredoc, and not as a part of a name.
  assert.deepEqual(rowsInside("x = <<~A\n__END__\nA\n__END__x\nb\n", "ruby"), [2]);
});
