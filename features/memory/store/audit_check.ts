import { RetrievalError } from "@dossier/retrieval/machine";
import { type AuditEntry, findBrokenEntry } from "../core/mod.ts";
import { hashText } from "../hash_text.ts";
import { listAudit, type MemoryPlace } from "./memory_place.ts";

/** The result of checking the audit chain of a project. */
export interface AuditCheck {
  readonly entries: number;
  /** The sequence number of the first entry that was changed or is missing. */
  readonly broken?: number;
}

/** Compares the chain of a project with its hashes, and its end with the stored end. */
export async function checkAudit(place: MemoryPlace): Promise<AuditCheck> {
  const entries: AuditEntry[] = [];
  try {
    for await (const entry of listAudit(place)) entries.push(entry);
  } catch (error) {
    if (!(error instanceof RetrievalError && error.code === "state-damaged")) throw error;
    // An entry that is no longer JSON ends the readable part.
    return { entries: entries.length, broken: findBroken(entries) ?? entries.length + 1 };
  }
  const end = await place.state.read((sql) =>
    sql.get<{ sequence: number; hash: string }>(
      "SELECT sequence, hash FROM memory_audit_ends WHERE project = ?",
      place.number,
    )
  );
  const last = entries.at(-1);
  const isWhole = end?.sequence === last?.sequence && end?.hash === last?.hash;
  const broken = findBroken(entries) ?? (isWhole ? undefined : entries.length + 1);
  return { entries: entries.length, ...(broken !== undefined && { broken }) };
}

function findBroken(entries: readonly AuditEntry[]): number | undefined {
  return findBrokenEntry(entries, hashText);
}
