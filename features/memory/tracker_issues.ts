import { parsePlainYaml, splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
import { isJsonObject, parseJsonObject } from "@dossier/core/json";
import { type IssueRecord, parseIssueRecord, parseMarkdownIssue } from "@dossier/core/tracker";
import type { MinedFile, MinedIssue } from "./core/mine/mod.ts";

/**
 * Keys of an issue's status and end in trackers, without case, `_` and `-`; the first that is
 * present counts.
 */
const STATUS_KEYS = ["status", "state"];
const CLOSED_KEYS = [
  "closedat",
  "closed",
  "resolvedat",
  "completedat",
  "updatedat",
  "updated",
  "date",
];
const RESOLUTION_KEYS = ["closereason", "resolution", "closingnote", "outcome", "resolutionnote"];

/** Returns true when a file of a tracker can contain issues, by its name. */
export function isIssueFile(path: string): boolean {
  return /\.(?:md|markdown|jsonl|ndjson|json)$/i.test(path);
}

/**
 * Returns the issues of a file of a tracker: a Markdown file is one, with its fields in front
 * matter; a JSON file has one per object or line. Other files have none.
 */
export function readTrackerIssues({ path, text }: MinedFile): readonly MinedIssue[] {
  if (/\.(?:md|markdown)$/i.test(path)) return [readMarkdown(path, text)];
  if (path.endsWith(".json")) return listRecords(text).map((record) => toIssue(record, path));
  return text.split("\n").flatMap((line, at) => {
    const record = line.trim() === "" ? undefined : parseJsonObject(line);
    return record === undefined ? [] : [toIssue(record, `${path}:${at + 1}`)];
  });
}

function readMarkdown(path: string, text: string): MinedIssue {
  const { frontMatter, body } = splitFrontMatter(text);
  const plain = frontMatter === undefined ? undefined : parsePlainYaml(frontMatter);
  const value = plain === undefined ? undefined : toPlainValue(plain);
  const fields = isJsonObject(value) ? value : {};
  const { issue } = parseMarkdownIssue(body, fields);
  return { ...issue, ...readEnd(fields), place: path };
}

function toIssue(record: IssueRecord, place: string): MinedIssue {
  const { issue } = parseIssueRecord(record);
  return { ...issue, ...readEnd(record), place };
}

function listRecords(text: string): readonly IssueRecord[] {
  const whole = parseJsonObject(`{"issues":${text}}`)?.["issues"];
  const inner = isJsonObject(whole) && Array.isArray(whole["issues"]) ? whole["issues"] : whole;
  return (Array.isArray(inner) ? inner : [inner]).filter(isJsonObject);
}

function readEnd(record: IssueRecord): Pick<MinedIssue, "status" | "closedAt" | "resolution"> {
  const fields = new Map(
    Object.entries(record).map((
      [key, value],
    ) => [key.toLowerCase().replaceAll(/[_-]/g, ""), value]),
  );
  const find = (keys: readonly string[]) => keys.map((key) => fields.get(key)).find(isFilled);
  const time = Date.parse(find(CLOSED_KEYS) ?? "");
  return {
    status: find(STATUS_KEYS),
    closedAt: Number.isNaN(time) ? undefined : time,
    resolution: find(RESOLUTION_KEYS),
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
