import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import { renderManifestSummary } from "@dossier/core/tier";
import type { SessionTiers } from "@dossier/retrieval";
import * as z from "zod";
import { SESSION_FIELD } from "../schema/mod.ts";
import { findServedRoot, type ServedRoot } from "../service/mod.ts";
import { calledSession, defineTool, ROOT_FIELD, tellFailure, type ToolCall } from "./tool.ts";

/** Warnings about a manifest that are told. */
const MAX_WARNINGS = 10;

/** What is told of a manifest, or what is wrong with it. */
interface ManifestFields {
  readonly problem?: string;
  readonly path?: string;
  /** One line. */
  readonly summary?: string;
  readonly tiers?: readonly object[];
  readonly triggers?: readonly string[];
  readonly warnings?: readonly string[];
  /** How many are not told. */
  readonly moreWarnings?: number;
}

type SessionFields = ReturnType<typeof toFields>;

interface RootStatus {
  readonly name: string;
  readonly path: string;
  readonly documents?: number;
  readonly chunks?: number;
  readonly updatedAt?: string;
  /** What is wrong with its index. */
  readonly problem?: string;
  readonly manifest?: ManifestFields;
  readonly session?: SessionFields;
}

/** Registers the tool that names the trees, and says how fresh their indexes are and what their manifests give. */
export const registerStatusTool = defineTool({
  name: "status",
  description:
    "Names the served trees, how large and fresh their indexes are, and what their manifests " +
    "give. Use it when a tool asks for a root, or when answers look outdated.",
  input: z.strictObject({
    root: z.exactOptional(ROOT_FIELD),
    session: z.exactOptional(SESSION_FIELD.describe("What was it given?")),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer({ root, session }, call) {
    const { roots: all } = call.service;
    const asked = root === undefined ? all : [findServedRoot(all, root)];
    const named = session ?? calledSession(call.context);
    const roots = await Promise.all(asked.map(async (each) => ({
      ...await describeIndex(each, call),
      ...await describeManifest(each, named ?? call.sessionOf(each.name), call),
    })));
    return { text: roots.map(renderRoot).join("\n"), structured: { roots } };
  },
});

/** Returns the state of a tree's index; the problem of one must not hide the others. */
async function describeIndex(
  { name, path }: ServedRoot,
  { service, signal }: ToolCall,
): Promise<RootStatus> {
  try {
    const { documents, chunks, updatedAt } = await service.status({ root: name }, { signal });
    return { name, path, documents, chunks, ...(updatedAt === undefined ? {} : { updatedAt }) };
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { name, path, problem: tellFailure(error) };
  }
}

/** Returns what the manifest of a tree gives, and gave a session; nothing of a tree without one. */
async function describeManifest(
  { name: root }: ServedRoot,
  session: string | undefined,
  { service, signal }: ToolCall,
): Promise<Pick<RootStatus, "manifest" | "session">> {
  try {
    const request = { root, ...(session === undefined ? {} : { session }) };
    const told = await service.manifest(request, { signal });
    const { path, tiers, triggers, warnings } = told;
    const manifest = {
      path,
      summary: renderManifestSummary(told),
      tiers: tiers.map(({ tier, sources, used, budget }) => ({
        ...{ tier, sources: sources.length, used, budget },
      })),
      triggers,
      warnings: warnings.slice(0, MAX_WARNINGS).map(({ message }) => message),
      moreWarnings: Math.max(warnings.length - MAX_WARNINGS, 0),
    };
    return told.session === undefined
      ? { manifest }
      : { manifest, session: toFields(told.session) };
  } catch (error) {
    if (!isContextError(error)) throw error;
    if (error.code === "manifest-not-found") return {};
    return { manifest: { problem: tellFailure(error) } };
  }
}

/** Returns what a session was given in the fields that Blue tells, by our names. */
function toFields({ session, injections, tokens, recent, ...rest }: SessionTiers) {
  return {
    ...{ id: session, injections, tokens },
    recent: recent.map(({ source: uri, tier, tokens, time, reason }) => ({
      ...{ uri, tier, tokens, time },
      ...(reason === undefined ? {} : { reason }),
    })),
    ...rest,
  };
}

function renderRoot({ name, path, manifest, session, ...index }: RootStatus): string {
  const { documents, chunks, updatedAt, problem } = index;
  const state = problem ??
    (updatedAt === undefined
      ? "not indexed yet"
      : `${documents} documents, ${chunks} chunks, indexed ${updatedAt}`);
  return [
    `${name} (${path}): ${state}`,
    ...(manifest === undefined ? [] : listManifestLines(manifest)),
    ...(session === undefined ? [] : listSessionLines(session)),
  ].map(escapeControls).join("\n  ");
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
    (mayRefresh ? "more may be given" : "no more is given within 30 s of the last"),
    ...recent.map(({ time, tier, uri, tokens, reason }) =>
      `${time} ${tier} ${uri} ${tokens} tokens${
        reason === undefined ? "" : `, not given: ${reason}`
      }`
    ),
  ];
}
