import {
  ACTIVE,
  type ContextUri,
  documentFolder,
  joinPieces,
  type ManifestForm,
  matchDocument,
  parseContextUri,
  type TierInput,
  type TierPiece,
  type TierSource,
} from "./core/mod.ts";
import type { DecidedRequest, GrantOption, GrantRequest } from "@dossier/retrieval/settings";
import {
  dirname,
  lstatOrUndefined,
  realPathOrUndefined,
  textHash,
} from "@dossier/retrieval/machine";
import { openGlobs, placesOf } from "@dossier/retrieval/tree";
import { knowledgeBody } from "./knowledge_file.ts";
import type { ProjectState } from "./project_state.ts";
import {
  blockIgnored,
  listMarkdownNames,
  listNeeds,
  readTierFile,
  type SourceRoom,
  type TierGrants,
  type TierTree,
} from "./tier_files.ts";
import type { SourceRequest } from "./parse_manifest.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";

/** Where what a source names is found. */
export interface TierPlaces extends TierTree {
  /** Returns whether the user grants a source an option for a file, by its real absolute path. */
  readonly isGranted: (uri: string, option: GrantOption, real: string) => boolean;
  readonly form: ManifestForm;
  /** Folders of documents by type, as the manifest names them. */
  readonly types: Readonly<Record<string, string>>;
  readonly state: ProjectState;
  /** What there is to say of the session. */
  readonly session: string;
  /** What all sources that are resolved with these may take together. */
  readonly room: SourceRoom;
  /** Returns the paths of all files of the tree, in order. */
  readonly listPaths: () => Promise<readonly string[]>;
  /** Returns what plugins provide for a URI; undefined when no plugin has its name. */
  readonly provide: (name: string) => Promise<readonly TierPiece[] | undefined>;
}

/** Why a source gives nothing. */
type Refusal = NonNullable<TierInput["instead"]>;

/** What makes a path a glob. */
const PATTERN_REGEXP = /[*?[\]{}()!+@|]/;

/** What a source gives that depends on an RFC in progress, without one. */
export const INACTIVE: Refusal = { status: "empty", reason: "inactive: no RFC is in progress" };

/**
 * Returns a source with the texts of what it names. What is wrong with it is told in its place, so that others
 * are given all the same.
 */
export async function resolveSource(
  { uri, label, ...asked }: TierSource,
  places: TierPlaces,
): Promise<TierInput> {
  const isGranted = (option: GrantOption, real: string) => places.isGranted(uri, option, real);
  let resolved: readonly TierPiece[] | Refusal;
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
  places: TierPlaces,
): Promise<readonly TierPiece[] | Refusal> {
  const [current] = places.state.active;
  if (written.includes(ACTIVE) && current === undefined) {
    return INACTIVE;
  }
  const uri = parseContextUri(written.replaceAll(ACTIVE, current?.number ?? ""), places.form);
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
      ? { ...piece, text: knowledgeBody(piece.text) }
      : piece
  );
}

/** Returns the paths of the files that a source names now, whether or not it may give them. */
export async function listSourcePaths(
  written: string,
  places: TierPlaces,
): Promise<readonly string[]> {
  const [current] = places.state.active;
  if (written.includes(ACTIVE) && current === undefined) return [];
  const uri = parseContextUri(written.replaceAll(ACTIVE, current?.number ?? ""), places.form);
  if (uri.kind === "invalid" || uri.kind === "state" || uri.kind === "plugin") return [];
  const paths = await listPaths(uri, places);
  return "status" in paths ? [] : paths;
}

/** Reads files, as long as there is room; of those behind, the first stands for all. */
async function readFiles(
  paths: readonly string[],
  grants: TierGrants,
  places: TierPlaces,
): Promise<readonly TierPiece[]> {
  const pieces: TierPiece[] = [];
  for (const [at, path] of paths.entries()) {
    const reason = places.room.findReason();
    if (reason !== undefined) {
      const more = paths.length - at - 1;
      const others = more === 0 ? "" : ` (${more} more files of the source are left out as well)`;
      pieces.push({
        path: isFolderInside(path, places) ? path : dirname(path),
        status: "blocked",
        reason: reason + others,
      });
      break;
    }
    const piece = await readTierFile(path, grants, places);
    places.room.add("text" in piece ? piece.text.length : 0);
    // What a folder elsewhere has is told of no file that may not be given.
    const told = "text" in piece || isFolderInside(path, places)
      ? piece
      : { ...piece, path: dirname(path) };
    if (pieces.at(-1)?.path !== told.path) pieces.push(told);
  }
  return await blockIgnored(pieces, places);
}

