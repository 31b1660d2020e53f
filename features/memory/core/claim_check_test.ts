import assert from "node:assert/strict";
import { ClaimChecker, listSentences } from "./claim_check.ts";

const AGENTS = `# Rules

Run the migrations before the tests. Never
commit generated files of the parser.

- Uploads time out after 30 seconds
- Use pnpm, not npm
`;

const CHECKER = new ClaimChecker(listSentences("AGENTS.md", AGENTS.split("\n")));

Deno.test("listSentences() returns the sentences of paragraphs and the items of lists, with their lines", () => {
  assert.deepEqual(
    listSentences("AGENTS.md", AGENTS.split("\n")).map(({ line, text }) => [line, text]),
    [
      [1, "# Rules"],
      [3, "Run the migrations before the tests."],
      [3, "Never commit generated files of the parser."],
      [6, "- Uploads time out after 30 seconds"],
      [7, "- Use pnpm, not npm"],
    ],
  );
});

Deno.test("a claim that a document makes in the same words is found with its line", () => {
  const said = CHECKER.find("Tests: run migrations before");
  assert.deepEqual([said?.kind, said?.path, said?.line], ["said", "AGENTS.md", 3]);
  assert.equal(CHECKER.find("Don't commit the generated files of the parser")?.kind, "said");
});

Deno.test("another number or a negation makes it a contradiction", () => {
  assert.equal(CHECKER.find("Uploads time out after 60 seconds")?.kind, "contradicted");
  assert.equal(CHECKER.find("Commit generated files of the parser")?.kind, "contradicted");
});

Deno.test("a claim about something else, or of two words, is not found", () => {
  assert.equal(CHECKER.find("Downloads are retried after a timeout of 30 seconds"), undefined);
  assert.equal(CHECKER.find("Use pnpm"), undefined);
  assert.equal(CHECKER.find(""), undefined);
});
