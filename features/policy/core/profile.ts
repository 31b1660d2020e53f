import type { Hook } from "./hook.ts";
import type { JsonValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/** Where items are looked for, in this order: an item of an earlier space hides one of the same id. */
export const SPACES = ["project", "user", "system"] as const;

/** A place that items are looked for in. */
export type Space = typeof SPACES[number];

/** The knowledge items that a profile asks for, by their ids, and those that it does without. */
export interface ContextItems {
  /** For the system prompt. */
  readonly system: readonly string[];
  /** For the first message, before the prompt. */
  readonly before: readonly string[];
  /** For the first message, behind the prompt. */
  readonly after: readonly string[];
  /** Items, and hooks by id, that are left out, whoever asks for them. */
  readonly suppress: readonly string[];
}

/** What a profile is given when it is used. */
export interface ProfileInput {
  /** How it is written in `{input:name}`. */
  readonly name: string;
  /** `string`, `number`, `integer`, `boolean`, `object` or `array`. */
  readonly type: string;
  /** Whether nothing is composed without it. */
  readonly required: boolean;
  /** What it is when nothing is given. */
  readonly fallback?: JsonValue;
  /** What it is for. */
  readonly description?: string;
}

/** What an agent is to give back. */
export interface ProfileOutput {
  /** Its key in what is given back. */
  readonly name: string;
  /** A type of JSON Schema. */
  readonly type: string;
  /** Whether it must be given back. */
  readonly required: boolean;
  /** What it is. */
  readonly description?: string;
}

/** A risk that a profile takes on purpose. */
export interface AcknowledgedRisk {
  /** Its level, such as `elevated`. */
  readonly risk: string;
  /** Why it is taken. */
  readonly reason: string;
}

/**
 * A named context: what an agent may do, what it is told, and what it is asked for. One may extend another.
 * Whatever format it is written in, this is what it says.
 */
export interface Profile {
  /** Path below the folder of profiles, with `/` and without extension. */
  readonly id: string;
  /** What the prompt calls it. */
  readonly name: string;
  /** As the file has it; empty when it has none. */
  readonly version: string;
  /** Id of the parent. */
  readonly extends?: string;
  /** In a sentence; empty when the file has none. */
  readonly description: string;
  /** For conditions; empty when the file has none. */
  readonly category: string;
  /** What is said of the model, such as its tier, id or provider. */
  readonly model: Readonly<Record<string, string>>;
  /** Limits of the agent's run, such as turns. */
  readonly limits: Readonly<Record<string, number>>;
  /** Capabilities in the order of the file, such as `execute.tool.files.*`. */
  readonly permissions: readonly string[];
  /** The permissions as they are written, which the prompt shows; empty when there are none. */
  readonly permissionsText: string;
  /** In the order of the file. */
  readonly acknowledgedRisks: readonly AcknowledgedRisk[];
  /** Absent when the file says nothing of it, which is not the same as four empty lists. */
  readonly context?: ContextItems;
  /** Its own hooks, in the order of the file. */
  readonly hooks: readonly Hook[];
  /** In the order of the file. */
  readonly inputs: readonly ProfileInput[];
  /** In the order of the file. */
  readonly outputs: readonly ProfileOutput[];
  /** Id of the profile whose body begins a continued thread. */
  readonly continuation?: string;
  /** What stands before the metadata. */
  readonly preamble: string;
  /** What the agent is asked to do; may hold `{input:name}`. */
  readonly body: string;
}

/** A text that is given to agents as it is, without its metadata. */
export interface KnowledgeItem {
  /** Path below the folder of knowledge, with `/` and without extension. */
  readonly id: string;
  /** For the tag around it; absent when the file gives none. */
  readonly name?: string;
  readonly title?: string;
  /** Its metadata as the file has them. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** What is given; trimmed. */
  readonly body: string;
}

/** Where an item was found, and what vouches for it. */
export interface ItemOrigin {
  /** Where it was found. */
  readonly space: Space;
  /** Path of its file; relative to the root in the project's space, else absolute. */
  readonly path: string;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly hash: string;
  /**
   * `valid` when a key that the user trusts signed it, `partial` when that signed a part of it, such as the metadata of
   * a directive of Rye and not the text below, `unverified` when it only carries a hash that matches it. One that
   * does not match is an error, not a value.
   */
  readonly signature: "valid" | "partial" | "unverified" | "missing";
  /** Fingerprint of the key that its signature names; the user trusts it where the signature is `valid` or `partial`. */
  readonly key?: string;
  /** Files of later spaces that it hides. */
  readonly shadows: readonly string[];
}

/** A path of a file system is no longer. */
const MAX_ID_CHARACTERS = 1024;

/** Backslashes separate on some systems; control characters are in no name that a person gives. */
const UNSAFE_REGEXP = /[\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Characters of an id that a sentence shows. */
const SHOWN_CHARACTERS = 80;

/** Returns whether an id stays below the folder of its items, whatever the system. */
export function isItemId(id: string): boolean {
  return id.length <= MAX_ID_CHARACTERS && !UNSAFE_REGEXP.test(id) && id.isWellFormed() &&
    id.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/**
 * Returns an id that stays below the folder of its items.
 *
 * @param what What it is the id of, such as `profile`.
 * @throws {PolicyError} `invalid-item-id` for any other.
 */
export function checkItemId(id: string, what: string): string {
  if (isItemId(id)) return id;
  const reason = id.length > MAX_ID_CHARACTERS
    ? `an id must have at most ${MAX_ID_CHARACTERS} characters: it has ${id.length}`
    : 'that is no id: write a path below its folder without extension, such as "review/security"';
  throw new PolicyError(
    "invalid-item-id",
    `Cannot look for the ${what} ${JSON.stringify(id.slice(0, SHOWN_CHARACTERS))} as ${reason}`,
  );
}
