import { toPlainValue } from "@dossier/core/yaml";
import {
  type Fingerprint,
  FINGERPRINT_MANIFESTS,
  type FingerprintManifest,
  type FingerprintPart,
  toFingerprint,
} from "@dossier/memory/core";

/**
 * Returns the technologies of a project, united from the manifests in its root: entries such as
 * `language:go@1.22`, `framework:express@4`, `lib:zod` and `tool:eslint`. The manifests are parsed
 * and never executed; damaged and missing ones are skipped.
 *
 * @param read Returns the text of a file by its path in the project, or undefined when there is
 * none.
 * @throws The errors of `read`.
 */
export async function readFingerprint(
  read: (path: string) => Promise<string | undefined>,
): Promise<Fingerprint> {
  const parts: FingerprintPart[] = [];
  for (const manifest of FINGERPRINT_MANIFESTS) {
    const text = await read(manifest.path);
    if (text !== undefined) parts.push(...await readParts(manifest, text.replace(/^\uFEFF/, "")));
  }
  return toFingerprint(parts);
}

async function readParts(
  { notation, read }: FingerprintManifest,
  text: string,
): Promise<readonly FingerprintPart[]> {
  return read(await parseText(text, notation)) ?? [];
}

/** Returns the value of a text; undefined when it is invalid in the notation. */
async function parseText(
  text: string,
  notation: FingerprintManifest["notation"],
): Promise<unknown> {
  if (notation === "text") return text;
  if (notation === "toml") {
    const { parseLocatedToml } = await import("@dossier/retrieval/notation");
    const placed = await parseLocatedToml(text);
    return placed.kind === "toml" ? toPlainValue(placed.table) : undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
