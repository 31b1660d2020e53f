import {
  fitHookParts,
  HOOK_TEXT_BYTES,
  type HookInput,
  type HookPart,
  measureHookText,
  readUserWords,
  type SessionSource,
  wrapHookBlock,
} from "../core/host/mod.ts";
import { mayNeedContext } from "../core/host/prompt_need.ts";
import { estimateTokens } from "@dossier/core/text";
import type { ActivityEvent, RecordedActivity } from "@dossier/retrieval/state";
import type { EngineOptions } from "@dossier/retrieval/answer";
import type { Engine } from "@dossier/retrieval/engine";
import { textHash } from "@dossier/retrieval/machine";
import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";
import {
  createKnownCheck,
  findMissedStart,
  formatPointerName,
  HookSession,
  isInTranscript,
  listSinceCompaction,
} from "./hook_session.ts";
import { listEventActivity } from "./list_event_activity.ts";
import type { PromptPart } from "./prompt_part.ts";
import type { StartOptions } from "./start_parts.ts";
import type { TouchedFile } from "./touched_file.ts";
import { addFileParts, addTurnParts, listTurnParts, type TurnOptions } from "./turn_parts.ts";

/** Hexadecimal digits of the id of a block. */
const ID_LENGTH = 12;

/**
 * Returns the text for a session at an event, and records the event. Each event imports only what
 * it needs: most need no text, and the user waits for each.
 *
 * @param say Called with the text so far.
 * @param options.engine An open engine of the tree. @default opened on demand
 * @param options.features Features of an engine that is opened. @default none
 */
export async function answerHook(
  job: HookJob,
  say: (message: HookMessage) => void = () => {},
  { engine, features }: Pick<AnswerTools, "engine" | "features"> = {},
): Promise<HookAnswer> {
  const problems: string[] = [];
  const report = (error: unknown) =>
    void problems.push(error instanceof Error ? error.message : String(error));
  const { acceptRoot } = await import("@dossier/retrieval/accept-root");
  const { path: root } = acceptRoot(job);
  const answer = async (parts: readonly PromptPart[]): Promise<HookAnswer> => {
    const text = fitHookParts(parts, HOOK_TEXT_BYTES);
    const id = (await textHash(text)).slice(0, ID_LENGTH);
    if (isResumed(job.input)) {
      if (await isInTranscript(id, job.input)) return { text: "", problems };
    }
    const record = parts.find((part) => part.record !== undefined)?.record;
    const block = wrapHookBlock(text, { moment: job.input.event.moment, id });
    if (block === "") return { text: block, problems, record };
    const receipts = parts.flatMap(({ receipt }) => receipt ?? []);
    return {
      text: block,
      notice: formatNotice(parts),
      problems,
      record,
      ...(receipts.length > 0 && { receipts }),
    };
  };
  const onParts = async (parts: readonly HookPart[]) => say({ soFar: await answer([...parts]) });
  const onRecorded = () => say({ isRecorded: true });
  const tools = { report, onParts, onRecorded, engine, features };
  const answering = new HookEventHandler({ ...job, root }, tools);
  return await answer(await answering.listParts());
}

/** Returns the line for the user about the context that the agent gets. */
function formatNotice(parts: readonly PromptPart[]): string {
  const given = parts.map(({ name, text, pointers, record }) => {
    const what = pointers !== undefined
      ? `${pointers.length} places in the code`
      : record !== undefined
      ? "passages of the code"
      : name;
    return `${what} (${estimateTokens(text)} tokens)`;
  });
  return `dossier sent to the agent: ${given.join(", ")}`;
}

/** Options of the answer to an event. */
interface AnswerTools extends Pick<StartOptions, "report" | "onParts"> {
  /** Called when the event is recorded. */
  readonly onRecorded: () => void;
  readonly engine?: Engine | undefined;
  readonly features?: EngineOptions["features"];
}

/** The answer to one event of a session. */
class HookEventHandler {
  readonly #job: HookJob;
  readonly #tools: AnswerTools;
  /** Parts that were waiting for the session; they come first. */
  #first: readonly PromptPart[] = [];

  constructor(job: HookJob, tools: AnswerTools) {
    this.#job = job;
    this.#tools = tools;
  }

