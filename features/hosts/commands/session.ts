import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { mergeTimelines } from "@dossier/core/metrics";
import { wrapLines } from "@dossier/core/report";
import { type InjectionLog, listRecorded, type RecordedSession } from "@dossier/retrieval/record";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  STANDARD_INPUT,
  UsageError,
} from "@dossier/retrieval/operation";
import { type HostTranscript, readHostTranscript } from "../transcript/mod.ts";
import { renderSession, renderSessions } from "./render_session.ts";

const SHOW = "show";
const LIST = "list";

/** Lines of a timeline that are printed, the last ones; JSON has all of them. */
const DEFAULT_LINES = 100;

/** Maximum number of sessions that an error names. */
const MAX_NAMED = 3;

/**
 * Prints the timeline of a session, from its records and its host's transcript, and measures it; or
 * lists the sessions.
 *
 * @throws {UsageError} For an unknown subcommand, an unknown session, and options that do not
 * apply.
 */
export async function runSession(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { words: [verb = LIST, session, ...rest], value, has } = caller;
  const file = value("host-transcript");
  const limit = caller.wholeNumber("limit", 1);
  if (verb === LIST && session === undefined && file === undefined) {
    return await printSessions(limit, { context, isJson: has("json") });
  }
  if (verb === LIST && caller.words.length === 1) {
    throw new UsageError("Cannot use --host-transcript with list: use show instead");
  }
  if (verb !== SHOW && (verb !== LIST || caller.words.length > 0) || rest.length > 0) {
    throw new UsageError(
      `Cannot read "${caller.words.join(" ")}": write list, or show and the ID of a session`,
    );
  }
  if (session === undefined && file === undefined) {
    throw new UsageError("Cannot show a session without its ID: add it, or --host-transcript FILE");
  }
  using log = await context.openLog();
  const transcript = file === undefined ? undefined : await readFile(
    file === STANDARD_INPUT ? Deno.stdin.readable : caller.resolvePath(file),
    log.root,
  );
  const id = session ?? transcript?.session;
  const recorded = id === undefined ? undefined : await log.session(id);
  if (recorded === undefined && transcript === undefined) {
    throw await sessionNotFoundError(log, id!);
  }
  const report = {
    ...(id !== undefined && { session: id }),
    ...(transcript !== undefined && toHostFields(transcript)),
    timeline: mergeTimelines(
      ...(recorded === undefined
        ? []
        : listRecorded(recorded, { hasTranscript: transcript !== undefined })),
      transcript?.entries ?? [],
    ),
    ...await measure(log, { id, recorded, transcript }),
  };
  if (has("json")) context.printJson(report);
  else {
    const lines = limit ?? DEFAULT_LINES;
    context.print(renderSession(report, { lines, width: context.width }));
  }
  for (const note of transcript?.notes ?? []) context.report(note);
  return "done";
}

async function readFile(
  source: Parameters<typeof readHostTranscript>[0],
  root: string,
): Promise<HostTranscript> {
  return await readHostTranscript(source, { estimator: TOKEN_ESTIMATORS.piece, root });
}

function toHostFields({ host, root, notes }: HostTranscript) {
  return { host, ...(root !== undefined && { root }), notes };
}

/** Returns the measures of the transcript and, when the log knows the session, its metrics. */
async function measure(
  log: InjectionLog,
  { id, recorded, transcript }: {
    readonly id: string | undefined;
    readonly recorded: RecordedSession | undefined;
    readonly transcript: HostTranscript | undefined;
  },
) {
  if (transcript === undefined) return {};
  const { measures, agentText, root } = transcript;
  const isServed = recorded?.injections.some(({ withdrawn }) => withdrawn === undefined);
  if (id === undefined || !isServed) return { measures };
  const touched = measures.edited.map((path) => path.startsWith("/") ? path : `${root}/${path}`);
  return { measures, metrics: await log.measure({ session: id, transcript: agentText, touched }) };
}

async function sessionNotFoundError(log: InjectionLog, session: string): Promise<UsageError> {
  const known = (await log.sessions(MAX_NAMED)).map(({ session }) => `"${session}"`);
  return new UsageError(
    `Cannot show the session "${session}" as nothing is recorded for it: ${
      known.length === 0 ? "no session is recorded yet" : `the last ones are ${known.join(", ")}`
    }`,
  );
}

async function printSessions(
  limit: number | undefined,
  { context, isJson }: { readonly context: CommandContext; readonly isJson: boolean },
): Promise<CommandResult> {
  using log = await context.openLog();
  const sessions = await log.sessions(limit);
  if (isJson) context.printJson({ sessions });
  else if (sessions.length === 0) context.report("Nothing is recorded of any session yet");
  else context.print(wrapLines(renderSessions(sessions), context.width));
  return "done";
}
