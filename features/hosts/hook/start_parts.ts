import type { HookPart, SessionSource } from "../core/host/mod.ts";
import { countPieces, takeWholeStart } from "@dossier/core/text";
import type { Engine } from "@dossier/retrieval/engine";
import type { SessionMoment } from "@dossier/retrieval/feature";
import type { RecordedActivity } from "@dossier/retrieval/state";
import { type HookSession, sinceCompaction, START } from "./hook_session.ts";
import { knowsEnough } from "./prompt_part.ts";

/** Tokens of a map: some eighty files, half of what a session is told as it begins. */
const MAP_TOKENS = 1000;

/** How an agent gets more than a map, as facts: what reads like an order is taken for an attack. */
const HOW_TO_ASK =
  'The dossier tool "context" (or the command "dossier context") answers a question about this repository with the ' +
  "passages of code and documents that it needs. It finds most when it is given ten to twenty names that the code may " +
  "use, such as those of the map; wrong guesses do no harm.";

/** What a map begins with: how it is to be read. */
const MAP_HEADING =
  "Map of the repository: its most telling files, with names that they define and the lines of these. " +
  "A line right behind a file is that of the definition that it is named for.";

/** How much of the time that there is may go into an index that is not up to date. */
const REFRESH_SHARE = 0.7;

/** Files of a kind, and UTF-16 code units of a prompt, that a session is reminded of after a compaction. */
const REMEMBERED_FILES = 20;
const REMEMBERED_PROMPT = 300;

/** What the parts of a start are made with. */
export interface StartOptions {
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
 * Returns what a session is told as it begins: what features say, such as the project's manifest, and a map of the
 * tree. Of equal trees it is the same text, so that what a model keeps of it can be used again. One that goes on is
 * told what has changed since, and one whose history was condensed what it was doing besides.
 */
export async function listStartParts(
  source: SessionSource | undefined,
  options: StartOptions,
): Promise<readonly HookPart[]> {
  const { session, before } = options;
  const isMadeUp = source === "compact" && isMadeUpFor(before);
  const goesOn = source === "resume" || source === "fork" || isMadeUp;
  const isKnown = sinceCompaction(before).some(({ kind }) => kind === "told");
  const isCondensed = source === "compact" || before.at(-1)?.kind === "compaction";
  const told = isCondensed && !isMadeUp ? [...await listRestoredParts(before, options)] : [];
  const add = async (parts: readonly HookPart[]) => {
    for (const part of parts) {
      // Each is noted, whether or not it is news.
      const isNews = await session.tell(part.name, part.text, countPieces(part.text));
      if (isNews || !goesOn) told.push(part);
    }
    options.onParts(told);
  };
  const moment = { moment: "start", session: session.id, isKnown: goesOn && isKnown } as const;
  await add((await askFeatures(moment, options)).flatMap((parts) => parts ?? []));
  const map = await listMapParts(options);
  await add(map ?? []);
  if (map !== undefined) await session.note([{ kind: "told", value: START }]);
  return told;
}

/** Returns what a subagent is told as it begins: what the first feature says that knows it, or a map and how to ask. */
export async function listSubagentParts(
  agentType: string | undefined,
  options: Pick<StartOptions, "engine" | "timeMs" | "report">,
): Promise<readonly HookPart[]> {
  const known = agentType === undefined
    ? undefined
    : (await askFeatures({ moment: "subagent", agentType }, options))
      .find((parts) => parts !== undefined);
  return known ?? await listMapParts(options) ?? [];
}

/** Returns what each feature of an engine tells a session at a moment. */
async function askFeatures(
  moment: SessionMoment,
  { engine, report }: Pick<StartOptions, "engine" | "report">,
): Promise<readonly (readonly HookPart[] | undefined)[]> {
  const all = [];
  for (const { sessionParts } of engine.features) {
    all.push(await sessionParts?.(moment, { services: engine, report }));
  }
  return all;
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

/** Returns the map of the tree and how to ask for more; undefined while most of the tree is unknown. */
async function listMapParts(
  { engine, timeMs, report }: Pick<StartOptions, "engine" | "timeMs" | "report">,
): Promise<readonly HookPart[] | undefined> {
  try {
    const maxRefreshMs = Math.max(0, timeMs * REFRESH_SHARE);
    const { definitions, text, ...answered } = await engine.structure({ kind: "map" }, {
      budget: MAP_TOKENS,
      maxRefreshMs,
    });
    if (!knowsEnough(answered)) return undefined;
    if (definitions.length === 0) return [];
    const map = `${MAP_HEADING}\n\n${text.trimEnd()}\n\n${HOW_TO_ASK}`;
    return [{ name: "map", text: map, more: "dossier map" }];
  } catch (error) {
    report(error);
    return [];
  }
}

/** Returns what a session was doing before its history was condensed, from what is known of it. */
async function listRestoredParts(
  events: readonly RecordedActivity[],
  options: StartOptions,
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
    ...renderFiles("Files that were changed", edited),
    ...renderFiles("Files that were read", read),
  ];
  const ofFeatures = await askFeatures({ moment: "compaction" }, options);
  const text = [
    ...(facts.length === 0
      ? []
      : [["Before its history was condensed, in this session:", ...facts].join("\n")]),
    ...ofFeatures.flatMap((parts = []) => parts.map((part) => part.text)),
  ].join("\n\n");
  return text === "" ? [] : [{ name: "restored", text, more: "dossier session show" }];
}

function renderFiles(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length - REMEMBERED_FILES;
  const named = paths.slice(0, REMEMBERED_FILES).join(", ");
  return [`- ${what}, the last one first: ${named}${more > 0 ? ` and ${more} more` : ""}`];
}

function shorten(text: string): string {
  return text.length <= REMEMBERED_PROMPT ? text : `${takeWholeStart(text, REMEMBERED_PROMPT)} …`;
}
