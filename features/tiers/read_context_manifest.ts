import {
  type ContextManifest,
  defaultManifest,
  MANIFEST_FORMS,
  type ManifestForm,
  TierError,
  type TierSource,
} from "./core/mod.ts";
import {
  contentHash,
  decodeFile,
  isUnicode,
  lstatOrUndefined,
  readPlainFileAsync,
} from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import type { ManifestProblem } from "./manifest_reader.ts";
import type { SourceRequest } from "./parse_manifest.ts";

/** The manifest of a project that is in effect. */
export interface LoadedManifest {
  readonly form: ManifestForm;
  readonly manifest: ContextManifest;
  readonly problems: readonly ManifestProblem[];
  /** Options of its sources that only the user can grant. */
  readonly requests: readonly SourceRequest[];
  /** SHA-256 of the file's bytes; absent without a file, so that the default applies. */
  readonly hash?: string;
}

/** Maximum number of bytes of a manifest; people write one or two KiB. */
const MAX_MANIFEST_BYTES = 64 * 1024;

/** Maximum number of attempts to read a manifest that is being written. */
const MAX_TRIES = 3;

/**
 * Returns the manifest of the project at `root`: dossier's, else that of another program. A project
 * with Blue's folder and no manifest has the default one. Undefined when there is neither.
 *
 * @param root Real absolute path of the tree.
 * @throws {TierError} `invalid-manifest` for a file that is not a regular file, not text, not YAML
 * or not a mapping.
 */
export async function readContextManifest(root: string): Promise<LoadedManifest | undefined> {
  for (const form of MANIFEST_FORMS) {
    const bytes = await readStableFile(root, form.path);
    if (bytes === undefined) continue;
    // Imported here only, as most projects have none.
    const { parseManifest } = await import("./parse_manifest.ts");
    const read = decodeFile(bytes);
    const { text } = read;
    // A build of knowledge writes the text back, and would lose characters that were not decoded.
    if (/[\0\ufffd]/.test(text) || !isUnicode(read)) {
      throw manifestError(form.path, "it is not UTF-8 text: save it as UTF-8 text");
    }
    const parsed = await parseManifest(text, { form });
    const manifest = await maskLabels(parsed.manifest);
    return { ...parsed, manifest, form, hash: await contentHash(bytes) };
  }
  // dossier's folder exists in every indexed project.
  const form = MANIFEST_FORMS.find(({ name, folder }) =>
    name !== "dossier" && lstatOrUndefined(`${root}/${folder}`)?.isDirectory
  );
  return form && { form, manifest: defaultManifest(form), problems: [], requests: [] };
}

/** Returns a manifest without secrets in the labels of its sources, which agents see. */
async function maskLabels(manifest: ContextManifest): Promise<ContextManifest> {
  const mask = (sources: readonly TierSource[]) =>
    Promise.all(
      sources.map(async (source) =>
        source.label === undefined ? source : { ...source, label: await maskValue(source.label) }
      ),
    );
  const { identity, workflow } = manifest;
  return {
    ...manifest,
    identity: { ...identity, sources: await mask(identity.sources) },
    workflow: { ...workflow, sources: await mask(workflow.sources) },
  };
}

/**
 * Returns the manifest like {@link readContextManifest}, when it is valid.
 *
 * @throws {TierError} `invalid-manifest` with the first problem.
 */
export async function readValidManifest(root: string): Promise<LoadedManifest | undefined> {
  const read = await readContextManifest(root);
  const wrong = read?.problems.find(({ level }) => level === "error");
  if (wrong !== undefined) throw new TierError("invalid-manifest", wrong.message);
  return read;
}

/** Returns the bytes of a file that did not change while it was read; undefined without a file. */
async function readStableFile(
  root: string,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = lstatOrUndefined(`${root}/${path}`);
    const read = await readPlainFileAsync(`${root}/${path}`, {
      below: root,
      maxBytes: MAX_MANIFEST_BYTES,
    });
    if (read.kind === "refused") {
      if (read.reason === "missing") return undefined;
      if (read.reason !== "replaced") throw manifestError(path, read.message);
      continue;
    }
    const after = lstatOrUndefined(`${root}/${path}`);
    const isSame = before?.ino === after?.ino && after?.size === read.bytes.length &&
      before?.mtime?.getTime() === after.mtime?.getTime();
    if (isSame) return read.bytes;
  }
  throw manifestError(path, "it is being written: try again");
}

function manifestError(path: string, reason: string): TierError {
  return new TierError("invalid-manifest", `Cannot read the manifest "${path}" as ${reason}`);
}

/** Returns the note on a manifest that differs from the acknowledged one. */
export function formatChangeMessage(path: string): string {
  return `The manifest "${path}" differs from the one that was acknowledged: read it, then run "manifest acknowledge"`;
}