  async listParts(): Promise<readonly PromptPart[]> {
    const { input, acceptsText, claim } = this.#job;
    const { event: { moment }, session: id, agent } = input;
    if (id === undefined) return moment === "prompt" ? await this.#addPrompt([]) : [];
    using session = await HookSession.open(id, this.#job);
    const before = await session.events();
    if (this.#job.isBrief && findMissedStart(before) !== undefined) {
      throw new Error("It takes too long");
    }
    const touched = await this.#listTouched();
    const notes = listEventActivity(input, touched, before);
    const isWanted = claim && (() => takeClaim(claim));
    await session.record(await this.#addHashes(notes, touched, before), isWanted);
    this.#tools.onRecorded();
    if (!acceptsText) return [];
    if (moment === "subagent-start") return await this.#listSubagentParts();
    if (agent !== undefined) return [];
    const isTurn = moment === "session-start" || moment === "prompt" || moment === "after-tool";
    if (isTurn) {
      this.#first = await listTurnParts({ moment: "turn" }, this.#turnOptions(session, before));
      // Sent first, so that they are delivered even without time for the rest.
      if (this.#first.length > 0) this.#reportParts([]);
    }
    const parts = await this.#listMomentParts(session, before, touched);
    if (moment === "session-start") {
      this.#reportParts(parts);
      await listTurnParts({ moment: "idle" }, this.#turnOptions(session, before));
    }
    return [...this.#first, ...parts];
  }

  async #listMomentParts(
    session: HookSession,
    before: readonly RecordedActivity[],
    touched: readonly TouchedFile[],
  ): Promise<readonly PromptPart[]> {
    const { input, root } = this.#job;
    const { event: { moment }, source, prompt = "" } = input;
    switch (moment) {
      case "session-start":
        return await this.#listStartParts(session, before, source);
      case "prompt": {
        const parts = await this.#listMissedStart(session, before);
        this.#reportParts(parts);
        const all = await this.#addPrompt(parts, session);
        const words = readUserWords(prompt);
        if (!mayNeedContext(words)) return all;
        const turn = { moment: "prompt", words } as const;
        return await addTurnParts(turn, this.#turnOptions(session, before, all));
      }
      case "before-tool":
      case "after-tool": {
        const { listToolParts } = await import("./tool_parts.ts");
        const { report } = this.#tools;
        const options = { ...this.#job, root, session, before, report };
        const rules = await listToolParts(input, touched, options);
        const turn = this.#turnOptions(session, before, rules);
        const parts = await addFileParts(touched, turn);
        if (moment === "before-tool") return parts;
        const owed = await this.#listMissedStart(session, before);
        const all = await this.#addMissedPrompt([...parts, ...owed], session);
        return all.length > parts.length ? all : await this.#addSearchNote(all, session);
      }
      default:
        return [];
    }
  }

  /** Reports the parts so far. */
  #reportParts(parts: readonly HookPart[]): void {
    this.#tools.onParts([...this.#first, ...parts]);
  }

  #turnOptions(
    session: HookSession,
    before: readonly RecordedActivity[],
    parts: readonly PromptPart[] = [],
  ): TurnOptions {
    const { engine, features, report } = this.#tools;
    return {
      job: this.#job,
      session,
      before,
      parts,
      engine,
      features,
      withEngine: (work) => this.#withEngine(work),
      report,
      room: this.#remainingBytes(parts),
    };
  }

  /** Returns the bytes that are left after the waiting parts and some others. */
  #remainingBytes(parts: readonly HookPart[]): number {
    const used = fitHookParts([...this.#first, ...parts], HOOK_TEXT_BYTES);
    return HOOK_TEXT_BYTES - measureHookText(used, { unit: "bytes" }) - "\n\n".length;
  }

  async #listTouched(): Promise<readonly TouchedFile[]> {
    const { input, root } = this.#job;
    if (input.tool === undefined) return [];
    const { listTouched } = await import("./touched_file.ts");
    return await listTouched(input, root);
  }

  async #addHashes(
    notes: readonly ActivityEvent[],
    touched: readonly TouchedFile[],
    before: readonly RecordedActivity[],
  ): Promise<readonly ActivityEvent[]> {
    const { input: { agent }, root } = this.#job;
    if (touched.length === 0 || agent !== undefined) return notes;
    const { addHashes } = await import("./touched_file.ts");
    return await addHashes(notes, touched, { before, root });
  }

  async #listStartParts(
    session: HookSession,
    before: readonly RecordedActivity[],
    source: SessionSource | undefined,
  ): Promise<readonly HookPart[]> {
    const { listStartParts } = await import("./start_parts.ts");
    const { timeMs } = this.#job;
    return await this.#withEngine((engine) =>
      listStartParts(source, {
        engine,
        session,
        before,
        timeMs,
        report: this.#tools.report,
        onParts: (parts) => this.#reportParts(parts),
      })
    );
  }

  /** Returns the parts of a start that the session has missed. */
  async #listMissedStart(
    session: HookSession,
    before: readonly RecordedActivity[],
  ): Promise<readonly HookPart[]> {
    const owed = findMissedStart(before);
    return owed === undefined ? [] : await this.#listStartParts(session, before, owed);
  }

  /** Returns the parts for a subagent: see `listSubagentParts()`. */
  async #listSubagentParts(): Promise<readonly HookPart[]> {
    const { input: { agentType }, timeMs } = this.#job;
    const { listSubagentParts } = await import("./start_parts.ts");
    return await this.#withEngine((engine) =>
      listSubagentParts(agentType, { engine, timeMs, report: this.#tools.report })
    );
  }

