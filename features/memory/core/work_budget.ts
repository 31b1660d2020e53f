/** Tokens for memory by kind of work. */
export type WorkBudgets = Readonly<Record<string, number>>;

/** The memory budgets of sessions, by kind of work. */
export interface MemoryBudgets {
  /** The defaults. */
  readonly defaults: WorkBudgets;
  /** Budgets of organisations, which override the defaults. 0 is a budget: nothing is included. */
  readonly organizations?: Readonly<Record<string, WorkBudgets>> | undefined;
}

/**
 * Source: the original specification. A bug fix needs the most memory of earlier work, a chore the
 * least.
 */
export const DEFAULT_MEMORY_BUDGETS: MemoryBudgets = {
  defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 300 },
};

/** Tokens for a kind of work without an entry. Source: the original specification. */
const OTHER_WORK_TOKENS = 500;

/** Returns the memory budget of a session of an organisation in tokens, for a kind of work. */
export function findMemoryBudget(
  workType: string,
  organization: string,
  { defaults, organizations = {} }: MemoryBudgets = DEFAULT_MEMORY_BUDGETS,
): number {
  return readOwnProperty(readOwnProperty(organizations, organization), workType) ??
    readOwnProperty(defaults, workType) ??
    OTHER_WORK_TOKENS;
}

/** Returns a value of a table by an untrusted name, which may be that of an inherited method. */
function readOwnProperty<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
