import { DEFAULT_MEMORY_BUDGETS } from "./core/mod.ts";
import { DEFAULT_SETTINGS, type MemorySettings } from "./store/mod.ts";

/** A setting of a project's memory, in the form in which users read and write it. */
export interface SettingLine {
  readonly name: string;
  readonly value: string;
  /** One sentence. */
  readonly meaning: string;
}

type Switch = "push" | "give" | "capture" | "graph" | "weighting" | "corroboration";

const SWITCHES: Readonly<Record<Switch, string>> = {
  push: "Whether sessions are given observations unasked: at their start, with a prompt, by hooks",
  give: "Whether an answer has a line for the observation that answers it",
  capture:
    "Whether transcripts that hosts write are read, once a session is over, for what they teach",
  graph: "Whether sessions are given triplets of the graph as well",
  weighting: "Whether what outcomes taught counts in the ranking",
  corroboration: "Whether an observation counts more that others say as well",
};

const WORDS = {
  gate: {
    words: ["review", "open"],
    meaning: "Whether what rules find waits for review, or is given at once (open)",
  },
  scorer: {
    words: ["hybrid", "words", "keywords"],
    meaning:
      "How observations are scored: by words and meaning, by the rarity of words, or by keywords and age",
  },
} as const;

const RETENTION =
  "Days after which memory prune erases what nobody verified and no accepted session was given; 0: never";

/** The value that resets a setting to its default. */
const DEFAULT = "default";

/** The order in which settings are listed. */
const ORDER = [
  "push",
  "give",
  "capture",
  "gate",
  "graph",
  "weighting",
  "corroboration",
  "scorer",
] as const;

const BUDGET_REGEXP = /^budgets\.([a-z][a-z0-9_-]{0,40})$/;
const NUMBER_REGEXP = /^\d{1,6}$/;

/** The reason why a setting cannot be changed: a clause for after "as". */
export class SettingProblem extends Error {
  override readonly name = "SettingProblem";
}

/** Returns all settings with their values. */
export function listSettings(settings: MemorySettings): readonly SettingLine[] {
  const budgets = { ...DEFAULT_MEMORY_BUDGETS.defaults, ...settings.budgets };
  return [
    ...ORDER.map((name) => ({
      name,
      value: name === "gate" || name === "scorer" ? settings[name] : settings[name] ? "on" : "off",
      meaning: name === "gate" || name === "scorer" ? WORDS[name].meaning : SWITCHES[name],
    })),
    ...Object.entries(budgets).map(([work, tokens]) => ({
      name: `budgets.${work}`,
      value: String(tokens),
      meaning: `Most tokens of memory for work of the kind ${work}`,
    })),
    { name: "retentionDays", value: String(settings.retentionDays), meaning: RETENTION },
  ];
}

/**
 * Returns the changes for a new value of a setting.
 *
 * @param settings The present settings.
 * @param value `default` resets the setting.
 * @throws {SettingProblem} For an unknown name or value; the message lists the known ones.
 */
export function parseSetting(
  settings: MemorySettings,
  name: string,
  value: string,
): Partial<MemorySettings> {
  if (name === "budgets" && value === DEFAULT) return { budgets: {} };
  const work = BUDGET_REGEXP.exec(name)?.[1];
  if (work !== undefined) {
    const { [work]: _, ...others } = settings.budgets;
    return {
      budgets: value === DEFAULT ? others : { ...others, [work]: toNumber(value, "of tokens") },
    };
  }
  if (name !== "retentionDays" && !ORDER.some((known) => known === name)) {
    const names = [...ORDER, "budgets.KIND", "retentionDays"].join(", ");
    throw new SettingProblem(`there is no setting "${name}": there are ${names}`);
  }
  const known = name as Exclude<keyof MemorySettings, "budgets">;
  if (value === DEFAULT) return { [known]: DEFAULT_SETTINGS[known] };
  if (known === "retentionDays") return { [known]: toNumber(value, "of days") };
  if (known === "gate" || known === "scorer") {
    return { [known]: choose(value, { name, words: WORDS[known].words }) };
  }
  return { [known]: choose(value, { name, words: ["on", "off"] }) === "on" };
}

function choose<Word extends string>(
  value: string,
  { name, words }: { readonly name: string; readonly words: readonly Word[] },
): Word {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new SettingProblem(`${name} takes ${[...words, DEFAULT].join(", ")}`);
}

function toNumber(value: string, unit: string): number {
  if (NUMBER_REGEXP.test(value)) return Number(value);
  throw new SettingProblem(`it takes a whole number ${unit}, at most 999999, or ${DEFAULT}`);
}
