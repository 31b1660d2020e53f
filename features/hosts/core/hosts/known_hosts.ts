import { CLAUDE_CODE } from "./claude_code.ts";
import { CODEX } from "./codex.ts";
import { COPILOT } from "./copilot.ts";
import { CURSOR } from "./cursor.ts";
import { GEMINI } from "./gemini.ts";
import { OPENCODE } from "./opencode.ts";
import type { Host } from "./host.ts";

/** The known hosts, in the order for people. */
export const HOSTS: readonly Host[] = [CLAUDE_CODE, CODEX, CURSOR, COPILOT, GEMINI, OPENCODE];

/** Returns the host with a name; undefined when there is none. */
export function findHost(name: string | undefined): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

const WORDS = HOSTS.flatMap(({ ownMessages }) => ownMessages ?? []);

/**
 * Returns true for a message of a host in the role of the user: instructions, an environment, or
 * the output of a command.
 */
export function isHostText(message: string): boolean {
  return WORDS.some(({ text }) => text.test(message));
}

/** Returns true for a host's summary of a conversation in the role of the user. */
export function isHostSummary(message: string): boolean {
  return WORDS.some(({ summary }) => summary.test(message));
}
