import { chooseReminder, type ReminderRule, SECURITY_REMINDERS } from "../core/host_hook/mod.ts";
import { isJsonObject, parseJsonObject } from "@dossier/core/json";
import { readPlainText, writeWhole } from "@dossier/retrieval/machine";

/** What the hook needs of the machine. */
export interface RemindOptions {
  /** Absolute path of the folder with what sessions were told; made as needed. */
  readonly folder: string;
  /** The first that matches is told. @default {@link SECURITY_REMINDERS} */
  readonly rules?: readonly ReminderRule[] | undefined;
  /** The value of `ENABLE_SECURITY_REMINDER`; "0" switches reminders off. */
  readonly enabled?: string | undefined;
  /** A number from 0 to 1: now and then old files are removed. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** How the hook ends. */
export interface ReminderExit {
  /** 2 shows the agent what the hook says, before the tool is used. */
  readonly code: 0 | 2;
  /** What it writes to standard error. */
  readonly stderr: string;
}

const PASS: ReminderExit = { code: 0, stderr: "" };

/** How often old files are looked for, and how old they are then; the seed's. */
const PRUNING_CHANCE = 0.1;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

const FILE_REGEXP = /^reminders-[\w-]+\.json$/;

/**
 * Reminds an agent of what is easily written and often regretted, once a session for each file and rule: a hook for
 * `PreToolUse` as a whole, for orchestrators without dossier's own. Input that cannot be read is let through.
 *
 * @param stdin The JSON that the host gives a hook.
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
  const given = readGiven(path);
  const chosen = chooseReminder(rules, action, new Set(given));
  if (chosen === undefined) return PASS;
  writeGiven(path, folder, [...given, chosen.key]);
  return { code: 2, stderr: chosen.reminder };
}

/** Returns the id of a session as the name of a file: others are told apart by their bytes. */
function toFileName(session: unknown): string {
  const id = typeof session === "string" && session !== "" ? session : "default";
  return /^[\w-]{1,100}$/.test(id) ? id : new TextEncoder().encode(id).slice(0, 100).toHex();
}

function readGiven(path: string): readonly string[] {
  const read = readPlainText(path);
  if (read.kind === "refused") return [];
  try {
    const keys: unknown = JSON.parse(read.text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps what a session was told. Where that fails it is told again, which is better than not at all. */
function writeGiven(path: string, folder: string, keys: readonly string[]): void {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(path, JSON.stringify(keys), { mode: 0o600 });
  } catch {
    // It has been said.
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
    // There is none yet, or another process removes them.
  }
}
