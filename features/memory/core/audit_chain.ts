import type { JsonValue } from "@dossier/core/json";

/** A change of the memory, as an entry of the audit log. */
export interface AuditEntry {
  /** 1-based, without gaps. */
  readonly sequence: number;
  readonly event: JsonValue;
  /** The hash of the previous entry; 64 zeros for the first. */
  readonly previousHash: string;
  /** SHA-256 of the canonical JSON of the event and the previous hash, in lower-case hexadecimal. */
  readonly hash: string;
}

/** Returns the SHA-256 of a text in lower-case hexadecimal. */
export type HashText = (text: string) => string;

/** The previous hash of the first entry. */
export const GENESIS_HASH: string = "0".repeat(64);

/**
 * Returns the entry of an event after the last entry.
 *
 * @param last The last entry; undefined for the first event.
 */
export function chainEvent(
  event: JsonValue,
  last: Pick<AuditEntry, "sequence" | "hash"> | undefined,
  hashText: HashText,
): AuditEntry {
  const { sequence, hash: previousHash } = last ?? { sequence: 0, hash: GENESIS_HASH };
  const hash = hashText(toCanonicalJson(event) + previousHash);
  return { sequence: sequence + 1, event, previousHash, hash };
}

/**
 * Returns the sequence number of the first entry that was changed, does not follow the previous
 * one, or is missing; undefined when the chain is intact.
 *
 * @param entries All entries, in order.
 */
export function findBrokenEntry(
  entries: Iterable<AuditEntry>,
  hashText: HashText,
): number | undefined {
  let last: AuditEntry | undefined;
  for (const entry of entries) {
    const expected = chainEvent(entry.event, last, hashText);
    const isWhole = entry.sequence === expected.sequence && entry.hash === expected.hash &&
      entry.previousHash === expected.previousHash;
    if (!isWhole) return expected.sequence;
    last = entry;
  }
  return undefined;
}

/** Returns a value as JSON without spaces, with the keys of objects in the order of their code units. */
export function toCanonicalJson(value: JsonValue): string {
  return JSON.stringify(
    value,
    (_, inner) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => a < b ? -1 : 1))
        : inner,
  );
}
