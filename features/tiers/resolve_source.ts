import {
  ACTIVE_PLACEHOLDER,
  type ContextUri,
  findDocumentFolder,
  joinPieces,
  type ManifestForm,
  matchDocument,
  parseContextUri,
  type TierInput,
  type TierPiece,
  type TierSource,
} from "./core/mod.ts";
import type { DecidedGrantRequest, GrantOption, GrantRequest } from "@dossier/retrieval/settings";
import {
  dirname,
  lstatOrUndefined,
  realPathOrUndefined,
  textHash,
} from "@dossier/retrieval/machine";
import { createPathCheck, openGlobs } from "@dossier/retrieval/tree";
import { readKnowledgeBody } from "./knowledge_file.ts";
import type { ProjectState } from "./project_state.ts";
import {
  blockIgnored,
  listMarkdownNames,
  listNeededGrants,
  readTierFile,
  type SourceLimit,
  type TierGrants,
  type TierTree,
} from "./tier_files.ts";
import type { SourceRequest } from "./parse_manifest.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";

/** The tree, the form and the state for resolving sources. */
export interface SourceContext extends TierTree {
  /**
   * Returns true when the user has granted a source this option for a file. `real` is the absolute
   * path of the file, without links.
   */
  readonly isGranted: (uri: string, option: GrantOption, real: string) => boolean;
  readonly form: ManifestForm;
  /** Folders of documents by type, from the manifest. */
  readonly types: Readonly<Record<string, string>>;
  readonly state: ProjectState;
  /** A sentence about the session. */
  readonly session: string;
  /** The limit of all sources that are resolved together. */
  readonly limit: SourceLimit;
  /** Returns the paths of all files of the tree, in order. */
  readonly listPaths: () => Promise<readonly string[]>;
  /** Returns the texts of plugins for a URI; undefined when no plugin has its name. */
  readonly provide: (name: string) => Promise<readonly TierPiece[] | undefined>;
}

/** The reason why a source has no text. */
type Exclusion = NonNullable<TierInput["instead"]>;

/** Characters that make a path a glob. */
const PATTERN_REGEXP = /[*?[\]{}()!+@|]/;

/** Result of a source that depends on an RFC in progress, when there is none. */
export const INACTIVE: Exclusion = { status: "empty", reason: "inactive: no RFC is in progress" };

/**
 * Returns a source with its texts. An error becomes its status, so that other sources are still
 * read.
 */
