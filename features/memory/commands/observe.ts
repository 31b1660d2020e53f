import { basename } from "@dossier/retrieval/machine";
import { formatQuantity } from "@dossier/core/report";
import type { Engine } from "@dossier/retrieval/engine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { storeProposals } from "../store_proposals.ts";
import type { ProposedObservation } from "../core/mine/mod.ts";
import { observeCommits, type Observed, observeTracker, observeTranscript } from "../observe.ts";
import { useMemory } from "../operations/mod.ts";
import { listMemoryInjections, type MemoryPlace, readMemorySettings } from "../store/mod.ts";

type Context = CommandContext<Engine>;

/** The sources, with the options of each. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  transcript: ["session"],
  commits: ["since", "limit"],
  tracker: [],
};

/**
 * Finds observations in a session, in commits or issues by rules, and stores them for review.
 *
 * @throws {UsageError} For no source or several, options that do not apply, and an invalid date.
 */
export async function runObserve(caller: CommandCaller, context: Context): Promise<CommandResult> {
  const source = findSource(caller);
  const since = readSince(caller);
  const limit = caller.wholeNumber("limit", 1);
  using engine = await context.openEngine();
  const file = caller.value("transcript") ?? "";
  const observed = source === "transcript"
    ? await observeTranscript(engine, caller.resolvePath(file))
    : source === "commits"
    ? await observeCommits(engine, { since, limit })
    : await observeTracker(engine, caller.value("tracker") ?? "");
  for (const note of observed.notes) context.report(context.escape(note));
  const session = caller.value("session") ?? observed.session;
  const proposals = source === "transcript"
    ? observed.proposals.map((one) => ({
      ...one,
      evidence: one.evidence.replace(/ of the transcript$/, ` of ${basename(file)}`),
    }))
    : observed.proposals;
  const found = { ...observed, proposals, session };
  if (caller.has("dry-run")) printProposals(found, caller, context);
  else await storeFound(engine, { found, caller, context });
  return "done";
}

function findSource({ words, has }: CommandCaller): string {
  if (words.length > 0) {
    throw new UsageError(`Cannot observe "${words.join(" ")}": it has no operands`);
  }
  const sources = Object.keys(SOURCES).filter((name) => has(name));
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw new UsageError(
      "Cannot observe without a single source: use one of --transcript FILE, --commits and --tracker FOLDER",
    );
  }
  const unused = Object.entries(SOURCES).flatMap(([name, options]) =>
    name === source ? [] : options
  ).find((name) => has(name));
  if (unused !== undefined) throw new UsageError(`Cannot use --${unused} with --${source}`);
  return source;
}

function readSince({ value }: CommandCaller): number | undefined {
  const written = value("since");
  if (written === undefined) return undefined;
  const time = Date.parse(written);
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`Cannot use "${written}" for --since: write a date such as 2030-01-31`);
}

function printProposals(
  { proposals }: Pick<Observed, "proposals">,
  { has }: CommandCaller,
  context: Context,
): void {
  if (has("json")) context.printJson({ proposals });
  else if (proposals.length === 0) context.report("Nothing was found that is worth remembering");
  else {
    context.print(context.escape(proposals.flatMap((one) => listFound(one)).join("\n") + "\n"));
    context.report(`${formatQuantity(proposals.length, "proposal")}, nothing is stored`);
  }
}

async function storeFound(
  engine: Engine,
  { found: { proposals, session }, caller, context }: {
    readonly found: Pick<Observed, "proposals"> & { readonly session: string | undefined };
    readonly caller: CommandCaller;
    readonly context: Context;
  },
): Promise<void> {
  const { kept, isWaiting } = await useMemory(engine, async (place) => {
    const isWaiting = (await readMemorySettings(place)).gate !== "open";
    const served = session === undefined ? "" : await formatServerCommand(place, session);
    const withServed = proposals.map((one) => ({ ...one, evidence: one.evidence + served }));
    return {
      kept: await storeProposals(engine, place, withServed, { isWaiting, session }),
      isWaiting,
    };
  });
  const { observations, said } = kept;
  if (caller.has("json")) {
    context.printJson({ ...kept, isWaiting });
    return;
  }
  if (observations.length > 0) {
    const lines = observations.flatMap((one) => listFound(one, one));
    context.print(context.escape(`${lines.join("\n")}\n`));
  }
  const fresh = observations.filter(({ same }) => same === undefined).length;
  if (proposals.length === 0) context.report("Nothing was found that is worth remembering");
  else {
    context.report(
      `${formatQuantity(fresh, "new observation")}${
        fresh === 0 ? "" : isWaiting ? ", waiting for memory review" : ", active from now on"
      }; ${observations.length - fresh} stored already, ${said} stated in the tree itself`,
    );
  }
}

/** Returns the suffix of the evidence for a session that got observations. */
async function formatServerCommand(place: MemoryPlace, session: string): Promise<string> {
  const given = await listMemoryInjections(place, { session });
  if (given.length === 0) return "";
  const ids = new Set(given.flatMap(({ observations }) => observations));
  return ids.size === 0
    ? "; the session received no observation"
    : `; the session received ${[...ids].join(", ")}`;
}

function listFound(
  { kind, content, evidence }: Pick<ProposedObservation, "kind" | "content" | "evidence">,
  { id, same }: { readonly id?: string; readonly same?: string | undefined } = {},
): readonly string[] {
  const known = same === undefined ? [] : ["known already"];
  return [
    `- ${id === undefined ? "" : `[${id}] `}${JSON.stringify(content)}`,
    `  ${[kind, ...known, evidence].join(" · ")}`,
  ];
}
