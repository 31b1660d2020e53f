import type { JsonValue } from "@dossier/core/json";

/** What was done to the memory, when and by whom, as an entry of the chain keeps it. */
export interface AuditEntry {
  /** 1-based, without gaps. */
  readonly sequence: number;
  readonly event: JsonValue;
  /** The hash of the entry before; 64 zeros for the first. */
  readonly previousHash: string;
  /** SHA-256 of the canonical JSON of the event and the previous hash, in lower-case hexadecimal. */
  readonly hash: string;
}

/** Returns the SHA-256 of a text in lower-case hexadecimal. */
export type HashText = (text: string) => string;

/** What the first entry has in place of a hash before it. */
export const GENESIS_HASH: string = "0".repeat(64);

/** Returns the entry of an event behind the last entry; undefined when it is the first. */
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
 * Returns the sequence number of the first entry that is not as it was written, follows another than the one before
 * it, or is missing; undefined when the chain is whole.
 *
 * @param entries All entries, in their order.
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
