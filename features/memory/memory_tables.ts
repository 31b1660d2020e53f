import type { FeatureTables } from "@dossier/retrieval/state";
import TABLES from "./memory_tables.sql" with { type: "text" };
import TRANSCRIPTS from "./memory_transcripts.sql" with { type: "text" };
import VECTORS from "./memory_vectors.sql" with { type: "text" };

/** The tables of memory in the state of a tree. */
export const MEMORY_TABLES: FeatureTables = {
  name: "memory",
  migrations: [TABLES, TRANSCRIPTS, VECTORS],
};
