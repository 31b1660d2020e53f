import type { HookPart, SessionSource } from "@dossier/core/host";
import { countPieces } from "@dossier/core/text";
import type { Engine } from "../engine.ts";
import type { RecordedActivity } from "../delivery/state/mod.ts";
import { type HookSession, sinceCompaction } from "./hook_session.ts";

/** Tokens of a map: some sixty definitions, half of what a session is told as it begins. */
const MAP_TOKENS = 1000;

/** How much of the time that there is may go into an index that is not up to date. */
const REFRESH_SHARE = 0.7;

/** Files of a kind, and characters of a prompt, that a session is reminded of after a compaction. */
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
  const restored = isCondensed && !isMadeUp ? await tellRestored(before, options) : [];
  const parts = await listParts(options, goesOn && isKnown);
  const told: HookPart[] = [];
  for (const part of parts) {
    // In this order: each is noted, whether or not it is news.
    const isNews = await session.tell(part.name, part.text, countPieces(part.text));
    if (isNews || !goesOn) told.push(part);
  }
  return [...restored, ...told];
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

/** Returns the parts of what a session is told, in their order. */
async function listParts(
  { engine, session, timeMs, report }: TellOptions,
  isKnown: boolean,
): Promise<readonly HookPart[]> {
  const attempt = async (name: string, more: string, make: () => Promise<string | undefined>) => {
    try {
      const text = await make();
      return text === undefined || text.trim() === "" ? [] : [{ name, text, more }];
    } catch (error) {
      report(error);
      return [];
    }
  };
  const tiers = await engine.tiers();
  return [
    ...await attempt("identity", "dossier manifest show", async () => {
      const started = await tiers.start(session.id);
      // Without anything new there are but the names of what it holds.
      return isKnown && started?.identity.used === 0 ? undefined : started?.text;
    }),
    ...await attempt("workflow", "dossier manifest show", () => tiers.atMoment("startup")),
    ...await attempt("map", "dossier map", async () => {
      const { text, definitions, index } = await engine.structure({ kind: "map" }, {
        ...{ budget: MAP_TOKENS, maxRefreshMs: Math.max(0, timeMs * REFRESH_SHARE) },
      });
      // Of a part of the tree it would be another map the next time.
      if (definitions.length === 0 || index.stale) return undefined;
      return `Map of the repository: its most central definitions, with their lines.\n\n${text}`;
    }),
  ];
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
  const characters = [...text.slice(0, 2 * REMEMBERED_PROMPT)];
  return characters.length <= REMEMBERED_PROMPT
    ? text
    : `${characters.slice(0, REMEMBERED_PROMPT).join("")} …`;
}
