import { readUserWords } from "@dossier/hosts/core/host";
import { mayNeedTree } from "@dossier/hosts/core/prompt-need";
import {
  giveUpClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
  makeClaim,
} from "@dossier/hosts/hook-answer";
import type { DoorHandler, DoorPlaces, DoorService } from "@dossier/retrieval/door";
import type { HostSessions } from "./host_sessions.ts";

/** Hooks at once from which on each is told that there are many. */
const CROWD = 4;

/** How much of a hook's time may go into files that have changed, as when it does without a server. */
const REFRESH_SHARE = 0.3;

/**
 * How much of it an index that is not done is waited for, as when the tree is new: a hook that has waited for half of it
 * does without.
 */
const WAIT_SHARE = 0.35;

/** Longest time for an answer, in milliseconds: no moment of a host allows more. */
const MAX_ANSWER_MS = 5000;

/** What hooks say that they are. */
export const HOOK_KIND = "hook";

/**
 * Returns what answers hooks.
 *
 * @param sessions Notes the sessions whose hooks are answered.
 */
export function makeHookHandler(
  sessions?: HostSessions,
): Pick<DoorHandler, "kind" | "handle"> {
  /** Tell hooks that wait that there are many. */
  const warnings = new Set<() => void>();
  let count = 0;
  return {
    kind: HOOK_KIND,
    async handle(caller, service, places) {
      const job = caller.message as HookJob;
      const root = findRoot(job, service, places);
      if (root === undefined) return;
      sessions?.note(job);
      // What can not be sent is noticed at the end.
      const onProgress = (message: HookMessage) => void caller.send(message).catch(() => {});
      const warn = () => onProgress({ isCrowded: true });
      warnings.add(warn);
      count++;
      try {
        if (count >= CROWD) {
          for (const each of warnings) each();
          warnings.clear();
        }
        const claim = makeClaim();
        const late = setTimeout(
          () => caller.close(),
          Math.min(Math.max(job.timeMs, job.patienceMs ?? 0), MAX_ANSWER_MS),
        );
        // A hook that has gone notes the event by itself.
        caller.gone.addEventListener("abort", () => giveUpClaim(claim));
        try {
          const request = toRequest({ ...job, claim, root: root.path }, root.name, places);
          const options = { signal: caller.gone, onProgress };
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

/** Returns whether what a session is told at an event comes from the index. */
function needsIndex(
  { input: { event: { moment }, agent, prompt = "" }, isHeard }: HookJob,
): boolean {
  if (!isHeard) return false;
  if (moment === "session-start" || moment === "subagent-start") return true;
  return moment === "prompt" && agent === undefined && mayNeedTree(readUserWords(prompt));
}

/** Returns the tree that a hook is about; undefined when it is to do without the server. */
function findRoot(
  { root: path, home }: HookJob,
  { roots }: DoorService,
  places: DoorPlaces,
): DoorService["roots"][number] | undefined {
  return home === places.home ? roots.find((one) => one.path === path) : undefined;
}

/** Returns what the service is asked for a hook. */
function toRequest(job: HookJob, root: string, { cache }: DoorPlaces): object {
  return {
    root,
    session: job.input.session,
    maxRefreshMs: Math.max(0, job.timeMs * REFRESH_SHARE),
    maxWaitMs: Math.max(0, job.timeMs * WAIT_SHARE),
    // Of a tree that is watched what is known will do.
    ...(needsIndex(job) ? {} : { refresh: false }),
    job: { ...job, cache },
  };
}
