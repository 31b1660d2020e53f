import assert from "node:assert/strict";
import { cleanComment, cleanDocString, MAX_DOC_LENGTH } from "./doc_comment.ts";

Deno.test("cleanComment() strips the markers of every comment style", () => {
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

Deno.test("cleanComment() is undefined when only markers are left", () => {
  assert.equal(cleanComment("/* */"), undefined);
  assert.equal(cleanComment("//----------"), undefined);
});

Deno.test("cleanDocString() collapses white space, keeps marks and cuts what is long", () => {
  assert.equal(cleanDocString("\n  # Title\n\n  * item  "), "# Title * item");
  const long = cleanDocString("word ".repeat(200));
  assert.ok(long !== undefined && long.length <= MAX_DOC_LENGTH && long.endsWith("word…"));
});
