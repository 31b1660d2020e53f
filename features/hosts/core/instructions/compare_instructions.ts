import type { ComparedInstructions, InstructionFinding } from "./instruction_file.ts";
import { listProse, trimMarks } from "./markdown_rows.ts";

/** Shorter lines, in characters, are equal by chance. */
const MIN_REPEATED = 40;

/** Share of the shorter file that two copies have in common. */
const COPY_SHARE = 0.5;

/** A number in fewer words, as in "Step 1", is not a claim. */
const MIN_NUMBERED_WORDS = 4;

/** Minimum number of words after "never" that make an opposite claim. */
const MIN_NEGATED_WORDS = 2;

const LIST_MARK_REGEXP = /^(?:[-+*>|]|\d{1,9}[.)]|\[[ x]\])\s+/i;
const EMPHASIS_REGEXP = /\*\*|__|^\*(?=\w)|(?<=\w)\*$/g;
const SENTENCE_REGEXP = /(?<=[.!?;])\s+/;
const END_MARKS = " .!?;:,";
const POSITIVE_REGEXP = /^(?:please |you )?(?:(?:always|must|should|do|only) )?/;
const NEGATIONS = "never|do not|don't|must not|mustn't|should not|shouldn't|cannot|can't";
const NEGATIVE_REGEXP = new RegExp(`^(?:please |you )?(?:${NEGATIONS}) (?:ever )?`);
const CHOICE_REGEXP =
  /^(?:please )?(?:always )?(?:use|prefer) (.+?)(?: instead of |, not | rather than | over )(.+)$/;
const NUMBER_REGEXP = /\d+(?:\.\d+)*/g;

/** A sentence, without its marks and in lower case. */
interface Statement {
  readonly text: string;
  readonly line: number;
}

