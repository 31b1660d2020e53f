import type { Note } from "@dossier/core";
import {
  countTierTokens,
  findRefreshPolicy,
  findTierOfUri,
  formatContextUri,
  joinPieces,
  type ManifestForm,
  parseContextUri,
  type RefreshPolicy,
  TierError,
  type TierInput,
} from "./core/mod.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import { shouldInjectSource } from "./check_activity.ts";
import { listBlockedReasons, openSessionRecord } from "./session_record.ts";
import type { StateStore } from "@dossier/retrieval/state";

/** The text of a URI. */
export interface ReadResource {
  /** URI in its full form. */
  readonly uri: string;
  /** All resources are Markdown. */
  readonly mimeType: "text/markdown";
  /** The text, with secrets masked. */
  readonly text: string;
  /** Tokens of the text: a quarter of its characters. */
  readonly tokens: number;
  /** True when the session has had another text of it, or none. */
  readonly isStale: boolean;
  /** The rule for injecting it again. */
  readonly refreshPolicy: RefreshPolicy;
  /** Notes about the record. */
  readonly notes: readonly Note[];
  /** The session that has read it. */
  readonly session?: string;
}

/**
 * Returns the text of a URI. When there is none, the text says so.
 *
 * @throws {TierError} `invalid-uri` for an invalid URI, or one whose texts are all blocked by
 * rules.
 */
export async function readResource(
  written: string,
  { gatherer, openState, session }: {
    readonly gatherer: TierGatherer;
    readonly openState: () => Promise<StateStore>;
    readonly session?: string | undefined;
  },
): Promise<ReadResource> {
  const { form } = gatherer.places;
  const parsed = parseContextUri(written, form);
  if (parsed.kind === "invalid") throw uriError(written, parsed.message);
  const uri = formatContextUri(parsed, form);
  const input = await gatherer.resolve(uri);
  if (input.instead?.status === "error") throw uriError(written, input.instead.reason);
  const refused = input.pieces.find((piece) => "status" in piece);
  const text = joinPieces(input.pieces);
  const tokens = countTierTokens(text);
  const { isStale, notes } = session === undefined
    ? { isStale: true, notes: [] }
    : await recordRead(session, { input, tokens, openState });
  if (refused !== undefined && "status" in refused && text === "") {
    throw uriError(written, `"${refused.path}" cannot be read: ${refused.reason}`);
  }
  return {
    uri,
    mimeType: "text/markdown",
    text: text === "" ? formatEmptyText(uri, { input, form }) : text,
    tokens,
    isStale,
    notes,
    refreshPolicy: findRefreshPolicy(uri),
    ...(session === undefined ? {} : { session }),
  };
}

/**
 * Records a read of a URI and its rejected files. Returns whether the session had not had the text,
 * and a note when nothing can be recorded.
 */
async function recordRead(
  session: string,
  { input, tokens, openState }: {
    readonly input: TierInput;
    readonly tokens: number;
    readonly openState: () => Promise<StateStore>;
  },
): Promise<Pick<ReadResource, "isStale" | "notes">> {
  const { uri, hash, pieces } = input;
  const row = { tier: findTierOfUri(uri), source: uri, hash, trigger: "read" };
  const refused = listBlockedReasons(pieces).map((reason) => ({ ...row, tokens: 0, reason }));
  for (;;) {
    const { memory, save } = await openSessionRecord(session, openState);
    const isGiven = pieces.some((piece) => "text" in piece) &&
      await shouldInjectSource(input, memory);
    const isStale = await memory.last(uri) !== hash;
    const injections = [...(isGiven ? [{ ...row, tokens }] : []), ...refused];
    const notes = injections.length === 0 ? [] : await save({ injections });
    if (notes !== undefined) return { isStale, notes };
  }
}

function formatEmptyText(
  uri: string,
  { input: { instead }, form }: { readonly input: TierInput; readonly form: ManifestForm },
): string {
  const reason = instead?.reason ?? "there is no such document";
  const help = uri.includes("/state/")
    ? ` An RFC below "${form.documents}/rfcs" is in progress when a line of its head says "Status: In Progress".`
    : "";
  return `Nothing was found for ${uri}: ${reason}.${help}`;
}

function uriError(uri: string, reason: string): TierError {
  return new TierError("invalid-uri", `Cannot read "${uri}" as ${reason}`);
}
