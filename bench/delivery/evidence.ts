/**
 * `deno task bench:evidence`: writes the evidence for each part of the files that questions find,
 * and the lines that they need. `training/fit_parts.py` learns weights from them.
 *
 * @module
 */

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { estimateTokens } from "@dossier/core";
import {
  type Part,
  PART_RANKING,
  PART_STEPS,
  type PartStep,
  type PartWithEvidence,
} from "@dossier/core/part";
import { stepWeight } from "@dossier/core/rank";
import { prepareQuery } from "../../retrieval/answer/prepare_query.ts";
import { AnsweringIndex } from "../../retrieval/answer/mod.ts";
import { openStateDirectory } from "../../retrieval/machine/mod.ts";
import { gatherParts, QUERY_FILES } from "../../retrieval/search/find_parts.ts";
import { findFiles, QueryText } from "../../retrieval/search/mod.ts";
import type { Lease } from "../../retrieval/lease/mod.ts";
import type { LineRange } from "../quality/changed_lines.ts";
import { existingPath, printAnswer, TextFile } from "../quality/program.ts";
import { StateFolder } from "../quality/state_folder.ts";
import {
  type DeliveryQuestion,
  parseNameCount,
  readDeliveryQuestions,
} from "./delivery_question.ts";

const USAGE = `Writes the evidence of parts, and which of their lines questions need, as JSON lines.

deno task bench:evidence --queries FILE --trees DIR --out FILE [--names N] [--short] [--history DIR]
    [--state DIR]

The options are those of "deno task bench:delivery".
`;

const { values } = parseArgs({
  options: {
    queries: { type: "string" },
    trees: { type: "string" },
    out: { type: "string" },
    names: { type: "string", default: "0" },
    short: { type: "boolean", default: false },
    history: { type: "string" },
    state: { type: "string" },
  },
});

/** Scale of values: four digits distinguish parts. */
const DIGITS = 1e4;

/** Costs of parts, which are the same objects for each question about a tree. */
const COSTS = new WeakMap<Part, number>();

await printAnswer(writeEvidence);

async function writeEvidence(): Promise<string> {
  if (values.queries === undefined || values.trees === undefined || values.out === undefined) {
    Deno.exitCode = 2;
    return USAGE;
  }
  const questions = await readDeliveryQuestions({
    queries: existingPath("queries", values.queries),
    trees: existingPath("trees", values.trees),
    history: values.history && existingPath("history", values.history),
    names: parseNameCount(values.names),
    isShort: values.short,
  });
  using out = new TextFile(values.out);
  using states = new StateFolder(values.state);
  for (const [root, ofTree] of Map.groupBy(questions, ({ root }) => root)) {
    const name = `delivery-${basename(root)}`;
    const state = await openStateDirectory(root, { chosen: states.of(name) });
    const { history } = ofTree[0]!;
    using index = new AnsweringIndex(root, state, {
      history: history && { ...history, folder: "" },
    });
    await index.update();
    for (const question of ofTree) {
      const line = await index.lease({ refresh: false }, (lease) => describe(question, lease));
      out.write(`${JSON.stringify(line)}\n`);
    }
    states.release(name);
  }
  return "";
}

/** Returns the result of a question, as a line of the file. */
async function describe(question: DeliveryQuestion, lease: Lease) {
  const { embedder, indexed: { reader, root }, visibility, sources } = lease;
  const { embeddedQuery } = await prepareQuery(
    new QueryText(question.query, question.names),
    lease,
    {},
  );
  const found = await findFiles(reader, embeddedQuery, { visibility, limit: QUERY_FILES });
  const tree = { index: reader, embeddedQuery, embedder, root, visibility, sources };
  const { query, parts } = await gatherParts([tree], found);
  // A step that counts less beside names has a lower value, as the weights are learned for all
  // questions together.
  const nameTrust = query.nameTerms === undefined ? 0 : query.nameTrust ?? 1;
  const shareOf = (step: PartStep) => stepWeight(step, { nameTrust }) / step.constant;
  const paths = [...new Set(parts.map(({ file }) => file.path))];
  return {
    "query_id": question.id,
    tree: basename(root),
    kind: question.kind,
    verbosity: round(query.verbosity),
    essential: countLines(question.essential),
    steps: Object.fromEntries(PART_RANKING.map(({ name, constant }) => [name, constant])),
    files: paths,
    parts: parts.map((one) => ({
      file: paths.indexOf(one.file.path),
      start: one.part.startLine,
      end: one.part.endLine,
      kinds: [...one.file.kinds, ...(one.file.isDocument ? ["document"] : [])],
      tokens: costOf(one),
      essential: countShared(one, question.essential),
      helpful: countShared(one, question.helpful),
      uses: one.uses,
      values: PART_STEPS.map((step) => round(step.value(one.evidence, query) * shareOf(step))),
    })),
  };
}

function costOf({ file, part }: PartWithEvidence): number {
  const known = COSTS.get(part);
  if (known !== undefined) return known;
  const cost = estimateTokens(file.lines.slice(part.startLine - 1, part.endLine).join("\n"));
  COSTS.set(part, cost);
  return cost;
}

/** Returns the number of lines of a part in some ranges. */
function countShared({ file, part }: PartWithEvidence, ranges: readonly LineRange[]): number {
  const lines = new Set<number>();
  for (const { path, startLine, endLine } of ranges) {
    if (path !== file.path) continue;
    const last = Math.min(endLine, part.endLine);
    for (let line = Math.max(startLine, part.startLine); line <= last; line++) lines.add(line);
  }
  return lines.size;
}

function countLines(ranges: readonly LineRange[]): number {
  const lines = ranges.flatMap(({ path, startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, i) => `${startLine + i}:${path}`)
  );
  return new Set(lines).size;
}

function round(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
