import type { Visibility } from "../exclude/visibility.ts";
import type { WorkManifest } from "../issue/issue.ts";
import type { TaskSettings } from "../plan/task_settings.ts";
import { decideEditing, grantFiles } from "./decide_editing.ts";
import { decideReading } from "./decide_reading.ts";
import { refuse, type RequestLookups, type RequestRuling } from "./check_target.ts";
import { renderSignal, type Signal } from "./signal.ts";

/** Decision on a request. */
export interface RequestDecision extends RequestRuling {
  readonly signal: Signal;
  /** The request as a line, such as `NEED_CODE: src/a.ts:1-20`. */
  readonly request: string;
  /** True when the lines are to be shown; only in the mode `fetch`. */
  readonly isFetched: boolean;
}

/** Decisions on all requests of a round. */
export interface RequestDecisions {
  /** One decision for each different request, in order. */
  readonly decisions: readonly RequestDecision[];
  /** Work manifest from now on; a new version when files were granted. */
  readonly manifest: WorkManifest | undefined;
}

/** Rules of {@link decideRequests}. */
export interface RequestRules {
  /** Round of requests in the session, from 1. */
  readonly round: number;
  readonly settings: Pick<TaskSettings, "needMode" | "needMaxItems" | "needMaxRounds">;
  /** Files that are never served; a request overrides only the rules on size. */
  readonly visibility: Visibility;
  /** Lookups in the tree, the session and other tasks. */
  readonly lookups: RequestLookups;
  readonly manifest?: WorkManifest | undefined;
  /** Absolute path of the root, for targets that are absolute. */
  readonly root?: string;
}

/**
 * Returns the decisions on the requests of one round, in their order.
 *
 * It answers the first `needMaxItems` different requests of each of the first `needMaxRounds`
 * rounds. Only `NEED_FILE` grants the right to edit, and all grants of an answer make one new
 * version of the manifest. In the mode `delegate` nothing is fetched, as the agent opens files
 * itself. In `observe` nothing is fetched or granted: the messages and the record state the
 * outcomes without the mode.
 *
 * @throws {RangeError} When the round is not a whole number of at least 1.
 */
export function decideRequests(
  signals: readonly Signal[],
  options: RequestRules,
): RequestDecisions {
  const { round, settings: { needMode, needMaxItems, needMaxRounds }, manifest, root } = options;
  if (!Number.isInteger(round) || round < 1) {
    throw new RangeError(
      `Cannot decide on requests as the round must be >= 1: current value is ${round}`,
    );
  }
  const decisions: RequestDecision[] = [];
  const provided: RequestDecision[] = [];
  for (const { signal, path } of uniqueRequests(signals, root)) {
    const ruling = round > needMaxRounds
      ? refuse("limit", signal, `only ${count(needMaxRounds, "round")} of requests are answered`)
      : decisions.length >= needMaxItems
      ? refuse("limit", signal, `only ${count(needMaxItems, "request")} per round are answered`)
      : decideOne(signal, { ...options, path, provided });
    const isShown = ruling.outcome === "provided" && ruling.range !== undefined;
    const decision = {
      ...ruling,
      message: renderRulingMessage(ruling, { signal, needMode }),
      signal,
      request: renderSignal(signal),
      isFetched: isShown && needMode === "fetch",
    };
    decisions.push(decision);
    if (decision.outcome === "provided" && needMode !== "observe") provided.push(decision);
  }
  return { decisions, manifest: grantFiles(provided, manifest) };
}

/**
 * Returns the message of a ruling in a mode; it states the effect of the mode for text that would
 * be provided.
 */
function renderRulingMessage(
  { outcome, message, path, range }: RequestRuling,
  { signal, needMode }: { readonly signal: Signal; readonly needMode: TaskSettings["needMode"] },
): string {
  if (outcome !== "provided" || needMode === "fetch") return message;
  if (needMode === "delegate") {
    return range === undefined ? message : `${message}; open it with your own tools`;
  }
  return signal.kind === "file"
    ? `This is only recorded: you may not edit "${path}"`
    : `${message}; this is only recorded, and nothing is shown`;
}

function decideOne(
  signal: Signal,
  { path, ...options }: RequestRules & {
    readonly path: string | undefined;
    readonly provided: readonly RequestDecision[];
  },
): RequestRuling {
  if (path === undefined) {
    return refuse("outside_root", signal, "it is outside the repository");
  }
  return signal.kind === "file"
    ? decideEditing(signal, path, options)
    : decideReading(signal, path, options);
}

function count(number: number, word: string): string {
  return number === 1 ? `the first ${word}` : `the first ${number} ${word}s`;
}

/** Request with its path; undefined outside of the root. */
interface ResolvedRequest {
  readonly signal: Signal;
  readonly path: string | undefined;
}

/** Returns the requests that differ by more than the spelling of their paths. */
function uniqueRequests(
  signals: readonly Signal[],
  root: string | undefined,
): readonly ResolvedRequest[] {
  const found = new Map<string, ResolvedRequest>();
  for (const signal of signals) {
    const path = resolveRequestPath(signal.target, root);
    const key = renderSignal({ ...signal, target: path ?? signal.target });
    if (!found.has(key)) found.set(key, { signal, path });
  }
  return [...found.values()];
}

/** `https://…`, `file:///…` */
const ADDRESS_REGEXP = /^[a-z][a-z\d+.-]*:\/\//i;

/** `/etc`, `C:/work`, `~/notes`, `~user`, `$HOME/notes` */
const ABSOLUTE_REGEXP = /^(?:\/|[a-z]:(?:\/|$)|~|\$)/i;

/**
 * Returns the path that a target names, relative to the root and without `.` and `..` (empty for
 * the root itself); undefined when it is outside. It does not access the disk: the inspection
 * refuses links.
 *
 * An absolute path is inside when it starts with the root. A path that leaves the root on its way
 * is outside, even if it comes back.
 *
 * @param target Path with `/` separators; a backslash is part of a name.
 * @param root Absolute path of the root; without it every absolute path is outside.
 */
export function resolveRequestPath(target: string, root?: string): string | undefined {
  const relative = root === undefined ? undefined : belowRoot(target, root.replaceAll("\\", "/"));
  if (relative === undefined && (ABSOLUTE_REGEXP.test(target) || ADDRESS_REGEXP.test(target))) {
    return undefined;
  }
  const parts: string[] = [];
  for (const part of (relative ?? target).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function belowRoot(target: string, root: string): string | undefined {
  const folder = root.endsWith("/") ? root : `${root}/`;
  return `${target}/`.startsWith(folder) ? target.slice(folder.length) : undefined;
}
