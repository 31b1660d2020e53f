import { formatQuantity } from "@dossier/core/report";
import type { Engine } from "@dossier/retrieval/engine";
import { acquireIndexLock, dirname } from "@dossier/retrieval/machine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { checkSessionId } from "@dossier/retrieval/state";
import { type OfferedInject, TERMINAL_ATTEMPTS } from "../core/mod.ts";
import { hashText } from "../hash_text.ts";
import { useMemory } from "../operations/mod.ts";
import {
  MACHINE_CLOCK,
  type ProgramTerminal,
  runTerminalLeg,
  startInTerminal,
  type TerminalChannel,
  type TextReceipt,
  type TextSource,
  tmuxChannel,
} from "../rail/mod.ts";
import {
  abandonInject,
  acknowledgeInject,
  listInjects,
  unacknowledgeInject,
} from "../store/mod.ts";
import { offerUsable } from "../usable_inject.ts";

type Context = CommandContext<Engine>;

/**
 * Name of the worker in offers: the next attached terminal gets the open offer of this one at once.
 */
const WORKER = "terminal";

/** A terminal into which texts are typed. */
interface Terminal {
  /** Name for messages. */
  readonly name: string;
  readonly channel: TerminalChannel;
  /** The program that was started for it, if any. */
  readonly program?: ProgramTerminal;
}

/**
 * Types the queued texts of a session into the terminal of its agent, until the agent ends or
 * Ctrl-C: into a pane of tmux, or into the terminal of a program that it starts.
 *
 * @throws {UsageError} Without a session, without a terminal or with two, and for a terminal
 * without an agent.
 */
export async function runAttach(caller: CommandCaller, context: Context): Promise<CommandResult> {
  const session = readSession(caller);
  checkTerminal(caller);
  using engine = await context.openEngine();
  const lock = await lockSession(engine, session);
  if (lock === undefined) {
    throw new UsageError(
      `Cannot attach to the session "${session}" as another terminal is attached: end that "attach" first`,
    );
  }
  using _ = lock;
  const terminal = await openTerminal(caller);
  await using _program = terminal.program;
  return await deliver(engine, { session, terminal, caller, context });
}

function readSession({ value }: CommandCaller): string {
  const session = value("session");
  if (session === undefined) {
    throw new UsageError("Cannot attach without a session: add --session ID");
  }
  checkSessionId(session);
  return session;
}

function checkTerminal({ words, has }: CommandCaller): void {
  if (has("tmux") === words.length > 0) {
    throw new UsageError(
      'Cannot attach without a terminal: use either --tmux PANE, or a program to start after "--"',
    );
  }
  const unused = ["socket", "full-screen", "json"].find((name) => !has("tmux") && has(name));
  if (unused !== undefined) throw new UsageError(`Cannot use --${unused} without --tmux`);
}

/**
 * Returns the lock for typing the texts of a session; undefined when another process of this tree
 * has it. Terminals that are attached in other trees or on other machines share the texts: each is
 * typed once.
 */
async function lockSession(engine: Engine, session: string): Promise<Disposable | undefined> {
  const { path } = await engine.openState();
  const name = `attached-${hashText(session).slice(0, 16)}.lock`;
  return await acquireIndexLock(`${dirname(path)}/${name}`, { waitMs: 0 });
}

async function openTerminal({ words, value, has, resolvePath }: CommandCaller): Promise<Terminal> {
  const [program, ...args] = words;
  if (program !== undefined) {
    try {
      const started = startInTerminal(program, args, { folder: resolvePath(".") });
      return { name: `program "${program}"`, channel: started.channel, program: started };
    } catch (error) {
      throw new UsageError(
        `Cannot start "${program}" in the terminal of "script" of util-linux: ${toReason(error)}`,
      );
    }
  }
  const pane = value("tmux")!;
  const socket = value("socket");
  const channel = tmuxChannel({
    pane,
    socket: socket === undefined ? undefined : resolvePath(socket),
    isFullScreen: has("full-screen"),
  });
  const refuse = (reason: string): never => {
    throw new UsageError(`Cannot attach to the pane "${pane}" as ${reason}`);
  };
  const isDriven = await channel.isDriven().catch((error) => refuse(toReason(error)));
  if (!isDriven) {
    refuse("no agent runs in it: the pane does not exist, has ended, or shows a shell");
  }
  return { name: `pane "${pane}"`, channel };
}