export async function resolveSource(
  { uri, label, ...grants }: TierSource,
  context: SourceContext,
): Promise<TierInput> {
  const isGranted = (option: GrantOption, real: string) => context.isGranted(uri, option, real);
  let resolved: readonly TierPiece[] | Exclusion;
  try {
    resolved = await resolve(uri, { ...grants, isGranted }, context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    resolved = { status: "error", reason };
  }
  const pieces = "status" in resolved ? [] : resolved;
  return {
    uri,
    ...(label === undefined ? {} : { label }),
    pieces,
    hash: await textHash(joinPieces(pieces)),
    ...("status" in resolved ? { instead: resolved } : {}),
  };
}

async function resolve(
  written: string,
  grants: TierGrants,
  context: SourceContext,
): Promise<readonly TierPiece[] | Exclusion> {
  const [current] = context.state.active;
  if (written.includes(ACTIVE_PLACEHOLDER) && current === undefined) {
    return INACTIVE;
  }
  const uri = parseContextUri(
    written.replaceAll(ACTIVE_PLACEHOLDER, current?.number ?? ""),
    context.form,
  );
  if (uri.kind === "invalid") return { status: "error", reason: uri.message };
  if (uri.kind === "state") return await resolveState(uri.entity, grants, context);
  if (uri.kind === "plugin") {
    return await context.provide(uri.name) ??
      { status: "empty", reason: `no plugin has the name "${uri.name}"` };
  }
  const paths = await listPaths(uri, context);
  if ("status" in paths) return paths;
  const isNamed = uri.kind === "path" || uri.kind === "document";
  if (paths.length === 0 && isNamed) return { status: "empty", reason: "no file matches it" };
  const pieces = await readFiles(paths, grants, context);
  const folder = `${context.form.folder}/knowledge/`;
  return pieces.map((piece) =>
    "text" in piece && piece.path.startsWith(folder)
      ? { ...piece, text: readKnowledgeBody(piece.text) }
      : piece
  );
}

/** Returns the current paths of a source's files, whether or not they are permitted. */
export async function listSourcePaths(
  written: string,
  context: SourceContext,
): Promise<readonly string[]> {
  const [current] = context.state.active;
  if (written.includes(ACTIVE_PLACEHOLDER) && current === undefined) return [];
  const uri = parseContextUri(
    written.replaceAll(ACTIVE_PLACEHOLDER, current?.number ?? ""),
    context.form,
  );
  if (uri.kind === "invalid" || uri.kind === "state" || uri.kind === "plugin") return [];
  const paths = await listPaths(uri, context);
  return "status" in paths ? [] : paths;
}

/**
 * Reads files until the limit is reached. The first file beyond the limit is reported for all
 * remaining ones.
 */
async function readFiles(
  paths: readonly string[],
  grants: TierGrants,
  context: SourceContext,
): Promise<readonly TierPiece[]> {
  const pieces: TierPiece[] = [];
  for (const [at, path] of paths.entries()) {
    const reason = context.limit.findReason();
    if (reason !== undefined) {
      const more = paths.length - at - 1;
      const others = more === 0 ? "" : ` (${more} more files of the source are omitted as well)`;
      pieces.push({
        path: isFolderInside(path, context) ? path : dirname(path),
        status: "blocked",
        reason: reason + others,
      });
      break;
    }
    const piece = await readTierFile(path, grants, context);
    context.limit.add("text" in piece ? piece.text.length : 0);
    // Names of files in a folder outside of the root are not shown, unless the file is permitted.
    const rendered = "text" in piece || isFolderInside(path, context)
      ? piece
      : { ...piece, path: dirname(path) };
    if (pieces.at(-1)?.path !== rendered.path) pieces.push(rendered);
  }
  return await blockIgnored(pieces, context);
}

function isFolderInside(path: string, { root }: SourceContext): boolean {
  try {
    return `${Deno.realPathSync(`${root}/${dirname(path)}`)}/`.startsWith(`${root}/`);
  } catch {
    return true;
  }
}

async function resolveState(
  entity: string,
  grants: TierGrants,
  context: SourceContext,
): Promise<readonly TierPiece[] | Exclusion> {
  const { form, state: { active: [current], tasks }, session } = context;
  const path = `${form.scheme}://state/${entity}`;
  if (entity === "current-rfc" || entity === "active-tasks") {
    if (current === undefined) return INACTIVE;
    return [
      entity === "active-tasks"
        ? { path, text: tasks }
        : await readTierFile(current.path, grants, context),
    ];
  }
  if (entity === "active-session") return [{ path, text: session }];
  const known = '"current-rfc", "active-tasks" and "active-session"';
  return { status: "error", reason: `there is no such state: use ${known}` };
}

/** Returns the paths of a URI's files, in order. */
async function listPaths(
  uri: Exclude<ContextUri, { readonly kind: "state" | "plugin" }>,
  context: SourceContext,
): Promise<readonly string[] | Exclusion> {
  switch (uri.kind) {
    case "collection":
      return listCollection(uri.type, context);
    case "document":
      return listDocument(uri, context);
    case "bundle":
      if (uri.scope === "voice") return listVoice(context);
      if (uri.scope === "relevance") return [];
      return { status: "error", reason: `there is no such context: use "voice"` };
    case "path": {
      // A path that exists names that file even if it contains characters of a glob, and even if it
      // is not permitted.
      if (lstatOrUndefined(`${context.root}/${uri.glob}`) !== undefined) return [uri.glob];
      if (!PATTERN_REGEXP.test(uri.glob)) return [];
      const matches = await openGlobs([uri.glob], createPathCheck(context.root));
      return (await context.listPaths()).filter(matches);
    }
    case "knowledge":
      return [`${context.form.folder}/knowledge/${uri.id}.md`];
  }
}

function listCollection(type: string, context: SourceContext): readonly string[] | Exclusion {
  const folder = findDocumentFolder(type, context);
  if (folder === undefined) {
    return { status: "error", reason: `there is no type of documents "${type}"` };
  }
  if (lstatOrUndefined(`${context.root}/${folder}`) === undefined) {
    return { status: "empty", reason: `there is no folder "${folder}"` };
  }
  return listMarkdownNames(context.root, folder).map((name) => `${folder}/${name}`);
}

function listDocument(
  { type, id }: Extract<ContextUri, { readonly kind: "document" }>,
  context: SourceContext,
): readonly string[] | Exclusion {
  const top = findDocumentFolder(type, context);
  if (top === undefined) {
    return { status: "error", reason: `there is no type of documents "${type}"` };
  }
  const parts = id.split("/");
  // An id that ends in "plan" is the plan of a document, or a document of that name in a folder.
  for (const own of parts.at(-1) === "plan" && parts.length > 1 ? [2, 1] : [1]) {
    const folder = [top, ...parts.slice(0, -own)].join("/");
    const names = listMarkdownNames(context.root, folder);
    const name = matchDocument(names, parts.slice(-own).join("/"));
    if (name !== undefined) return [`${folder}/${name}`];
  }
  return [];
}

/**
 * Returns the path of the knowledge item `voice`, or else the paths of all documents of type
 * `patterns`.
 */
function listVoice(context: SourceContext): readonly string[] | Exclusion {
  const folder = `${context.form.folder}/knowledge`;
  if (listMarkdownNames(context.root, folder).includes("voice.md")) return [`${folder}/voice.md`];
  const patterns = listCollection("patterns", context);
  // Most projects have no patterns, and may still use the voice.
  return "status" in patterns && patterns.status === "empty" ? [] : patterns;
}

/** Returns the grant that a source requests for one file. */
export function toGrantRequest(
  { uri, option, line, column }: SourceRequest,
  place: Pick<GrantRequest, "file" | "hash" | "target">,
): GrantRequest {
  return { ...place, line, column, name: `allow_${option} of ${uri}`, option };
}

/** An option that a source requests, with the files that need it now. */
export interface RequestingSource extends SourceRequest {
  /** A request for each file that needs the option. */
  readonly requests: readonly DecidedGrantRequest[];
}

/**
 * Returns the options that a manifest's sources request and only the user can grant, each with the
 * files that need it.
 */
export async function listSourceRequests(
  { form, hash = "", requests }: LoadedManifest,
  context: SourceContext,
): Promise<readonly RequestingSource[]> {
  const listed: RequestingSource[] = [];
  for (const request of requests) {
    const targets = new Set<string>();
    for (const path of await listSourcePaths(request.uri, context)) {
      const real = realPathOrUndefined(`${context.root}/${path}`);
      const needs = real === undefined ? [] : listNeededGrants(path, { root: context.root, real });
      if (needs.includes(request.option)) targets.add(real!);
    }
    listed.push({
      ...request,
      requests: [...targets].map((target) => ({
        ...toGrantRequest(request, { file: form.path, hash, target }),
        isGranted: context.isGranted(request.uri, request.option, target),
      })),
    });
  }
  return listed;
}
