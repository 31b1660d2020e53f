import { estimateTokens } from "@dossier/core/text";
import type { EngineOptions } from "@dossier/retrieval/answer";
import type { Engine } from "@dossier/retrieval/engine";
import type { TurnMoment } from "@dossier/retrieval/feature";
import type { RecordedActivity } from "@dossier/retrieval/state";
import type { HookJob } from "./hook_job.ts";
import type { HookSession } from "./hook_session.ts";
import type { PromptPart } from "./prompt_part.ts";
import type { TouchedFile } from "./touched_file.ts";

/** A moment for features, without the fields that the session adds. */
export type TurnRequest = TurnMoment extends infer Moment
  ? Moment extends TurnMoment ? Omit<Moment, "session" | "transcript"> : never
  : never;

/** Options for the parts of a session at work. */
export interface TurnOptions {
  readonly job: Pick<HookJob, "input" | "root" | "cache">;
  readonly session: HookSession;
  /** Earlier activity of the session. */
  readonly before: readonly RecordedActivity[];
  /** The parts so far. */
  readonly parts: readonly PromptPart[];
  /** Bytes that are left after these. */
  readonly room: number;
  /** An open engine, if there is one. */
  readonly engine: Engine | undefined;
  /** @default those of the engine */
  readonly features: EngineOptions["features"];
  readonly withEngine: <Result>(work: (engine: Engine) => Promise<Result>) => Promise<Result>;
  readonly report: (error: unknown) => void;
}

/** Returns the parts of features for a session at work; a feature that fails has none. */
export async function listTurnParts(
  turn: TurnRequest,
  { job: { input, root, cache }, session, before, engine, withEngine, room, ...options }:
    TurnOptions,
): Promise<readonly PromptPart[]> {
  const { features = engine?.features ?? [], report } = options;
  const delivered: PromptPart[] = [];
  for (const { turnParts } of features) {
    if (turnParts === undefined) continue;
    try {
      const more = await turnParts(
        { ...turn, session: session.id, transcript: input.transcript },
        {
          root,
          state: session.state,
          cache,
          isRunning: isRunning(before),
          isServer: engine !== undefined,
          remainingBytes: room,
          isDelivered: (receipt) =>
            before.some(({ kind, value }) => kind === "told" && value === receipt),
          withServices: withEngine,
          report,
        },
      );
      delivered.push(...more);
    } catch (error) {
      report(error);
    }
  }
  return delivered;
}

/**
 * Adds the parts of features for a session at work, without those that it got since its last
 * compaction.
 */
export async function addTurnParts(
  turn: TurnRequest,
  options: TurnOptions,
): Promise<readonly PromptPart[]> {
  const added = [...options.parts];
  for (const part of await listTurnParts(turn, options)) {
    const isNews = await options.session.recordText(
      part.name,
      part.text,
      estimateTokens(part.text),
    );
    if (isNews) added.push(part);
  }
  return added;
}

/** Adds the parts of features for files that a tool reads or changes. */
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

/**
 * Returns true when a session has started or got a prompt since its end; events of tools may arrive
 * late.
 */
function isRunning(before: readonly RecordedActivity[]): boolean {
  const last = before.findLast(({ kind }) => kind === "end" || kind === "start" || kind === "turn");
  return last?.kind !== "end";
}
