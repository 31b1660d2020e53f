import type { LineRange } from "@dossier/core/fragment";
import { isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/json";

/** Tokens that a host reports for one response of the model. */
export interface AnswerUsage {
  /** Neither read from a cache nor written to one. */
  readonly input: number;
  /** Read from a cache. */
  readonly cacheRead: number;
  /** Written to a cache. */
  readonly cacheWrite: number;
  /** Written by the model. */
  readonly output: number;
}

/** A record of a transcript line, in the same form for each host. */
export type HostRecord =
  | {
    readonly kind: "instruction" | "user" | "assistant" | "thinking" | "summary" | "compaction";
    readonly text: string;
  }
  | {
    readonly kind: "call";
    readonly id: string;
    readonly tool: string;
    readonly input: JsonObject;
    /** As the agent wrote it. */
    readonly text: string;
  }
  | {
    readonly kind: "output";
    /** Id of its call. */
    readonly id: string;
    readonly text: string;
    readonly failed: boolean;
    /** Lines that were read, by the host's report. */
    readonly lines?: LineRange;
  }
  /** A file that the host added without a call: the user named it, or it was restored. */
  | {
    readonly kind: "file";
    readonly path: string;
    readonly text: string;
    readonly lines?: LineRange;
  }
  | { readonly kind: "usage"; readonly usage: AnswerUsage & { readonly key: string } };

/** The records of a line, with its time and session. */
export interface HostLine {
  readonly records: readonly HostRecord[];
  readonly time?: string | undefined;
  readonly session?: string | undefined;
  /** Folder of the session from this line on. */
  readonly folder?: string | undefined;
  readonly agent?: string | undefined;
}

/**
 * Returns the content of a transcript line; undefined for an unknown one.
 *
 * @param isHostText Returns true for a message of a host in the role of the user.
 */
export type ReadHostLine = (
  line: JsonObject,
  isHostText: (text: string) => boolean,
) => HostLine | undefined;

/** A value of a transcript, which may be absent. */
export type JsonField = JsonValue | undefined;

/** Returns a value as an object; empty for any other value. */
export function objectOf(value: JsonField): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a value as a list; empty for any other value. */
export function itemsOf(value: JsonField): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a non-empty text; undefined for any other value. */
export function stringOf(value: JsonField): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a number; 0 for any other value. */
export function numberOf(value: JsonField): number {
  return typeof value === "number" ? value : 0;
}

/**
 * Returns the texts of a content, which is one text, or a list of parts of which some have a text.
 */
export function stringsOf(content: JsonField): readonly string[] {
  if (typeof content === "string") return [content];
  return itemsOf(content).flatMap((part) =>
    stringOf(part) ?? stringOf(objectOf(part)["text"]) ?? []
  );
}
