/**
 * `deno task bench:structure`: scores answers about callers. Without arguments it prints its usage.
 *
 * @module
 */

import { parseArgs } from "node:util";
import {
  existingPath,
  printAnswer,
  QualityUsageError,
  TextFile,
  writeText,
} from "../quality/program.ts";
import { DOSSIER } from "./query_dossier.ts";
import type { CallerProgram, OpenProgram } from "./caller_program.ts";
import { Checkouts } from "./checkouts.ts";
import { openCodegraph } from "./codegraph.ts";
import { NAME_BASELINE } from "./name_baseline.ts";
import {
  type MeasuredSymbol,
  type MeasuredTests,
  renderScores,
  renderTests,
  renderTimes,
} from "./render_structure.ts";
import { countTests } from "./score_tests.ts";
import { compareCallers, scoreCallers } from "./score_callers.ts";
import { HALVES, listLanguages, readSymbols, type SymbolTruth } from "./symbol_truth.ts";

const USAGE =
  `Scores the callers that are told of definitions, against compilers and language servers.

deno task bench:structure --repositories DIR [--half ${HALVES.join("|")}] [--language NAME]
    [--codegraph PROGRAM] [--names] [--no-cold] [--out FILE]

--repositories DIR   git repositories DIR/OWNER+NAME or DIR/OWNER+NAME/repo
--half               the symbols to work with, or those that are only reported (dev)
--language           of ${listLanguages().join(", ")}; all when left out
--codegraph PROGRAM  measures that program of the npm package @colbymchenry/codegraph as well
--names              measures as well to take every line with the name
--no-cold            starts no process for each symbol, to be fast
--out FILE           writes each answer with what is wrong and missed as JSON lines
`;

const { values } = parseArgs({
  options: {
    repositories: { type: "string" },
    half: { type: "string", default: "dev" },
    language: { type: "string" },
    codegraph: { type: "string" },
    names: { type: "boolean", default: false },
    "no-cold": { type: "boolean", default: false },
    out: { type: "string" },
  },
});

await printAnswer(measure);

async function measure(): Promise<string> {
  if (values.repositories === undefined) {
    Deno.exitCode = 2;
    return USAGE;
  }
  const half = HALVES.find((name) => name === values.half);
  if (half === undefined) {
    throw new QualityUsageError(
      `Cannot read the half "${values.half}": use ${HALVES.join(" or ")}`,
    );
  }
  const symbols = readSymbols({ half, language: values.language });
  using checkouts = new Checkouts(existingPath("repositories", values.repositories));
  using out = values.out === undefined ? undefined : new TextFile(values.out);
  const measured: MeasuredSymbol[] = [];
  const tests: MeasuredTests[] = [];
  for (const program of listPrograms()) {
    for (const some of Map.groupBy(symbols, ({ repository }) => repository).values()) {
      using open = await openProgram(program, { checkouts, first: some[0]! });
      for (const symbol of some) {
        measured.push({ program: program.name, symbol, timed: await open.findCallers(symbol) });
        out?.write(renderLine(measured.at(-1)!));
        if (symbol.tests === undefined) continue;
        for (const [question, listed] of await open.listTests(symbol)) {
          const counts = countTests(symbol.tests, listed);
          tests.push({ question: `${program.name} ${question}`, symbol, ...counts });
        }
      }
      writeText(Deno.stderr, `${program.name}: ${some[0]!.repository}\n`);
    }
  }
  const tables = [
    renderScores(measured, "lines"),
    renderScores(measured, "callers"),
    renderTimes(measured),
  ];
  return [...tables, ...(tests.length > 0 ? [renderTests(tests)] : [])].join("\n");
}

function listPrograms(): readonly CallerProgram[] {
  return [
    DOSSIER,
    ...(values.codegraph === undefined ? [] : [openCodegraph(values.codegraph)]),
    ...(values.names ? [NAME_BASELINE] : []),
  ];
}

async function openProgram(
  program: CallerProgram,
  { checkouts, first }: { readonly checkouts: Checkouts; readonly first: SymbolTruth },
): Promise<OpenProgram> {
  const root = await checkouts.open(first);
  const state = checkouts.stateOf(first, program.name);
  return await program.open({ root, state, isCold: !values["no-cold"] });
}

function renderLine({ program, symbol, timed }: MeasuredSymbol): string {
  const { repository, target, line } = symbol;
  const scores = {
    lines: scoreCallers(symbol, timed.answer, "lines"),
    callers: scoreCallers(symbol, timed.answer, "callers"),
  };
  const difference = compareCallers(symbol, timed.answer);
  return `${
    JSON.stringify({ program, repository, target, line, ...difference, scores, ...timed })
  }\n`;
}
