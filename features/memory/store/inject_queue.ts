import { hashText } from "../hash_text.ts";
import type { Sql } from "@dossier/retrieval/state";
import { type DeadReason, type OfferedInject, TRIPLETS_HEADING } from "../core/mod.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import { writeTogether } from "./write_together.ts";

/**
 * Time for which an offered text is reserved for its worker, in milliseconds: two heartbeats of the
 * rail.
 */
export const LEASE_MS = 60_000;

/** A text for a session. */
export interface InjectDraft {
  /** The session whose agent gets it. */
  readonly session: string;
  /** Its content. */
  readonly text: string;
  /** The sender: a user or memory. */
  readonly kind: OfferedInject["kind"];
  /** The turn that it responds to. */
  readonly turn?: string | undefined;
}

const INSERT =
  `INSERT INTO memory_injects (delivery, project, session, content_hash, text, kind, turn,
  state, attempts, worker, leased_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 0, '', 0, ?)
  ON CONFLICT (project, session, content_hash) DO UPDATE SET delivery = excluded.delivery,
    text = excluded.text, state = 'pending', attempts = 0, worker = '', leased_until = 0,
    dead_reason = NULL WHERE memory_injects.state = 'dead'`;
const FIND = `SELECT delivery FROM memory_injects
  WHERE project = ? AND session = ? AND content_hash = ?`;

/**
 * Adds a text to the queue of a session and returns its delivery, or that of the same text when it
 * is in the queue, as no text is delivered twice. An abandoned text is queued again, as a new
 * delivery. Returns undefined for a text of white space only.
 */
export async function enqueueInject(
  place: MemoryPlace,
  { session, text, kind, turn = "" }: InjectDraft,
): Promise<{ readonly delivery: string; readonly isNew: boolean } | undefined> {
  if (text.trim() === "") return undefined;
  const { state, number } = place;
  const hash = hashText(text);
  return await writeTogether(state, async (sql) => {
    const delivery = crypto.randomUUID();
    const values = [delivery, number, session, hash, text, kind, turn, state.now()];
    const { changes } = await sql.run(INSERT, ...values);
    if (changes > 0) {
      await audit(sql, place, { action: "inject", session, delivery, hash });
      return { delivery, isNew: true };
    }
    return { delivery: (await sql.value<string>(FIND, number, session, hash))!, isNew: false };
  });
}

interface Row {
  readonly delivery: string;
  /** Its content. */
  readonly text: string;
  /** The sender: a user or memory. */
  readonly kind: OfferedInject["kind"];
  readonly turn: string;
  readonly attempts: number;
}

/** A text as the queue offers it. */
export interface QueuedOffer extends OfferedInject {
  /** Number of offers, including this one. */
  readonly attempts: number;
}

const toOfferStatement = ({ skipLocked }: SqlDialect) =>
  `UPDATE memory_injects SET state = 'offered', attempts = attempts + 1, worker = ?1, leased_until = ?2
  WHERE id = (SELECT id FROM memory_injects WHERE project = ?3 AND session = ?4
    AND state IN ('pending', 'offered') AND (worker = ?1 OR leased_until <= ?5)
    ORDER BY id LIMIT 1${skipLocked})
  RETURNING delivery, text, kind, turn, attempts`;

/**
 * Returns the oldest unacknowledged text of a session, and reserves it for the worker for
 * {@link LEASE_MS}; undefined when there is none. The same worker gets it again at once, another
 * one when the reservation ends.
 */
export async function offerInject(
  { state, number, dialect }: MemoryPlace,
  { session, worker }: { readonly session: string; readonly worker: string },
): Promise<QueuedOffer | undefined> {
  const row = await writeTogether(state, (sql) => {
    const now = state.now();
    return sql.get<Row>(toOfferStatement(dialect), worker, now + LEASE_MS, number, session, now);
  });
  if (row === undefined) return undefined;
  const { delivery, text, kind, turn, attempts } = row;
  return { deliveryId: delivery, text, kind, attempts, ...(turn === "" ? {} : { turnId: turn }) };
}

const RELEASE = `UPDATE memory_injects SET leased_until = 0
  WHERE project = ? AND session = ? AND delivery = ? AND state = 'offered' AND attempts = ?`;

/** Ends the reservation of a text, unless it was offered again since. */
export async function releaseInject(
  { state, number }: MemoryPlace,
  { session, delivery, attempts }: {
    /** The session whose agent gets it. */
    readonly session: string;
    readonly delivery: string;
    /** Number of offers. */
    readonly attempts: number;
  },
): Promise<void> {
  await state.write((sql) => sql.run(RELEASE, number, session, delivery, attempts));
}

