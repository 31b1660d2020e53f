import type { Sql } from "@dossier/retrieval/state";

const INSERT = `INSERT INTO memory_vectors (project, observation, model, numbers)
  VALUES (?, ?, ?, ?) ON CONFLICT (observation) DO NOTHING`;

/** The row of an observation's vector. */
export interface VectorRow {
  /** The number of the project. */
  readonly project: number;
  /** The number of the observation. */
  readonly observation: number;
  /** The id of the model; empty until there is a vector. */
  readonly model: string;
  /** Signed bytes in Base64; empty for none. */
  readonly numbers: string;
}

/** Adds a row, unless the observation has one. */
export async function addVector(
  sql: Sql,
  { project, observation, model, numbers }: VectorRow,
): Promise<void> {
  await sql.run(INSERT, project, observation, model, numbers);
}

/** Removes the row of an observation. */
export async function removeVector(sql: Sql, observation: number): Promise<void> {
  await sql.run("DELETE FROM memory_vectors WHERE observation = ?", observation);
}
