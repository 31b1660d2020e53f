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
import { findCommandOperation, loadOperations } from "@dossier/server/operations";
import { parseArguments } from "../arguments/parse_arguments.ts";
import { exitCodeOf, INTERRUPTED, renderFailure, SUCCESS, USAGE } from "../exit_code.ts";
import { invokedRoot, namesSeveralRoots } from "../input/invoked_location.ts";
import { type OperationCommand, readOperationRequest } from "../input/read_request.ts";
import { toCommand, toOperationCommand } from "../operation_command.ts";
import { createTerminal, renderMessage } from "../terminal/output.ts";
import { renderAnswer } from "../terminal/render_answer.ts";
import {
  COMMAND_KIND,
  type CommandAnswer,
  type CommandRequest,
  type EngineMessage,
  RECEIPT,
} from "./request_warm_engine.ts";

/**
 * Path of a resource of one process, such as `/dev/stdin`. In another process the same path is
 * something else.
 */
const PROCESS_PATH_REGEXP = /(?:^-\w|(?<!\w))\/(?:dev|proc)\//;

/**
 * Interval between the signs of life for a command, in milliseconds. There are several before the
 * command gives up.
 */
const PULSE_MS = 400;

/**
 * Returns the handler that answers commands of this user, so that their processes need not open the
 * index.
 */
export async function loadCommandHandler(): Promise<DoorHandler> {
  const operations = await loadOperations();
  const commands = operations.filter(({ usesWarmEngine }) => usesWarmEngine)
    .flatMap(({ commands = [] }) => commands.map(({ name }) => name));
  return { kind: COMMAND_KIND, commands, handle: handleCommand };
}

/** Answers a command exactly as its process would, byte for byte, or not at all. */
async function handleCommand(
  caller: DoorCaller,
  service: DoorService,
  places: DoorEnvironment,
): Promise<void> {
  const request = caller.message as CommandRequest;
  const served = service.roots.find(({ path }) => path === request.root);
  // The first index of a tree takes longer than a command waits.
  const isKnown = service.readiness()
    .some(({ name, hasBeenReady }) => name === served?.name && hasBeenReady);
  if (served === undefined || !isKnown) return;
  const since = Date.now();
  let record: number | undefined;
  let isReceived = false;
  const onDelivered = (id: number | undefined) => record = id;
  // A failure to send is noticed at the end.
  const sendTaken = () => void caller.send(SIGN_OF_LIFE).catch(() => {});
  sendTaken();
  const pulse = setInterval(sendTaken, PULSE_MS);
  try {
    const answering = { caller, service, places, onDelivered };
    const answer = await answerCommand(request, served, answering);
    clearInterval(pulse);
    await caller.send(answer);
    isReceived = await caller.next() === RECEIPT;
  } finally {
    clearInterval(pulse);
    // Without a receipt, the process of the caller does the work again, and it must not count
    // twice.
    if (!isReceived && record !== undefined) {
      await service.call("withdraw", { root: served.name, id: record, since }, {});
    }
  }
}

/**
 * Longest time to bring the index up to date, in milliseconds. A command alone allows two seconds,
 * but the indexing thread has low priority when many start at once.
 */
const MAX_REFRESH_MS = 4000;

const SIGN_OF_LIFE: EngineMessage = { isTaken: true };

/** Context in which a command is answered. */
interface Answering {
  readonly caller: DoorCaller;
  readonly service: DoorService;
  readonly places: DoorEnvironment;
  /** Called with the number of the record of the answer, if there is one. */
  readonly onDelivered: (id: number | undefined) => void;
}

/**
 * Returns the output of a command.
 *
 * @throws {ContextError} `caller-needed` when its process has to do the work itself, and any error
 *   that is not a mistake of the user.
 */
async function answerCommand(
  { words: [name = "", ...words], folder, root, screen, namesCommand }: CommandRequest,
  served: DoorService["roots"][number],
  { caller, service, places, onDelivered }: Answering,
): Promise<CommandAnswer> {
  const messages: string[] = [];
  const report = (message: string) => messages.push(renderMessage(`dossier: ${message}`));
  try {
    const command = await findOperationCommand(name);
    const { operation, binding } = command;
    const invocation = parseArguments(toCommand(command), words);
    const guesser = binding.guessesNames
      ? invocation.value("names-command") ?? namesCommand
      : undefined;
    if ((guesser ?? "").trim() !== "") throw callerNeededError("it runs a program");
    if ([`${folder}/`, ...words].some((word) => PROCESS_PATH_REGEXP.test(word))) {
      throw callerNeededError("it may name what is open in its process");
    }
    checkInvocation(invocation, command, { folder, root, places });
    const readStandardInput = async () => {
      await caller.send({ needsInput: true });
      const line = await caller.next();
      if (line === undefined) throw callerNeededError("its standard input cannot be read");
      return JSON.parse(line) as string;
    };
    const request = await readOperationRequest(command, invocation, { folder, readStandardInput });
    const startedMs = performance.now();
    const answer = await service.call(
      operation.name,
      // The known state of a watched tree may be slightly outdated, so changes are waited for.
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
          guessesNames: binding.guessesNames === true && guesser === undefined,
        },
      },
    );
    onDelivered(operation.deliveredRecord?.(answer));
    const seconds = (performance.now() - startedMs) / 1000;
    const terminal = createTerminal(invocation, { root, seconds, screen, report });
    const result = await renderAnswer(answer, binding, terminal);
    const code = binding.isStopped?.(answer, terminal) ? INTERRUPTED : SUCCESS;
    return { result, messages: messages.join(""), code };
  } catch (error) {
    const code = await exitCodeOf(error);
    // Any other error may occur only in this process.
    if (code !== USAGE || (isContextError(error) && error.code === CALLER_NEEDED)) throw error;
    messages.push(renderMessage(renderFailure(error, code)));
    return { result: "", messages: messages.join(""), code };
  }
}

async function findOperationCommand(name: string): Promise<OperationCommand> {
  const operation = await findCommandOperation(name);
  const binding = operation?.commands?.find((each) => each.name === name);
  if (operation?.usesWarmEngine && binding !== undefined) {
    return toOperationCommand(operation, binding);
  }
  throw callerNeededError("it only asks");
}

/**
 * Refuses a command about another tree, with other settings, or about resources of the caller's
 * process.
 */
function checkInvocation(
  invocation: Invocation,
  { optionFields }: OperationCommand,
  { folder, root, places }: {
    readonly folder: string;
    readonly root: string;
    readonly places: DoorEnvironment;
  },
): void {
  const { has } = invocation;
  if (namesSeveralRoots(invocation)) throw callerNeededError("it means several repositories");
  if (realPathOrUndefined(invokedRoot(invocation, folder)) !== root) {
    throw callerNeededError("it means another tree");
  }
  if (has("help") || has("state") || has("system")) {
    throw callerNeededError("it has a place of its own");
  }
  if (places.anyRoot === true && !has("any-root")) {
    throw callerNeededError("its tree may be refused");
  }
  for (const { field: { isLocal = false }, flags } of optionFields) {
    const names = flags.map(({ written }) => /--([\w-]+)/.exec(written)?.[1] ?? "");
    if (isLocal && names.some(has)) throw callerNeededError("it may do what others may not");
  }
}
