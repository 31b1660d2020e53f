import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { existingPath, QualityUsageError } from "./program.ts";

/** Number of queries of a repository: enough for a stable mean, in a short time. */
const DEFAULT_PER_REPOSITORY = 14;

/** Parsed command. */
export type CommitsCommand =
  | { readonly kind: "help" }
  | { readonly kind: "set" } & CommitSetOptions;

/** Options of a set of queries. */
export interface CommitSetOptions {
  /** Folder of git clones. */
  readonly clones: string;
  /** Folder for the set, which must be new or empty. */
  readonly out: string;
  /** Clones to exclude: `OWNER/NAME`, or `NAME` for every owner's. */
  readonly excluded: readonly string[];
  /** Maximum number of queries of a repository. */
  readonly perRepository: number;
}

/** Usage of the program. */
export const COMMITS_USAGE = `Makes queries with known answers from the commits of git clones.

deno task bench:commits --clones DIR --out DIR [--exclude FILE] [--per-repository N]
    writes commits.jsonl, repos.tsv and trees/repos/NAME: what the messages of each clone's newest
    commits ask for, over the tree before them; the same clones give the same set

--clones DIR         git clones DIR/OWNER+NAME/repo, DIR/OWNER+NAME or DIR/NAME; bare ones serve
--exclude FILE       names of clones to leave out, one a line: OWNER/NAME or NAME
--per-repository N   most queries of a repository (${DEFAULT_PER_REPOSITORY})
`;

/**
 * Returns the command in some arguments.
 *
 * @throws {QualityUsageError} When one is missing or invalid.
 */
export function parseCommitsArguments(args: readonly string[]): CommitsCommand {
  const { help, clones, out, exclude, "per-repository": count } = readOptions(args);
  if (help) return { kind: "help" };
  if (clones === undefined) throw new QualityUsageError('Cannot run without "--clones"');
  if (out === undefined) throw new QualityUsageError('Cannot run without "--out"');
  return {
    kind: "set",
    clones: existingPath("clones", clones),
    out: resolve(out),
    excluded: exclude === undefined ? [] : readNames(existingPath("exclude", exclude)),
    perRepository: parseCount(count),
  };
}

function readOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", default: false },
        clones: text,
        out: text,
        exclude: text,
        "per-repository": { ...text, default: `${DEFAULT_PER_REPOSITORY}` },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new QualityUsageError(error.message);
    throw error;
  }
}

function readNames(path: string): string[] {
  const lines = Deno.readTextFileSync(path).split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new QualityUsageError(
    `Cannot make queries as their number must be a whole number >= 1: current value is "${text}"`,
  );
}
