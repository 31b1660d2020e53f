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
import type { ManifestProblem } from "./manifest_reading.ts";
import type { SourceRequest } from "./parse_manifest.ts";

/** A project's manifest as it is in force. */
export interface ReadContextManifest {
  readonly form: ManifestForm;
  readonly manifest: ContextManifest;
  readonly problems: readonly ManifestProblem[];
  /** What its sources ask for that only the user can grant. */
  readonly requests: readonly SourceRequest[];
  /** SHA-256 of the file's bytes; absent where there is none, so that the default holds. */
  readonly hash?: string;
}

/** Bytes of the largest manifest; those that people write have one or two KiB. */
const MAX_MANIFEST_BYTES = 64 * 1024;

/** How often a manifest is read that is written to meanwhile. */
const MAX_TRIES = 3;

/**
 * Returns the manifest of the project at `root`: our own, else that of another program. A project that goes by
 * Blue and has none has the default one. Undefined when there is nothing of either.
 *
 * @param root Real absolute path of the tree.
 * @throws {TierError} `invalid-manifest` for one that is no regular file, no text, no YAML or no mapping.
 */
export async function readContextManifest(root: string): Promise<ReadContextManifest | undefined> {
  for (const form of MANIFEST_FORMS) {
    const bytes = await readStill(root, form.path);
    if (bytes === undefined) continue;
    // Imported only here, as most projects have none.
    const { parseManifest } = await import("./parse_manifest.ts");
    const read = decodeFile(bytes);
    const { text } = read;
    // A build of knowledge writes the text again, and would lose what could not be read.
    if (/[\0\ufffd]/.test(text) || !isUnicode(read)) {
      throw refuse(form.path, "it is no text in UTF-8: write it as text");
    }
    const parsed = await parseManifest(text, { form });
    const manifest = await maskLabels(parsed.manifest);
    return { ...parsed, manifest, form, hash: await contentHash(bytes) };
  }
  // Our own folder is there in every project that was ever indexed.
  const form = MANIFEST_FORMS.find(({ name, folder }) =>
    name !== "dossier" && lstatOrUndefined(`${root}/${folder}`)?.isDirectory
  );
  return form && { form, manifest: defaultManifest(form), problems: [], requests: [] };
}

/** Returns a manifest without secrets in what it calls its sources, which agents are told. */
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
 * Returns the manifest as {@link readContextManifest} does, when nothing in it is wrong.
 *
 * @throws {TierError} `invalid-manifest` with the first thing that is.
 */
export async function readValidManifest(root: string): Promise<ReadContextManifest | undefined> {
  const read = await readContextManifest(root);
  const wrong = read?.problems.find(({ level }) => level === "error");
  if (wrong !== undefined) throw new TierError("invalid-manifest", wrong.message);
  return read;
}

/** Returns the bytes of a file that was the same before and behind its being read; undefined without one. */
async function readStill(
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
      if (read.reason !== "replaced") throw refuse(path, read.message);
      continue;
    }
    const after = lstatOrUndefined(`${root}/${path}`);
    const isSame = before?.ino === after?.ino && after?.size === read.bytes.length &&
      before?.mtime?.getTime() === after.mtime?.getTime();
    if (isSame) return read.bytes;
  }
  throw refuse(path, "it is being written: try again");
}

function refuse(path: string, reason: string): TierError {
  return new TierError("invalid-manifest", `Cannot read the manifest "${path}" as ${reason}`);
}

/** Returns what people are told of a manifest that is not the one that they agreed to. */
export function describeChange(path: string): string {
  return `The manifest "${path}" is not what was agreed to: look at it, then run "manifest acknowledge"`;
}
