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
  push: "Sessions get observations without a request: at their start, with a prompt, by hooks",
  give: "An answer includes a line with the observation that matches it",
  capture: "Transcripts of hosts are mined for observations after a session",
  graph: "Sessions also get triplets of the graph",
  weighting: "Weights learned from outcomes count in the ranking",
  corroboration: "An observation counts more when others say the same",
};

const WORDS = {
  gate: {
    words: ["review", "open"],
    meaning: "Observations found by rules wait for review, or are active at once (open)",
  },
  scorer: {
    words: ["hybrid", "words", "keywords"],
    meaning:
      "Scoring of observations: by words and meaning, by the rarity of words, or by keywords and age",
  },
} as const;

const RETENTION =
  "Days after which memory prune erases observations without a verification or an accepted session; 0: never";

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
      meaning: `Maximum number of tokens of memory for work of the kind ${work}`,
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
    throw new SettingProblem(`there is no setting "${name}": use one of ${names}`);
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
  throw new SettingProblem(`${name} must be one of ${[...words, DEFAULT].join(", ")}`);
}

function toNumber(value: string, unit: string): number {
  if (NUMBER_REGEXP.test(value)) return Number(value);
  throw new SettingProblem(`it must be a whole number ${unit}, at most 999999, or ${DEFAULT}`);
}
