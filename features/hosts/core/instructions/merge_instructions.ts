import type { TokenEstimator } from "@dossier/core/text";
import { measureUtf8 } from "@dossier/core/utf8";
import { cutInstructions, type InstructionCut } from "./cut_instructions.ts";
import { isOnlyImports } from "./follow_imports.ts";
import { type InstructionFile, isOfUser } from "./instruction_file.ts";
import { joinInstructions } from "./instructions_message.ts";

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
