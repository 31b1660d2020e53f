import { RetrievalError } from "@dossier/retrieval/machine";
import { isJsonObject } from "@dossier/core/text";
import type { Fingerprint, WorkBudgets } from "../core/mod.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";

/**
 * The settings of a project's memory by its users; the content of the repository does not count.
 */
export interface MemorySettings {
  /**
   * True when observations are delivered without a request: at the start of a session, with a
   * prompt, by the queue.
   */
  readonly push: boolean;
  /** True when a bundle includes the observation that answers it, in one line. */
  readonly give: boolean;
  /** True when the transcripts of hosts are mined after a session. */
  readonly capture: boolean;
  /** Observations of rules wait for review, or are active at once. */
  readonly gate: "review" | "open";
  /** True when triplets of the graph are included. */
  readonly graph: boolean;
  /** True when learned weights count in the ranking. */
  readonly weighting: boolean;
  /** True when corroborated observations count more. */
  readonly corroboration: boolean;
  /**
   * The scorer of observations: words and meaning, words alone, or the reference scorer of the
   * seed.
   */
  readonly scorer: "hybrid" | "words" | "keywords";
  /** Tokens by kind of work, before the defaults. */
  readonly budgets: WorkBudgets;
  /**
   * Days after which an observation is erased that no user verified and no accepted session
   * received; 0 for never.
   */
  readonly retentionDays: number;
}

/** The default settings. */
export const DEFAULT_SETTINGS: MemorySettings = {
  push: false,
  give: false,
  capture: false,
  gate: "review",
  graph: false,
  weighting: true,
  corroboration: false,
  scorer: "hybrid",
  budgets: {},
  retentionDays: 0,
};

/**
 * Returns the settings of the project.
 *
 * @throws {RetrievalError} `state-damaged` for a value that no version writes: it must not switch
 * anything on.
 */
export async function readMemorySettings(place: MemoryPlace): Promise<MemorySettings> {
  const { state, number } = place;
  const text = await state.read((sql) => sql.value<string>(FIND_SETTINGS, number));
  return checkSettings(place, state.parse<Partial<MemorySettings>>(text ?? "{}"));
}

const FIND_SETTINGS = "SELECT settings FROM memory_projects WHERE id = ?";

/**
 * The allowed values of each setting, as text and as a test; other settings must be true or false.
 */
const RULES: Partial<
  Record<keyof MemorySettings, [rule: string, test: (value: unknown) => boolean]>
> = {
  gate: ['"review" or "open"', (value) => value === "review" || value === "open"],
  scorer: [
    '"hybrid", "words" or "keywords"',
    (value) => value === "hybrid" || value === "words" || value === "keywords",
  ],
  budgets: [
    "whole numbers by kind of work",
    (value) => isJsonObject(value) && Object.values(value).every(isWholeNumber),
  ],
  retentionDays: ["a whole number", isWholeNumber],
};

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns settings with all defaults; throws for a value of another type. */
function checkSettings({ state }: MemoryPlace, set: Partial<MemorySettings>): MemorySettings {
  const settings: MemorySettings = { ...DEFAULT_SETTINGS, ...set };
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof MemorySettings)[]) {
    const [rule, isRight] = RULES[name] ?? ["true or false", (value) => typeof value === "boolean"];
    if (isRight(settings[name])) continue;
    throw new RetrievalError("state-damaged", {
      action: `use the memory in "${state.path}"`,
      rule: `its setting ${name} must be ${rule}`,
      state: `it is ${JSON.stringify(settings[name])}`,
      fix: `write memory settings ${name} default`,
    });
  }
  return settings;
}

/**
 * Changes some settings of the project, and returns all.
 *
 * @param change Returns the changes, given the stored settings, which may have wrong types.
 * @throws {RetrievalError} `state-damaged` when another setting has a wrong type; the changes are
 * stored even so.
 */
export async function writeMemorySettings(
  place: MemoryPlace,
  change: Partial<MemorySettings> | ((set: MemorySettings) => Partial<MemorySettings>),
): Promise<MemorySettings> {
  const { state, number, dialect } = place;
  const written = await state.write(async (sql) => {
    const find = `${FIND_SETTINGS}${dialect.lockRow}`;
    const set = state.parse<Partial<MemorySettings>>(await sql.value<string>(find, number) ?? "{}");
    const changes = typeof change === "function" ? change({ ...DEFAULT_SETTINGS, ...set }) : change;
    const text = JSON.stringify({ ...set, ...changes });
    await sql.run("UPDATE memory_projects SET settings = ? WHERE id = ?", text, number);
    await audit(sql, place, { action: "settings", names: Object.keys(changes).toSorted() });
    return { ...set, ...changes };
  });
  return checkSettings(place, written);
}

/** Returns the stored technologies of the project; empty before the first check. */
export async function readStoredFingerprint({ state, number }: MemoryPlace): Promise<Fingerprint> {
  const text = await state.read((sql) =>
    sql.value<string>("SELECT fingerprint FROM memory_projects WHERE id = ?", number)
  );
  return new Set(state.parse<readonly string[]>(text ?? "[]"));
}

/** Stores the technologies of the project. */
export async function writeFingerprint(
  { state, number }: MemoryPlace,
  fingerprint: Fingerprint,
): Promise<void> {
  const text = JSON.stringify([...fingerprint].toSorted());
  const find = "SELECT fingerprint FROM memory_projects WHERE id = ?";
  // Most often it is unchanged, and reading waits for no lock.
  if (await state.read((sql) => sql.value<string>(find, number)) === text) return;
  await state.write((sql) =>
    sql.run("UPDATE memory_projects SET fingerprint = ? WHERE id = ?", text, number)
  );
}

/** Another project of the same organization in the same store. */
export interface KnownProject {
  readonly number: number;
  readonly project: string;
  readonly fingerprint: Fingerprint;
  /** True when it may be read for this project. */
  readonly isGranted: boolean;
}

/** Returns the other projects of the organization, by name. */
export async function listProjects(
  { state, number, organization }: MemoryPlace,
): Promise<readonly KnownProject[]> {
  type Row = { id: number; name: string; fingerprint: string; granted: number };
  const rows = await state.read((sql) =>
    sql.all<Row>(
      `SELECT id, name, fingerprint, (SELECT count(*) FROM memory_grants
        WHERE source = memory_projects.id AND destination = ?) AS granted
      FROM memory_projects WHERE organization = ? AND id <> ? ORDER BY name`,
      number,
      organization,
      number,
    )
  );
  return rows.map(({ id, name, fingerprint, granted }) => ({
    number: id,
    project: name,
    fingerprint: new Set(state.parse<readonly string[]>(fingerprint)),
    isGranted: granted > 0,
  }));
}

const GRANT =
  "INSERT INTO memory_grants (source, destination) VALUES (?, ?) ON CONFLICT DO NOTHING";
const REVOKE = "DELETE FROM memory_grants WHERE source = ? AND destination = ?";

/**
 * Grants or revokes that this project reads the observations of another; returns false when there
 * is no such project.
 */
export async function setGrant(
  place: MemoryPlace,
  source: string,
  isGranted: boolean,
): Promise<boolean> {
  const { state, number, organization } = place;
  return await state.write(async (sql) => {
    const find = "SELECT id FROM memory_projects WHERE organization = ? AND name = ?";
    const from = await sql.value<number>(find, organization, source);
    if (from === undefined || from === number) return false;
    await sql.run(isGranted ? GRANT : REVOKE, from, number);
    await audit(sql, place, { action: isGranted ? "grant" : "revoke", source });
    return true;
  });
}
