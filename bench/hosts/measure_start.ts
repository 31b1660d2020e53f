import { HostedTree } from "./hosted_tree.ts";
import type { HostHome } from "./host_home.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** How a session in a new clone went. */
export interface StartFigures {
  /** The output of its SessionStart hook, and how long that took. */
  readonly startMs: number;
  readonly startBytes: number;
  /** Seconds from the start until a prompt was given something that is about it; undefined for never. */
  readonly answeredAfterS: number | undefined;
  /** Seconds until the session had its map, be it with a prompt; undefined for never. */
  readonly mappedAfterS: number | undefined;
  /** How many prompts were sent, and the longest that one of them waited. */
  readonly prompts: number;
  readonly longestMs: number;
}

/** Milliseconds from one prompt to the next, and after which nobody waits for an answer any more. */
const PROMPT_EVERY_MS = 1000;
const GIVE_UP_MS = 180_000;

/** How the map that a session is told begins. */
const MAP_REGEXP = /^Map of the repository:/m;

/**
 * Begins a session in a new clone and sends a prompt every second until one is answered.
 *
 * @param options.prompt One that is answered once the index is complete.
 * @param options.withServer Whether the host starts its MCP server at the same moment.
 */
export async function measureStart(
  repository: string,
  home: HostHome,
  { prompt, withServer }: { readonly prompt: string; readonly withServer: boolean },
): Promise<StartFigures> {
  using tree = await HostedTree.clone(repository, home);
  await using server = withServer ? tree.startServer() : undefined;
  void server;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const session = crypto.randomUUID();
  const start = await tree.send("SessionStart", { source: "startup" }, session);
  let mappedAfterS = MAP_REGEXP.test(start.text) ? seconds() : undefined;
  let answeredAfterS: number | undefined;
  let prompts = 0;
  let longestMs = 0;
  while (answeredAfterS === undefined && performance.now() - started < GIVE_UP_MS) {
    const nextMs = performance.now() + PROMPT_EVERY_MS;
    const { text, milliseconds } = await tree.prompt(prompt, session);
    prompts++;
    longestMs = Math.max(longestMs, milliseconds);
    if (MAP_REGEXP.test(text)) mappedAfterS ??= seconds();
    if (isPromptAnswer(text)) answeredAfterS = seconds();
    else {await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, nextMs - performance.now()))
      );}
  }
  return {
    startMs: start.milliseconds,
    startBytes: new TextEncoder().encode(start.text).length,
    answeredAfterS,
    mappedAfterS,
    prompts,
    longestMs,
  };
}
