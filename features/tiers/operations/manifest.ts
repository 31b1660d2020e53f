import { isContextError } from "@dossier/core/errors";
import type { ManifestStatus } from "../core/mod.ts";
import { TierError } from "../core/tier_error.ts";
import type { Engine } from "@dossier/retrieval/engine";
import {
  JSON_TYPE,
  type Operation,
  type RequestOf,
  type StatusPart,
  type ToolCall,
} from "@dossier/retrieval/operation";
import type { ContextTiers, SessionTiers } from "../context_tiers.ts";
import { LOG_PROBLEMS } from "@dossier/retrieval/problems";
import { ROOT_FIELD, sessionField } from "@dossier/retrieval/fields";

const FIELDS = {
  root: ROOT_FIELD,
  session: sessionField("A session: includes what its tiers have delivered to it"),
};

/** The request of `manifest`. */
export type ManifestRequest = RequestOf<typeof FIELDS>;

/**
 * The declarations of a manifest with their result, and the injections of a session, when one is
 * named.
 */
export interface ManifestReport extends ManifestStatus {
  /** The injections of the session. */
  readonly session?: SessionTiers;
}

/** Shows the manifest of a tree and its result. No plugin is run. */
export const MANIFEST_OPERATION: Operation<ManifestRequest, ManifestReport, Engine> = {
  name: "manifest",
  summary: "Content of the manifest and its results: tiers, budgets, injections",
  fields: FIELDS,
  async run(engine, { session }) {
    const tiers = await openTiersOfEngine(engine);
    const status = await tiers.status();
    if (status === undefined) throw missingManifestError("show the manifest");
    return session === undefined
      ? status
      : { ...status, session: await tiers.sessionStatus(session) };
  },
  http: {
    method: "get",
    path: "/v1/manifest",
    answers: [{ type: JSON_TYPE, schema: "ManifestReport" }],
    problems: [...LOG_PROBLEMS, "manifest-not-found", "invalid-manifest"],
  },
  readStatusPart: readManifestStatusPart,
};

/** Returns the tiers of context of the tree of an engine. */
export async function openTiersOfEngine(engine: Engine): Promise<ContextTiers> {
  // Imported here only: most trees have no manifest.
  const { openTiers } = await import("../open_tiers.ts");
  return await openTiers(engine);
}

/** Returns the error of a tree without a manifest. */
export function missingManifestError(deed: string): TierError {
  return new TierError(
    "manifest-not-found",
    `Cannot ${deed} as the project has no manifest: ` +
      "write .dossier/manifest.yaml, or .blue/context.manifest.yaml",
  );
}

/** Maximum number of warnings that are listed. */
const MAX_WARNINGS = 10;

/** Fields about a manifest, or its problem. */
interface ManifestFields {
  readonly problem?: string;
  readonly path?: string;
  /** One line. */
  readonly summary?: string;
  readonly tiers?: readonly object[];
  readonly triggers?: readonly string[];
  readonly warnings?: readonly string[];
  /** Number of warnings that are not listed. */
  readonly moreWarnings?: number;
}

type SessionFields = ReturnType<typeof toFields>;

/** Returns the status of a tree's manifest and of a session; nothing for a tree without one. */
async function readManifestStatusPart(
  { root, session }: { readonly root: string; readonly session: string | undefined },
  call: ToolCall,
): Promise<StatusPart> {
  try {
    const request = { root, ...(session === undefined ? {} : { session }) };
    const report = await call.callOperation<ManifestReport>("manifest", request);
    const { path, tiers, triggers, warnings } = report;
    const { renderManifestSummary } = await import("../core/mod.ts");
    const manifest: ManifestFields = {
      path,
      summary: renderManifestSummary(report),
      tiers: tiers.map(({ tier, sources, used, budget }) => ({
        tier,
        sources: sources.length,
        used,
        budget,
      })),
      triggers,
      warnings: warnings.slice(0, MAX_WARNINGS).map(({ message }) => message),
      moreWarnings: Math.max(warnings.length - MAX_WARNINGS, 0),
    };
    const lines = listManifestLines(manifest);
    if (report.session === undefined) return { fields: { manifest }, lines };
    const fields = toFields(report.session);
    return {
      fields: { manifest, session: fields },
      lines: [...lines, ...listSessionLines(fields)],
    };
  } catch (error) {
    if (!isContextError(error)) throw error;
    if (error.code === "manifest-not-found") return { fields: {}, lines: [] };
    const problem = call.formatFailure(error);
    return { fields: { manifest: { problem } }, lines: listManifestLines({ problem }) };
  }
}

/** Returns the status of a session in the fields of Blue, by our names. */
function toFields({ session, injections, tokens, recent, ...rest }: SessionTiers) {
  return {
    id: session,
    injections,
    tokens,
    recent: recent.map(({ source: uri, tier, tokens, time, reason }) => ({
      uri,
      tier,
      tokens,
      time,
      ...(reason === undefined ? {} : { reason }),
    })),
    ...rest,
  };
}

function listManifestLines(manifest: ManifestFields): readonly string[] {
  if (manifest.problem !== undefined) return [`Manifest: ${manifest.problem}`];
  const { path, summary, triggers = [], warnings = [], moreWarnings = 0 } = manifest;
  return [
    `Manifest ${path}: ${summary}`,
    ...(triggers.length === 0 ? [] : [`Triggers: ${triggers.join(", ")}`]),
    ...warnings.map((message) => `Warning: ${message}`),
    ...(moreWarnings === 0 ? [] : [`and ${moreWarnings} more warnings`]),
  ];
}

function listSessionLines(session: SessionFields) {
  const { id, injections, tokens, recent, edges, mayRefresh } = session;
  return [
    `Session ${id}: ${injections} injections, ${tokens} tokens, ${edges} edges of the relevance graph; ` +
    (mayRefresh ? "more may be sent" : "no more is sent within 30 s of the last"),
    ...recent.map(({ time, tier, uri, tokens, reason }) =>
      `${time} ${tier} ${uri} ${tokens} tokens${
        reason === undefined ? "" : `, not sent: ${reason}`
      }`
    ),
  ];
}
