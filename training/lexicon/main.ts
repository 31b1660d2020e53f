/**
 * Builds the lexicons for questions in other languages. `README.md` describes the steps.
 *
 * `main.ts extract CLONES WORK` extracts the translated texts of all clones, `main.ts learn WORK
 * FOLDER` writes a lexicon for each language.
 *
 * @module
 */

const [command, first, second] = Deno.args;
if (command === "extract" && first !== undefined && second !== undefined) {
  const { extractTexts } = await import("./extract_texts.ts");
  await extractTexts(first, second);
} else if (command === "learn" && first !== undefined && second !== undefined) {
  const { learnLexicons } = await import("./learn_lexicons.ts");
  learnLexicons(first, second);
} else {
  const usage = "Usage: main.ts extract CLONES WORK | learn WORK FOLDER\n";
  Deno.stderr.writeSync(new TextEncoder().encode(usage));
  Deno.exit(2);
}