/** Types texts until the agent ends, the program is asked to end, or the memory is lost. */
async function deliver(
  engine: Engine,
  { session, terminal: { name, channel, program }, caller, context }: {
    readonly session: string;
    readonly terminal: Terminal;
    readonly caller: CommandCaller;
    readonly context: Context;
  },
): Promise<CommandResult> {
  const shutdown = new AbortController();
  let isStopped = false;
  using _ = await context.onStop(() => {
    isStopped = true;
    shutdown.abort();
  });
  const texts = new QueuedTexts(engine, {
    session,
    channel,
    onEnd: () => shutdown.abort(),
    notify: context.report,
  });
  const shown = program && showOutput(program, context);
  program?.code.then(() => shutdown.abort());
  context.report(`The texts of the session "${session}" go to the ${name} until it ends`);
  await runTerminalLeg({
    source: texts,
    channel,
    clock: MACHINE_CLOCK,
    report: async (offer, receipt) => {
      if (receipt !== "given") await texts.abandon(offer, receipt);
      printReceipt(offer, receipt, { caller, context });
    },
  }, shutdown.signal);
  if (texts.isLost) return { failure: texts.failure };
  const waiting = await texts.countWaiting();
  const left = waiting === 0 ? "" : `; ${formatQuantity(waiting, "text")} left for the next start`;
  if (isStopped) {
    context.report(`No more is typed into the ${name}${left}`);
    return "stopped";
  }
  await shown;
  const code = await program?.code ?? 0;
  context.report(`The ${name} has ended${code === 0 ? "" : ` with ${code}`}${left}`);
  return code === 0 ? "done" : "warned";
}

/** Prints the output of a program. */
async function showOutput({ output }: ProgramTerminal, context: Context): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of output) context.print(decoder.decode(bytes, { stream: true }));
}

/**
 * Prints the receipt of a text; on standard error when standard output has the output of a program.
 */
function printReceipt(
  { deliveryId }: OfferedInject,
  receipt: TextReceipt,
  { caller, context }: { readonly caller: CommandCaller; readonly context: Context },
): void {
  const line = receipt === "given" ? "Delivered" : `Abandoned (${receipt})`;
  if (caller.has("json")) {
    context.print(`${JSON.stringify({ delivery: deliveryId, receipt })}\n`);
  } else if (caller.has("tmux")) context.print(`${line}: ${deliveryId}\n`);
  else context.report(`${line}: ${deliveryId}`);
}

interface QueueOptions {
  readonly session: string;
  readonly channel: TerminalChannel;
  /** Called when the agent has ended. */
  readonly onEnd: () => void;
  readonly notify: (message: string) => void;
}

/**
 * The texts in the queue of a session. A text is acknowledged right before it is typed, as no text
 * may be typed twice; the acknowledgement is withdrawn when nothing was typed. So a text is lost
 * only when the process is killed between the two.
 */
class QueuedTexts implements TextSource {
  readonly #engine: Engine;
  readonly #options: QueueOptions;
  /** The text that is acknowledged and possibly not typed. */
  #begun: string | undefined;
  #failed = 0;
  /** The last error. */
  failure: unknown;

  constructor(engine: Engine, options: QueueOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** True when the memory could not be reached for a minute. */
  get isLost(): boolean {
    return this.#failed >= TERMINAL_ATTEMPTS;
  }

  async take(): Promise<readonly OfferedInject[]> {
    const { session, channel, onEnd, notify } = this.#options;
    try {
      if (!await channel.isDriven()) {
        onEnd();
        return [];
      }
      const offer = await useMemory(
        this.#engine,
        (place) =>
          offerUsable(place, { session, worker: WORKER, withLease: (work) => work(this.#engine) }),
      );
      this.#failed = 0;
      return offer === undefined ? [] : [offer];
    } catch (error) {
      this.failure = error;
      if (this.#failed++ === 0) notify(`${toReason(error)}; trying again`);
      return [];
    }
  }

  async begin(delivery: string): Promise<boolean> {
    const { session } = this.#options;
    if (this.#begun === delivery) return true;
    const isNews = await useMemory(
      this.#engine,
      (place) => acknowledgeInject(place, { session, delivery }),
    );
    if (isNews) this.#begun = delivery;
    return isNews;
  }

  async release(delivery: string): Promise<void> {
    const { session } = this.#options;
    await useMemory(this.#engine, (place) => unacknowledgeInject(place, { session, delivery }));
    this.#begun = undefined;
  }

  acknowledge(): void {
    this.#begun = undefined;
  }

  /**
   * Gives a text up; a text of an agent that has ended waits for the next one, and a failure is
   * retried with the next text.
   */
  async abandon(
    { deliveryId }: OfferedInject,
    reason: Exclude<TextReceipt, "given">,
  ): Promise<void> {
    const { session, notify } = this.#options;
    if (reason === "channel-not-driven") return;
    const abandoned = { session, delivery: deliveryId, reason };
    try {
      await useMemory(this.#engine, (place) => abandonInject(place, abandoned));
    } catch (error) {
      notify(toReason(error));
    }
  }

  /** Returns the number of waiting texts. */
  async countWaiting(): Promise<number> {
    const { session } = this.#options;
    const texts = await useMemory(this.#engine, (place) => listInjects(place, session));
    return texts.filter(({ state }) => state === "pending" || state === "offered").length;
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
