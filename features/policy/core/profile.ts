import type { Hook } from "./hook.ts";
import type { JsonValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/**
 * Spaces that items are searched in, in this order: an item of an earlier space hides those with
 * the same id.
 */
export const SPACES = ["project", "user", "system"] as const;

/** A space that items are searched in. */
export type Space = typeof SPACES[number];

/** The ids of the knowledge items that a profile requests, and of those that it suppresses. */
export interface ContextItems {
  /** Items of the system prompt. */
  readonly system: readonly string[];
  /** Items of the first message, before the prompt. */
  readonly before: readonly string[];
  /** Items of the first message, after the prompt. */
  readonly after: readonly string[];
  /** Ids of items and hooks that are omitted, no matter what requests them. */
  readonly suppress: readonly string[];
}

/** An input of a profile. */
export interface ProfileInput {
  /** Its name in `{input:name}`. */
  readonly name: string;
  /** `string`, `number`, `integer`, `boolean`, `object` or `array`. */
  readonly type: string;
  /** If true, composing without it is an error. */
  readonly required: boolean;
  /** Its value when none is passed. */
  readonly fallback?: JsonValue;
  /** Its purpose. */
  readonly description?: string;
}

/** An output that an agent returns. */
export interface ProfileOutput {
  /** Its key in the returned value. */
  readonly name: string;
  /** A type of JSON Schema. */
  readonly type: string;
  /** If true, it must be returned. */
  readonly required: boolean;
  /** Its meaning. */
  readonly description?: string;
}

/** A risk that a profile accepts on purpose. */
export interface AcknowledgedRisk {
  /** Its level, such as `elevated`. */
  readonly risk: string;
  /** The reason for accepting it. */
  readonly reason: string;
}

/**
 * A named context: the permissions, the texts and the task of an agent. One may extend another. All
 * file formats are read into this form.
 */
export interface Profile {
  /** Path below the folder of profiles, with `/` and without extension. */
  readonly id: string;
  /** Its name in the prompt. */
  readonly name: string;
  /** As the file has it; empty when it has none. */
  readonly version: string;
  /** Id of the parent. */
  readonly extends?: string;
  /** One sentence; empty when the file has none. */
  readonly description: string;
  /** For conditions; empty when the file has none. */
  readonly category: string;
  /** Settings of the model, such as its tier, id or provider. */
  readonly model: Readonly<Record<string, string>>;
  /** Limits of the agent's run, such as turns. */
  readonly limits: Readonly<Record<string, number>>;
  /** Capabilities in the order of the file, such as `execute.tool.files.*`. */
  readonly permissions: readonly string[];
  /** The permissions as the file writes them, for the prompt; empty when there are none. */
  readonly permissionsText: string;
  /** In the order of the file. */
  readonly acknowledgedRisks: readonly AcknowledgedRisk[];
  /** Absent when the file declares none, which differs from four empty lists. */
  readonly context?: ContextItems;
  /** Its own hooks, in the order of the file. */
  readonly hooks: readonly Hook[];
  /** In the order of the file. */
  readonly inputs: readonly ProfileInput[];
  /** In the order of the file. */
  readonly outputs: readonly ProfileOutput[];
  /** Id of the profile whose body begins a continued thread. */
  readonly continuation?: string;
  /** The text before the metadata. */
  readonly preamble: string;
  /** The task of the agent; may contain `{input:name}`. */
  readonly body: string;
}

/** A text for agents, without its metadata. */
export interface KnowledgeItem {
  /** Path below the folder of knowledge, with `/` and without extension. */
  readonly id: string;
  /** Name of the tag around it; absent when the file has none. */
  readonly name?: string;
  readonly title?: string;
  /** Its metadata as in the file. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** The text for agents; trimmed. */
  readonly body: string;
}

/** The file of an item, and its signature. */
export interface ItemOrigin {
  /** The space that it was found in. */
  readonly space: Space;
  /** Path of its file; relative to the root in the project's space, else absolute. */
  readonly path: string;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly hash: string;
  /**
   * `valid` when a key that the user trusts signed all of it; `partial` when it signed a part, such
   * as the metadata of a directive of Rye and not the text below; `unverified` when it only has a
   * hash that matches. A hash that does not match is an error, not a value.
   */
  readonly signature: "valid" | "partial" | "unverified" | "missing";
  /**
   * Fingerprint of the key that its signature names; the user trusts it when the signature is
   * `valid` or `partial`.
   */
  readonly key?: string;
  /** Files of later spaces that it hides. */
  readonly shadows: readonly string[];
}

/** Paths of file systems are not longer. */
const MAX_ID_CHARACTERS = 1024;

/**
 * Backslashes are separators on some systems; control characters do not appear in names that a
 * person writes.
 */
const UNSAFE_REGEXP = /[\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Characters of an id that a sentence shows. */
const SHOWN_CHARACTERS = 80;

/** Returns true when an id stays below the folder of its items, on any system. */
export function isItemId(id: string): boolean {
  return id.length <= MAX_ID_CHARACTERS && !UNSAFE_REGEXP.test(id) && id.isWellFormed() &&
    id.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/**
 * Returns an id that stays below the folder of its items.
 *
 * @param what The type of the item, such as `profile`.
 * @throws {PolicyError} `invalid-item-id` for any other id.
 */
export function checkItemId(id: string, what: string): string {
  if (isItemId(id)) return id;
  const reason = id.length > MAX_ID_CHARACTERS
    ? `an id must have at most ${MAX_ID_CHARACTERS} characters: it has ${id.length}`
    : 'that is not an ID: write a path below its folder without extension, such as "review/security"';
  throw new PolicyError(
    "invalid-item-id",
    `Cannot look for the ${what} ${JSON.stringify(id.slice(0, SHOWN_CHARACTERS))} as ${reason}`,
  );
}
