import { isJsonObject } from "../text/json_value.ts";
import { findManifestFaults, LIST_NAMES, parseWorkManifest, toKey } from "./parse_work_manifest.ts";
import { findManifests } from "./find_manifests.ts";
import type { Issue, WorkManifest } from "../issue/issue.ts";

/** Issue with the problems of its record. */
export interface ParsedIssue {
  /** Issue; its title and description may both be empty. */
  readonly issue: Issue;
  /** Sentence for each ignored field. */
  readonly problems: readonly string[];
}

/** A parsed JSON object or YAML mapping. */
export type IssueRecord = Readonly<Record<string, unknown>>;

/** Keys of each field; the first one that is present counts. */
const FIELD_NAMES = {
  // The name that people use precedes that of a database.
  id: ["identifier", "key", "number", "iid", "id"],
  title: ["title", "summary", "name"],
  description: ["description", "body", "text", "content"],
  design: ["design"],
  acceptance: ["acceptancecriteria", "acceptance"],
  notes: ["notes"],
  type: ["type", "issuetype", "kind"],
  labels: ["labels", "tags"],
  manifest: ["manifest", "workmanifest"],
  comments: ["comments"],
} as const;

type Field = keyof typeof FIELD_NAMES;

/** Lists of a manifest that are fields of the record. */
const MANIFEST_KEYS: readonly string[] = Object.values(LIST_NAMES).flat();

/** Key of the issue in a record around it, as in the events of forges. */
const WRAPPER_KEY = "issue";

/** Fields that become sections of the description, with their headings. */
const SECTIONS: readonly (readonly [field: Field, heading: string])[] = [
  ["design", "Design"],
  ["acceptance", "Acceptance criteria"],
];

const LINE_ENDS_REGEXP = /[\r\n]+/;

/**
 * Returns the issue of a tracker record. Names are compared without case, `_` and `-`:
 *
 * - id: `identifier`, `key`, `number`, `iid` or `id`; a text or a number
 * - title: `title`, `summary` or `name`
 * - description: `description`, `body`, `text` or `content`, then `design` and
 *   `acceptance_criteria` under headings
 * - type: `type`, `issue_type` or `kind`; a text or a mapping with a `name`
 * - labels: `labels` or `tags`; a list of texts or of mappings with a `name`, or a text with commas
 * - manifest: `manifest` or `work_manifest` for {@link parseWorkManifest}, else lists among the
 *   fields, such as `primary` or `primary_files`, else the last manifest that {@link findManifests}
 *   finds in the description, `notes` and `comments`, in this order
 *
 * A record without title and description is replaced by the record in its `issue`. Other fields are
 * ignored. Values of the wrong type and unknown parts of a manifest are reported.
 *
 * @param record A parsed JSON object or YAML mapping, such as a line of `.beads/issues.jsonl`.
 */
export function parseIssueRecord(record: IssueRecord): ParsedIssue {
  return new RecordParser(unwrap(record)).read();
}

/** Returns only the id of an issue record; empty when it has none. */
export function parseIssueId(record: IssueRecord): string {
  return new RecordParser(unwrap(record)).readId();
}

/** Returns the record inside a record that has neither title nor description of its own. */
function unwrap(record: IssueRecord): IssueRecord {
  const own: readonly string[] = [...FIELD_NAMES.title, ...FIELD_NAMES.description];
  const entries = Object.entries(record);
  if (entries.some(([name]) => own.includes(toKey(name)))) return record;
  const inner = entries.find(([name]) => toKey(name) === WRAPPER_KEY)?.[1];
  return isJsonObject(inner) ? inner : record;
}

/** Parser of one record. */
class RecordParser {
  readonly #fields = new Map<string, unknown>();
  readonly #problems: string[] = [];

  constructor(record: IssueRecord) {
    for (const [name, value] of Object.entries(record)) {
      // Trackers write null for a field that is not set.
      if (value !== null && value !== undefined && !this.#fields.has(toKey(name))) {
        this.#fields.set(toKey(name), value);
      }
    }
  }

