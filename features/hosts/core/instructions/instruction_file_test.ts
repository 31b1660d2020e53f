import assert from "node:assert/strict";
import {
  isInstructionsMessage,
  joinInstructions,
  renderInstructionsMessage,
} from "./instruction_file.ts";

Deno.test("C-5: joinInstructions() puts exactly these separators between the user's, the project's and skills", () => {
  const [user, documents, skills] = ["u", ["a", "b"], "## Skills"];
  assert.equal(joinInstructions({ user }), "u");
  assert.equal(joinInstructions({ documents }), "a\n\nb");
  assert.equal(joinInstructions({ skills }), "## Skills");
  assert.equal(joinInstructions({ user, skills }), "u\n\n## Skills");
  assert.equal(joinInstructions({ documents, skills }), "a\n\nb\n\n## Skills");
  assert.equal(joinInstructions({ user, documents }), "u\n\n--- project-doc ---\n\na\n\nb");
  assert.equal(
    joinInstructions({ user, documents, skills }),
    "u\n\n--- project-doc ---\n\na\n\nb\n\n## Skills",
  );
  assert.equal(joinInstructions({}), undefined);
  assert.equal(joinInstructions({ user: " \n", documents: ["", "\n"], skills: "" }), undefined);
  assert.equal(joinInstructions({ user: "\nu\n", skills }), "u\n\n## Skills");
  // As Codex has it: a document ends as its file does.
  assert.equal(joinInstructions({ documents: ["a\n", "b\n"], skills }), "a\n\n\nb\n\n\n## Skills");
});

Deno.test("isInstructionsMessage() is true only for a message of instructions", () => {
  const message = renderInstructionsMessage("Run the tests.", { cwd: "/work/app" });
  assert.equal(
    message,
    "# AGENTS.md instructions for /work/app\n\n<INSTRUCTIONS>\nRun the tests.\n</INSTRUCTIONS>",
  );
  assert.ok(isInstructionsMessage(message));
  assert.ok(!isInstructionsMessage("See # AGENTS.md instructions for /work/app"));
});
