import type { TokenEstimator } from "@dossier/core/text";
import { measureUtf8, takeUtf8Start } from "@dossier/core/utf8";
import { isOnlyImports } from "./markdown_rows.ts";
import { type InstructionFile, isOfUser, joinInstructions } from "./instruction_file.ts";
import { scanMarkdownHeadings } from "@dossier/core/markdown-headings";
import { splitLines } from "@dossier/core/split-lines";

/** Sections that a reason names, for people to see what it is about. */
const SHOWN_SECTIONS = 5;

/** What became of a file of instructions. */
export interface InstructionPart extends Omit<InstructionFile, "text"> {
  /**
   * `cut` has only a part given; `left-out` nothing for its size; `repeated` has the text of an earlier one;
   * `waiting` is a rule that holds only for other files, or when it is asked for; `empty` says nothing.
   */
  readonly status: "given" | "cut" | "left-out" | "repeated" | "waiting" | "empty";
  /** Why it is not given whole, half a sentence. */
  readonly reason?: string;
  /** Bytes of it that are given. */
  readonly given: number;
  /** Tokens of what is given, by the estimator. */
  readonly tokens: number;
}

/** The instructions that hold for a place, as one text. */
export interface MergedInstructions {
  /** Empty where there are none. */
  readonly text: string;
  /** Of the text, as UTF-8. */
  readonly tokens: number;
  /** Bytes that the project's files may have in all. */
  readonly limit: number;
  /** What was cut first. */
  readonly cut: InstructionCut;
  /** All files, in the order in which they are given. */
  readonly parts: readonly InstructionPart[];
}

/**
 * Returns the instructions of files as one text: the user's, then the project's within a number of bytes, least
 * specific first, then the list of skills. A text that is there twice is given once, where it stands first.
 *
 * @param files In the order in which they are given.
 * @param options.isDue Returns whether a rule that waits for a file holds for the one that is meant. @default never
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
  const judged = judge(files, isDue);
  const ofProject = judged.filter(({ file, status }) => status === "given" && !isOfUser(file));
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
    const why = tellCut(document.sections, limit);
    return { ...facts, status: counts.given === 0 ? "left-out" : "cut", reason: why, ...counts };
  });
  const text = joinInstructions({
    user: judged.filter(({ file, status }) => status === "given" && isOfUser(file))
      .map(({ file }) => file.text.trim()).join("\n\n"),
    documents: shown.map((document) => document.text),
    skills,
  }) ?? "";
  return { text, tokens: estimator.count(text), limit, cut, parts };
}

interface Judged {
  readonly file: InstructionFile;
  readonly status: InstructionPart["status"];
  readonly reason?: string;
}

function judge(
  files: readonly InstructionFile[],
  isDue: (file: InstructionFile) => boolean,
): readonly Judged[] {
  const known = new Map<string, string>();
  return files.map((file): Judged => {
    const waits = isDue(file) ? undefined : tellWaiting(file);
    if (waits !== undefined) return { file, status: "waiting", reason: waits };
    const said = file.text.trim();
    if (said === "") return { file, status: "empty", reason: "it says nothing" };
    const first = known.get(said);
    if (first !== undefined) {
      return { file, status: "repeated", reason: `"${first}" has the same text` };
    }
    known.set(said, file.path);
    return isOnlyImports(said)
      ? { file, status: "empty", reason: "it only imports other files" }
      : { file, status: "given" };
  });
}

/** Returns why a rule is not given now; undefined for what is always given. */
function tellWaiting({ scope }: InstructionFile): string | undefined {
  switch (scope?.kind) {
    case "globs":
      return `it is for ${scope.globs.join(", ")}`;
    case "described":
      return `the agent asks for it: ${scope.description}`;
    case "manual":
      return "it is given when somebody names it";
  }
  return undefined;
}

function tellCut(sections: readonly string[], limit: number): string {
  const named = sections.filter((heading) => heading !== "");
  const shown = named.slice(0, SHOWN_SECTIONS).map((heading) => `"${heading}"`).join(", ");
  const more = named.length > SHOWN_SECTIONS ? ` and ${named.length - SHOWN_SECTIONS} more` : "";
  const what = named.length === 0 ? "" : `: ${shown}${more} left out`;
  return `the files of the project have more than ${limit} bytes${what}`;
}

/**
 * What is cut first where documents are too large: `root-first` gives the first come until the bytes are used up,
 * as Codex does; `sections` leaves out whole sections of Markdown, those of the least specific document first.
 */
export type InstructionCut = "sections" | "root-first";

/** What is given of a document. */
export interface CutDocument {
  /** Its text with a mark where it is cut; empty when it is left out without one. */
  readonly text: string;
  /** Bytes of it that are given, without the mark. */
  readonly bytes: number;
  /** Headings of the sections that are left out, in order; `""` is what has no heading. */
  readonly sections: readonly string[];
}

/** A document, and what it is called. */
interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Bytes between two documents. */
const JOINT_BYTES = 2;

/**
 * Returns what is given of documents, least specific first, within a number of bytes of UTF-8. Those that are blank
 * use none. By `sections` the marks and the blank lines between documents count as well.
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
    // The joint behind the last document is none.
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

/** Returns the first sections of a document that fit with a mark behind them; of the leaf its first lines at least. */
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
    const mark = markCut(path, size - bytes);
    if (!isRoom(mark, bytes)) continue;
    const kept = text.slice(0, end).trimEnd();
    return { text: `${kept}\n\n${mark}`, bytes, sections: headings.slice(count) };
  }
  if (!isLeaf) {
    const mark = `[${path} is left out for its size: ${size} bytes]`;
    return { text: isRoom(mark) ? mark : "", bytes: 0, sections: headings };
  }
  const room = limit - JOINT_BYTES - utf8Length(markCut(path, size));
  const start = room > 0 ? takeUtf8Start(text, room) : "";
  const lines = start.slice(0, start.lastIndexOf("\n") + 1);
  const kept = lines.trim() === "" ? start : lines;
  // Without room for a mark there is none for a line: as much is given as goes in.
  if (kept === "") {
    const first = takeUtf8Start(text, Math.max(0, limit));
    return { text: first, bytes: utf8Length(first), sections: headings };
  }
  const shown = utf8Length(kept);
  const mark = markCut(path, size - shown);
  return { text: `${kept.trimEnd()}\n\n${mark}`, bytes: shown, sections: headings };
}

function markCut(path: string, bytes: number): string {
  return `[${path} is cut here for its size: ${bytes} bytes more]`;
}

/** Returns the sections of a text, each from its heading to the next one of any level, by where they end. */
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