  /**
   * Returns parts with the context that a prompt needs, within the limit. A repeated prompt gets
   * none: the next best context is no better.
   */
  async #addPrompt(
    parts: readonly HookPart[],
    session?: HookSession,
    prompt = this.#job.input.prompt ?? "",
  ): Promise<readonly PromptPart[]> {
    const words = readUserWords(prompt);
    const events = session === undefined ? [] : listSinceCompaction(await session.events());
    const part = mayNeedContext(words) && !isRepeatAnswered(events)
      ? await this.#promptPart(words, { parts, session, events })
      : undefined;
    // Without time for it, or with an unknown tree, the next tool call tries again.
    if (part === "unknown") return parts;
    await session?.record([{ kind: "told", value: PROMPT }]);
    return part === undefined ? parts : await this.#addPart(parts, part, { name: BUNDLE, session });
  }

  /** Adds a part unless the session has it, and records it by a name and its pointers. */
  async #addPart(
    parts: readonly PromptPart[],
    part: PromptPart,
    { name, session }: { readonly name: string; readonly session: HookSession | undefined },
  ): Promise<readonly PromptPart[]> {
    const isNews = await session?.recordText(name, part.text, estimateTokens(part.text)) ?? true;
    if (!isNews) return parts;
    const pointers = part.pointers ?? [];
    await session?.record(
      pointers.map((pointer) => ({ kind: "told", value: formatPointerName(pointer) })),
    );
    return [...parts, part];
  }

  async #promptPart(
    words: string,
    { parts, session, events }: {
      readonly parts: readonly HookPart[];
      readonly session: HookSession | undefined;
      readonly events: readonly RecordedActivity[];
    },
  ): ReturnType<typeof buildPromptPart> {
    const { buildPromptPart } = await import("./prompt_part.ts");
    const { timeMs } = this.#job;
    const room = this.#remainingBytes(parts);
    const isKnown = createKnownCheck(events);
    return await this.#withEngine((engine) =>
      buildPromptPart(words, { engine, session: session?.id, timeMs, room, isKnown })
    );
  }

  /**
   * Adds the context for the last prompt, when its own event accepted no text, or there was no time
   * for it.
   */
  async #addMissedPrompt(
    parts: readonly HookPart[],
    session: HookSession,
  ): Promise<readonly PromptPart[]> {
    const events = listSinceCompaction(await session.events());
    const promptIndex = events.findLastIndex(({ kind }) => kind === "prompt");
    const isSent = events.slice(promptIndex + 1)
      .some(({ kind, value }) => kind === "told" && value === PROMPT);
    if (promptIndex < 0 || isSent) return parts;
    return await this.#addPrompt(parts, session, events[promptIndex]!.value);
  }

  /**
   * Adds a note on a search of the agent without results or with too many, unless it had one on the
   * same names.
   */
  async #addSearchNote(
    parts: readonly PromptPart[],
    session: HookSession,
  ): Promise<readonly PromptPart[]> {
    const { input: { tool, folder }, root, timeMs, addsSearchNotes } = this.#job;
    if (tool === undefined || !addsSearchNotes) return parts;
    const { findFailedSearch, buildSearchNote } = await import("./search_note.ts");
    const events = listSinceCompaction(await session.events());
    const search = await findFailedSearch(tool, { folder, root, events });
    if (search === undefined) return parts;
    const note = await this.#withEngine((engine) =>
      buildSearchNote(search, { engine, timeMs, isKnown: createKnownCheck(events) })
    );
    if (note === undefined) return parts;
    return await this.#addPart(parts, note, { name: search.noteName, session });
  }

  async #withEngine<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    const { root, cache, home } = this.#job;
    if (this.#tools.engine !== undefined) return await work(this.#tools.engine);
    const { features = [] } = this.#tools;
    const { openEngine } = await import("@dossier/retrieval/engine");
    using engine = await openEngine({
      root,
      cache,
      spaces: { home },
      indexesInCallingThread: true,
      features,
    });
    return await work(engine);
  }
}

/** Recorded when a prompt was answered, with or without context. */
const PROMPT = "prompt";

/** Name of passages and pointers in the record of a session. */
const BUNDLE = "bundle";

/**
 * Returns true when the session got context for an earlier prompt with the same text as the last
 * one.
 */
function isRepeatAnswered(events: readonly RecordedActivity[]): boolean {
  const prompts = events.flatMap(({ kind }, at) => kind === "prompt" ? [at] : []);
  // As it was recorded: cut, and with secrets masked.
  const last = events[prompts.at(-1) ?? -1]?.value;
  return prompts.slice(0, -1).some((at, number) =>
    events[at]!.value === last &&
    events.slice(at, prompts[number + 1]).some(({ kind, value }) =>
      kind === "told" && value === BUNDLE
    )
  );
}

/** Returns true when a session continues a transcript. */
function isResumed({ source }: Pick<HookInput, "source">): boolean {
  return source === "resume" || source === "fork";
}