/** The comparable lines of a file, and the last line number of each. */
interface ProseLines {
  readonly lines: readonly Statement[];
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Returns the repeats in files for the same place: whole texts, and lines. Symbolic links are
 * ignored.
 */
export function findRepeats(files: readonly ComparedInstructions[]): readonly InstructionFinding[] {
  const known = files.map(({ text }): ProseLines => {
    const lines = listProse(text).map(({ line, text: row }) => ({ line, text: normaliseLine(row) }))
      .filter(({ text }) => text.length >= MIN_REPEATED);
    return { lines, places: new Map(lines.map(({ text, line }) => [text, line])) };
  });
  return files.flatMap((file, at): InstructionFinding[] =>
    files.slice(0, at).flatMap((other, before): InstructionFinding[] => {
      if (!canApplyTogether(file, other)) return [];
      const message = formatRepeats(known[at]!, known[before]!, { file, other });
      return message === undefined ? [] : [
        { level: "warning", kind: "duplicate", path: file.path, ...message },
      ];
    })
  );
}

function formatRepeats(
  { lines }: ProseLines,
  { lines: others, places }: ProseLines,
  { file, other }: { readonly file: ComparedInstructions; readonly other: ComparedInstructions },
): Pick<InstructionFinding, "line" | "message"> | undefined {
  if (file.text.trim() !== "" && file.text.trim() === other.text.trim()) {
    return {
      message: `It has the same text as "${other.path}": make it a link to that file, or import it`,
    };
  }
  const repeated = lines.filter(({ text }) => places.has(text));
  const [first] = repeated;
  if (first === undefined) return undefined;
  const isCopy = repeated.length >= 2 &&
    repeated.length >= COPY_SHARE * Math.min(lines.length, others.length);
  if (!isCopy && !shareHost(file, other)) return undefined;
  const there = places.get(first.text);
  const count = repeated.length === 1 ? "This line occurs" : `${repeated.length} lines stand`;
  const where = repeated.length === 1 ? `line ${there}` : `the first in line ${there}`;
  return {
    line: first.line,
    message: `${count} in "${other.path}" as well, ${where}: keep it in one file`,
  };
}

/**
 * Returns contradicting sentences in files for one folder, regardless of the hosts that read them.
 */
export function findConflicts(
  files: readonly ComparedInstructions[],
): readonly InstructionFinding[] {
  const byFolder = Map.groupBy(files.filter(({ isScoped }) => !isScoped), ({ folder }) => folder);
  return [...byFolder.values()].flatMap((beside) => {
    const known = new Map<string, Claim>();
    return beside.flatMap((file): InstructionFinding[] => {
      return listClaims(file).flatMap((claim): InstructionFinding[] => {
        if (!known.has(claim.says)) known.set(claim.says, claim);
        const other = known.get(claim.against);
        if (other === undefined || other.text === claim.text) return [];
        const message = `"${claim.text}" contradicts "${other.text}" in "${other.path}", line ` +
          `${other.line}: keep one of them`;
        const { path, line } = claim;
        return [{ level: "warning", kind: "conflict", path, line, message }];
      });
    });
  });
}

/** A sentence in a form that finds contradicting ones. */
interface Claim extends Statement {
  readonly path: string;
  readonly says: string;
  /** The form of a contradicting sentence; the same as `says` when only numbers may differ. */
  readonly against: string;
}

function listClaims({ path, text }: ComparedInstructions): readonly Claim[] {
  const statements = listProse(text).flatMap(({ line, text: row }) =>
    row.trimStart().startsWith("#") ? [] : normaliseLine(row).split(SENTENCE_REGEXP)
      .map((sentence) => ({ line, text: trimMarks(sentence, END_MARKS) }))
  );
  const claims = statements.flatMap((statement): Claim[] =>
    extractClaims(statement.text).map((claim) => ({ ...statement, ...claim, path }))
  );
  const texts = new Map<string, string>();
  // Steps and lists of versions repeat one form.
  const mixed = new Set(
    claims.filter(({ says, text }) => {
      const first = texts.get(says) ?? text;
      texts.set(says, first);
      return first !== text;
    }).map(({ says }) => says),
  );
  return claims.filter(({ says, against }) => says !== against || !mixed.has(says));
}

function extractClaims(text: string): readonly Pick<Claim, "says" | "against">[] {
  const claims: Pick<Claim, "says" | "against">[] = [];
  const negated = NEGATIVE_REGEXP.exec(text)?.[0];
  const rest = text.slice((negated ?? POSITIVE_REGEXP.exec(text)![0]).length);
  if (countWords(rest) >= MIN_NEGATED_WORDS) {
    const [says, against] = negated === undefined ? ["+", "-"] : ["-", "+"];
    claims.push({ says: says + rest, against: against + rest });
  }
  const [, one, other] = CHOICE_REGEXP.exec(text) ?? [];
  if (one !== undefined && other !== undefined) {
    claims.push({ says: `${one}>${other}`, against: `${other}>${one}` });
  }
  const form = text.replace(NUMBER_REGEXP, "#");
  if (form !== text && countWords(form.replaceAll("#", "")) >= MIN_NUMBERED_WORDS) {
    claims.push({ says: form, against: form });
  }
  return claims;
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
}

/** Returns a line without the marks of lists and emphasis, in lower case. */
function normaliseLine(row: string): string {
  let text = row.trim();
  while (LIST_MARK_REGEXP.test(text)) text = text.replace(LIST_MARK_REGEXP, "");
  return text.replace(EMPHASIS_REGEXP, "").replace(/\s+/g, " ").toLowerCase();
}

/** Returns true when a session may get both files: one applies where the other does. */
function canApplyTogether(
  { folder, isScoped }: ComparedInstructions,
  other: ComparedInstructions,
): boolean {
  if (isScoped && other.isScoped) return false;
  return `${folder}/`.startsWith(other.folder === "" ? "" : `${other.folder}/`) ||
    `${other.folder}/`.startsWith(folder === "" ? "" : `${folder}/`);
}

function shareHost({ hosts }: ComparedInstructions, other: ComparedInstructions): boolean {
  return hosts.some((host) => other.hosts.includes(host));
}
