import {
  type Anchor,
  type Classification,
  CLASSIFICATIONS,
  DEFAULT_CLASSIFICATION,
  INITIAL_WEIGHT,
  MAX_ANCHORS,
  type Observation,
  OBSERVATION_KINDS,
  OBSERVATION_STATUSES,
  type ObservationKind,
  type ObservationStatus,
} from "./observation.ts";

/** Key of the first line of an export, with the version of its format. */
export const EXPORT_MARK = "dossier-memory";

/** The version of the format that is written; others are not read. */
export const EXPORT_VERSION = 1;

/** The first line of an export. */
export interface ExportHeader {
  readonly project: string;
}

/**
 * An observation in a line of an export: its texts are untrusted, its numbers within their limits.
 */
export interface ExportedObservation
  extends
    Pick<Observation, "kind" | "content" | "origin" | "classification" | "anchors" | "weight">,
    Partial<
      Pick<Observation, "reason" | "session" | "supersededBy" | "sourceProject">
    > {
  /** Id in the memory that it comes from. */
  readonly id?: string | undefined;
  readonly agent?: string | undefined;
  readonly evidence?: string | undefined;
  readonly tags: readonly string[];
  /** Milliseconds since 1970, as `verifiedAt`; neither is in the future. */
  readonly createdAt: number;
  readonly verifiedAt: number;
  readonly status: ObservationStatus;
}

/** The reason why a line of an export is invalid: half a sentence that follows "as". */
export class ExportProblem extends Error {
  override readonly name = "ExportProblem";
}

const ORIGINS = ["explicit", "captured"] as const;

/**
 * Maximum number of UTF-16 code units of names, tags and paths; claims have a limit of their own.
 */
const MAX_NAME = 200;
const MAX_TAGS = 16;
const MAX_PATH = 1024;
const MAX_EVIDENCE = 1000;
const MAX_LINE_NUMBER = 10_000_000;

const CONTROL_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const ID_REGEXP = /^o[1-9]\d{0,14}$/;
const HASH_REGEXP = /^(?:[0-9a-f]{64})?$/;
const COMMIT_REGEXP = /^[0-9a-f]{7,64}$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the header in the first line of an export.
 *
 * @throws {ExportProblem} When it is invalid, or of another version.
 */
export function parseExportHeader(line: string): ExportHeader {
  const fields = parseObject(line);
  const version = fields[EXPORT_MARK];
  if (version === undefined) {
    throw new ExportProblem(`its first line has no "${EXPORT_MARK}"`);
  }
  if (version !== EXPORT_VERSION) {
    throw new ExportProblem(`its version is not ${EXPORT_VERSION}, the only supported one`);
  }
  return { project: readName(fields, "project") ?? "" };
}

/**
 * Returns the observation in a line of an export. Values of a wrong type and unknown words are
 * rejected; numbers are clamped to their limits, and times to now at the latest. Unknown fields are
 * ignored.
 *
 * @param now Milliseconds since 1970.
 * @throws {ExportProblem} For the first invalid value.
 */
export function parseExportedLine(line: string, now: number): ExportedObservation {
  const fields = parseObject(line);
  const id = readName(fields, "id");
  const supersededBy = readName(fields, "supersededBy");
  for (const one of [id, supersededBy]) {
    if (one !== undefined && !ID_REGEXP.test(one)) {
      throw new ExportProblem("an ID must look like o12");
    }
  }
  const content = readText(fields, "content");
  if (content === undefined) throw new ExportProblem("it has no content");
  const createdAt = readTime(fields, "createdAt", now) ?? now;
  return {
    id,
    kind: readWord<ObservationKind>(fields, "kind", OBSERVATION_KINDS) ??
      fail("it has no kind"),
    content,
    reason: readText(fields, "reason"),
    origin: readWord(fields, "origin", ORIGINS) ?? "captured",
    evidence: readText(fields, "evidence", MAX_EVIDENCE),
    classification: readWord<Classification>(fields, "classification", CLASSIFICATIONS) ??
      DEFAULT_CLASSIFICATION,
    anchors: readList(fields, "anchors", MAX_ANCHORS).map(toAnchor),
    tags: readList(fields, "tags", MAX_TAGS).map((tag) => toName(tag, "a tag")),
    weight: Math.min(1, Math.max(0, readNumber(fields, "weight") ?? INITIAL_WEIGHT)),
    agent: readName(fields, "agent"),
    session: readName(fields, "session"),
    createdAt,
    verifiedAt: readTime(fields, "verifiedAt", now) ?? createdAt,
    status: readWord(fields, "status", OBSERVATION_STATUSES) ?? "waiting",
    supersededBy,
    sourceProject: readName(fields, "sourceProject"),
  };
}

function parseObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ExportProblem("it is not valid JSON");
  }
  return toObject(value, "it");
}

/** Returns an object without inherited members, such as `constructor`. */
function toObject(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ExportProblem(`${what} is not an object`);
  }
  return Object.assign(Object.create(null), value) as Fields;
}

function readText(fields: Fields, name: string, max = Infinity): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new ExportProblem(`its ${name} is not text`);
  if (value.length > max) {
    throw new ExportProblem(`its ${name} has more than ${max} characters`);
  }
  return value;
}

function readName(fields: Fields, name: string): string | undefined {
  const text = readText(fields, name);
  return text === undefined ? undefined : toName(text, `its ${name}`);
}

function toName(value: unknown, what: string): string {
  if (typeof value !== "string") throw new ExportProblem(`${what} is not text`);
  if (value.length > MAX_NAME) {
    throw new ExportProblem(`${what} has more than ${MAX_NAME} characters`);
  }
  if (CONTROL_REGEXP.test(value)) throw new ExportProblem(`${what} has control characters`);
  return value;
}

function readWord<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  return words.find((word) => word === value) ??
    fail(`its ${name} is not one of ${words.join(", ")}`);
}

function readNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  return typeof value === "number" ? value : fail(`its ${name} is not a number`);
}

function readTime(fields: Fields, name: string, now: number): number | undefined {
  const text = readText(fields, name, MAX_NAME);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new ExportProblem(`its ${name} is not a time`);
  return Math.min(now, Math.max(0, time));
}

function readList(fields: Fields, name: string, max: number): readonly unknown[] {
  const value = fields[name];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ExportProblem(`its ${name} are not a list`);
  return value.length <= max ? value : fail(`it has more than ${max} ${name}`);
}

/** Returns an anchor as written: its state depends on the tree. */
function toAnchor(value: unknown): Anchor {
  const fields = toObject(value, "an anchor");
  const path = readText(fields, "path", MAX_PATH) ?? fail("an anchor has no path");
  const parts = path.split("/");
  if (CONTROL_REGEXP.test(path) || parts.some((part) => ["", ".", ".."].includes(part))) {
    throw new ExportProblem("the path of an anchor is not relative to the root");
  }
  const symbol = readName(fields, "symbol");
  const hash = readText(fields, "hash") ?? "";
  if (!HASH_REGEXP.test(hash)) {
    throw new ExportProblem("the hash of an anchor is not a SHA-256 hash");
  }
  const commit = readText(fields, "commit", MAX_NAME);
  if (commit !== undefined && !COMMIT_REGEXP.test(commit)) {
    throw new ExportProblem("the commit of an anchor is not a hash");
  }
  const lines = fields.lines === undefined ? undefined : toLines(fields.lines);
  return {
    path,
    ...(symbol !== undefined && { symbol }),
    hash,
    ...(lines !== undefined && { lines }),
    ...(commit !== undefined && { commit }),
  };
}

function toLines(value: unknown): NonNullable<Anchor["lines"]> {
  const fields = toObject(value, "a range of lines");
  const [start, end] = [readNumber(fields, "start"), readNumber(fields, "end")];
  const isRange = start !== undefined && end !== undefined && Number.isInteger(start) &&
    Number.isInteger(end) && 1 <= start && start <= end && end <= MAX_LINE_NUMBER;
  return isRange ? { start, end } : fail("the lines of an anchor are not a range");
}

function fail(problem: string): never {
  throw new ExportProblem(problem);
}
