import type { HookPart, SessionSource } from "@dossier/core/host";
import { countPieces, takeWholeStart } from "@dossier/core/text";
import type { Engine } from "../engine.ts";
import type { RecordedActivity } from "../delivery/state/mod.ts";
import { type HookSession, sinceCompaction } from "./hook_session.ts";
import { takeMap } from "./kept_map.ts";

/** Tokens of a map: some sixty definitions, half of what a session is told as it begins. */
const MAP_TOKENS = 1000;

/** How much of the time that there is may go into an index that is not up to date. */
const REFRESH_SHARE = 0.7;

/** Files of a kind, and UTF-16 code units of a prompt, that a session is reminded of after a compaction. */
const REMEMBERED_FILES = 20;
const REMEMBERED_PROMPT = 300;

/** What a session is told with. */
export interface TellOptions {
  readonly engine: Engine;
  readonly session: HookSession;
  /** What it did before. */
  readonly before: readonly RecordedActivity[];
  /** Milliseconds that there are. */
  readonly timeMs: number;
  /** Takes what there is to tell so far. */
  readonly onParts: (parts: readonly HookPart[]) => void;
  /** Takes a sentence for each part that is missing as something is wrong. */
  readonly report: (error: unknown) => void;
}

/**
 * Returns what a session is told as it begins: what the project's manifest says of identity and workflow, and a map of
 * the tree. Of equal trees it is the same text, so that what a model keeps of it can be used again. One that goes on is
 * told what has changed since, and one whose history was condensed what it was doing besides.
 */
export async function tellStart(
  source: SessionSource | undefined,
  options: TellOptions,
): Promise<readonly HookPart[]> {
  const { session, before } = options;
  const isMadeUp = source === "compact" && isMadeUpFor(before);
  const goesOn = source === "resume" || source === "fork" || isMadeUp;
  const isKnown = sinceCompaction(before).some(({ kind }) => kind === "told");
  const isCondensed = source === "compact" || before.at(-1)?.kind === "compaction";
  const told = isCondensed && !isMadeUp ? [...await tellRestored(before, options)] : [];
  for (const list of [listTierParts, listMapParts]) {
    for (const part of await list(options, goesOn && isKnown)) {
      // Each is noted, whether or not it is news.
      const isNews = await session.tell(part.name, part.text, countPieces(part.text));
      if (isNews || !goesOn) told.push(part);
    }
    options.onParts(told);
  }
  return told;
}

/**
 * Returns whether a session has begun again since its history was condensed, and nothing else has come since: Codex
 * first says that it is resumed and then that it was condensed, where it resumes one that is too long.
 */
function isMadeUpFor(before: readonly RecordedActivity[]): boolean {
  const since = sinceCompaction(before);
  return since.length < before.length && since.some(({ kind }) => kind === "told") &&
    since.every(({ kind }) => kind === "start" || kind === "told");
}

/** Returns what the manifest of the project says to a session that begins. */
async function listTierParts(
  { engine, session, report }: TellOptions,
  isKnown: boolean,
): Promise<readonly HookPart[]> {
  const tiers = await engine.tiers();
  const more = "dossier manifest show";
  return [
    ...await attempt({ name: "identity", more, report }, async () => {
      const started = await tiers.start(session.id);
      // Without anything new there are but the names of what it holds.
      return isKnown && started?.identity.used === 0 ? undefined : started?.text;
    }),
    ...await attempt({ name: "workflow", more, report }, () => tiers.atMoment("startup")),
  ];
}

async function listMapParts(
  { engine, session: { folder }, timeMs, report }: TellOptions,
): Promise<readonly HookPart[]> {
  return await attempt({ name: "map", more: "dossier map", report }, async () => {
    const maxRefreshMs = Math.max(0, timeMs * REFRESH_SHARE);
    const text = await takeMap(engine, { folder, budget: MAP_TOKENS, maxRefreshMs });
    return text &&
      `Map of the repository: its most central definitions, with their lines.\n\n${text}`;
  });
}

/** Returns a part that can be made and says something. */
async function attempt(
  { report, ...part }: Omit<HookPart, "text"> & Pick<TellOptions, "report">,
  make: () => Promise<string | undefined>,
): Promise<readonly HookPart[]> {
  try {
    const text = await make();
    return text === undefined || text.trim() === "" ? [] : [{ ...part, text }];
  } catch (error) {
    report(error);
    return [];
  }
}

/** Returns what a session was doing before its history was condensed, from what is known of it. */
async function tellRestored(
  events: readonly RecordedActivity[],
  { engine, report }: TellOptions,
): Promise<readonly HookPart[]> {
  // The compaction itself may have been noted already, as the last thing before this.
  const last = events.at(-1)?.kind === "compaction" ? events.slice(0, -1) : events;
  const done = sinceCompaction(last);
  const listFiles = (
    wanted: RecordedActivity["kind"],
  ) => [...new Set(done.filter(({ kind }) => kind === wanted).map(({ value }) => value).reverse())];
  const edited = listFiles("edit");
  const read = listFiles("read").filter((path) => !edited.includes(path));
  const prompt = done.findLast(({ kind }) => kind === "prompt")?.value.replaceAll(/\s+/g, " ");
  const facts = [
    ...(prompt === undefined ? [] : [`- The last prompt was: ${shorten(prompt)}`]),
    ...tellFiles("Files that were changed", edited),
    ...tellFiles("Files that were read", read),
  ];
  const ofProject = await engine.tiers().then((tiers) => tiers.atMoment("compact"))
    .catch((error) => {
      report(error);
      return "";
    });
  const text = [
    ...(facts.length === 0
      ? []
      : [["Before its history was condensed, in this session:", ...facts].join("\n")]),
    ...(ofProject === "" ? [] : [ofProject]),
  ].join("\n\n");
  return text === "" ? [] : [{ name: "restored", text, more: "dossier session show" }];
}

function tellFiles(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length - REMEMBERED_FILES;
  const named = paths.slice(0, REMEMBERED_FILES).join(", ");
  return [`- ${what}, the last one first: ${named}${more > 0 ? ` and ${more} more` : ""}`];
}

function shorten(text: string): string {
  return text.length <= REMEMBERED_PROMPT ? text : `${takeWholeStart(text, REMEMBERED_PROMPT)} …`;
}
