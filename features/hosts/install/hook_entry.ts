import { splitWords } from "@dossier/core/text";
import { findTimeLimit } from "../core/host/mod.ts";
import type { HooksFile, HostEvent, HostHooks } from "../core/hosts/mod.ts";
import {
  buildCommandLine,
  type EntryOptions,
  type EntryParts,
  findStartedParts,
} from "./host_entry.ts";
import { type HostEntry, isRecord } from "./config_format.ts";

/** Name of the command that hosts run at their events. */
const COMMAND = "hook";
/**
 * Seconds that a host waits longer than our time limit: a busy machine may delay the start of the
 * runtime.
 */
const SPARE_SECONDS = 4;
const MILLISECONDS = 1000;

const PLAIN_WORD_REGEXP = /^[\w@%+=:,./-]+$/;

/** Returns the entry of each event in a host's file: one hook, in a group of its own or not. */
export function hookEntries(
  name: string,
  hooks: HostHooks,
  { file, ...options }: EntryOptions & { readonly file: HooksFile },
): HostEntry {
  const more = (options.hookSwitches ?? []).map((option) => `--${option}`);
  const words = buildCommandLine(COMMAND, ["--host", name, ...more], options);
  return Object.fromEntries(
    hooks.events.filter(({ isUnused }) => !isUnused).map((event) => {
      const matcher = event.matcher === undefined ? {} : { matcher: event.matcher };
      const hook = { ...toCommand(file, words), ...toTimeout(hooks, event) };
      const item = file.isGrouped ? { ...matcher, hooks: [hook] } : { ...hook, ...matcher };
      return [event.name, item];
    }),
  );
}

/**
 * Returns the parts of a hook that starts this program, including one of another folder or version;
 * undefined for other hooks.
 */
function findHookParts(hook: unknown): EntryParts | undefined {
  if (!isRecord(hook)) return undefined;
  const { command, exec = command, args } = hook;
  if (typeof exec !== "string") return undefined;
  const words = Array.isArray(args) ? [exec, ...args.map(String)] : splitWords(exec);
  return findStartedParts(words, COMMAND);
}

/** Returns the parts of the hooks of an entry, each once. */
export function listStartedParts(entry: HostEntry): readonly EntryParts[] {
  const hooks = Object.values(entry).flatMap((item) =>
    isRecord(item) && Array.isArray(item["hooks"]) ? item["hooks"] : [item]
  );
  const parts = hooks.flatMap((hook) => findHookParts(hook) ?? []);
  return [...new Map(parts.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Returns true for a hook that starts this program, including one of another folder or version.
 */
export function isOwnHook(hook: unknown): boolean {
  return findHookParts(hook) !== undefined;
}

/** Returns the command of a hook: a program with its arguments, or a line for a shell. */
function toCommand({ programKey }: HooksFile, words: readonly string[]): HostEntry {
  const [program = "", ...args] = words;
  return programKey === undefined
    ? { type: "command", command: words.map(quoteWord).join(" ") }
    : { type: "command", [programKey]: program, args };
}

/** Returns the time limit in a host's file: longer than our own, and at most the host's default. */
function toTimeout({ timeout }: HostHooks, { moment, timeoutSeconds }: HostEvent): HostEntry {
  const own = Math.ceil(findTimeLimit(moment) / MILLISECONDS) + SPARE_SECONDS;
  const seconds = Math.max(1, Math.min(own, Math.floor(timeoutSeconds)));
  return { [timeout.key]: timeout.unit === "seconds" ? seconds : seconds * MILLISECONDS };
}

/** Returns a word in the quoting of a POSIX shell. */
function quoteWord(word: string): string {
  return PLAIN_WORD_REGEXP.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
