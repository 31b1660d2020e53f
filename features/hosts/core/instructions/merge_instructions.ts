import type { TokenEstimator } from "@dossier/core/text";
import { measureUtf8, takeUtf8Start } from "@dossier/core/utf8";
import { isOnlyImports } from "./markdown_rows.ts";
import { type InstructionFile, isUserFile, joinInstructions } from "./instruction_file.ts";
import { scanMarkdownHeadings } from "@dossier/core/markdown-headings";
import { splitLines } from "@dossier/core/split-lines";

/** Maximum number of sections that a reason names. */
const SHOWN_SECTIONS = 5;

/** The result for an instruction file. */
export interface InstructionPart extends Omit<InstructionFile, "text"> {
  /**
   * `cut` has only a part included; `left-out` nothing because of its size; `repeated` has the text
   * of an earlier one; `waiting` is a rule for other files, or on request; `empty` has no text.
   */
  readonly status: "given" | "cut" | "left-out" | "repeated" | "waiting" | "empty";
  /** Half a sentence on why it is not included as a whole. */
  readonly reason?: string;
  /** Bytes of the included text. */
  readonly given: number;
  /** Tokens of the included text, by the estimator. */
  readonly tokens: number;
}

/** The instructions for a place, as one text. */
export interface MergedInstructions {
  /** The text; empty when there are none. */
  readonly text: string;
  /** Tokens of the text. */
  readonly tokens: number;
  /** Maximum number of bytes of the project's files in total. */
  readonly limit: number;
  /** The rule for cutting. */
  readonly cut: InstructionCut;
  /** All files, in the order of the text. */
  readonly parts: readonly InstructionPart[];
}

/**
 * Returns the instructions of files as one text: the user's, then the project's within a number of
 * bytes, least specific first, then the list of skills. A repeated text is included once, at its
 * first place.
 *
 * @param files In the order of the text.
 * @param options.isDue Returns true when a waiting rule applies to the current file. @default never
 */
export function mergeInstructions(
  files: readonly InstructionFile[],
  { limit, cut, estimator, skills, isDue = () => false }: {
    readonly limit: number;
    readonly cut: InstructionCut;
    readonly estimator: TokenEstimator;
    readonly skills?: string | undefined;
    readonly isDue?: (file: InstructionFile) => boolean;
  },
): MergedInstructions {
  const judged = decideStatuses(files, isDue);
  const ofProject = judged.filter(({ file, status }) => status === "given" && !isUserFile(file));
  const shown = cutInstructions(ofProject.map(({ file }) => file), { limit, cut });
  const documents = new Map(ofProject.map(({ file }, at) => [file, shown[at]!]));
  const parts = judged.map(({ file, status, reason }): InstructionPart => {
    const { text, ...facts } = file;
    const document = documents.get(file);
    const given = document?.text ?? (status === "given" ? text : "");
    const counts = {
      given: document?.bytes ?? measureUtf8(given).bytes,
      tokens: estimator.count(given),
    };
    if (document === undefined || document.text === text) {
      return { ...facts, status, ...(reason === undefined ? {} : { reason }), ...counts };
    }
    const why = formatCutReason(document.sections, limit);
    return { ...facts, status: counts.given === 0 ? "left-out" : "cut", reason: why, ...counts };
  });
  const text = joinInstructions({
    user: judged.filter(({ file, status }) => status === "given" && isUserFile(file))
      .map(({ file }) => file.text.trim()).join("\n\n"),
    documents: shown.map((document) => document.text),
    skills,
  }) ?? "";
  return { text, tokens: estimator.count(text), limit, cut, parts };
}

interface DecidedFile {
  readonly file: InstructionFile;
  readonly status: InstructionPart["status"];
  readonly reason?: string;
}

function decideStatuses(
  files: readonly InstructionFile[],
  isDue: (file: InstructionFile) => boolean,
): readonly DecidedFile[] {
  const known = new Map<string, string>();
  return files.map((file): DecidedFile => {
    const waits = isDue(file) ? undefined : formatWaitingReason(file);
    if (waits !== undefined) return { file, status: "waiting", reason: waits };
    const trimmed = file.text.trim();
    if (trimmed === "") return { file, status: "empty", reason: "it has no text" };
    const first = known.get(trimmed);
    if (first !== undefined) {
      return { file, status: "repeated", reason: `"${first}" has the same text` };
    }
    known.set(trimmed, file.path);
    return isOnlyImports(trimmed)
      ? { file, status: "empty", reason: "it only imports other files" }
      : { file, status: "given" };
  });
}

/** Returns the reason why a rule is not included now; undefined for texts that always are. */
function formatWaitingReason({ scope }: InstructionFile): string | undefined {
  switch (scope?.kind) {
    case "globs":
      return `it is for ${scope.globs.join(", ")}`;
    case "described":
      return `the agent asks for it: ${scope.description}`;
    case "manual":
      return "it is included on request of the user";
  }
  return undefined;
}

function formatCutReason(sections: readonly string[], limit: number): string {
  const named = sections.filter((heading) => heading !== "");
  const shown = named.slice(0, SHOWN_SECTIONS).map((heading) => `"${heading}"`).join(", ");
  const more = named.length > SHOWN_SECTIONS ? ` and ${named.length - SHOWN_SECTIONS} more` : "";
  const what = named.length === 0 ? "" : `: ${shown}${more} omitted`;
  return `the files of the project have more than ${limit} bytes${what}`;
}

