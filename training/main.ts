/**
 * Builds the word table of the product. `README.md` describes the steps.
 *
 * `main.ts extract CLONES WORK` extracts the pairs of all clones, `main.ts encode WORK` turns them
 * into numbers for `train.py`, and `main.ts table WORK FILE` writes the learned table.
 *
 * `main.ts questions CLONES WORK` makes questions of commits, from which the weights of parts are
 * learned.
 *
 * @module
 */

const [command, ...args] = Deno.args;
const [first, second, third] = args;
if (command === "extract" && first !== undefined && second !== undefined) {
  const { extractAll } = await import("./extract_all.ts");
  await extractAll(first, second);
} else if (command === "repository" && second !== undefined && third !== undefined) {
  const { extractOne } = await import("./extract_all.ts");
  await extractOne(first!, second, third);
} else if (command === "questions" && first !== undefined && second !== undefined) {
  const { makeAllQuestions } = await import("./extract_all.ts");
  await makeAllQuestions(first, second);
} else if (command === "encode" && first !== undefined) {
  const { encodePairs } = await import("./encode_pairs.ts");
  encodePairs(first);
} else if (command === "table" && first !== undefined && second !== undefined) {
  const { writeTable } = await import("./write_table.ts");
  await writeTable(first, second);
} else {
  const usage = "Usage: main.ts extract|questions CLONES WORK | encode WORK | table WORK FILE\n";
  Deno.stderr.writeSync(new TextEncoder().encode(usage));
  Deno.exit(2);
}
