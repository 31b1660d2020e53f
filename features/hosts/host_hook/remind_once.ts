import { chooseReminder, type ReminderRule, SECURITY_REMINDERS } from "../core/host_hook/mod.ts";
import { isJsonObject, parseJsonObject } from "@dossier/core/json";
import { readPlainText, writeAtomically } from "@dossier/retrieval/machine";

/** Options of {@link remindOnce}. */
export interface RemindOptions {
  /** Absolute path of the folder with the reminders of sessions; created on demand. */
  readonly folder: string;
  /** The first matching rule applies. @default {@link SECURITY_REMINDERS} */
  readonly rules?: readonly ReminderRule[] | undefined;
  /** The value of `ENABLE_SECURITY_REMINDER`; "0" disables reminders. */
  readonly enabled?: string | undefined;
  /**
   * Returns a number from 0 to 1 that decides whether old files are removed. @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The result of the hook's process. */
export interface ReminderExit {
  /** 2 shows the agent the standard error, before the tool is used. */
  readonly code: 0 | 2;
  /** Its standard error. */
  readonly stderr: string;
}

const PASS: ReminderExit = { code: 0, stderr: "" };

/**
 * Probability that a call removes old files, and the age from which a file is old. Source: the
 * original specification.
 */
const PRUNING_CHANCE = 0.1;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

const FILE_REGEXP = /^reminders-[\w-]+\.json$/;

/**
 * Reminds an agent of frequent mistakes, once per session for each file and rule. It is a complete
 * `PreToolUse` hook for orchestrators that do not use dossier's own hooks. Input that cannot be
 * read is accepted.
 *
 * @param stdin The JSON that the host sends to a hook.
 */
export function remindOnce(
  stdin: string,
  { folder, rules = SECURITY_REMINDERS, enabled, random = Math.random, now = Date.now }:
    RemindOptions,
): ReminderExit {
  const input = enabled === "0" ? undefined : parseJsonObject(stdin);
  if (input === undefined) return PASS;
  if (random() < PRUNING_CHANCE) removeOld(folder, now() - MAX_AGE_MS);
  const { session_id: session, tool_name: toolName, tool_input: toolInput } = input;
  const action = {
    event: "PreToolUse",
    toolName: typeof toolName === "string" ? toolName : undefined,
    toolInput: isJsonObject(toolInput) ? toolInput : undefined,
  };
  const path = `${folder}/reminders-${toFileName(session)}.json`;
  const given = readShownKeys(path);
  const chosen = chooseReminder(rules, action, new Set(given));
  if (chosen === undefined) return PASS;
  writeShownKeys(path, folder, [...given, chosen.key]);
  return { code: 2, stderr: chosen.reminder };
}

/** Returns the id of a session as a file name: other ids are encoded by their bytes. */
function toFileName(session: unknown): string {
  const id = typeof session === "string" && session !== "" ? session : "default";
  return /^[\w-]{1,100}$/.test(id) ? id : new TextEncoder().encode(id).slice(0, 100).toHex();
}

function readShownKeys(path: string): readonly string[] {
  const read = readPlainText(path);
  if (read.kind === "refused") return [];
  try {
    const keys: unknown = JSON.parse(read.text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Stores the reminders of a session. A failed write only repeats a reminder. */
function writeShownKeys(path: string, folder: string, keys: readonly string[]): void {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeAtomically(path, JSON.stringify(keys), { mode: 0o600 });
  } catch {
    // The reminder is shown anyway.
  }
}

function removeOld(folder: string, before: number): void {
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      const changed = FILE_REGEXP.test(name) ? Deno.lstatSync(path).mtime : null;
      if (changed !== null && changed.getTime() < before) Deno.removeSync(path);
    }
  } catch {
    // The folder does not exist yet, or another process removes the files.
  }
}
