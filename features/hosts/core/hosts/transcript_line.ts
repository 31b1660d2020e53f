import type { LineRange } from "@dossier/core/fragment";
import { isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/json";

/** Tokens as a host reports them for one answer of the model. */
export interface AnswerUsage {
  /** Not read from a cache and not written to one. */
  readonly input: number;
  /** Read from a cache. */
  readonly cacheRead: number;
  /** Written to a cache. */
  readonly cacheWrite: number;
  /** That the model wrote. */
  readonly output: number;
}

/** What one line of a transcript says, in the same words for each host. */
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
    /** Of its call. */
    readonly id: string;
    readonly text: string;
    readonly failed: boolean;
    /** What the host says was read. */
    readonly lines?: LineRange;
  }
  /** A file that the host gave unasked: the user named it, or it was restored. */
  | {
    readonly kind: "file";
    readonly path: string;
    readonly text: string;
    readonly lines?: LineRange;
  }
  | { readonly kind: "usage"; readonly usage: AnswerUsage & { readonly key: string } };

/** What a line says, and where it belongs. */
export interface HostLine {
  readonly records: readonly HostRecord[];
  readonly time?: string | undefined;
  readonly session?: string | undefined;
  /** Folder of the session from here on. */
  readonly folder?: string | undefined;
  readonly agent?: string | undefined;
}

/**
 * Returns what a line of a transcript says; undefined when it is none that is known.
 *
 * @param isHostText Says whether a message in the name of the user is one of a host.
 */
export type ReadHostLine = (
  line: JsonObject,
  isHostText: (text: string) => boolean,
) => HostLine | undefined;

/** A value of a transcript, where there may be none. */
export type JsonField = JsonValue | undefined;

/** Returns a value as an object; empty when it is none. */
export function objectOf(value: JsonField): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a value as a list; empty when it is none. */
export function itemsOf(value: JsonField): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not empty; undefined for anything else. */
export function stringOf(value: JsonField): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a number; 0 for anything else. */
export function numberOf(value: JsonField): number {
  return typeof value === "number" ? value : 0;
}

/** Returns the texts of content, which is one text, or a list of parts of which some have one. */
export function stringsOf(content: JsonField): readonly string[] {
  if (typeof content === "string") return [content];
  return itemsOf(content).flatMap((part) =>
    stringOf(part) ?? stringOf(objectOf(part)["text"]) ?? []
  );
}
