import { type Refusal, renderReason } from "@dossier/core/errors";
import {
  type ActionRule,
  type HookedAction,
  matchRules,
  readActionRule,
  type RuleReading,
  type RuleVerdict,
} from "../core/host_hook/mod.ts";
import { prepareCondition } from "@dossier/core/condition";
import { splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
import { compilePattern, listNames, readPlainText } from "@dossier/retrieval/machine";
import { placeYaml } from "@dossier/retrieval/notation";

/** Where rules lie: those of dossier, and those of Claude Code's plugin hookify. */
const PLACES: readonly { readonly folder: string; readonly name: RegExp }[] = [
  { folder: ".dossier/rules", name: /^[^.].*\.md$/ },
  { folder: ".claude", name: /^hookify\..*\.local\.md$/ },
];

/** Larger files are passed over, in bytes; a rule is some lines. */
const MAX_RULE_BYTES = 64 * 1024;

/** Files of one place that are read; more would slow every call of a tool. */
const MAX_RULES = 200;

/** The rules of a project. */
export interface RuleReport {
  /** Those of `.dossier/rules` first, each place by name. */
  readonly rules: readonly ActionRule[];
  /** Sentences on what is passed over. */
  readonly problems: readonly string[];
}

/**
 * Returns the rules of a project: `.dossier/rules/*.md` and `.claude/hookify.*.local.md`. No link is followed.
 *
 * @param root Real absolute path of the project.
 */
export async function readActionRules(root: string): Promise<RuleReport> {
  const rules: ActionRule[] = [];
  const problems: string[] = [];
  for (const { folder, name } of PLACES) {
    const files = listNames(`${root}/${folder}`).filter((one) => name.test(one));
    if (files.length > MAX_RULES) {
      const rest = files.length - MAX_RULES;
      problems.push(`The last ${rest} rules of "${folder}" are passed over: ${MAX_RULES} are read`);
    }
    for (const file of files.slice(0, MAX_RULES)) {
      const path = `${folder}/${file}`;
      const read = readPlainText(`${root}/${path}`, { below: root, maxBytes: MAX_RULE_BYTES });
      const reading: RuleReading = read.kind === "text"
        ? await parseRule(read.text)
        : { kind: "none", reason: read.message };
      if (reading.kind === "rule") rules.push(reading.rule);
      else if (reading.reason !== undefined) {
        problems.push(`"${path}" is passed over as ${reading.reason}`);
      }
    }
  }
  return { rules, problems };
}

async function parseRule(text: string): Promise<RuleReading> {
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter === undefined) return readActionRule(undefined, body);
  try {
    const placed = await placeYaml(frontMatter, "it", toPlainError);
    return readActionRule(toPlainValue(placed), body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "none", reason: `its front matter is no YAML: ${error.message}` };
  }
}

function toPlainError(refusal: Refusal): Error {
  return new SyntaxError(renderReason(refusal));
}

/**
 * Returns the rules of a project, and what is wrong with any of them: a pattern that is none as well.
 *
 * @param root Real absolute path of the project.
 */
export async function checkActionRules(root: string): Promise<RuleReport> {
  const { rules, problems } = await readActionRules(root);
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  for (const { name, condition } of rules) {
    await prepareCondition(condition, { compile: compilePattern, place: `rule "${name}"`, warn });
  }
  return { rules, problems: [...problems, ...warnings] };
}

/** What the rules of a project say of an action. */
export interface RuleCheck {
  /** Absent when no rule matches. */
  readonly verdict?: RuleVerdict | undefined;
  /** Sentences on rules that are passed over, or have a pattern that is none. */
  readonly problems: readonly string[];
}

/**
 * Returns what the rules of a project say of what an agent does.
 *
 * @param root Real absolute path of the project.
 */
export async function checkAction(root: string, action: HookedAction): Promise<RuleCheck> {
  const { rules, problems } = await readActionRules(root);
  const warnings: string[] = [];
  const verdict = await matchRules(rules, action, {
    compile: compilePattern,
    warn: (sentence) => warnings.push(sentence),
  });
  return { verdict, problems: [...problems, ...warnings] };
}
