import type { Terminal } from "@dossier/retrieval/operation";
import type { AnyFace } from "../input/read_request.ts";

/**
 * Returns the output of a command for the answer of its operation: a text, or JSON when requested.
 */
export async function renderAnswer(
  answer: unknown,
  face: AnyFace,
  terminal: Terminal,
): Promise<string> {
  if (face.hasJson === false || !terminal.has("json")) return await face.text(answer, terminal);
  const value = face.json === undefined ? answer : face.json(answer, terminal);
  return `${terminal.escape(JSON.stringify(value, null, 2))}\n`;
}
