import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  type AuditEntry,
  chainEvent,
  findBrokenEntry,
  GENESIS_HASH,
  toCanonicalJson,
} from "./audit_chain.ts";

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function chain(count: number): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let at = 1; at <= count; at++) {
    entries.push(chainEvent({ operation: "remember", id: `o${at}` }, entries.at(-1), hashText));
  }
  return entries;
}

Deno.test("M-28: chainEvent() hashes the event with the hash before it, from 64 zeros on", () => {
  const [first, second] = chain(2);
  assert.equal(first!.previousHash, GENESIS_HASH);
  assert.equal(first!.hash, hashText(`{"id":"o1","operation":"remember"}${GENESIS_HASH}`));
  assert.deepEqual([second!.sequence, second!.previousHash], [2, first!.hash]);
});

Deno.test("M-28: findBrokenEntry() names the entry that was altered, removed or moved", () => {
  const entries = chain(5);
  assert.equal(findBrokenEntry(entries, hashText), undefined);
  assert.equal(findBrokenEntry([], hashText), undefined);
  const altered = entries.with(2, { ...entries[2]!, event: { operation: "forget", id: "o3" } });
  assert.equal(findBrokenEntry(altered, hashText), 3);
  assert.equal(findBrokenEntry(entries.toSpliced(1, 1), hashText), 2);
  assert.equal(findBrokenEntry(entries.with(3, entries[4]!).with(4, entries[3]!), hashText), 4);
});

Deno.test("toCanonicalJson() sorts keys at every depth and has no spaces", () => {
  const value = { b: [{ d: 1, c: null }], a: "x y" };
  assert.equal(toCanonicalJson(value), '{"a":"x y","b":[{"c":null,"d":1}]}');
});
