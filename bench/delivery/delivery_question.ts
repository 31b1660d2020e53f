import { join } from "node:path";
import type { Issue } from "../../mod.ts";
import { findChangedLines, type LineRange } from "../quality/changed_lines.ts";
import { Clones, locateClone, type TreeHistory } from "../quality/clones.ts";
import { existingPath, QualityUsageError } from "../quality/program.ts";
import { parseQueries } from "../quality/query_set.ts";

/** Question about a tree, and the lines that its answer needs. */
export interface DeliveryQuestion {
  readonly id: string;
  /** Kind of question, for which scores are also reported separately. */
  readonly kind: string;
  readonly query: string;
  /** Names for the code, guessed from the question alone, the best guess first. */
  readonly names: readonly string[];
  /** Question as a task of a tracker. */
  readonly issue: Issue;
  /** Absolute path of the tree. */
  readonly root: string;
  /** Commits that led to the tree; undefined to answer without them. */
  readonly history: TreeHistory | undefined;
  /** Lines that must be read, or that a change replaced. */
  readonly essential: readonly LineRange[];
  /** Lines that are useful. */
  readonly helpful: readonly LineRange[];
  /** Largest distance of a passage that touches a range, in lines. */
  readonly slack: number;
}

/** Sources of questions. */
export interface DeliveryQuestionsOptions {
  /** File of questions: with `essential` ranges, or else with the files that a commit changed. */
  readonly queries: string;
  /** Folder with a tree for each `repo` of the file. */
  readonly trees: string;
  /** Folder of git clones, which is needed for the lines that commits changed. */
  readonly history: string | undefined;
  /** Number of guessed names that are provided. @default none */
  readonly names?: number;
  /**
   * True to use the short form of each question: a few words, as agents write them. @default false
   */
  readonly isShort?: boolean;
}

/** Largest distance of a passage that shows a hunk, in lines. */
const HUNK_SLACK = 3;

interface ReadingLine {
  readonly repo: string;
  readonly clone: string;
  readonly revision: string;
  readonly "query_id": string;
  readonly kind: string;
  readonly query: string;
  readonly short?: string;
  readonly names?: readonly string[];
  readonly essential: readonly ReadingRange[];
  readonly helpful: readonly ReadingRange[];
}

interface ReadingRange {
  readonly path: string;
  readonly "start_line": number;
  readonly "end_line": number;
}

/**
 * Returns the questions in a file, grouped by tree. A change whose lines cannot be located in the
 * tree is omitted.
 *
 * @throws {QualityUsageError} When a tree, or a clone that is needed, is missing.
 */
export async function readDeliveryQuestions(
  options: DeliveryQuestionsOptions,
): Promise<readonly DeliveryQuestion[]> {
  const text = Deno.readTextFileSync(options.queries);
  const [first = ""] = text.split("\n", 1);
  const questions = first.includes('"essential"')
    ? text.split("\n").filter((line) => line.trim() !== "")
      .map((line) => toReadingQuestion(JSON.parse(line), options))
    : await readChanges(text, options);
  return [...Map.groupBy(questions, ({ root }) => root).values()].flat();
}

function toReadingQuestion(line: ReadingLine, options: DeliveryQuestionsOptions): DeliveryQuestion {
  const { repo, clone, revision, query_id: id, kind, names = [] } = line;
  const query = options.isShort ? shortOf(line) : line.query;
  const repository = options.history && locateClone(options.history, clone.replace("/", "+"));
  return {
    id,
    kind,
    query,
    issue: toIssue(id, query),
    names: names.slice(0, options.names ?? 0),
    root: existingPath("trees", join(options.trees, repo)),
    history: repository === undefined ? undefined : { repository, revision },
    essential: line.essential.map(toLines),
    helpful: line.helpful.map(toLines),
    slack: 0,
  };
}

function shortOf({ query_id: id, short }: ReadingLine): string {
  if (short !== undefined) return short;
  throw new QualityUsageError(`Cannot ask "${id}" in short: the file has no "short" for it`);
}

/**
 * Returns the number of guessed names in an option.
 *
 * @throws {QualityUsageError} Unless it is a whole number from 0.
 */
export function parseNameCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new QualityUsageError(`Cannot give "${text}" names: it must be a whole number from 0`);
}

async function readChanges(
  text: string,
  { queries, trees, history }: DeliveryQuestionsOptions,
): Promise<DeliveryQuestion[]> {
  if (history === undefined) {
    throw new QualityUsageError(
      `Cannot tell which lines the changes of "${queries}" replaced: name the clones by --history`,
    );
  }
  const clones = new Clones(history, join(queries, "..", "repos.tsv"));
  const questions: DeliveryQuestion[] = [];
  for (const parsed of parseQueries(text)) {
    const { repo, queryId: id, query, category: kind } = parsed;
    const root = existingPath("trees", join(trees, repo));
    const clone = await clones.find(parsed);
    const essential = await findChangedLines(parsed, { history: clone, tree: root });
    if (essential === undefined || essential.length === 0) continue;
    questions.push({
      id,
      kind,
      query,
      issue: toIssue(id, query),
      root,
      history: clone,
      essential,
      names: [],
      helpful: [],
      slack: HUNK_SLACK,
    });
  }
  return questions;
}

/** Returns a question as an issue, with its first line as the title. */
function toIssue(id: string, query: string): Issue {
  const [title = "", ...rest] = query.split("\n");
  return { id, title, description: rest.join("\n").trim(), labels: [] };
}

function toLines({ path, start_line: startLine, end_line: endLine }: ReadingRange): LineRange {
  return { path, startLine, endLine };
}
