import { fitHookParts, HOOK_TEXT_BYTES, type HookPart, wrapHookBlock } from "@dossier/core/host";
import type { Engine } from "../engine.ts";
import { textHash } from "../machine/mod.ts";
import type { HookAnswer, HookJob } from "./hook_job.ts";
import { HookSession, sinceCompaction } from "./hook_session.ts";

/** Bytes of the label of a block. */
const LABEL_BYTES = 200;

/** Characters of a prompt that are noted. */
const NOTED_PROMPT = 4000;

/** Hexadecimal digits of the id of a block. */
const ID_LENGTH = 12;

/**
 * Returns what a session is told at an event, and notes what it did. Each event imports what it needs: most have
 * nothing to be told, and somebody waits for each.
 */
export async function answerHook(job: HookJob): Promise<HookAnswer> {
  const problems: string[] = [];
  const report = (error: unknown) =>
    void problems.push(error instanceof Error ? error.message : String(error));
  const { takeRoot } = await import("../tree/take_root.ts");
  const { path: root } = takeRoot(job);
  const parts = await new HookAnswering({ ...job, root }, report).listParts();
  const room = HOOK_TEXT_BYTES - LABEL_BYTES;
  const text = fitHookParts(parts, room);
  const id = (await textHash(text)).slice(0, ID_LENGTH);
  return { text: wrapHookBlock(text, { moment: job.input.event.moment, id }), problems };
}

/** One event of a session, and what comes of it. */
class HookAnswering {
  readonly #job: HookJob;
  readonly #report: (error: unknown) => void;

  constructor(job: HookJob, report: (error: unknown) => void) {
    this.#job = job;
    this.#report = report;
  }

  async listParts(): Promise<readonly HookPart[]> {
    const { input: { event: { moment }, session: id, agent, reason, source } } = this.#job;
    if (id === undefined) return moment === "prompt" ? await this.#tellPrompt(undefined) : [];
    using session = await HookSession.open(id, this.#job);
    switch (moment) {
      case "session-start":
        return await this.#withEngine((engine) => this.#tellStart(engine, session, source));
      case "prompt":
        return agent === undefined ? await this.#takePrompt(session) : [];
      case "before-tool":
      case "after-tool":
        return await this.#takeTool(session);
      case "before-compaction":
        await session.note({ kind: "compaction", value: reason ?? "" });
        return [];
      case "session-end":
        await session.note({ kind: "end", value: reason ?? "" });
        return [];
      default:
        return [];
    }
  }

  async #tellStart(
    engine: Engine,
    session: HookSession,
    source: HookJob["input"]["source"],
  ): Promise<readonly HookPart[]> {
    const { tellStart } = await import("./tell_start.ts");
    const { timeMs } = this.#job;
    return await tellStart(source, { engine, session, timeMs, report: this.#report });
  }

  /** Notes a prompt, and returns what it calls for, behind what a compaction has taken and no start has brought back. */
  async #takePrompt(session: HookSession): Promise<readonly HookPart[]> {
    const { input: { prompt = "" }, isHeard } = this.#job;
    const events = session.events();
    const isOwed = events.length > 0 && events.some(({ kind }) => kind === "compaction") &&
      !sinceCompaction(events).some(({ kind }) => kind === "start");
    await session.note(
      { kind: "turn", value: "" },
      { kind: "prompt", value: prompt.slice(0, NOTED_PROMPT) },
    );
    if (!isHeard) return [];
    const restored = isOwed
      ? await this.#withEngine((engine) => this.#tellStart(engine, session, "compact"))
      : [];
    return [...restored, ...await this.#tellPrompt(session)];
  }

  async #tellPrompt(
    session: HookSession | undefined,
    prompt = this.#job.input.prompt ?? "",
  ): Promise<readonly HookPart[]> {
    const { isWorthContext, findIssueIds } = await import("@dossier/core/host");
    if (!isWorthContext(prompt) && findIssueIds(prompt).length === 0) return [];
    const { tellPrompt } = await import("./tell_prompt.ts");
    const { timeMs } = this.#job;
    const part = await this.#withEngine((engine) =>
      tellPrompt(prompt, { engine, session: session?.id, timeMs })
    );
    return part === undefined ? [] : [part];
  }

  /** Notes what a tool did, and returns what there is to say of its files. */
  async #takeTool(session: HookSession): Promise<readonly HookPart[]> {
    const { input, root, isHeard, hearsPrompts } = this.#job;
    const { listTouched, noteTool } = await import("./note_tool.ts");
    const touched = await listTouched(input, root);
    const isAfter = input.event.moment === "after-tool";
    if (isAfter) await noteTool(input, touched, { session, root });
    if (input.agent !== undefined || !isHeard) return [];
    const { tellTool } = await import("./tell_tool.ts");
    const report = this.#report;
    const parts = await tellTool(input, touched, { ...this.#job, session, report });
    const owed = isAfter && !hearsPrompts ? await this.#tellOwedPrompt(session) : [];
    return [...parts, ...owed];
  }

  /** Returns what the last prompt calls for, where its own event took no text and no tool was told it since. */
  async #tellOwedPrompt(session: HookSession): Promise<readonly HookPart[]> {
    const events = sinceCompaction(session.events());
    const asked = events.findLastIndex(({ kind }) => kind === "prompt");
    const isTold = events.slice(asked + 1)
      .some(({ kind, value }) => kind === "told" && value === "prompt");
    if (asked < 0 || isTold) return [];
    // Told or not: the next tool need not ask again.
    await session.note({ kind: "told", value: "prompt" });
    return await this.#tellPrompt(session, events[asked]!.value);
  }

  async #withEngine<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    const { root, cache, home } = this.#job;
    const { openEngine } = await import("../engine.ts");
    using engine = await openEngine({ root, cache, policies: { home } });
    return await work(engine);
  }
}
