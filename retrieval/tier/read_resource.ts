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
} from "@dossier/core/tier";
import type { TierGatherer } from "./gather_tiers.ts";
import type { TierSessions } from "./tier_sessions.ts";

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
  { gatherer, sessions, session }: {
    readonly gatherer: TierGatherer;
    readonly sessions: TierSessions;
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
    : await sessions.recordRead(session, tierOf(uri), { input, tokens });
  if (refused !== undefined && "status" in refused && text === "") {
    throw refuse(written, `"${refused.path}" is not given: ${refused.reason}`);
  }
  return {
    uri,
    mimeType: "text/markdown",
    text: text === "" ? tellNothing(uri, { input, form }) : text,
    tokens,
    ...{ isStale, notes },
    refreshPolicy: refreshPolicy(uri),
    ...(session === undefined ? {} : { session }),
  };
}

function tellNothing(
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
