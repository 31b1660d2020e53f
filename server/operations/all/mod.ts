import { loadOperations } from "../mod.ts";

/** All operations, for the edges that need all of them before they answer. */
export const ALL_OPERATIONS = await loadOperations();
