import { type ErrorParts, renderReason } from "@dossier/core/errors";
import {
  type ActionRule,
  type HookedAction,
  matchRules,
  readActionRule,
  type RuleResult,
  type RuleVerdict,
} from "../core/host_hook/mod.ts";
import { prepareCondition } from "@dossier/core/condition";
import { splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
import { compilePattern, listNames, readPlainText } from "@dossier/retrieval/machine";
import { parseLocatedYaml } from "@dossier/retrieval/notation";

/** Folders of rules: dossier's, and those of Claude Code's plugin hookify. */
const RULE_FOLDERS: readonly { readonly folder: string; readonly name: RegExp }[] = [
  { folder: ".dossier/rules", name: /^[^.].*\.md$/ },
  { folder: ".claude", name: /^hookify\..*\.local\.md$/ },
];

/** Maximum number of bytes of a rule, which has some lines; larger files are ignored. */
const MAX_RULE_BYTES = 64 * 1024;

/** Maximum number of files that are read of one folder; more would slow every tool call. */
const MAX_RULES = 200;

/** The rules of a project. */
export interface RuleReport {
  /** Rules of `.dossier/rules` first; those of a folder in the order of their names. */
  readonly rules: readonly ActionRule[];
  /** Sentences about ignored files. */
  readonly problems: readonly string[];
}

/**
 * Returns the rules of a project: `.dossier/rules/*.md` and `.claude/hookify.*.local.md`. Symbolic
 * links are not followed.
 *
 * @param root Real absolute path of the project.
 */
export async function readActionRules(root: string): Promise<RuleReport> {
  const rules: ActionRule[] = [];
  const problems: string[] = [];
  for (const { folder, name } of RULE_FOLDERS) {
    const files = listNames(`${root}/${folder}`).filter((one) => name.test(one));
    if (files.length > MAX_RULES) {
      const rest = files.length - MAX_RULES;
      problems.push(`The last ${rest} rules of "${folder}" are ignored: ${MAX_RULES} are read`);
    }
    for (const file of files.slice(0, MAX_RULES)) {
      const path = `${folder}/${file}`;
      const read = readPlainText(`${root}/${path}`, { below: root, maxBytes: MAX_RULE_BYTES });
      const reading: RuleResult = read.kind === "text"
        ? await parseRule(read.text)
        : { kind: "none", reason: read.message };
      if (reading.kind === "rule") rules.push(reading.rule);
      else if (reading.reason !== undefined) {
        problems.push(`"${path}" is ignored as ${reading.reason}`);
      }
    }
  }
  return { rules, problems };
}

async function parseRule(text: string): Promise<RuleResult> {
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter === undefined) return readActionRule(undefined, body);
  try {
    const placed = await parseLocatedYaml(frontMatter, "it", toPlainError);
    return readActionRule(toPlainValue(placed), body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "none", reason: `its front matter is not valid YAML: ${error.message}` };
  }
}

function toPlainError(refusal: ErrorParts): Error {
  return new SyntaxError(renderReason(refusal));
}

/**
 * Returns the rules of a project, and their problems, including invalid patterns.
 *
 * @param root Real absolute path of the project.
 */
export async function checkActionRules(root: string): Promise<RuleReport> {
  const { rules, problems } = await readActionRules(root);
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  for (const { name, condition } of rules) {
    await prepareCondition(condition, {
      compile: compilePattern,
      location: `rule "${name}"`,
      warn,
    });
  }
  return { rules, problems: [...problems, ...warnings] };
}

/** The verdict of a project's rules on an action. */
export interface RuleCheck {
  /** Absent when no rule matches. */
  readonly verdict?: RuleVerdict | undefined;
  /** Sentences about ignored rules and invalid patterns. */
  readonly problems: readonly string[];
}

/**
 * Returns the verdict of a project's rules on an action.
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
