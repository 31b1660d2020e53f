import {
  estimateHistoryTokens,
  type HistoryItem,
  type InitialContext,
  rebuildHistory,
  RECORDING_SLACK,
  recordItems,
  toHandoverRequest,
  toPromptMessages,
} from "../core/conversation/mod.ts";
import { type ProviderName, toPromptText, toProviderRequest } from "@dossier/core/prompt";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  STANDARD_INPUT,
  UsageError,
} from "@dossier/retrieval/operation";
import { renderInstructionsMessage } from "../core/instructions/mod.ts";
import { readInstructions } from "../instructions/mod.ts";
import { hostPlace } from "../place/mod.ts";
import { type ConversationTranscript, readConversation } from "../transcript/mod.ts";

/** Printed when the result has nothing of the assistant, which the user may not intend. */
const NO_SUMMARY_NOTE =
  "There is no summary, so only messages of the user are kept: request a summary with --request, and pass it with --summary";

/**
 * Prints a transcript with a summary in place of its messages, or the request for a summary.
 *
 * @throws {UsageError} Without a transcript, and for a summary that cannot be read.
 */
export async function runCompact(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { words: [file, ...others], value, has } = caller;
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
    throw new UsageError("Cannot use both --request and --summary: use one of them");
  }
  const source = file === STANDARD_INPUT
    ? { text: await context.readInput(file, { what: "the transcript" }) }
    : caller.resolvePath(file);
  const transcript = await readConversation(source, {
    check: has("lenient") ? "lenient" : "strict",
  });
  const summary = await readSummary(value("summary"), context);
  const notes = has("request") || summary !== ""
    ? transcript.notes
    : [...transcript.notes, NO_SUMMARY_NOTE];
  // Transcripts of hosts have whole outputs, which may be long.
  const { items } = recordItems({ items: [] }, transcript.items, { slack: RECORDING_SLACK });
  const made = has("request")
    ? toHandoverRequest(items)
    : await rebuildItems({ ...transcript, items }, { summary, caller, context });
  for (const note of notes) context.report(note);
  const promptMessages = toPromptMessages(made);
  const target = value("for");
  if (has("json")) {
    const tokens = { before: estimateHistoryTokens(items), after: estimateHistoryTokens(made) };
    context.printJson({ messages: promptMessages, tokens, notes });
  } else if (target === undefined) {
    context.print(
      context.escape(promptMessages.map((message) => `${JSON.stringify(message)}\n`).join("")),
    );
  } else {
    const prompt = { system: "", messages: promptMessages, tools: [] };
    if (target === "text") context.print(context.escape(`${toPromptText(prompt)}\n`));
    else context.printJson(toProviderRequest(prompt, target as ProviderName));
  }
  return "done";
}

async function readSummary(
  file: string | undefined,
  { readInput }: CommandContext,
): Promise<string> {
  return file === undefined ? "" : (await readInput(file, { what: "the summary" })).trimEnd();
}

async function rebuildItems(
  transcript: ConversationTranscript,
  { summary, caller, context }: {
    readonly summary: string;
    readonly caller: CommandCaller;
    readonly context: CommandContext;
  },
): Promise<readonly HistoryItem[]> {
  const budget = caller.wholeNumber("budget", 0);
  const history = rebuildHistory(transcript.items, {
    summary,
    context: await readContext(transcript, caller, context),
    ...(budget === undefined ? {} : { budget }),
  });
  return history.items;
}

/**
 * Returns the initial context of a session that starts now, in the named folder or in that of the
 * transcript.
 */
async function readContext(
  { host, folder }: ConversationTranscript,
  { value, resolvePath }: CommandCaller,
  { report }: CommandContext,
): Promise<InitialContext> {
  if (value("folder") === undefined && folder !== undefined && !isFolder(folder)) {
    throw new UsageError(
      `Cannot find the folder of the session, "${folder}": name it with --folder`,
    );
  }
  const named = resolvePath(value("folder") ?? folder ?? ".");
  const read = await readInstructions(named, { ...hostPlace(named), host });
  const { text, root, path, findings, skills } = read;
  for (const { path, message } of findings) report(`"${path}": ${message}`);
  for (const warning of skills.warnings) report(warning);
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
