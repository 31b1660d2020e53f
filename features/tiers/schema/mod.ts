/**
 * JSON schemas of manifests and their results, for the document of the API; loading it loads zod.
 *
 * @module
 */

import * as z from "zod";
import type { SessionTiers } from "../context_tiers.ts";
import { BUILT_TIER, MANIFEST_STATUS_SCHEMA, SESSION_TIERS_SCHEMA } from "./tier_schema.ts";

/** The schemas by their names in the document of the API. */
export const TIER_SCHEMAS: {
  readonly BuiltTier: z.ZodType;
  readonly ManifestStatus: z.ZodObject;
  readonly SessionTiers: z.ZodType<SessionTiers>;
  readonly ManifestReport: z.ZodObject;
} = {
  BuiltTier: BUILT_TIER,
  ManifestStatus: MANIFEST_STATUS_SCHEMA,
  SessionTiers: SESSION_TIERS_SCHEMA,
  ManifestReport: MANIFEST_STATUS_SCHEMA.extend({
    session: z.exactOptional(SESSION_TIERS_SCHEMA)
      .describe("Texts sent to the session, when one is named"),
  }),
};
