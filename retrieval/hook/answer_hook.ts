import {
  fitHookParts,
  HOOK_TEXT_BYTES,
  type HookInput,
  type HookPart,
  mayBeWorthContext,
  measureHookText,
  readUserWords,
  type SessionSource,
  wrapHookBlock,
} from "@dossier/core/host";
import { isContextError } from "@dossier/core/errors";
import { countPieces } from "@dossier/core/text";
import type { ActivityEvent, RecordedActivity } from "../delivery/state/mod.ts";
import type { Engine } from "../engine.ts";
import { textHash } from "../machine/mod.ts";
import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";
import { HookSession, sinceCompaction } from "./hook_session.ts";
import { listNotes } from "./list_notes.ts";
import type { BundlePart } from "./tell_prompt.ts";
import type { TellOptions } from "./tell_start.ts";
import type { TouchedFile } from "./touched_file.ts";

/** Hexadecimal digits of the id of a block. */
const ID_LENGTH = 12;

/**
 * Returns what a session is told at an event, and notes what it did. Each event imports what it needs: most have
 * nothing to be told, and somebody waits for each.
 *
 * @param say Called with what there is to tell so far.
 * @param options.engine Of the tree, by somebody who has it open. @default opened where it is needed
 */
export async function answerHook(
  job: HookJob,
  say: (message: HookMessage) => void = () => {},
  { engine }: Pick<AnsweringTools, "engine"> = {},
): Promise<HookAnswer> {
  const problems: string[] = [];
  const report = (error: unknown) =>
    void problems.push(error instanceof Error ? error.message : String(error));
  const { takeRoot } = await import("../tree/take_root.ts");
  const { path: root } = takeRoot(job);
  const answer = async (parts: readonly BundlePart[]): Promise<HookAnswer> => {
    const text = fitHookParts(parts, HOOK_TEXT_BYTES);
    const id = (await textHash(text)).slice(0, ID_LENGTH);
    if (await isInTranscript(id, job.input)) return { text: "", problems };
    const record = parts.find((part) => part.record !== undefined)?.record;
    return { text: wrapHookBlock(text, { moment: job.input.event.moment, id }), problems, record };
  };
  const onParts = async (parts: readonly HookPart[]) => say({ soFar: await answer([...parts]) });
  const onNoted = () => say({ isNoted: true });
  const tools = { report, onParts, onNoted, engine };
  const answering = new HookAnswering({ ...job, root }, tools);
  return await answer(await answering.listParts());
}

/** Bytes of a transcript that is looked through: a long session has some ten million. */
const MAX_TRANSCRIPT_BYTES = 32 * 1024 * 1024;

/** What an event is answered with. */
interface AnsweringTools extends Pick<TellOptions, "report" | "onParts"> {
  /** Called when the event is noted. */
  readonly onNoted: () => void;
  readonly engine?: Engine | undefined;
}

/** One event of a session, and what comes of it. */
class HookAnswering {
  readonly #job: HookJob;
  readonly #tools: AnsweringTools;

  constructor(job: HookJob, tools: AnsweringTools) {
    this.#job = job;
    this.#tools = tools;
  }

