import assert from "node:assert/strict";
import { splitLines } from "../text/split_lines.ts";
import { cleanDoc, docComment } from "./doc_comment.ts";

function cleanComment(comment: string): string {
  const lines = splitLines(comment);
  return docComment(comment, lines, { first: 0, end: lines.count });
}

Deno.test("docComment() strips the markers of every comment style", () => {
  const styles = [
    "/** Adds two.\n *\n * Slowly. */",
    "/*\n   Adds two.\n   Slowly.\n*/",
    "// Adds two.\n// Slowly.",
    "/// <summary>Adds two.</summary>\n/// Slowly.",
    "//! Adds two.\n//! Slowly.",
    "# Adds two.\n#\n# Slowly.",
    "## Adds two.\n## Slowly.",
    "--- Adds two.\n-- Slowly.",
    "--[[ Adds two.\nSlowly. ]]",
    "=begin\nAdds two.\nSlowly.\n=end",
    "/*******\n * Adds two.\n *-----\n * Slowly.\n *******/",
    "/*!< Adds two. */\n/* Slowly. */",
    "/**\r\n * Adds two.\r\n * Slowly.\r\n */",
  ];
  for (const style of styles) assert.equal(cleanComment(style), "Adds two. Slowly.", style);
});

Deno.test("docComment() is empty when there are only markers", () => {
  assert.equal(cleanComment("/* */"), "");
  assert.equal(cleanComment("//----------"), "");
});

Deno.test("cleanDoc() collapses white space, keeps punctuation and cuts long text", () => {
  assert.equal(cleanDoc("\n  # Title\n\n  * item  "), "# Title * item");
  const long = cleanDoc("word ".repeat(200));
  assert.ok(long.length <= 400 && long.endsWith("word"));
});
