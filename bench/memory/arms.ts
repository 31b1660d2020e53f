import { join } from "node:path";
import { estimateTokens } from "@dossier/core";
import { RANKING } from "@dossier/core/part";
import { QUESTION_SHARE_WITH_NAMES } from "@dossier/core/rank";
import type { Bundle, Engine, Issue } from "../../mod.ts";
import type { DeliveredBundle, ShownPassage } from "../delivery/score_delivery.ts";
import { overrideConstants } from "../quality/override_constants.ts";
import { listCitedNames, type Remembered, renderMemories } from "./memory_text.ts";
import { findPythonDefinition } from "./python_definition.ts";

/**
 * Source of the memories of an arm: the base task of the pair, mined or curated; `other` is the
 * claim of an unrelated base task; `recalled` is the best mined memory of all earlier tasks for
 * this one, `recalled3` the three best; `fix` is an oracle, which cites the files of the fix
 * itself.
 */
export type MemorySource = "mined" | "curated" | "other" | "recalled" | "recalled3" | "fix";

/**
 * Use of memories, in any combination with `+`. `text` is shown beside the code and uses its
 * budget. `names` adds the cited paths and symbols to the guessed names of the ranking, at no cost;
 * `paths` and `symbols` add only these. `query` adds the claim to the words of the task, and
 * `mention` the cited locations. `code` puts the cited definitions before the ranked passages,
 * within 40 % of the budget.
 */
export type MemoryForm =
  | "text"
  | "names"
  | "paths"
  | "symbols"
  | "query"
  | "mention"
  | "code";

/** Share of a budget that cited definitions may use. */
const CODE_SHARE = 0.4;

/** Measured variant. */
export interface Arm {
  readonly name: string;
  /** True when subjects of commits count. */
  readonly commits: boolean;
  readonly source?: MemorySource;
  readonly forms?: readonly MemoryForm[];
  /** Weight of names relative to those that a caller guesses, from 0 to 1. */
  readonly trust?: number;
}

/** Returns the arm of a name, such as `none`, `commits` or `curated:text+names@0.3`. */
export function parseArm(name: string): Arm {
  if (name === "none") return { name, commits: false };
  if (name === "commits") return { name, commits: true };
  const [source = "", written = ""] = name.split(":");
  const [forms = "", trust = "1"] = written.split("@");
  return {
    name,
    commits: true,
    source: source as MemorySource,
    forms: forms.split("+") as MemoryForm[],
    trust: Number(trust),
  };
}

/** Delivery, with the cost of its memories. */
export interface ArmDelivery extends DeliveredBundle {
  readonly memoryTokens: number;
  /** Tokens of passages by their path. */
  readonly tokensByPath: ReadonlyMap<string, number>;
}

/** Returns the delivery of an arm for a task within a budget, in tokens. */
export async function deliver(
  engine: Engine,
  { arm, issue, memories, budget }: {
    readonly arm: Arm;
    readonly issue: Issue;
    readonly memories: readonly Remembered[];
    readonly budget: number;
  },
): Promise<ArmDelivery> {
  const { forms = [] } = arm;
  const { included, tokens } = renderMemories(memories);
  const memoryTokens = forms.includes("text") ? tokens : 0;
  const passages: ShownPassage[] = forms.includes("code")
    ? citedCode(included, { root: engine.root, budget: budget * CODE_SHARE })
    : [];
  const codeTokens = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const names = guessNames(included, forms);
  using _constants = overrideConstants(trustNames(arm.trust ?? 1));
  const bundle = await engine.contextForIssue(widen(issue, included, forms), {
    budget: budget - memoryTokens - codeTokens,
    refresh: false,
    record: false,
    ...(names.length > 0 && { names }),
    ...(!arm.commits && { disabled: ["subjects"] }),
  });
  passages.push(...toPassages(bundle));
  const tokensByPath = countByPath(passages);
  // A text names the paths that it cites, as a reference does.
  if (memoryTokens > 0) {
    for (const { path } of included.flatMap(({ anchors }) => anchors)) {
      passages.push({ path, startLine: 1, endLine: 1, tokens: 0, form: "reference" });
    }
  }
  const used = bundle.budget.used + memoryTokens + codeTokens;
  return { passages, used, memoryTokens, tokensByPath };
}

/** Returns a bundle in the form in which it is scored. The text about memories is not a passage. */
export function toDelivery(bundle: Bundle): Omit<ArmDelivery, "memoryTokens"> {
  const passages = toPassages(bundle);
  return { passages, used: bundle.budget.used, tokensByPath: countByPath(passages) };
}

function toPassages({ fragments }: Bundle): readonly ShownPassage[] {
  return fragments.flatMap(({ location, tokens, form }) => {
    if (location === undefined) return [];
    const { path, startLine, endLine, ranges } = location;
    return [{ path, startLine, endLine, tokens, form, ...(ranges && { ranges }) }];
  });
}

function countByPath(passages: readonly ShownPassage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, tokens } of passages) counts.set(path, (counts.get(path) ?? 0) + tokens);
  return counts;
}

/** Returns constants that reduce the weight of the names of a query, by a trust from 0 to 1. */
function trustNames(trust: number): Readonly<Record<string, number>> {
  if (trust === 1) return {};
  return Object.fromEntries(RANKING.flatMap(({ name, constant, of }) => {
    if (of === "names") return [[name, constant * trust]];
    return of === "question"
      ? [[
        name,
        constant * (1 - (1 - QUESTION_SHARE_WITH_NAMES) * trust) / QUESTION_SHARE_WITH_NAMES,
      ]]
      : [];
  }));
}

function guessNames(
  included: readonly Remembered[],
  forms: readonly MemoryForm[],
): readonly string[] {
  const anchors = included.flatMap(({ anchors }) => anchors);
  const paths = anchors.map(({ path }) => path);
  const symbols = anchors.flatMap(({ symbol }) => symbol ?? []);
  const isOf = (...some: readonly MemoryForm[]) => forms.some((form) => some.includes(form));
  return [
    ...new Set([
      ...(isOf("names", "paths") ? paths : []),
      ...(isOf("names", "symbols") ? symbols : []),
    ]),
  ];
}

function widen(issue: Issue, included: readonly Remembered[], forms: readonly MemoryForm[]): Issue {
  const more = [
    ...(forms.includes("query") ? included.map(({ claim }) => claim) : []),
    ...(forms.includes("mention") ? listCitedNames(included) : []),
  ];
  if (more.length === 0) return issue;
  return { ...issue, description: `${issue.description}\n\n${more.join("\n")}` };
}

/** Returns the definitions that memories cite, as they are in the tree now, each that fits. */
function citedCode(
  included: readonly Remembered[],
  { root, budget }: { readonly root: string; readonly budget: number },
): ShownPassage[] {
  const passages: ShownPassage[] = [];
  let used = 0;
  for (const { path, symbol } of included.flatMap(({ anchors }) => anchors)) {
    const lines = readLines(join(root, path));
    const found = symbol === undefined ? undefined : findPythonDefinition(lines, symbol);
    if (found === undefined) continue;
    const { start: startLine, end: endLine } = found;
    const tokens = estimateTokens([path, ...lines.slice(startLine - 1, endLine)].join("\n"));
    if (used + tokens > budget) continue;
    passages.push({ path, startLine, endLine, tokens, form: "snippet" });
    used += tokens;
  }
  return passages;
}

function readLines(path: string): readonly string[] {
  try {
    return Deno.readTextFileSync(path).split("\n");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
