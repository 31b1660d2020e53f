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
  /** Returns true when the user grants a source an option for a file, by its real absolute path. */
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
  { uri, label, ...asked }: TierSource,
  places: SourceContext,
): Promise<TierInput> {
  const isGranted = (option: GrantOption, real: string) => places.isGranted(uri, option, real);
  let resolved: readonly TierPiece[] | Exclusion;
  try {
    resolved = await resolve(uri, { ...asked, isGranted }, places);
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
  places: SourceContext,
): Promise<readonly TierPiece[] | Exclusion> {
  const [current] = places.state.active;
  if (written.includes(ACTIVE_PLACEHOLDER) && current === undefined) {
    return INACTIVE;
  }
  const uri = parseContextUri(
    written.replaceAll(ACTIVE_PLACEHOLDER, current?.number ?? ""),
    places.form,
  );
  if (uri.kind === "invalid") return { status: "error", reason: uri.message };
  if (uri.kind === "state") return await resolveState(uri.entity, grants, places);
  if (uri.kind === "plugin") {
    return await places.provide(uri.name) ??
      { status: "empty", reason: `no plugin has the name "${uri.name}"` };
  }
  const paths = await listPaths(uri, places);
  if ("status" in paths) return paths;
  const isNamed = uri.kind === "path" || uri.kind === "document";
  if (paths.length === 0 && isNamed) return { status: "empty", reason: "no file matches it" };
  const pieces = await readFiles(paths, grants, places);
  const folder = `${places.form.folder}/knowledge/`;
  return pieces.map((piece) =>
    "text" in piece && piece.path.startsWith(folder)
      ? { ...piece, text: readKnowledgeBody(piece.text) }
      : piece
  );
}

/** Returns the current paths of a source's files, whether or not they are permitted. */
export async function listSourcePaths(
  written: string,
  places: SourceContext,
): Promise<readonly string[]> {
  const [current] = places.state.active;
  if (written.includes(ACTIVE_PLACEHOLDER) && current === undefined) return [];
  const uri = parseContextUri(
    written.replaceAll(ACTIVE_PLACEHOLDER, current?.number ?? ""),
    places.form,
  );
  if (uri.kind === "invalid" || uri.kind === "state" || uri.kind === "plugin") return [];
  const paths = await listPaths(uri, places);
  return "status" in paths ? [] : paths;
}

/** Reads files within the limit; the first one over it represents the rest. */
async function readFiles(
  paths: readonly string[],
  grants: TierGrants,
  places: SourceContext,
): Promise<readonly TierPiece[]> {
  const pieces: TierPiece[] = [];
  for (const [at, path] of paths.entries()) {
    const reason = places.limit.findReason();
    if (reason !== undefined) {
      const more = paths.length - at - 1;
      const others = more === 0 ? "" : ` (${more} more files of the source are omitted as well)`;
      pieces.push({
        path: isFolderInside(path, places) ? path : dirname(path),
        status: "blocked",
        reason: reason + others,
      });
      break;
    }
    const piece = await readTierFile(path, grants, places);
    places.limit.add("text" in piece ? piece.text.length : 0);
    // Names of files in a folder outside of the root are not shown, unless the file is permitted.
    const rendered = "text" in piece || isFolderInside(path, places)
      ? piece
      : { ...piece, path: dirname(path) };
    if (pieces.at(-1)?.path !== rendered.path) pieces.push(rendered);
  }
  return await blockIgnored(pieces, places);
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
  places: SourceContext,
): Promise<readonly TierPiece[] | Exclusion> {
  const { form, state: { active: [current], tasks }, session } = places;
  const path = `${form.scheme}://state/${entity}`;
  if (entity === "current-rfc" || entity === "active-tasks") {
    if (current === undefined) return INACTIVE;
    return [
      entity === "active-tasks"
        ? { path, text: tasks }
        : await readTierFile(current.path, grants, places),
    ];
  }
  if (entity === "active-session") return [{ path, text: session }];
  const known = '"current-rfc", "active-tasks" and "active-session"';
  return { status: "error", reason: `there is no such state: use ${known}` };
}

/** Returns the paths of a URI's files, in order. */
async function listPaths(
  uri: Exclude<ContextUri, { readonly kind: "state" | "plugin" }>,
  places: SourceContext,
): Promise<readonly string[] | Exclusion> {
  switch (uri.kind) {
    case "collection":
      return listCollection(uri.type, places);
    case "document":
      return listDocument(uri, places);
    case "bundle":
      if (uri.scope === "voice") return listVoice(places);
      if (uri.scope === "relevance") return [];
      return { status: "error", reason: `there is no such context: use "voice"` };
    case "path": {
      // An existing path is a file of its own, also when it is not permitted.
      if (lstatOrUndefined(`${places.root}/${uri.glob}`) !== undefined) return [uri.glob];
      if (!PATTERN_REGEXP.test(uri.glob)) return [];
      const matches = await openGlobs([uri.glob], createPathCheck(places.root));
      return (await places.listPaths()).filter(matches);
    }
    case "knowledge":
      return [`${places.form.folder}/knowledge/${uri.id}.md`];
  }
}

function listCollection(type: string, places: SourceContext): readonly string[] | Exclusion {
  const folder = findDocumentFolder(type, places);
  if (folder === undefined) {
    return { status: "error", reason: `there is no type of documents "${type}"` };
  }
  if (lstatOrUndefined(`${places.root}/${folder}`) === undefined) {
    return { status: "empty", reason: `there is no folder "${folder}"` };
  }
  return listMarkdownNames(places.root, folder).map((name) => `${folder}/${name}`);
}

function listDocument(
  { type, id }: Extract<ContextUri, { readonly kind: "document" }>,
  places: SourceContext,
): readonly string[] | Exclusion {
  const top = findDocumentFolder(type, places);
  if (top === undefined) {
    return { status: "error", reason: `there is no type of documents "${type}"` };
  }
  const parts = id.split("/");
  // An id that ends in "plan" is the plan of a document, or a document of that name in a folder.
  for (const own of parts.at(-1) === "plan" && parts.length > 1 ? [2, 1] : [1]) {
    const folder = [top, ...parts.slice(0, -own)].join("/");
    const names = listMarkdownNames(places.root, folder);
    const name = matchDocument(names, parts.slice(-own).join("/"));
    if (name !== undefined) return [`${folder}/${name}`];
  }
  return [];
}

/** The voice is the knowledge item of that name, else the patterns. */
function listVoice(places: SourceContext): readonly string[] | Exclusion {
  const folder = `${places.form.folder}/knowledge`;
  if (listMarkdownNames(places.root, folder).includes("voice.md")) return [`${folder}/voice.md`];
  const patterns = listCollection("patterns", places);
  // Most projects have no patterns, and may still use the voice.
  return "status" in patterns && patterns.status === "empty" ? [] : patterns;
}

/** Returns the request of a source for one file, in the form that the user can grant. */
export function toGrantRequest(
  { uri, option, line, column }: SourceRequest,
  place: Pick<GrantRequest, "file" | "hash" | "target">,
): GrantRequest {
  return { ...place, line, column, name: `allow_${option} of ${uri}`, option };
}

/** The requests of a source, with their current targets. */
export interface RequestingSource extends SourceRequest {
  /** A request for each file that needs the option. */
  readonly requests: readonly DecidedGrantRequest[];
}

/**
 * Returns the requests of a manifest's sources that only the user can grant, with each file that
 * needs them.
 */
export async function listSourceRequests(
  { form, hash = "", requests }: LoadedManifest,
  places: SourceContext,
): Promise<readonly RequestingSource[]> {
  const listed: RequestingSource[] = [];
  for (const request of requests) {
    const targets = new Set<string>();
    for (const path of await listSourcePaths(request.uri, places)) {
      const real = realPathOrUndefined(`${places.root}/${path}`);
      const needs = real === undefined ? [] : listNeededGrants(path, { root: places.root, real });
      if (needs.includes(request.option)) targets.add(real!);
    }
    listed.push({
      ...request,
      requests: [...targets].map((target) => ({
        ...toGrantRequest(request, { file: form.path, hash, target }),
        isGranted: places.isGranted(request.uri, request.option, target),
      })),
    });
  }
  return listed;
}
