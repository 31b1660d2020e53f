import { CLAUDE_CODE } from "./claude_code.ts";
import { CODEX } from "./codex.ts";
import { COPILOT } from "./copilot.ts";
import { CURSOR } from "./cursor.ts";
import { GEMINI } from "./gemini.ts";
import { OPENCODE } from "./opencode.ts";
import type { Host } from "./host.ts";

/** The hosts that are known, in the order in which people are told of them. */
export const HOSTS: readonly Host[] = [CLAUDE_CODE, CODEX, CURSOR, COPILOT, GEMINI, OPENCODE];

/** Returns the host that the user names; undefined when there is none. */
export function findHost(name: string | undefined): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

const WORDS = HOSTS.flatMap(({ words }) => words ?? []);

/** Returns whether a message in the name of the user is one of a host: instructions, an environment, what a command said. */
export function isHostText(message: string): boolean {
  return WORDS.some(({ text }) => text.test(message));
}

/** Returns whether a message in the name of the user is a host's summary of a conversation. */
export function isHostSummary(message: string): boolean {
  return WORDS.some(({ summary }) => summary.test(message));
}