  readId(): string {
    return this.#text("id");
  }

  read(): ParsedIssue {
    const id = this.readId();
    const type = this.#text("type");
    const description = this.#describe();
    const manifest = this.#manifest(id, description);
    return {
      issue: {
        id,
        title: toLine(this.#text("title")),
        description,
        ...(type === "" ? {} : { type }),
        labels: this.#labels(),
        ...(manifest === undefined ? {} : { manifest }),
      },
      problems: this.#problems,
    };
  }

  #describe(): string {
    const sections = SECTIONS.flatMap(([field, heading]) => {
      const text = this.#text(field);
      return text.trim() === "" ? [] : [`## ${heading}\n\n${text}`];
    });
    const description = this.#text("description");
    return [...(description.trim() === "" ? [] : [description]), ...sections].join("\n\n");
  }

  #labels(): readonly string[] {
    const value = this.#find("labels");
    if (value === undefined) return [];
    const items: readonly unknown[] = typeof value === "string"
      ? value.split(",")
      : Array.isArray(value)
      ? value
      : [undefined];
    const labels = items.map((item) => toText(item)?.trim());
    if (labels.includes(undefined)) {
      this.#problems.push('Some "labels" of the issue are ignored as they are not text');
    }
    return [...new Set(labels.filter((label) => label !== undefined && label !== ""))] as string[];
  }

  #manifest(id: string, description: string): WorkManifest | undefined {
    const value = this.#find("manifest");
    const lists = Object.fromEntries(
      [...this.#fields].filter(([key]) => MANIFEST_KEYS.includes(key)),
    );
    if (value !== undefined && typeof value !== "string" && !isJsonObject(value)) {
      this.#report("manifest", 'not a mapping with "primary", "read" and "forbidden"');
    }
    if (isJsonObject(value)) this.#problems.push(...findManifestFaults(value));
    const explicit = parseWorkManifest(value);
    if (explicit === undefined) this.#problems.push(...findManifestFaults(lists));
    else if (Object.keys(lists).length > 0) {
      this.#problems.push(
        'The lists next to the "manifest" of the issue are ignored as it takes precedence',
      );
    }
    const stated = explicit ??
      parseWorkManifest({ ...lists, version: this.#fields.get("version") });
    if (stated !== undefined) return stated;
    const texts = [description, this.#text("notes"), ...this.#comments()];
    const found = texts.flatMap((text) => findManifests(text, { id }));
    const last = found.at(-1);
    return last === undefined ? undefined : { ...last, version: found.length };
  }

  #comments(): readonly string[] {
    const comments = this.#find("comments");
    // Forges have the number of comments here.
    if (!Array.isArray(comments)) return [];
    return comments.flatMap((comment) => {
      if (typeof comment === "string") return [comment];
      if (!isJsonObject(comment)) return [];
      return [comment["text"], comment["body"]].filter((text) => typeof text === "string");
    });
  }

  #text(field: Field): string {
    const value = this.#find(field);
    const text = value === undefined ? "" : toText(value);
    if (text === undefined) this.#report(field, "not text");
    return text ?? "";
  }

  #find(field: Field): unknown {
    const key = FIELD_NAMES[field].find((key) => this.#fields.has(key));
    return key === undefined ? undefined : this.#fields.get(key);
  }

  #report(field: Field, reason: string): void {
    this.#problems.push(`The "${field}" of the issue is ignored as it is ${reason}`);
  }
}

/** Returns a text, a number as text, or the name of a mapping; undefined for other values. */
function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isJsonObject(value) && typeof value["name"] === "string") return value["name"];
  return undefined;
}

function toLine(text: string): string {
  return text.split(LINE_ENDS_REGEXP).map((line) => line.trim()).filter((line) => line !== "")
    .join(" ");
}