function isFolderInside(path: string, { root }: TierPlaces): boolean {
  try {
    return `${Deno.realPathSync(`${root}/${dirname(path)}`)}/`.startsWith(`${root}/`);
  } catch {
    return true;
  }
}

async function resolveState(
  entity: string,
  grants: TierGrants,
  places: TierPlaces,
): Promise<readonly TierPiece[] | Refusal> {
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
  return { status: "error", reason: `there is no such state: there are ${known}` };
}

/** Returns the files that a URI names, in order. */
async function listPaths(
  uri: Exclude<ContextUri, { readonly kind: "state" | "plugin" }>,
  places: TierPlaces,
): Promise<readonly string[] | Refusal> {
  switch (uri.kind) {
    case "collection":
      return listCollection(uri.type, places);
    case "document":
      return listDocument(uri, places);
    case "bundle":
      if (uri.scope === "voice") return listVoice(places);
      if (uri.scope === "relevance") return [];
      return { status: "error", reason: `there is no such context: there is "voice"` };
    case "path": {
      // What is named as it is gets an answer of its own, also when it may not be given.
      if (lstatOrUndefined(`${places.root}/${uri.glob}`) !== undefined) return [uri.glob];
      if (!PATTERN_REGEXP.test(uri.glob)) return [];
      const matches = await openGlobs([uri.glob], placesOf(places.root));
      return (await places.listPaths()).filter(matches);
    }
    case "knowledge":
      return [`${places.form.folder}/knowledge/${uri.id}.md`];
  }
}

function listCollection(type: string, places: TierPlaces): readonly string[] | Refusal {
  const folder = documentFolder(type, places);
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
  places: TierPlaces,
): readonly string[] | Refusal {
  const top = documentFolder(type, places);
  if (top === undefined) {
    return { status: "error", reason: `there is no type of documents "${type}"` };
  }
  const parts = id.split("/");
  // What ends in "plan" is the plan of a document, or a document of that name in a folder.
  for (const own of parts.at(-1) === "plan" && parts.length > 1 ? [2, 1] : [1]) {
    const folder = [top, ...parts.slice(0, -own)].join("/");
    const names = listMarkdownNames(places.root, folder);
    const name = matchDocument(names, parts.slice(-own).join("/"));
    if (name !== undefined) return [`${folder}/${name}`];
  }
  return [];
}

/** The voice is the knowledge item of that name, and else what the patterns say. */
function listVoice(places: TierPlaces): readonly string[] | Refusal {
  const folder = `${places.form.folder}/knowledge`;
  if (listMarkdownNames(places.root, folder).includes("voice.md")) return [`${folder}/voice.md`];
  const patterns = listCollection("patterns", places);
  // Most projects have none, and name the voice all the same.
  return "status" in patterns && patterns.status === "empty" ? [] : patterns;
}

/** Returns what a source asks for one file, as the user can grant it. */
export function toGrantRequest(
  { uri, option, line, column }: SourceRequest,
  place: Pick<GrantRequest, "file" | "hash" | "target">,
): GrantRequest {
  return { ...place, line, column, name: `allow_${option} of ${uri}`, option };
}

/** What a source asks for, by what it reaches now. */
export interface RequestingSource extends SourceRequest {
  /** A request for each file that the option is needed for. */
  readonly requests: readonly DecidedRequest[];
}

/** Returns what the sources of a manifest ask for that only the user can grant, with each file that it is needed for. */
export async function listSourceRequests(
  { form, hash = "", requests }: ReadContextManifest,
  places: TierPlaces,
): Promise<readonly RequestingSource[]> {
  const listed: RequestingSource[] = [];
  for (const request of requests) {
    const targets = new Set<string>();
    for (const path of await listSourcePaths(request.uri, places)) {
      const real = realPathOrUndefined(`${places.root}/${path}`);
      const needs = real === undefined ? [] : listNeeds(path, { root: places.root, real });
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
