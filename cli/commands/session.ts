import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { mergeTimelines } from "@dossier/core/metrics";
import {
  type InjectionLog,
  openInjectionLog,
  type RecordedSession,
} from "@dossier/retrieval/record";
import { listRecorded } from "@dossier/retrieval/record";
import { type HostTranscript, readHostTranscript } from "@dossier/hosts/transcript";
import { type Invocation, STANDARD_INPUT, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { absolute, invokedPlace } from "../input/invoked_place.ts";
import { terminalWidth, wrapLines } from "../terminal/layout.ts";
import { printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";
import { renderSession, renderSessions } from "./render_session.ts";

const SHOW = "show";
const LIST = "list";

/** Lines of a timeline that are printed, the last ones; JSON has all of them. */
const DEFAULT_LINES = 100;

/** Sessions that are named when there is none with an id. */
const MAX_NAMED = 3;

/**
 * Prints what happened in a session, as it is recorded and as its host's transcript tells it, and measures that; or
 * lists the sessions.
 *
 * @throws {UsageError} For words that are neither, a session that nothing is known of, and options that are of no use.
 */
export async function runSession(invocation: Invocation): Promise<number> {
  const { words: [verb = LIST, session, ...rest], value, has } = invocation;
  const file = value("host-transcript");
  const limit = parseWholeNumber(value("limit"), { name: "limit", minimum: 1 });
  if (verb === LIST && session === undefined && file === undefined) {
    return await printSessions(invocation, limit);
  }
  if (verb === LIST && invocation.words.length === 1) {
    throw new UsageError("Cannot use --host-transcript with list: write show in its place");
  }
  if (verb !== SHOW && (verb !== LIST || invocation.words.length > 0) || rest.length > 0) {
    throw new UsageError(
      `Cannot read "${invocation.words.join(" ")}": it takes list, or show and the ID of a session`,
    );
  }
  if (session === undefined && file === undefined) {
    throw new UsageError("Cannot show a session without its ID: add it, or --host-transcript FILE");
  }
  using log = await openInjectionLog(invokedPlace(invocation));
  const transcript = file === undefined ? undefined : await readFile(file, log.root);
  const id = session ?? transcript?.session;
  const recorded = id === undefined ? undefined : await log.session(id);
  if (recorded === undefined && transcript === undefined) throw await notFound(log, id!);
  const report = {
    ...(id !== undefined && { session: id }),
    ...(transcript !== undefined && toHost(transcript)),
    timeline: mergeTimelines(
      ...(recorded === undefined
        ? []
        : listRecorded(recorded, { hasTranscript: transcript !== undefined })),
      transcript?.entries ?? [],
    ),
    ...await measure(log, { id, recorded, transcript }),
  };
  if (has("json")) printJson(report);
  else {
    const lines = limit ?? DEFAULT_LINES;
    printResult(renderSession(report, { lines, width: terminalWidth() }));
  }
  for (const note of transcript?.notes ?? []) printMessage(`dossier: ${note}`);
  return SUCCESS;
}

async function readFile(file: string, root: string): Promise<HostTranscript> {
  const source = file === STANDARD_INPUT ? Deno.stdin.readable : absolute(file);
  return await readHostTranscript(source, { estimator: TOKEN_ESTIMATORS.piece, root });
}

function toHost({ host, root, notes }: HostTranscript) {
  return { host, ...(root !== undefined && { root }), notes };
}

/** Returns what the transcript comes to and, where the log knows the session, how well that was served. */
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

async function notFound(log: InjectionLog, session: string): Promise<UsageError> {
  const known = (await log.sessions(MAX_NAMED)).map(({ session }) => `"${session}"`);
  return new UsageError(
    `Cannot show the session "${session}" as nothing is recorded for it: ${
      known.length === 0 ? "there are no sessions yet" : `the last ones are ${known.join(", ")}`
    }`,
  );
}

async function printSessions(invocation: Invocation, limit: number | undefined): Promise<number> {
  using log = await openInjectionLog(invokedPlace(invocation));
  const sessions = await log.sessions(limit);
  if (invocation.has("json")) printJson({ sessions });
  else if (sessions.length === 0) printMessage("dossier: Nothing is recorded of any session yet");
  else printResult(wrapLines(renderSessions(sessions), terminalWidth()));
  return SUCCESS;
}
