import { loadOperations } from "../mod.ts";

/** All operations, for interfaces that need all of them before they answer. */
export const ALL_OPERATIONS = await loadOperations();
