import { nearestNames } from "@dossier/core/query";
import type { PositionedEntry, PositionedValue, TextPosition } from "@dossier/core/yaml";
import type { RefreshTrigger, SalienceTrigger } from "./core/mod.ts";

/** A problem of a manifest, with its location. */
export interface ManifestProblem {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** A warning is ignored; with an error the manifest is not used. */
  readonly level: "error" | "warning";
  /** One sentence that names the file, the line and the column. */
  readonly message: string;
}

/** Longest list of a manifest; people write a dozen entries. */
const MAX_ITEMS = 100;

const UNSAFE_REGEXP = /[\\\p{Cc}]/u;

/** Returns true for a path that is relative to the root and does not leave it. */
export function isRelativePath(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !UNSAFE_REGEXP.test(path) &&
    path.split("/").every((name) => name !== ".." && name !== ".");
}

/** Reads values of a manifest, and collects their problems. */
export class ManifestReader {
  readonly #path: string;
  readonly #problems: ManifestProblem[] = [];

  /** @param path Name of the file, for messages. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The problems so far, in the order of the file. */
  get problems(): readonly ManifestProblem[] {
    return this.#problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** Adds an error about a value. */
  addError(place: TextPosition, reason: string): void {
    this.#report("error", place, reason);
  }

  /** Adds a warning about a value that is ignored. */
  addWarning(place: TextPosition, reason: string): void {
    this.#report("warning", place, reason);
  }

  #report(level: ManifestProblem["level"], { line, column }: TextPosition, reason: string): void {
    const verb = level === "error" ? "is wrong" : "is ignored";
    const message =
      `Cannot use all of "${this.#path}" as line ${line}, column ${column} ${verb}: ${reason}`;
    this.#problems.push({ level, line, column, message });
  }

  /** Returns the entries of a mapping by key; an unknown key is a warning. */
  mapping(
    { entries, position }: PositionedValue,
    name: string,
    known: readonly string[],
  ): ReadonlyMap<string, PositionedEntry> {
    if (entries === undefined) this.addError(position, `${name} must be a mapping`);
    const found = new Map<string, PositionedEntry>();
    for (const entry of entries ?? []) {
      if (known.includes(entry.key)) found.set(entry.key, entry);
      else {
        const [nearest] = nearestNames(entry.key, known, { limit: 1 });
        const hint = nearest === undefined
          ? `the known keys are "${known.join('", "')}"`
          : `did you mean "${nearest}"?`;
        this.addWarning(entry.position, `the key "${entry.key}" is unknown: ${hint}`);
      }
    }
    return found;
  }

  /** Returns the items of a list; empty for a missing or empty value. */
  list(entry: PositionedEntry | undefined): readonly PositionedValue[] {
    if (entry === undefined || entry.value.value === null) return [];
    const { items, position } = entry.value;
    if (items === undefined) this.addError(position, `"${entry.key}" must be a list`);
    else if (items.length > MAX_ITEMS) {
      const count = `at most ${MAX_ITEMS} entries: current value has ${items.length}`;
      this.addError(position, `"${entry.key}" must have ${count}`);
      return [];
    }
    return items ?? [];
  }

  /** Returns a text of one line; a number becomes its written form. */
  text(entry: PositionedEntry | undefined): string | undefined {
    if (entry === undefined) return undefined;
    const { value, written, position } = entry.value;
    if (typeof value === "number") return written ?? String(value);
    // A line break could forge a line of a message.
    if (typeof value === "string" && /^\P{Cc}+$/u.test(value)) return value;
    this.addError(position, `"${entry.key}" must be a text of one line`);
    return undefined;
  }

  /** Returns the texts of a list. */
  texts(entry: PositionedEntry | undefined): readonly string[] {
    return this.list(entry).flatMap((item) => {
      if (typeof item.value === "string") return [item.value];
      this.addError(item.position, `"${entry!.key}" must be a list of texts`);
      return [];
    });
  }

  /** Returns a path below the root. */
  path(entry: PositionedEntry | undefined): string | undefined {
    const path = this.text(entry)?.replace(/\/+$/, "");
    if (path === undefined || isRelativePath(path)) return path;
    this.addError(entry!.value.position, `"${entry!.key}" must be a path below the root`);
    return undefined;
  }

  /** Returns a whole number of at least `least`. */
  wholeNumber(entry: PositionedEntry | undefined, least: number): number | undefined {
    if (entry === undefined) return undefined;
    const { value, position } = entry.value;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
    const name = `"${entry.key}"`;
    this.addError(
      position,
      `${name} must be a whole number >= ${least}: current value is ${
        this.formatValue(entry.value)
      }`,
    );
    return undefined;
  }

  /** Returns true or false. */
  flag(entry: PositionedEntry | undefined): boolean | undefined {
    if (entry === undefined) return undefined;
    const { value, position } = entry.value;
    if (typeof value === "boolean") return value;
    this.addError(position, `"${entry.key}" must be true or false`);
    return undefined;
  }

  /** Returns a value in the notation of messages. */
  formatValue({ value, entries }: PositionedValue): string {
    if (entries !== undefined) {
      return entries.map((entry) => `"${entry.key}: ${entry.value.value}"`).join(", ") || "{}";
    }
    return value === undefined ? "that" : JSON.stringify(value);
  }
}

const EVERY_REGEXP = /^every_(?:(\d{1,9})_turns|n_turns: *(\d{1,9}))$/;
const TOOL_REGEXP = /^on_tool_call:\s*([^\p{Cc}\s](?:\P{Cc}*[^\p{Cc}\s])?)\s*$/u;

/** Returns a refresh trigger; undefined after adding an error for an invalid one. */
export function readRefreshTrigger(
  item: PositionedValue,
  reading: ManifestReader,
): RefreshTrigger | undefined {
  const [entry, ...more] = item.entries ?? [];
  const { value = item.value } = entry?.value ?? {};
  const isPlain = typeof value === "string" || typeof value === "number";
  if (isPlain && more.length === 0) {
    // A quoted key with its value is one text.
    const written = entry === undefined ? String(value) : `${entry.key}: ${value}`;
    if (written === "on_rfc_change") return { kind: "rfc-change" };
    const tool = TOOL_REGEXP.exec(written)?.[1];
    if (tool !== undefined) return { kind: "tool-call", tool };
    const turns = EVERY_REGEXP.exec(written);
    const every = Number(turns?.[1] ?? turns?.[2]);
    if (every >= 1) return { kind: "turns", every };
  }
  reading.addError(
    entry?.value.position ?? item.position,
    `${reading.formatValue(item)} is not a refresh trigger: use "on_rfc_change", ` +
      '"every_10_turns" with a number from 1, "every_n_turns: 10" and "on_tool_call: NAME"',
  );
  return undefined;
}

/** Returns a trigger of a plugin; undefined after adding an error for an invalid one. */
export function readSalienceTrigger(
  item: PositionedValue,
  reading: ManifestReader,
): SalienceTrigger | undefined {
  const [entry, ...more] = item.entries ?? [];
  const text = entry?.value.value;
  if (typeof text === "string" && text !== "" && more.length === 0) {
    if (entry!.key === "file_annotation") return { kind: "file-annotation", text };
    if (entry!.key === "keyword_match") return { kind: "keyword", text };
    if (entry!.key === "commit_msg_pattern") return { kind: "commit-message", pattern: text };
  }
  reading.addError(
    item.position,
    "a salience trigger must have one of " +
      '"commit_msg_pattern", "file_annotation" and "keyword_match", with a text',
  );
  return undefined;
}