/**
 * The rule for cutting documents: `root-first` includes the first ones until the bytes are used up,
 * as Codex does; `sections` omits whole sections of Markdown, those of the least specific document
 * first.
 */
export type InstructionCut = "sections" | "root-first";

/** The included part of a document. */
export interface CutDocument {
  /** Its text with a mark at the cut; empty when it is omitted without one. */
  readonly text: string;
  /** Bytes of the included text, without the mark. */
  readonly bytes: number;
  /** Headings of the omitted sections, in order; `""` for text without a heading. */
  readonly sections: readonly string[];
}

/** A document with its path. */
interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Bytes between two documents. */
const JOINT_BYTES = 2;

/**
 * Returns the included parts of documents, least specific first, within a number of bytes of UTF-8.
 * Blank documents cost nothing. For `sections` the marks and the blank lines between documents
 * count as well.
 */
export function cutInstructions(
  documents: readonly NamedText[],
  { limit, cut }: { readonly limit: number; readonly cut: InstructionCut },
): readonly CutDocument[] {
  return cut === "root-first" ? cutRootFirst(documents, limit) : cutSections(documents, limit);
}

function cutRootFirst(documents: readonly NamedText[], limit: number): readonly CutDocument[] {
  let left = limit;
  return documents.map(({ text }) => {
    if (text.trim() === "") return { text: "", bytes: 0, sections: [] };
    const kept = takeUtf8Start(text, left);
    const bytes = utf8Length(kept);
    left -= bytes;
    const sections = kept === text ? [] : listSections(text)
      .filter(({ end }) => end > kept.length).map(({ heading }) => heading);
    return { text: kept, bytes, sections };
  });
}

function cutSections(documents: readonly NamedText[], limit: number): readonly CutDocument[] {
  const sizes = documents.map(({ text }) => text.trim() === "" ? 0 : utf8Length(text));
  let later = sizes.reduce((sum, size) => sum + joined(size), 0);
  let used = 0;
  const last = sizes.findLastIndex((size) => size > 0);
  return documents.map((document, at): CutDocument => {
    const size = sizes[at]!;
    if (size === 0) return { text: "", bytes: 0, sections: [] };
    later -= joined(size);
    // The last document has no joint after it.
    const left = limit + JOINT_BYTES - used - later;
    const shown = joined(size) <= left
      ? { text: document.text, bytes: size, sections: [] }
      : cutDocument(document, { limit: left - JOINT_BYTES, isLeaf: at === last });
    used += joined(utf8Length(shown.text));
    return shown;
  });
}

function joined(size: number): number {
  return size === 0 ? 0 : size + JOINT_BYTES;
}

/**
 * Returns the first sections of a document that fit with a mark after them; of the leaf at least
 * its first lines.
 */
function cutDocument(
  { path, text }: NamedText,
  { limit, isLeaf }: { readonly limit: number; readonly isLeaf: boolean },
): CutDocument {
  const sections = listSections(text);
  const size = utf8Length(text);
  const headings = sections.map(({ heading }) => heading);
  const isRoom = (text: string, bytes = 0) =>
    bytes + (bytes > 0 ? JOINT_BYTES : 0) + utf8Length(text) <= limit;
  let bytes = size;
  for (let count = sections.length - 1; count > 0; count--) {
    const { end } = sections[count - 1]!;
    bytes -= utf8Length(text.slice(end, sections[count]!.end));
    const mark = formatCutMark(path, size - bytes);
    if (!isRoom(mark, bytes)) continue;
    const kept = text.slice(0, end).trimEnd();
    return { text: `${kept}\n\n${mark}`, bytes, sections: headings.slice(count) };
  }
  if (!isLeaf) {
    const mark = `[${path} is left out for its size: ${size} bytes]`;
    return { text: isRoom(mark) ? mark : "", bytes: 0, sections: headings };
  }
  const room = limit - JOINT_BYTES - utf8Length(formatCutMark(path, size));
  const start = room > 0 ? takeUtf8Start(text, room) : "";
  const lines = start.slice(0, start.lastIndexOf("\n") + 1);
  const kept = lines.trim() === "" ? start : lines;
  // Without room for a mark, as much text as possible is included.
  if (kept === "") {
    const first = takeUtf8Start(text, Math.max(0, limit));
    return { text: first, bytes: utf8Length(first), sections: headings };
  }
  const shown = utf8Length(kept);
  const mark = formatCutMark(path, size - shown);
  return { text: `${kept.trimEnd()}\n\n${mark}`, bytes: shown, sections: headings };
}

function formatCutMark(path: string, bytes: number): string {
  return `[${path} is cut here for its size: ${bytes} bytes more]`;
}

/**
 * Returns the sections of a text, each from its heading to the next one of any level, by their
 * ends.
 */
function listSections(text: string): readonly { readonly heading: string; readonly end: number }[] {
  const lines = splitLines(text);
  const { headings } = scanMarkdownHeadings(text, lines);
  const starts = headings.map(({ row, name }) => ({ heading: name, start: lines.starts[row]! }));
  if (starts[0]?.start !== 0) starts.unshift({ heading: "", start: 0 });
  return starts.map(({ heading }, at) => ({ heading, end: starts[at + 1]?.start ?? text.length }));
}

function utf8Length(text: string): number {
  return measureUtf8(text).bytes;
}
