import { isContextError } from "@dossier/core/errors";
import type {
  DoorCaller,
  DoorEnvironment,
  DoorHandler,
  DoorService,
} from "@dossier/retrieval/door";
import { CALLER_NEEDED, callerNeededError } from "@dossier/retrieval/open-door";
import { realPathOrUndefined } from "@dossier/retrieval/light-machine";
import type { Invocation } from "@dossier/retrieval/operation";
import { findAsked, loadOperations } from "@dossier/server/operations";
import { parseArguments } from "../arguments/parse_arguments.ts";
import { exitCodeOf, INTERRUPTED, renderFailure, SUCCESS, USAGE } from "../exit_code.ts";
import { invokedRoot, meansSeveral } from "../input/invoked_place.ts";
import { type AskingCommand, readAskedRequest } from "../input/read_request.ts";
import { toAskingCommand, toCommand } from "../operation_command.ts";
import { openTerminal, renderMessage } from "../terminal/output.ts";
import { renderAnswer } from "../terminal/render_answer.ts";
import {
  type AskedCommand,
  COMMAND_KIND,
  type CommandAnswer,
  type EngineMessage,
  RECEIVED,
} from "./ask_warm_engine.ts";

/** What a process has open, such as `/dev/stdin`; in another one the same path is something else. */
const OWN_PLACE_REGEXP = /(?:^-\w|(?<!\w))\/(?:dev|proc)\//;

/** How often a command is told that it is being answered, in milliseconds: several times before it gives up. */
const PULSE_MS = 400;

/** Returns what answers the commands of this user for their processes, which need not open the index then. */
export async function loadCommandHandler(): Promise<DoorHandler> {
  const operations = await loadOperations();
  const commands = operations.filter(({ asksWarmEngine }) => asksWarmEngine)
    .flatMap(({ commands = [] }) => commands.map(({ name }) => name));
  return { kind: COMMAND_KIND, commands, handle: handleCommand };
}

/** Has a command answered as its process would, byte for byte, or not at all. */
async function handleCommand(
  caller: DoorCaller,
  service: DoorService,
  places: DoorEnvironment,
): Promise<void> {
  const asked = caller.message as AskedCommand;
  const served = service.roots.find(({ path }) => path === asked.root);
  // The first index of a tree takes longer than a command waits.
  const isKnown = service.readiness()
    .some(({ name, hasBeenReady }) => name === served?.name && hasBeenReady);
  if (served === undefined || !isKnown) return;
  const since = Date.now();
  let record: number | undefined;
  let isReceived = false;
  const onDelivered = (id: number | undefined) => record = id;
  // What can not be sent is noticed at the end.
  const sendTaken = () => void caller.send(TAKEN).catch(() => {});
  sendTaken();
  const pulse = setInterval(sendTaken, PULSE_MS);
  try {
    const answering = { caller, service, places, onDelivered };
    const answer = await answerCommand(asked, served, answering);
    clearInterval(pulse);
    await caller.send(answer);
    isReceived = await caller.next() === RECEIVED;
  } finally {
    clearInterval(pulse);
    // What has not arrived is done again by the process of the caller, and must not count twice.
    if (!isReceived && record !== undefined) {
      await service.call("withdraw", { root: served.name, id: record, since }, {});
    }
  }
}

/**
 * How long the index may take to be brought up to date, in milliseconds: a command by itself gives it two seconds, but
 * what indexes here goes last where many begin at once.
 */
const MAX_REFRESH_MS = 4000;

const TAKEN: EngineMessage = { isTaken: true };

/** What answers a command. */
interface Answering {
  readonly caller: DoorCaller;
  readonly service: DoorService;
  readonly places: DoorEnvironment;
  /** Called with the number of what the answer has recorded, if it has. */
  readonly onDelivered: (id: number | undefined) => void;
}

/**
 * Returns what a command prints.
 *
 * @throws {ContextError} `caller-needed` when its process has to do that itself, and whatever is no mistake of the user.
 */
async function answerCommand(
  { words: [name = "", ...words], folder, root, screen, namesCommand }: AskedCommand,
  served: DoorService["roots"][number],
  { caller, service, places, onDelivered }: Answering,
): Promise<CommandAnswer> {
  const messages: string[] = [];
  const report = (message: string) => messages.push(renderMessage(`dossier: ${message}`));
  try {
    const command = await findAskingCommand(name);
    const { operation, face } = command;
    const invocation = parseArguments(toCommand(command), words);
    const guesser = face.guessesNames
      ? invocation.value("names-command") ?? namesCommand
      : undefined;
    if ((guesser ?? "").trim() !== "") throw callerNeededError("it runs a program");
    if ([`${folder}/`, ...words].some((word) => OWN_PLACE_REGEXP.test(word))) {
      throw callerNeededError("it may name what is open in its process");
    }
    checkInvocation(invocation, command, { folder, root, places });
    const readStandardInput = async () => {
      await caller.send({ needsInput: true });
      const line = await caller.next();
      if (line === undefined) throw callerNeededError("its standard input can not be read");
      return JSON.parse(line) as string;
    };
    const request = await readAskedRequest(command, invocation, { folder, readStandardInput });
    const startedMs = performance.now();
    const given = await service.call(
      operation.name,
      // Of a tree that is watched, what is known may be a moment behind: what has changed is waited for.
      {
        refresh: true,
        mustBeFresh: true,
        maxWaitMs: MAX_REFRESH_MS,
        ...request,
        root: served.name,
      },
      {
        signal: caller.disconnected,
        caller: {
          folder,
          guessesNames: face.guessesNames === true && guesser === undefined,
        },
      },
    );
    onDelivered(operation.delivered?.(given));
    const seconds = (performance.now() - startedMs) / 1000;
    const terminal = openTerminal(invocation, { root, seconds, screen, report });
    const result = await renderAnswer(given, face, terminal);
    const code = face.isStopped?.(given, terminal) ? INTERRUPTED : SUCCESS;
    return { result, messages: messages.join(""), code };
  } catch (error) {
    const code = await exitCodeOf(error);
    // Whatever else is wrong may be so in this process only.
    if (code !== USAGE || (isContextError(error) && error.code === CALLER_NEEDED)) throw error;
    messages.push(renderMessage(renderFailure(error, code)));
    return { result: "", messages: messages.join(""), code };
  }
}

async function findAskingCommand(name: string): Promise<AskingCommand> {
  const operation = await findAsked(name);
  const face = operation?.commands?.find((each) => each.name === name);
  if (operation?.asksWarmEngine && face !== undefined) return toAskingCommand(operation, face);
  throw callerNeededError("it only asks");
}

/** Refuses what means another tree, other settings, or something of the process of the caller. */
function checkInvocation(
  invocation: Invocation,
  { taken }: AskingCommand,
  { folder, root, places }: {
    readonly folder: string;
    readonly root: string;
    readonly places: DoorEnvironment;
  },
): void {
  const { has } = invocation;
  if (meansSeveral(invocation)) throw callerNeededError("it means several repositories");
  if (realPathOrUndefined(invokedRoot(invocation, folder)) !== root) {
    throw callerNeededError("it means another tree");
  }
  if (has("help") || has("state") || has("system")) {
    throw callerNeededError("it has a place of its own");
  }
  if (places.anyRoot === true && !has("any-root")) {
    throw callerNeededError("its tree may be refused");
  }
  for (const { field: { isLocal = false }, flags } of taken) {
    const names = flags.map(({ written }) => /--([\w-]+)/.exec(written)?.[1] ?? "");
    if (isLocal && names.some(has)) throw callerNeededError("it may do what others may not");
  }
}
