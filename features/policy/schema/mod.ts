/**
 * JSON schemas of profiles and composed prompts, for the document of the API; loading it loads zod.
 *
 * @module
 */

import * as z from "zod";
import type { ProfileEntry } from "../list_profiles.ts";
import {
  COMPOSED_BLOCK,
  COMPOSED_CONTEXT_SCHEMA,
  CONTEXT_INJECTED_EVENT,
  ITEM_ORIGIN,
  PROFILE_ENTRY_SCHEMA,
  SKIPPED_BLOCK,
  SYSTEM_PROMPT_EVENT,
} from "./policy_schema.ts";

/** The schemas by their names in the document of the API. */
export const POLICY_SCHEMAS: {
  readonly ComposedBlock: z.ZodType;
  readonly ComposedContext: z.ZodObject;
  readonly ContextInjected: z.ZodType;
  readonly ItemOrigin: z.ZodType;
  readonly ProfileEntry: z.ZodType<ProfileEntry>;
  readonly RenderedPrompt: z.ZodObject;
  readonly SkippedBlock: z.ZodType;
  readonly SystemPrompt: z.ZodObject;
  readonly SystemPromptEvent: z.ZodObject;
} = {
  ComposedBlock: COMPOSED_BLOCK,
  ComposedContext: COMPOSED_CONTEXT_SCHEMA,
  ContextInjected: CONTEXT_INJECTED_EVENT,
  ItemOrigin: ITEM_ORIGIN,
  ProfileEntry: PROFILE_ENTRY_SCHEMA,
  RenderedPrompt: COMPOSED_CONTEXT_SCHEMA.extend({
    request: z.exactOptional(z.unknown())
      .describe("Body of a provider's request, or one text; when the request names the format"),
  }),
  SkippedBlock: SKIPPED_BLOCK,
  SystemPrompt: SYSTEM_PROMPT_EVENT,
  SystemPromptEvent: SYSTEM_PROMPT_EVENT.extend({
    root: z.string().describe("Its name in requests"),
    profile: z.string(),
  }),
};
