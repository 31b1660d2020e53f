import type { Terminal } from "@dossier/retrieval/operation";
import type { AnyCommandBinding } from "../input/read_request.ts";

/**
 * Renders the answer of an operation as the output of a command: as text, or as JSON when
 * requested.
 */
export async function renderAnswer(
  answer: unknown,
  binding: AnyCommandBinding,
  terminal: Terminal,
): Promise<string> {
  if (binding.hasJson === false || !terminal.has("json")) {
    return await binding.text(answer, terminal);
  }
  const value = binding.json === undefined ? answer : binding.json(answer, terminal);
  return `${terminal.escape(JSON.stringify(value, null, 2))}\n`;
}
