import * as z from "zod";
import { findServedRoot } from "../../service/find_served_root.ts";
import type { RenderedBundle, Service } from "../../service/service.ts";
import { recordUri } from "../resource_uri.ts";
import type { ToolAnswer } from "../tool_answer.ts";
import { toToolSchema } from "../tool_schema.ts";

/** What `context` and `need` say. */
export const BUNDLE_OUTPUT = toToolSchema(z.object({
  text: z.string(),
  tokens: z.int(),
  passages: z.int(),
  omitted: z.int(),
  stale: z.boolean().describe("Whether the index may be behind the files"),
  record: z.exactOptional(z.string()).describe("URI to read the text again by"),
}));

/** Returns what is said of a bundle: its text, and in numbers what it is made of. */
export function toBundleAnswer(
  { bundle, text }: RenderedBundle,
  { service, root }: { readonly service: Service; readonly root: string | undefined },
): ToolAnswer {
  const { record: id, budget, passages, omitted, index } = bundle;
  const { name } = findServedRoot(service.roots, root);
  const uri = id === undefined ? undefined : recordUri({ root: name, id });
  return {
    text,
    structured: {
      text,
      tokens: budget.used,
      passages: passages.length,
      omitted: omitted.length,
      stale: index.stale,
      ...(uri === undefined ? {} : { record: uri }),
    },
    link: uri === undefined ? undefined : { uri, name: `record ${id}` },
  };
}
