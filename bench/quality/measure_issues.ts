import { join } from "node:path";
import { type Issue, openEngine } from "../../mod.ts";
import { type BenchQuery, type BenchTree, readBenchTrees } from "./bench_sets.ts";
import { Clones } from "./clones.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { StateFolder } from "./state_folder.ts";

/** Figures of the bundle of one issue. */
export interface IssueMeasure {
  /** Query of the issue. */
  readonly query: BenchQuery;
  /** Share of the target files that it shows, from 0 to 1. */
  readonly recall: number;
  /** Number of files that it shows. */
  readonly files: number;
  /** Number of documents that its plan allows: K. */
  readonly documents: number;
  /** Share of documents in its tokens. */
  readonly docFraction: number;
  /** Number of tokens. */
  readonly tokens: number;
  /** Duration in an open engine, in milliseconds. */
  readonly milliseconds: number;
}

/** Returns a table of the issues and the means of their sets. */
export async function measureIssues(options: SetsOptions): Promise<string> {
  const clones = options.history === undefined
    ? undefined
    : new Clones(options.history, join(options.bench, "repos.tsv"));
  using states = new StateFolder(options.state);
  const measures: IssueMeasure[] = [];
  for (const tree of readBenchTrees(options.bench, options)) {
    const history = await clones?.find(tree.queries[0]!);
    using engine = await openEngine({
      root: tree.root,
      state: states.of(tree.name),
      ...(history === undefined ? {} : { history: { ...history, folder: tree.benchmarkRoot } }),
    });
    await engine.index();
    for (const query of tree.queries) measures.push(await measureIssue(engine, tree, query));
    states.release(tree.name);
  }
  return renderIssues(measures);
}

async function measureIssue(
  engine: Awaited<ReturnType<typeof openEngine>>,
  { benchmarkRoot }: BenchTree,
  query: BenchQuery,
): Promise<IssueMeasure> {
  const issue = toIssue(query);
  const start = performance.now();
  const bundle = await engine.contextForIssue(issue, { refresh: false, record: false });
  const milliseconds = performance.now() - start;
  const shown = new Set(
    bundle.fragments.map(({ location }) => join(benchmarkRoot, location?.path ?? "")),
  );
  const targetFiles = new Set(query.targets.map(({ path, resolved }) => resolved ?? path));
  return {
    query,
    recall: [...targetFiles].filter((path) => shown.has(path)).length / targetFiles.size,
    files: shown.size,
    documents: bundle.plan!.documents,
    docFraction: bundle.plan!.docFraction,
    tokens: bundle.budget.used,
    milliseconds,
  };
}

/** Returns a query as an issue, with its first line as the title. */
function toIssue({ queryId, query }: BenchQuery): Issue {
  const [title = "", ...rest] = query.split("\n");
  return { id: queryId, title, description: rest.join("\n").trim(), labels: [] };
}

/** Returns a line for each issue, and one for the means of each set, as a Markdown table. */
export function renderIssues(measures: readonly IssueMeasure[]): string {
  const sets = Map.groupBy(measures, ({ query }) => query.set);
  const means = [...sets].map(([set, members]) => {
    const mean = (value: (measure: IssueMeasure) => number) =>
      members.reduce((sum, measure) => sum + value(measure), 0) / members.length;
    return toRow(`**${set}, mean of ${members.length}**`, {
      recall: mean(({ recall }) => recall),
      files: mean(({ files }) => files),
      documents: mean(({ documents }) => documents),
      docFraction: mean(({ docFraction }) => docFraction),
      tokens: mean(({ tokens }) => tokens),
      milliseconds: mean(({ milliseconds }) => milliseconds),
    });
  });
  return [
    "| issue | recall of touched files | files | K | doc fraction | tokens | ms |",
    "| ----- | ----------------------- | ----- | - | ------------ | ------ | -- |",
    ...measures.map((measure) => toRow(measure.query.queryId, measure)),
    ...means,
    "",
  ].join("\n");
}

function toRow(
  name: string,
  { recall, files, documents, docFraction, tokens, milliseconds }: Omit<IssueMeasure, "query">,
): string {
  const numbers = [
    recall.toFixed(2),
    files.toFixed(1),
    documents.toFixed(1),
    docFraction.toFixed(2),
    tokens.toFixed(0),
    milliseconds.toFixed(0),
  ];
  return `| ${[name, ...numbers].join(" | ")} |`;
}