const ACKNOWLEDGE = `UPDATE memory_injects SET state = 'acked', acked_at = ?
  WHERE project = ? AND session = ? AND delivery = ? AND state <> 'acked'`;

/**
 * Records that an agent has a text; returns false when that was recorded before. An unknown text,
 * or one of another session, changes nothing; an abandoned one that arrived after all counts as
 * acknowledged.
 */
export async function acknowledgeInject(
  { state, number }: MemoryPlace,
  { session, delivery }: { readonly session: string; readonly delivery: string },
): Promise<boolean> {
  const { changes } = await writeTogether(
    state,
    (sql) => sql.run(ACKNOWLEDGE, state.now(), number, session, delivery),
  );
  return changes > 0;
}

const UNACKNOWLEDGE = `UPDATE memory_injects SET state = 'offered', acked_at = NULL
  WHERE project = ? AND session = ? AND delivery = ? AND state = 'acked'`;

/** Withdraws an acknowledgement: the agent did not get the text, and it is offered again. */
export async function unacknowledgeInject(
  { state, number }: MemoryPlace,
  { session, delivery }: { readonly session: string; readonly delivery: string },
): Promise<void> {
  await state.write((sql) => sql.run(UNACKNOWLEDGE, number, session, delivery));
}

const ABANDON = `UPDATE memory_injects SET state = 'dead', dead_reason = ?
  WHERE project = ? AND session = ? AND delivery = ? AND state IN ('pending', 'offered')`;

/** Abandons a text; returns false when it was acknowledged or abandoned before. */
export async function abandonInject(
  { state, number }: MemoryPlace,
  { session, delivery, reason }: {
    /** The session whose agent gets it. */
    readonly session: string;
    readonly delivery: string;
    readonly reason: DeadReason;
  },
): Promise<boolean> {
  const { changes } = await state.write((sql) =>
    sql.run(ABANDON, reason, number, session, delivery)
  );
  return changes > 0;
}

const SELECT_DELIVERED = `SELECT id, text FROM memory_injects WHERE project = ?1 AND kind = 'memory'
  AND session IN (SELECT session FROM memory_given WHERE project = ?1 AND observation = ?2)`;
const SET_TEXT = "UPDATE memory_injects SET text = ? WHERE id = ?";
const SET_DEAD = `UPDATE memory_injects SET state = 'dead', dead_reason = 'not-consumed'
  WHERE id = ? AND state IN ('pending', 'offered')`;

/**
 * Removes an observation from the queued texts of memory, sent or not, with the part of the graph,
 * which may contain its words; a text without another observation is abandoned.
 *
 * @param observation The number of the observation.
 */
export async function eraseFromInjects(
  sql: Sql,
  { number }: MemoryPlace,
  observation: number,
): Promise<void> {
  const mark = `- [o${observation}] `;
  for (
    const { id, text } of await sql.all<{ id: number; text: string }>(
      SELECT_DELIVERED,
      number,
      observation,
    )
  ) {
    const lines = text.split("\n");
    if (!lines.some((line) => line.startsWith(mark))) continue;
    const graph = lines.indexOf(TRIPLETS_HEADING);
    const left = lines.slice(0, graph < 0 ? undefined : graph)
      .filter((line) => !line.startsWith(mark));
    const isEmpty = !left.some((line) => line.startsWith("- ["));
    await sql.run(SET_TEXT, isEmpty ? "" : left.join("\n").trimEnd(), id);
    if (isEmpty) await sql.run(SET_DEAD, id);
  }
}

/** A text of the queue, with its state. */
export interface QueuedInject {
  readonly delivery: string;
  /** The session whose agent gets it. */
  readonly session: string;
  /** Its content. */
  readonly text: string;
  /** The sender: a user or memory. */
  readonly kind: OfferedInject["kind"];
  readonly state: "pending" | "offered" | "acked" | "dead";
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly ackedAt?: number;
  readonly deadReason?: DeadReason;
}

/** Returns the texts of a session, oldest first. */
export async function listInjects(
  { state, number }: MemoryPlace,
  session: string,
): Promise<readonly QueuedInject[]> {
  return await state.read((sql) =>
    sql.all<QueuedInject>(
      `SELECT delivery, session, text, kind, state, attempts, created_at AS "createdAt",
      acked_at AS "ackedAt", dead_reason AS "deadReason"
      FROM memory_injects WHERE project = ? AND session = ? ORDER BY id`,
      number,
      session,
    )
  );
}
