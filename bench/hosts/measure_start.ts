import { HostedTree } from "./hosted_tree.ts";
import type { HostHome } from "./host_home.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** Figures of a session in a new clone. */
export interface StartFigures {
  /** Output of its SessionStart hook, and the duration. */
  readonly startMs: number;
  readonly startBytes: number;
  /** Seconds from the start until a prompt got a relevant answer; undefined for never. */
  readonly answeredAfterS: number | undefined;
  /** Seconds until the session had its map, possibly with a prompt; undefined for never. */
  readonly mappedAfterS: number | undefined;
  /** Number of sent prompts, and the longest wait of one. */
  readonly prompts: number;
  readonly longestMs: number;
}

/** Milliseconds between prompts, and the time after which the measurement gives up. */
const PROMPT_EVERY_MS = 1000;
const GIVE_UP_MS = 180_000;

/** Beginning of the map in the text for a session. */
const MAP_REGEXP = /^Map of the repository:/m;

/**
 * Begins a session in a new clone and sends a prompt every second until one is answered.
 *
 * @param options.prompt Prompt that is answered once the index is complete.
 * @param options.withServer True when the host starts its MCP server at the same moment.
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
