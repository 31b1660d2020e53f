import type { Note } from "@dossier/core";
import {
  findBuiltInSecrets,
  findKeyBlocks,
  findLikelySecrets,
  findRuleSecretsLazily,
  maskFindings,
  mayContainDetectorSecret,
  type SecretFinding,
} from "@dossier/core/secret";
import type { SecretDetector } from "./secret_detector.ts";
import { installCommand, PRESET_PACKAGE, waitWithin } from "../machine/mod.ts";

/** Text that will be shown. */
export interface MaskableText {
  /** Path of its file relative to the root, with `/` separators. */
  readonly path: string;
  /** First line of the text in its file, 1-based. */
  readonly startLine: number;
  readonly text: string;
}

/** Masked secret, with its file. */
type MaskedSecret = SecretFinding & Pick<MaskableText, "path">;

/** Texts with secrets masked. */
interface MaskedTexts<Text extends MaskableText> {
  /** Texts in the given order; those without secrets are the same objects. */
  readonly texts: readonly Text[];
  readonly masked: readonly MaskedSecret[];
  /** Notes about masked secrets, and about a missing detector. */
  readonly notes: readonly Note[];
}

/** Maximum time to download the detector, in milliseconds. */
const MAX_LOAD_MS = 5000;

/**
 * Returns the texts with `«masked: rule»` in place of secrets.
 *
 * The detector, and the rules of other projects, are loaded only when one of the texts looks as if
 * it contains a secret of their kinds; other secrets are found without them. When the detector is
 * not available, everything that looks like a secret is masked, and a note reports it. Never
 * rejects.
 *
 * @param options.openDetector Loads the detector. @default the recommended rules of secretlint
 */
export async function maskSecrets<Text extends MaskableText>(
  texts: readonly Text[],
  { openDetector = openRecommendedRules }: { readonly openDetector?: typeof openRecommendedRules } =
    {},
): Promise<MaskedTexts<Text>> {
  let finder: Promise<SecretDetector | undefined> | undefined;
  let isComplete = true;
  const masked: MaskedSecret[] = [];
  const shown: Text[] = [];
  for (const given of texts) {
    const { path, startLine, text } = given;
    const keys = findKeyBlocks(text, { isPart: startLine > 1 });
    const plain = findBuiltInSecrets(text);
    let detected: readonly SecretFinding[] = [];
    if (mayContainDetectorSecret(text)) {
      finder ??= openWithTimeout(openDetector);
      const found = await findSecrets(await finder, given);
      if (found === undefined) isComplete = false;
      detected = found ?? findLikelySecrets(text);
    }
    const ruled = await findRuleSecretsLazily(text);
    // More specific rules come first, when two find the same secret.
    const result = maskFindings(text, [...keys, ...detected, ...ruled, ...plain]);
    masked.push(...result.masked.map((secret) => ({ ...secret, path })));
    shown.push(result.masked.length === 0 ? given : { ...given, text: result.text });
  }
  return { texts: shown, masked, notes: toNotes(masked, isComplete) };
}

async function openRecommendedRules(): Promise<SecretDetector> {
  const { openSecretDetector } = await import("./secret_detector.ts");
  return await openSecretDetector();
}

/** Returns the detector, or `undefined` when it is not available in time. */
async function openWithTimeout(
  openDetector: typeof openRecommendedRules,
): Promise<SecretDetector | undefined> {
  return await waitWithin(Promise.try(openDetector), MAX_LOAD_MS).catch(() => undefined);
}

/** Returns the findings of the detector, or `undefined` when there is none or it fails. */
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

/** Code of the note about masked secrets. */
export const SECRETS_MASKED = "secrets-masked";

/** Returns the note about masked secrets. */
export function noteSecrets(paths: readonly string[]): Note {
  const files = [...new Set(paths)].map((path) => `"${path}"`).join(", ");
  const count = paths.length === 1 ? "A secret" : `${paths.length} secrets`;
  return {
    code: SECRETS_MASKED,
    message: `${count} in ${files} may not be shown and is replaced by «masked: …»`,
  };
}
