import { countPieces } from "@dossier/core/text";
import type { EngineOptions } from "@dossier/retrieval/answer";
import type { Engine } from "@dossier/retrieval/engine";
import type { TurnMoment } from "@dossier/retrieval/feature";
import type { RecordedActivity } from "@dossier/retrieval/state";
import type { HookJob } from "./hook_job.ts";
import type { HookSession } from "./hook_session.ts";
import type { PromptPart } from "./prompt_part.ts";
import type { TouchedFile } from "./touched_file.ts";

/** What features are asked of a session, which says more of itself. */
export type TurnAsked = TurnMoment extends infer Moment
  ? Moment extends TurnMoment ? Omit<Moment, "session" | "transcript"> : never
  : never;

/** What features tell a session at work with. */
export interface TurnOptions {
  readonly job: Pick<HookJob, "input" | "root" | "cache">;
  readonly session: HookSession;
  /** What it did before. */
  readonly before: readonly RecordedActivity[];
  /** What it is told already. */
  readonly parts: readonly PromptPart[];
  /** Bytes that there is room for behind these. */
  readonly room: number;
  /** Where there is one that is open. */
  readonly engine: Engine | undefined;
  /** @default those of the engine */
  readonly features: EngineOptions["features"];
  readonly withEngine: <Result>(work: (engine: Engine) => Promise<Result>) => Promise<Result>;
  readonly report: (error: unknown) => void;
}

/** Returns what features tell a session at work; one that fails tells nothing. */
export async function listTurnParts(
  asked: TurnAsked,
  { job: { input, root, cache }, session, before, engine, withEngine, room, ...options }:
    TurnOptions,
): Promise<readonly PromptPart[]> {
  const { features = engine?.features ?? [], report } = options;
  const told: PromptPart[] = [];
  for (const { turnParts } of features) {
    if (turnParts === undefined) continue;
    try {
      const more = await turnParts(
        { ...asked, session: session.id, transcript: input.transcript },
        {
          root,
          state: session.state,
          cache,
          isRunning: isRunning(before),
          isServer: engine !== undefined,
          room,
          isTold: (receipt) =>
            before.some(({ kind, value }) => kind === "told" && value === receipt),
          withServices: withEngine,
          report,
        },
      );
      told.push(...more);
    } catch (error) {
      report(error);
    }
  }
  return told;
}

/** Adds what features tell a session at work, but nothing that it was told since its history was condensed. */
export async function addTurnParts(
  asked: TurnAsked,
  options: TurnOptions,
): Promise<readonly PromptPart[]> {
  const added = [...options.parts];
  for (const part of await listTurnParts(asked, options)) {
    const isNews = await options.session.tell(part.name, part.text, countPieces(part.text));
    if (isNews) added.push(part);
  }
  return added;
}

/** Adds what features tell of the files that a tool reads or changes. */
export async function addFileParts(
  touched: readonly TouchedFile[],
  options: TurnOptions,
): Promise<readonly PromptPart[]> {
  if (touched.length === 0) return options.parts;
  const { job: { input }, before } = options;
  return await addTurnParts({
    moment: "tool",
    when: input.event.moment === "before-tool" ? "before" : "after",
    paths: [...new Set(touched.map(({ path }) => path))],
    words: before.findLast(({ kind }) => kind === "prompt")?.value ?? "",
  }, options);
}

/** Returns whether a session has begun, or was asked something, since it has ended; events of tools may come late. */
function isRunning(before: readonly RecordedActivity[]): boolean {
  const last = before.findLast(({ kind }) => kind === "end" || kind === "start" || kind === "turn");
  return last?.kind !== "end";
}
