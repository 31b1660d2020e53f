import {
  estimateHistoryTokens,
  type HistoryItem,
  type InitialContext,
  messageText,
  rebuildHistory,
  toHandoverRequest,
  toMessageItem,
} from "@dossier/core/conversation";
import { renderInstructionsMessage } from "@dossier/core/instructions";
import type { PromptMessage } from "@dossier/core/policy";
import { readInstructions } from "@dossier/retrieval/instructions";
import { readTranscript } from "@dossier/retrieval/policy";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { absolute, hostPlace } from "../input/invoked_place.ts";
import { readInput } from "../input/read_input.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { printPrompt } from "../terminal/print_prompt.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Prints a transcript with a summary in its place, or what a model is to be asked for one.
 *
 * @throws {UsageError} Without a transcript, and for a summary that can not be read.
 */
export async function runCompact(invocation: Invocation): Promise<number> {
  const { words: [file, ...others], value, has } = invocation;
  if (file === undefined || others.length > 0) {
    throw new UsageError("Cannot compact without a transcript: name one file");
  }
  if (has("request") && has("summary")) {
    throw new UsageError("Cannot use both --request and --summary: give the answer to the first");
  }
  const { messages, notes } = await readTranscript(absolute(file), {
    check: has("lenient") ? "lenient" : "strict",
  });
  const items = messages.map(({ role, content }) => toMessageItem(role, content));
  const made = has("request") ? toHandoverRequest(items) : await rebuild(items, invocation);
  for (const note of notes) printMessage(`dossier: ${note}`);
  const said = made.map(toPromptMessage);
  const target = value("for");
  if (has("json")) {
    const tokens = { before: estimateHistoryTokens(items), after: estimateHistoryTokens(made) };
    printJson({ messages: said, tokens, notes });
  } else if (target !== undefined) {
    printPrompt({ system: "", messages: said, tools: [] }, target);
  } else {
    printResult(escapeOnTerminal(said.map((message) => `${JSON.stringify(message)}\n`).join("")));
  }
  return SUCCESS;
}

async function rebuild(
  items: readonly HistoryItem[],
  invocation: Invocation,
): Promise<readonly HistoryItem[]> {
  const { value } = invocation;
  const budget = parseWholeNumber(value("budget"), { name: "budget", minimum: 0 });
  const file = value("summary");
  const history = rebuildHistory(items, {
    summary: file === undefined ? "" : (await readInput(file, { what: "the summary" })).trimEnd(),
    context: await readContext(invocation),
    ...(budget === undefined ? {} : { budget }),
  });
  return history.items;
}

/** Returns what a session is told that begins in the folder, as it is now. */
async function readContext({ value }: Invocation): Promise<InitialContext> {
  const folder = absolute(value("folder") ?? ".");
  const { home, codexHome } = hostPlace(folder);
  const read = await readInstructions(folder, { home, codexHome });
  const { text, root, path, problems, skills } = read;
  for (const { path, message } of problems) printMessage(`dossier: "${path}": ${message}`);
  for (const warning of skills.warnings) printMessage(`dossier: ${warning}`);
  const cwd = path === "" ? root : `${root}/${path}`;
  const environment = { cwd };
  return text === ""
    ? { environment }
    : { instructions: renderInstructionsMessage(text, { cwd }), environment };
}

function toPromptMessage(item: HistoryItem): PromptMessage {
  return item.kind === "message"
    ? { role: item.role, content: messageText(item) }
    : { role: "assistant", content: JSON.stringify(item) };
}
