import type { Note } from "@dossier/core";
import {
  findByRules,
  findKeyBlocks,
  findPlainSecrets,
  findSecretShapes,
  maskFindings,
  mayHoldSecret,
  type SecretFinding,
} from "@dossier/core/secret";
import type { SecretDetector } from "./secret_detector.ts";
import { installCommand, PRESET_PACKAGE, waitWithin } from "../machine/mod.ts";

/** A text that is about to be shown. */
export interface MaskableText {
  /** Path of its file relative to the root, with `/` separators. */
  readonly path: string;
  /** Line of the file that it starts with, 1-based. */
  readonly startLine: number;
  readonly text: string;
}

/** A secret that is not shown, and the file that it is in. */
type MaskedSecret = SecretFinding & Pick<MaskableText, "path">;

/** Texts without their secrets. */
interface MaskedTexts<Text extends MaskableText> {
  /** The texts in the order given; those without secrets are the very same objects. */
  readonly texts: readonly Text[];
  readonly masked: readonly MaskedSecret[];
  /** What the reader should know: that something is masked, and by what. */
  readonly notes: readonly Note[];
}

/** How long the detector may take to arrive when it has to be fetched, in milliseconds. */
const MAX_LOAD_MS = 5000;

/**
 * Returns the texts with `«masked: rule»` in the place of the secrets in them.
 *
 * The detector, and the rules of others, are loaded only when one of the texts has the looks of one that holds a
 * secret of their kinds; others are found without them. When it cannot be had, whatever looks like a secret is masked, and a note
 * says so. Never rejects.
 *
 * @param options.openDetector Loads the detector, which has the recommended rules of secretlint by default.
 */
export async function maskSecrets<Text extends MaskableText>(
  texts: readonly Text[],
  { openDetector = openRecommended }: { readonly openDetector?: typeof openRecommended } = {},
): Promise<MaskedTexts<Text>> {
  let finder: Promise<SecretDetector | undefined> | undefined;
  let isComplete = true;
  const masked: MaskedSecret[] = [];
  const shown: Text[] = [];
  for (const given of texts) {
    const { path, startLine, text } = given;
    const keys = findKeyBlocks(text, { isPart: startLine > 1 });
    const plain = findPlainSecrets(text);
    let detected: readonly SecretFinding[] = [];
    if (mayHoldSecret(text)) {
      finder ??= openInTime(openDetector);
      const found = await findSecrets(await finder, given);
      if (found === undefined) isComplete = false;
      detected = found ?? findSecretShapes(text);
    }
    const ruled = await findByRules(text);
    // What is named more exactly goes first, where two find the same.
    const result = maskFindings(text, [...keys, ...detected, ...ruled, ...plain]);
    masked.push(...result.masked.map((secret) => ({ ...secret, path })));
    shown.push(result.masked.length === 0 ? given : { ...given, text: result.text });
  }
  return { texts: shown, masked, notes: toNotes(masked, isComplete) };
}

async function openRecommended(): Promise<SecretDetector> {
  const { openSecretDetector } = await import("./secret_detector.ts");
  return await openSecretDetector();
}

/** Returns the detector, or undefined when it does not come, or not in time. */
async function openInTime(
  openDetector: typeof openRecommended,
): Promise<SecretDetector | undefined> {
  return await waitWithin(Promise.try(openDetector), MAX_LOAD_MS).catch(() => undefined);
}

/** Returns what the detector finds, or undefined when there is none or it fails. */
async function findSecrets(
  detector: SecretDetector | undefined,
  { path, text }: MaskableText,
): Promise<readonly SecretFinding[] | undefined> {
  try {
    return await detector?.find({ path, text });
  } catch {
    return undefined;
  }
}

function toNotes(masked: readonly MaskedSecret[], isComplete: boolean): Note[] {
  const notes: Note[] = [];
  if (masked.length > 0) notes.push(noteSecrets(masked.map(({ path }) => path)));
  if (!isComplete) {
    notes.push({
      code: "secret-detector-missing",
      message: "All text that looks like a secret is masked as the detector of secrets cannot be " +
        `loaded: run "${installCommand(PRESET_PACKAGE)}" where the npm registry can be reached`,
    });
  }
  return notes;
}

/** Code of the note that secrets are masked. */
export const SECRETS_MASKED = "secrets-masked";

/** Returns the note that secrets are masked. @param paths The file of each secret; at least one. */
export function noteSecrets(paths: readonly string[]): Note {
  const files = [...new Set(paths)].map((path) => `"${path}"`).join(", ");
  const count = paths.length === 1 ? "A secret" : `${paths.length} secrets`;
  return {
    code: SECRETS_MASKED,
    message: `${count} in ${files} may not be shown and is replaced by «masked: …»`,
  };
}
