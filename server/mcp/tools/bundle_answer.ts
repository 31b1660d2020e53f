import { countSent } from "@dossier/core/text";
import * as z from "zod";
import { findServedRoot } from "../../service/find_served_root.ts";
import type { RenderedBundle, Service } from "../../service/service.ts";
import { MAX_SENT_TOKENS } from "../max_sent_tokens.ts";
import { omittedUri, recordUri } from "../resource_uri.ts";
import type { ToolAnswer } from "../tool_answer.ts";
import { toToolSchema } from "../tool_schema.ts";

/** What `context` and `need` say. */
export const BUNDLE_OUTPUT = toToolSchema(z.object({
  text: z.string(),
  tokens: z.int(),
  passages: z.int(),
  omitted: z.int(),
  signals: z.exactOptional(z.string()),
  stale: z.boolean().describe("Whether the index may be behind the files"),
  record: z.exactOptional(z.string()).describe("URI to read the text again by"),
  omissions: z.exactOptional(z.string()).describe("URI to read what was omitted by"),
}));

/** Kept free for all that is sent beside the text. */
const REST_TOKENS = 400;

/** The longest number of a record. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** What a bundle is of. */
interface BundlePlace {
  readonly service: Service;
  /** Name of the tree, as it was asked for. */
  readonly root: string | undefined;
}

/**
 * Returns the most tokens that the text of a bundle may cost as it is sent. It is packed to cost no more,
 * so that nothing of it has to be cut here: what is recorded as given is what is sent.
 */
export function maxBundleSent({ service, root }: BundlePlace): number {
  const { name } = findServedRoot(service.roots, root);
  return MAX_SENT_TOKENS - REST_TOKENS - countSent(omittedUri({ root: name, id: MAX_ID }));
}

/** Returns what is said of a bundle: its text, and in numbers what it is made of. */
export function toBundleAnswer(
  { bundle, text }: RenderedBundle,
  { service, root }: BundlePlace,
): ToolAnswer {
  const { record: id, budget, passages, omitted, signals, index } = bundle;
  const { name } = findServedRoot(service.roots, root);
  const record = id === undefined ? undefined : { root: name, id };
  const uri = record && recordUri(record);
  const omissions = record && omitted.length > 0 ? omittedUri(record) : undefined;
  return {
    text,
    structured: {
      text,
      tokens: budget.used,
      passages: passages.length,
      omitted: omitted.length,
      ...(signals === undefined ? {} : { signals: signals.map(({ signal }) => signal).join(", ") }),
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
