import type { MemoryPlace } from "./memory_place.ts";
import {
  type ObservationRow,
  type ObservationStatus,
  parseObservationId,
  SELECT_OBSERVATIONS,
  type StoredObservation,
  toObservation,
} from "./observation_row.ts";

// The sign prevents SQLite from reading all observations of a project to find some ids.
const IN_PROJECT = "+project = ?";

/** Returns an observation of the project by its id, whichever status it has. */
export async function findObservation(
  place: MemoryPlace,
  id: string,
): Promise<StoredObservation | undefined> {
  return (await findObservations(place, [id]))[0];
}

/** Returns the existing observations of the project, in the order of the ids. */
export async function findObservations(
  place: MemoryPlace,
  ids: readonly string[],
): Promise<readonly StoredObservation[]> {
  const numbers = ids.flatMap((id) => parseObservationId(id) ?? []);
  if (numbers.length === 0) return [];
  const rows = await place.state.read((sql) =>
    sql.all<ObservationRow>(
      `${SELECT_OBSERVATIONS} WHERE ${IN_PROJECT} AND id IN (${numbers.map(() => "?").join(", ")})`,
      place.number,
      ...numbers,
    )
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const row = byId.get(number);
    return row === undefined ? [] : [toObservation(place, row)];
  });
}

/** The filter of a list of observations. */
export interface ListObservationsOptions {
  /** @default all */
  readonly status?: ObservationStatus | undefined;
  /** Only those with a smaller number: the last id of the previous page. */
  readonly before?: string | undefined;
  /** Only those with a larger number, oldest first: the last id of the previous page, or `o0`. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Returns observations of the project, newest first, or oldest first with `after`. */
export async function listObservations(
  place: MemoryPlace,
  { status, before, after, limit }: ListObservationsOptions,
): Promise<readonly StoredObservation[]> {
  const rows = await place.state.read((sql) =>
    sql.all<ObservationRow>(
      `${SELECT_OBSERVATIONS} WHERE project = ? AND content <> '' ${
        status === undefined ? "" : "AND status = ? "
      }
      AND id < ? AND id > ? ORDER BY id ${after === undefined ? "DESC" : "ASC"} LIMIT ?`,
      place.number,
      ...(status === undefined ? [] : [status]),
      parseObservationId(before ?? "") ?? Number.MAX_SAFE_INTEGER,
      parseObservationId(after ?? "") ?? 0,
      limit,
    )
  );
  return rows.map((row) => toObservation(place, row));
}

/** Maximum number of active observations of a file, newest first. */
const MAX_CITING = 200;

/**
 * Returns the active observations of the project that cite one of some files, or a part of it,
 * newest first.
 */
export async function listCiting(
  place: MemoryPlace,
  paths: readonly string[],
): Promise<readonly StoredObservation[]> {
  if (paths.length === 0) return [];
  const patterns = paths.map((path) =>
    `%${JSON.stringify({ path }).slice(1, -1).replaceAll(/[!%_]/g, "!$&")}%`
  );
  const rows = await place.state.read((sql) =>
    sql.all<ObservationRow>(
      `${SELECT_OBSERVATIONS} WHERE project = ? AND status = 'active'
      AND (${patterns.map(() => "anchors LIKE ? ESCAPE '!'").join(" OR ")})
      ORDER BY id DESC LIMIT ?`,
      place.number,
      ...patterns,
      MAX_CITING,
    )
  );
  // LIKE of SQLite ignores case.
  return rows.map((row) => toObservation(place, row))
    .filter(({ anchors }) => anchors.some(({ path }) => paths.includes(path)));
}

/** Returns the number of the project's observations of each status. */
export async function countObservations(
  { state, number }: MemoryPlace,
): Promise<Readonly<Record<ObservationStatus, number>>> {
  type Count = { readonly status: ObservationStatus; readonly count: number };
  const counts = await state.read((sql) =>
    sql.all<Count>(
      `SELECT status, count(*) AS count FROM memory_observations
      WHERE project = ? AND content <> '' GROUP BY status`,
      number,
    )
  );
  const none = { waiting: 0, active: 0, refused: 0, superseded: 0 };
  return { ...none, ...Object.fromEntries(counts.map(({ status, count }) => [status, count])) };
}