  async listParts(): Promise<readonly BundlePart[]> {
    const { input, root, isHeard, claim } = this.#job;
    const { event: { moment }, session: id, agent, source } = input;
    if (id === undefined) return moment === "prompt" ? await this.#addPrompt([]) : [];
    using session = await HookSession.open(id, this.#job);
    const before = session.events();
    const touched = await this.#listTouched();
    const notes = listNotes(input, touched, before);
    const isWanted = claim && (() => takeClaim(claim));
    await session.note(await this.#addHashes(notes, touched, before), isWanted);
    this.#tools.onNoted();
    if (!isHeard) return [];
    if (moment === "subagent-start") return await this.#tellSubagent();
    if (agent !== undefined) return [];
    switch (moment) {
      case "session-start":
        return await this.#tellStart(session, before, source);
      case "prompt":
        return await this.#addPrompt(
          isOwed(before) ? await this.#tellStart(session, before, "compact") : [],
          session,
        );
      case "before-tool":
      case "after-tool": {
        const { tellTool } = await import("./tell_tool.ts");
        const { report } = this.#tools;
        const options = { ...this.#job, root, session, before, report };
        const parts = await tellTool(input, touched, options);
        return await this.#addOwedPrompt(parts, session);
      }
      default:
        return [];
    }
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

  async #tellStart(
    session: HookSession,
    before: readonly RecordedActivity[],
    source: SessionSource | undefined,
  ): Promise<readonly HookPart[]> {
    const { tellStart } = await import("./tell_start.ts");
    const { timeMs } = this.#job;
    return await this.#withEngine((engine) =>
      tellStart(source, {
        ...{ engine, session, before, timeMs },
        ...{ report: this.#tools.report, onParts: this.#tools.onParts },
      })
    );
  }

  /** Returns what a profile says that is called like the subagent; without one a subagent is told nothing. */
  async #tellSubagent(): Promise<readonly HookPart[]> {
    const { input: { agentType } } = this.#job;
    if (agentType === undefined) return [];
    try {
      const { system, messages } = await this.#withEngine((engine) => engine.profile(agentType));
      const text = [system, ...messages.map(({ content }) => content)].filter((one) => one !== "")
        .join("\n\n");
      return text === "" ? [] : [{ name: "profile", text, more: `dossier profile ${agentType}` }];
    } catch (error) {
      if (!isContextError(error) || error.code !== "profile-not-found") this.#tools.report(error);
      return [];
    }
  }

  /** Returns parts with what a prompt calls for, as much as there is room for: what is cut was not given. */
  async #addPrompt(
    parts: readonly HookPart[],
    session?: HookSession,
    prompt = this.#job.input.prompt ?? "",
  ): Promise<readonly BundlePart[]> {
    if (!mayBeWorthContext(prompt)) return parts;
    const { tellPrompt } = await import("./tell_prompt.ts");
    const { timeMs } = this.#job;
    const told = measureHookText(fitHookParts(parts, HOOK_TEXT_BYTES), { unit: "bytes" });
    const room = HOOK_TEXT_BYTES - told - "\n\n".length;
    const part = await this.#withEngine((engine) =>
      tellPrompt(readUserWords(prompt), { engine, session: session?.id, timeMs, room })
    );
    // Where there is nothing new, there may still be what is only pointed at.
    const isNews = part !== undefined &&
      (await session?.tell("bundle", part.text, countPieces(part.text)) ?? true);
    return isNews ? [...parts, part] : parts;
  }

  /** Adds what the last prompt calls for, where its own event took no text and no tool was told it since. */
  async #addOwedPrompt(
    parts: readonly HookPart[],
    session: HookSession,
  ): Promise<readonly BundlePart[]> {
    const { hearsPrompts, input: { event: { moment } } } = this.#job;
    if (hearsPrompts || moment !== "after-tool") return parts;
    const events = sinceCompaction(session.events());
    const asked = events.findLastIndex(({ kind }) => kind === "prompt");
    const isTold = events.slice(asked + 1)
      .some(({ kind, value }) => kind === "told" && value === "prompt");
    if (asked < 0 || isTold) return parts;
    // Told or not: the next tool need not ask again.
    await session.note([{ kind: "told", value: "prompt" }]);
    return await this.#addPrompt(parts, session, events[asked]!.value);
  }

  async #withEngine<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    const { root, cache, home } = this.#job;
    if (this.#tools.engine !== undefined) return await work(this.#tools.engine);
    const { openEngine } = await import("../engine.ts");
    using engine = await openEngine({ root, cache, policies: { home } });
    return await work(engine);
  }
}

/** Returns whether a compaction has taken away what no start has brought back. */
function isOwed(events: readonly RecordedActivity[]): boolean {
  return events.some(({ kind }) => kind === "compaction") &&
    !sinceCompaction(events).some(({ kind }) => kind === "start" || kind === "prompt");
}

/**
 * Returns whether a session that goes on has been told a block already, as far as its transcript says. A fork is another
 * session to its host, with the same history.
 */
async function isInTranscript(
  id: string,
  { transcript, source }: Pick<HookInput, "transcript" | "source">,
): Promise<boolean> {
  if (transcript === undefined || source !== "resume" && source !== "fork") return false;
  const { readPlainTextAsync } = await import("../machine/mod.ts");
  const read = await readPlainTextAsync(transcript, { maxBytes: MAX_TRANSCRIPT_BYTES });
  // As it stands in JSON.
  return read.kind === "text" && read.text.includes(`id=\\"${id}\\"`);
}
