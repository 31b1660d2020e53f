import { readUserWords } from "@dossier/hosts/core/host";
import { mayNeedContext } from "@dossier/hosts/core/prompt-need";
import {
  abandonClaim,
  createClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
} from "@dossier/hosts/hook-answer";
import type { DoorEnvironment, DoorHandler, DoorService } from "@dossier/retrieval/door";
import type { HostSessions } from "./host_sessions.ts";

/** Number of hooks at a time from which each is notified that the server is busy. */
const BUSY_COUNT = 4;

/** Share of a hook's time for reading changed files, the same as without a server. */
const REFRESH_SHARE = 0.3;

/**
 * Share of it for waiting for an index in progress, as in a new tree: after half of its time a hook
 * continues without the server.
 */
const WAIT_SHARE = 0.35;

/** Longest time for a response, in milliseconds: no moment of a host allows more. */
const MAX_ANSWER_MS = 5000;

/** Kind of the messages of hooks. */
export const HOOK_KIND = "hook";

/**
 * Returns the handler of hooks.
 *
 * @param sessions Records the sessions of the hooks.
 */
export function createHookHandler(
  sessions?: HostSessions,
): Pick<DoorHandler, "kind" | "handle"> {
  /** Functions that notify waiting hooks that the server is busy. */
  const warnings = new Set<() => void>();
  let count = 0;
  return {
    kind: HOOK_KIND,
    async handle(caller, service, places) {
      const job = caller.message as HookJob;
      const root = findRoot(job, service, places);
      if (root === undefined) return;
      sessions?.record(job);
      // A failed message is detected at the end.
      const onProgress = (message: HookMessage) => void caller.send(message).catch(() => {});
      const warn = () => onProgress({ isBusy: true });
      warnings.add(warn);
      count++;
      try {
        if (count >= BUSY_COUNT) {
          for (const each of warnings) each();
          warnings.clear();
        }
        const claim = createClaim();
        const late = setTimeout(
          () => caller.close(),
          Math.min(Math.max(job.timeMs, job.patienceMs ?? 0), MAX_ANSWER_MS),
        );
        // A hook that has closed the connection records the event itself.
        caller.disconnected.addEventListener("abort", () => abandonClaim(claim));
        try {
          const request = toRequest({ ...job, claim, root: root.path }, root.name, places);
          const options = { signal: caller.disconnected, onProgress };
          await caller.send(await service.call(HOOK_KIND, request, options) as HookAnswer);
        } finally {
          clearTimeout(late);
        }
      } finally {
        count--;
        warnings.delete(warn);
      }
    },
  };
}

/** Returns true when the context of an event comes from the index. */
function needsIndex(
  { input: { event: { moment }, agent, prompt = "" }, acceptsText }: HookJob,
): boolean {
  if (!acceptsText) return false;
  if (moment === "session-start" || moment === "subagent-start") return true;
  return moment === "prompt" && agent === undefined && mayNeedContext(readUserWords(prompt));
}

/** Returns the tree of a hook; undefined when the hook must work without the server. */
function findRoot(
  { root: path, home }: HookJob,
  { roots }: DoorService,
  places: DoorEnvironment,
): DoorService["roots"][number] | undefined {
  return home === places.home ? roots.find((one) => one.path === path) : undefined;
}

/** Returns the request to the service for a hook. */
function toRequest(job: HookJob, root: string, { cache }: DoorEnvironment): object {
  return {
    root,
    session: job.input.session,
    maxRefreshMs: Math.max(0, job.timeMs * REFRESH_SHARE),
    maxWaitMs: Math.max(0, job.timeMs * WAIT_SHARE),
    // In a watched tree the known state is enough.
    ...(needsIndex(job) ? {} : { refresh: false }),
    job: { ...job, cache },
  };
}
