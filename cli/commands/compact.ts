import {
  estimateHistoryTokens,
  type HistoryItem,
  type InitialContext,
  rebuildHistory,
  RECORDING_SLACK,
  recordItems,
  toHandoverRequest,
  toPromptMessages,
} from "@dossier/hosts/core/conversation";
import { renderInstructionsMessage } from "@dossier/hosts/core/instructions";
import { readInstructions } from "@dossier/hosts/instructions";
import { type ConversationTranscript, readConversation } from "@dossier/hosts/transcript";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { hostPlace } from "@dossier/hosts/place";
import { absolute } from "../input/invoked_place.ts";
import { readInput, STANDARD_INPUT } from "../input/read_input.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { printPrompt } from "../terminal/print_prompt.ts";
import { SUCCESS } from "../exit_code.ts";

/** Said where all that the assistant did is gone, which somebody may not have meant. */
const UNTOLD =
  "There is no summary, so that only what the user said is kept: ask for one with --request, and give it with --summary";

/**
 * Prints a transcript with a summary in its place, or what a model is to be asked for one.
 *
 * @throws {UsageError} Without a transcript, and for a summary that can not be read.
 */
export async function runCompact(invocation: Invocation): Promise<number> {
  const { words: [file, ...others], value, has } = invocation;
  if (file === undefined || others.length > 0) {
    throw new UsageError(
      "Cannot compact without a transcript: name one file, or - for standard input",
    );
  }
  if (file === STANDARD_INPUT && value("summary") === STANDARD_INPUT) {
    throw new UsageError(
      "Cannot read both the transcript and the summary from standard input: name a file for one of them",
    );
  }
  if (has("request") && has("summary")) {
    throw new UsageError("Cannot use both --request and --summary: give the answer to the first");
  }
  const source = file === STANDARD_INPUT
    ? { text: await readInput(file, { what: "the transcript" }) }
    : absolute(file);
  const transcript = await readConversation(source, {
    check: has("lenient") ? "lenient" : "strict",
  });
  const summary = await readSummary(value("summary"));
  const notes = has("request") || summary !== "" ? transcript.notes : [...transcript.notes, UNTOLD];
  // Hosts keep outputs as they were, which may be long.
  const { items } = recordItems({ items: [] }, transcript.items, { slack: RECORDING_SLACK });
  const made = has("request")
    ? toHandoverRequest(items)
    : await rebuild({ ...transcript, items }, summary, invocation);
  for (const note of notes) printMessage(`dossier: ${note}`);
  const said = toPromptMessages(made);
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

async function readSummary(file: string | undefined): Promise<string> {
  return file === undefined ? "" : (await readInput(file, { what: "the summary" })).trimEnd();
}

async function rebuild(
  transcript: ConversationTranscript,
  summary: string,
  invocation: Invocation,
): Promise<readonly HistoryItem[]> {
  const budget = parseWholeNumber(invocation.value("budget"), { name: "budget", minimum: 0 });
  const history = rebuildHistory(transcript.items, {
    summary,
    context: await readContext(transcript, invocation),
    ...(budget === undefined ? {} : { budget }),
  });
  return history.items;
}

/** Returns what the session would be told if it began now, in the folder that is named or that it was in. */
async function readContext(
  { host, folder }: ConversationTranscript,
  { value }: Invocation,
): Promise<InitialContext> {
  if (value("folder") === undefined && folder !== undefined && !isFolder(folder)) {
    throw new UsageError(
      `Cannot find the folder of the session, "${folder}": say where it is with --folder`,
    );
  }
  const named = absolute(value("folder") ?? folder ?? ".");
  const read = await readInstructions(named, { ...hostPlace(named), host });
  const { text, root, path, findings, skills } = read;
  for (const { path, message } of findings) printMessage(`dossier: "${path}": ${message}`);
  for (const warning of skills.warnings) printMessage(`dossier: ${warning}`);
  const cwd = path === "" ? root : `${root}/${path}`;
  const environment = { cwd };
  return text === ""
    ? { environment }
    : { instructions: renderInstructionsMessage(text, { cwd }), environment };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
