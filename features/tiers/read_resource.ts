import type { Note } from "@dossier/core";
import {
  countTierTokens,
  joinPieces,
  type ManifestForm,
  parseContextUri,
  printContextUri,
  type RefreshPolicy,
  refreshPolicy,
  TierError,
  type TierInput,
  tierOf,
} from "./core/mod.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import { isTierWanted } from "./look_at_activity.ts";
import { describeBlocked, openSessionRecord } from "./session_record.ts";
import type { StateStore } from "@dossier/retrieval/state";

/** What a URI names, as text. */
export interface ReadResource {
  /** In its full form. */
  readonly uri: string;
  /** All of them are Markdown. */
  readonly mimeType: "text/markdown";
  /** What it says, with secrets masked. */
  readonly text: string;
  /** A quarter of its characters. */
  readonly tokens: number;
  /** Whether the session has been given other text of it before, or none. */
  readonly isStale: boolean;
  /** When a session is given it again. */
  readonly refreshPolicy: RefreshPolicy;
  /** What is to be said of the record. */
  readonly notes: readonly Note[];
  /** Who has read it. */
  readonly session?: string;
}

/**
 * Returns what a URI names. Where there is nothing, the text says so.
 *
 * @throws {TierError} `invalid-uri` for one that is none, or of which a rule blocks all.
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
  if (parsed.kind === "invalid") throw refuse(written, parsed.message);
  const uri = printContextUri(parsed, form);
  const input = await gatherer.resolve(uri);
  if (input.instead?.status === "error") throw refuse(written, input.instead.reason);
  const refused = input.pieces.find((piece) => "status" in piece);
  const text = joinPieces(input.pieces);
  const tokens = countTierTokens(text);
  const { isStale, notes } = session === undefined
    ? { isStale: true, notes: [] }
    : await recordRead(session, { input, tokens, openState });
  if (refused !== undefined && "status" in refused && text === "") {
    throw refuse(written, `"${refused.path}" is not given: ${refused.reason}`);
  }
  return {
    uri,
    mimeType: "text/markdown",
    text: text === "" ? describeNothing(uri, { input, form }) : text,
    tokens,
    isStale,
    notes,
    refreshPolicy: refreshPolicy(uri),
    ...(session === undefined ? {} : { session }),
  };
}

/**
 * Records that something was read by its URI, and what of it was refused; returns whether the session did not hold it
 * as it is, and a note where nothing can be recorded.
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
  const row = { tier: tierOf(uri), source: uri, hash, trigger: "read" };
  const refused = describeBlocked(pieces).map((reason) => ({ ...row, tokens: 0, reason }));
  for (;;) {
    const { memory, keep } = await openSessionRecord(session, openState);
    const isGiven = pieces.some((piece) => "text" in piece) &&
      await isTierWanted(input, memory);
    const isStale = await memory.last(uri) !== hash;
    const injections = [...(isGiven ? [{ ...row, tokens }] : []), ...refused];
    const notes = injections.length === 0 ? [] : await keep({ injections });
    if (notes !== undefined) return { isStale, notes };
  }
}

function describeNothing(
  uri: string,
  { input: { instead }, form }: { readonly input: TierInput; readonly form: ManifestForm },
): string {
  const reason = instead?.reason ?? "there is no such document";
  const help = uri.includes("/state/")
    ? ` An RFC below "${form.documents}/rfcs" is in progress when a line of its head says "Status: In Progress".`
    : "";
  return `Nothing was found for ${uri}: ${reason}.${help}`;
}

function refuse(uri: string, reason: string): TierError {
  return new TierError("invalid-uri", `Cannot read "${uri}" as ${reason}`);
}
