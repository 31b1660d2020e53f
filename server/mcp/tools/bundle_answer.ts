import * as z from "zod";
import { findServedRoot } from "../../service/find_served_root.ts";
import type { RenderedBundle, Service } from "../../service/service.ts";
import { countSent, MAX_SENT_TOKENS } from "../count_at_most.ts";
import { cutLines } from "../cut_lines.ts";
import { omittedUri, recordUri } from "../resource_uri.ts";
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
  omissions: z.exactOptional(z.string()).describe("URI to read what was omitted by"),
}));

/** Kept free for all that is sent beside the text. */
const REST_TOKENS = 400;

/** Returns what is said of a bundle: its text, and in numbers what it is made of. */
export function toBundleAnswer(
  { bundle, text: whole }: RenderedBundle,
  { service, root }: { readonly service: Service; readonly root: string | undefined },
): ToolAnswer {
  const { record: id, budget, passages, omitted, index } = bundle;
  const { name } = findServedRoot(service.roots, root);
  const record = id === undefined ? undefined : { root: name, id };
  const uri = record && recordUri(record);
  const omissions = record && omitted.length > 0 ? omittedUri(record) : undefined;
  const text = cutBundle(whole, uri);
  return {
    text,
    structured: {
      text,
      tokens: budget.used,
      passages: passages.length,
      omitted: omitted.length,
      stale: index.stale,
      ...(uri === undefined ? {} : { record: uri }),
      ...(omissions === undefined ? {} : { omissions }),
    },
    links: [
      ...(uri === undefined ? [] : [{ uri, name: `record ${id}` }]),
      ...(omissions === undefined ? [] : [{ uri: omissions, name: `omitted from record ${id}` }]),
    ],
  };
}

/** Returns as much of a bundle's text as may be sent, and where the rest is. */
function cutBundle(text: string, uri: string | undefined): string {
  const lines = text.split("\n");
  const maxTokens = MAX_SENT_TOKENS - REST_TOKENS - countSent(uri ?? "");
  const { text: shown, count, cutAt } = cutLines(lines, maxTokens);
  if (count === lines.length && cutAt === undefined) return text;
  const place = cutAt === undefined
    ? `startLine ${count + 1}`
    : `startLine ${count} and startColumn ${cutAt + 1}`;
  const mend = uri === undefined
    ? "ask for the rest with more exact words"
    : `go on with the tool "read", path ${uri}, ${place}`;
  return `${shown}\n\n[cut: ${mend}]`;
}
