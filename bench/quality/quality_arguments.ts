import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { RANKING_STEPS } from "../../mod.ts";
import { BENCH_SETS, type BenchSet } from "./bench_sets.ts";
import { PLAIN_RANKING } from "./compared_rankings.ts";
import { existingPath, QualityUsageError } from "./program.ts";

/** Default number of kept results of a query: more than fit the largest budget of the scores. */
const DEFAULT_LIMIT = 50;

/** Name of all ranking steps that a plain search engine lacks. */
const ALL_STEPS = "all";

/** Parsed command. */
export type QualityCommand =
  | { readonly kind: "help" }
  | ({ readonly kind: "sets" } & SetsOptions)
  | ({ readonly kind: "queries" } & QueriesOptions)
  | ({ readonly kind: "score" } & ScoreOptions);

/** Options of queries. */
export interface QueryOptions {
  /** Folder with the trees. */
  readonly trees: string;
  /** Folder for the indexes; undefined for one that is removed afterwards. */
  readonly state: string | undefined;
  /** Maximum number of results of a query. */
  readonly limit: number;
  /** Names of omitted ranking steps. */
  readonly disabled: readonly string[];
}

/** Run of sets of the benchmark. */
export interface SetsOptions extends QueryOptions {
  /** Folder with the files of the sets. */
  readonly bench: string;
  readonly sets: readonly BenchSet[];
  /** Folder for the run files; undefined for none. */
  readonly out: string | undefined;
  /** Folder of git clones; undefined for none. */
  readonly history: string | undefined;
  /** Names of ranking steps whose constants an ablation tunes. */
  readonly tuned: readonly string[];
  /** File for the tables of results; undefined for none. */
  readonly record: string | undefined;
}

/** Run of one file of queries. */
export interface QueriesOptions extends QueryOptions {
  readonly queries: string;
  /** Output file of the run. */
  readonly out: string;
}

/** Scoring of an existing run. */
export interface ScoreOptions {
  readonly queries: string;
  /** Run file. */
  readonly score: string;
  /** Run file for a comparison; undefined for none. */
  readonly against: string | undefined;
}

/** Usage of the program. */
export const QUALITY_USAGE = `Measures the ranking on sets of queries with known answers.

deno task bench:quality --bench DIR --trees DIR [--sets ${BENCH_SETS.join(",")}]
    [--history DIR] [--out DIR] [--record FILE]
                                      runs sets, prints scores, keeps runs and a table of results
deno task bench:quality --queries FILE --trees DIR --out RUN
                                      writes the run of one file of queries, for another scorer
deno task bench:quality --queries FILE --score RUN [--against RUN]
                                      scores a run, compares it with another one

--trees DIR      sources: with --bench DIR/{repos,issues,tasks}/NAME, else DIR/NAME
--history DIR    git clones DIR/OWNER+NAME/repo, for ranking by and for hits of changed lines
--disable STEPS  ranking steps to leave out (${ALL_STEPS}, or of ${RANKING_STEPS.join(",")})
--state DIR      keep the indexes there for the next run; remove it when indexing has changed
--limit N        results of a query (${DEFAULT_LIMIT})
`;

/**
 * Returns the command in some arguments.
 *
 * @throws {QualityUsageError} When they contradict each other or name something that does not
 *   exist.
 */
export function parseQualityArguments(args: readonly string[]): QualityCommand {
  const values = readOptions(args);
  if (values.help) return { kind: "help" };
  if (values.score !== undefined) {
    return {
      kind: "score",
      queries: existingPath("queries", required(values, "queries")),
      score: existingPath("score", values.score),
      against: values.against && existingPath("against", values.against),
    };
  }
  if ((values.bench === undefined) === (values.queries === undefined)) {
    throw new QualityUsageError(
      'Cannot run without queries: give either "--bench DIR" or "--queries FILE"',
    );
  }
  const ask: QueryOptions = {
    trees: existingPath("trees", required(values, "trees")),
    state: values.state && resolve(values.state),
    limit: parseLimit(values.limit),
    disabled: parseSteps(values.disable),
  };
  if (values.bench === undefined) {
    const queries = existingPath("queries", required(values, "queries"));
    return { kind: "queries", ...ask, queries, out: required(values, "out") };
  }
  return {
    kind: "sets",
    ...ask,
    bench: existingPath("bench", values.bench),
    sets: parseSets(values.sets),
    out: values.out,
    history: values.history && existingPath("history", values.history),
    tuned: values.tune === ALL_STEPS ? RANKING_STEPS : parseSteps(values.tune),
    record: values.record,
  };
}

type OptionValues = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", default: false },
        bench: text,
        queries: text,
        trees: text,
        history: text,
        sets: { ...text, default: BENCH_SETS.join(",") },
        state: text,
        limit: { ...text, default: `${DEFAULT_LIMIT}` },
        disable: { ...text, default: "" },
        tune: { ...text, default: "" },
        out: text,
        record: text,
        score: text,
        against: text,
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new QualityUsageError(error.message);
    throw error;
  }
}

function required(values: OptionValues, name: "queries" | "trees" | "out"): string {
  const value = values[name];
  if (value === undefined) throw new QualityUsageError(`Cannot run without "--${name}"`);
  return value;
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1) return limit;
  throw new QualityUsageError(
    `Cannot use the limit as it must be a whole number >= 1: current value is "${text}"`,
  );
}

function parseSets(text: string): BenchSet[] {
  const names = text.split(",");
  const unknown = names.find((name) => !BENCH_SETS.some((set) => set === name));
  if (unknown !== undefined) {
    throw new QualityUsageError(
      `Cannot run the set "${unknown}": use one of ${BENCH_SETS.join(", ")}`,
    );
  }
  return BENCH_SETS.filter((set) => names.includes(set));
}

function parseSteps(text: string): readonly string[] {
  if (text === ALL_STEPS) return PLAIN_RANKING.disabled;
  const steps = text.split(",").filter((step) => step !== "");
  const unknown = steps.find((step) => !RANKING_STEPS.includes(step));
  if (unknown !== undefined) {
    throw new QualityUsageError(
      `Cannot leave out the ranking step "${unknown}": use one of ${RANKING_STEPS.join(", ")}`,
    );
  }
  return steps;
}
