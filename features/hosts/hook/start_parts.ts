import type { HookPart, SessionSource } from "../core/host/mod.ts";
import { estimateTokens, takeUtf16Start } from "@dossier/core/text";
import type { Engine } from "@dossier/retrieval/engine";
import type { SessionMoment } from "@dossier/retrieval/feature";
import type { RecordedActivity } from "@dossier/retrieval/state";
import { type HookSession, listSinceCompaction, START } from "./hook_session.ts";
import { isSufficientlyIndexed } from "./prompt_part.ts";

/** Tokens of a map: some eighty files, half of the text at the start of a session. */
const MAP_TOKENS = 1000;

/**
 * The instructions for getting more than a map, stated as facts: agents treat a text that reads like
 * an order as an attack.
 */
const HOW_TO_ASK =
  'The dossier tool "context" (or the command "dossier context") answers a question about this repository with the ' +
  "passages of code and documents that it needs. It finds most with ten to twenty names that " +
  "the code may use, such as those of the map; wrong guesses do no harm.";

/** The first line of a map: how to read it. */
const MAP_HEADING =
  "Map of the repository: its most important files, with names that they define and the lines of these. " +
  "A line number right after a file is that of the definition with the file's name.";

/** Share of the time for an index that is out of date. */
const REFRESH_SHARE = 0.7;

/** Most files of a kind, and most UTF-16 code units of a prompt, in the text after a compaction. */
const MAX_RESTORED_FILES = 20;
const MAX_RESTORED_PROMPT = 300;

/** Options for the parts of a start. */
export interface StartOptions {
  readonly engine: Engine;
  readonly session: HookSession;
  /** Earlier activity of the session. */
  readonly before: readonly RecordedActivity[];
  /** Time that is left, in milliseconds. */
  readonly timeMs: number;
  /** Called with the parts so far. */
  readonly onParts: (parts: readonly HookPart[]) => void;
  /** Called with the error of each part that is missing. */
  readonly report: (error: unknown) => void;
}

/**
 * Returns the parts for the start of a session: those of features, such as the project's manifest,
 * and a map of the tree. Equal trees have equal texts, so that a model's cache can be used. A
 * continued session gets only changed parts, and a compacted one also a summary of its activity.
 */
export async function listStartParts(
  source: SessionSource | undefined,
  options: StartOptions,
): Promise<readonly HookPart[]> {
  const { session, before } = options;
  const isMadeUp = source === "compact" && isRepeatedStart(before);
  const goesOn = source === "resume" || source === "fork" || isMadeUp;
  const isKnown = listSinceCompaction(before).some(({ kind }) => kind === "told");
  const isCondensed = source === "compact" || before.at(-1)?.kind === "compaction";
  const startParts = isCondensed && !isMadeUp ? [...await listRestoredParts(before, options)] : [];
  const add = async (parts: readonly HookPart[]) => {
    for (const part of parts) {
      // Each part is recorded, new or not.
      const isNews = await session.recordText(part.name, part.text, estimateTokens(part.text));
      if (isNews || !goesOn) startParts.push(part);
    }
    options.onParts(startParts);
  };
  const moment = { moment: "start", session: session.id, isKnown: goesOn && isKnown } as const;
  await add((await listFeatureParts(moment, options)).flatMap((parts) => parts ?? []));
  const map = await listMapParts(options);
  await add(map ?? []);
  if (map !== undefined) await session.record([{ kind: "told", value: START }]);
  return startParts;
}

/**
 * Returns the parts for the start of a subagent: those of the first feature that knows it, or a map
 * and how to get more.
 */
export async function listSubagentParts(
  agentType: string | undefined,
  options: Pick<StartOptions, "engine" | "timeMs" | "report">,
): Promise<readonly HookPart[]> {
  const known = agentType === undefined
    ? undefined
    : (await listFeatureParts({ moment: "subagent", agentType }, options))
      .find((parts) => parts !== undefined);
  return known ?? await listMapParts(options) ?? [];
}

/** Returns the parts of each feature of an engine for a moment. */
async function listFeatureParts(
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
 * Returns true when a session has started again since its compaction, without other events: Codex
 * first reports that it is resumed and then that it was compacted, when it resumes one that is too
 * long.
 */
function isRepeatedStart(before: readonly RecordedActivity[]): boolean {
  const since = listSinceCompaction(before);
  return since.length < before.length && since.some(({ kind }) => kind === "told") &&
    since.every(({ kind }) => kind === "start" || kind === "told");
}

/**
 * Returns the map of the tree and how to get more; undefined while most of the tree is not indexed.
 */
async function listMapParts(
  { engine, timeMs, report }: Pick<StartOptions, "engine" | "timeMs" | "report">,
): Promise<readonly HookPart[] | undefined> {
  try {
    const maxRefreshMs = Math.max(0, timeMs * REFRESH_SHARE);
    const { definitions, text, ...answered } = await engine.structure({ kind: "map" }, {
      budget: MAP_TOKENS,
      maxRefreshMs,
    });
    if (!isSufficientlyIndexed(answered)) return undefined;
    if (definitions.length === 0) return [];
    const map = `${MAP_HEADING}\n\n${text.trimEnd()}\n\n${HOW_TO_ASK}`;
    return [{ name: "map", text: map, more: "dossier map" }];
  } catch (error) {
    report(error);
    return [];
  }
}

/** Returns a summary of a session's activity before its compaction, from the records. */
async function listRestoredParts(
  events: readonly RecordedActivity[],
  options: StartOptions,
): Promise<readonly HookPart[]> {
  // The compaction itself may be recorded already, as the last event.
  const last = events.at(-1)?.kind === "compaction" ? events.slice(0, -1) : events;
  const done = listSinceCompaction(last);
  const listFiles = (
    requestedKind: RecordedActivity["kind"],
  ) => [
    ...new Set(
      done.filter(({ kind }) => kind === requestedKind).map(({ value }) => value).reverse(),
    ),
  ];
  const edited = listFiles("edit");
  const read = listFiles("read").filter((path) => !edited.includes(path));
  const prompt = done.findLast(({ kind }) => kind === "prompt")?.value.replaceAll(/\s+/g, " ");
  const facts = [
    ...(prompt === undefined ? [] : [`- The last prompt was: ${shorten(prompt)}`]),
    ...renderFiles("Files that were changed", edited),
    ...renderFiles("Files that were read", read),
  ];
  const ofFeatures = await listFeatureParts({ moment: "compaction" }, options);
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
  const more = paths.length - MAX_RESTORED_FILES;
  const named = paths.slice(0, MAX_RESTORED_FILES).join(", ");
  return [`- ${what}, the last one first: ${named}${more > 0 ? ` and ${more} more` : ""}`];
}

function shorten(text: string): string {
  return text.length <= MAX_RESTORED_PROMPT
    ? text
    : `${takeUtf16Start(text, MAX_RESTORED_PROMPT)} …`;
}
