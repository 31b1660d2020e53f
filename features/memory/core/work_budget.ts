/** Tokens for memory by kind of work. */
export type WorkBudgets = Readonly<Record<string, number>>;

/** How many tokens of memory a session is given, by kind of work. */
export interface MemoryBudgets {
  /** Those of everybody. */
  readonly defaults: WorkBudgets;
  /** Those of organisations, which go first. 0 is a budget: nothing is given. */
  readonly organizations?: Readonly<Record<string, WorkBudgets>> | undefined;
}

/** Source: the seed. A bug needs the most of what earlier work taught, a chore the least. */
export const DEFAULT_MEMORY_BUDGETS: MemoryBudgets = {
  defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 300 },
};

/** Tokens for a kind of work that no table names. Source: the seed. */
const OTHER_WORK_TOKENS = 500;

/** Returns how many tokens of memory a session of an organisation is given for a kind of work. */
export function findMemoryBudget(
  workType: string,
  organization: string,
  { defaults, organizations = {} }: MemoryBudgets = DEFAULT_MEMORY_BUDGETS,
): number {
  return own(own(organizations, organization), workType) ?? own(defaults, workType) ??
    OTHER_WORK_TOKENS;
}

/** Returns a value of a table by a name that somebody wrote, which may be that of a method of objects. */
function own<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
