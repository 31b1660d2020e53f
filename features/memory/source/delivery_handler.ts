import type { DeliveryHandler } from "@dossier/retrieval/state";
import { findProject, findSharedMemory } from "../open_memory.ts";
import {
  logInjection,
  logInjectionIn,
  type MemoryInjectionDraft,
  numberProject,
  withdrawMemory,
  withdrawMemoryIn,
} from "../store/mod.ts";

/** The delivery of memory in a bundle. */
export interface MemoryDelivery {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly injection: MemoryInjectionDraft;
}

const ADD_RECORD = "INSERT INTO memory_records (record, delivery, root) VALUES (?, ?, ?)";
const FIND_RECORD = "SELECT delivery, root FROM memory_records WHERE record = ?";
const REMOVE_RECORD = "DELETE FROM memory_records WHERE record = ?";

/**
 * Logs the delivery of memory in a bundle, and withdraws it. When the memory is outside the state
 * of the tree and unreachable, the event stays for the next attempt, and is logged once then.
 */
export const memoryDeliveryHandler: DeliveryHandler = {
  async handle(sql, payload, { record, time }) {
    const { root, injection } = payload as unknown as MemoryDelivery;
    await sql.run(ADD_RECORD, record, injection.delivery, root);
    const named = findProject(root);
    const shared = await findSharedMemory(root, named);
    if (shared !== undefined) {
      await logInjection(shared, injection);
      return;
    }
    const number = await numberProject(sql, named);
    await logInjectionIn(sql, { number, time }, injection);
  },
  async withdraw(sql, record) {
    const row = await sql.get<{ delivery: string; root: string }>(FIND_RECORD, record);
    if (row === undefined) return;
    await sql.run(REMOVE_RECORD, record);
    const { delivery, root } = row;
    const named = findProject(root);
    const shared = await findSharedMemory(root, named);
    if (shared !== undefined) {
      await withdrawMemory(shared, delivery);
      return;
    }
    await withdrawMemoryIn(sql, { number: await numberProject(sql, named), delivery });
  },
};
