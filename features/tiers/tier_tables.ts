import type { FeatureTables } from "@dossier/retrieval/state";
import TIERS from "./tier_tables.sql" with { type: "text" };

/** The tables of tiers in the state of a tree. */
export const TIER_TABLES: FeatureTables = {
  name: "tiers",
  migrations: [TIERS],
  sessionTables: {
    names: ["tier_injections", "tier_refreshes"],
    textsTable: "tier_injections",
    async listEntries(state, session) {
      const { listTierEntries } = await import("./state/mod.ts");
      return await listTierEntries(state, session);
    },
  },
};
