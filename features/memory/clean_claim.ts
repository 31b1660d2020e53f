import { toPlainText } from "@dossier/core/text";
import { maskValue } from "@dossier/retrieval/secrets";
import { MAX_CLAIM_LENGTH, MemoryError } from "./core/mod.ts";

/**
 * Invisible characters that are not control characters: they change the direction of lines, split
 * words, or pass hidden text to models.
 */
const UNSEEN_REGEXP = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** The texts of a claim, as written or as stored. */
export interface ClaimTexts {
  readonly content: string;
  readonly reason?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly evidence?: string | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
}

/**
 * Returns the texts of a claim in the stored form: without control characters and secrets, with
 * single blanks.
 *
 * @throws {MemoryError} `invalid-observation` for an empty or too long claim.
 */
export async function cleanClaim(
  { content, reason = "", tags = [], evidence = "", agent, session }: ClaimTexts,
): Promise<ClaimTexts> {
  const length = Math.max(content.length, reason.length);
  if (length > MAX_CLAIM_LENGTH) {
    throw new MemoryError("invalid-observation", {
      action: "remember it",
      rule: `a claim and its reason must have at most ${MAX_CLAIM_LENGTH} characters each`,
      state: `current value is ${length}`,
      fix: "shorten it to a few sentences, and cite the rest with --path",
    });
  }
  // Masked afterwards: an invisible character could split a secret.
  const plain = {
    content: toPlain(content),
    reason: toPlain(reason),
    tags: tags.map(toPlain).filter(Boolean),
    evidence: toPlain(evidence),
  };
  if (plain.content === "") {
    throw new MemoryError("invalid-observation", {
      action: "remember it",
      rule: "its text is empty",
      fix: "write the claim in one sentence",
    });
  }
  const masked = await maskValue(plain, "the observation");
  return {
    ...masked,
    reason: masked.reason || undefined,
    evidence: masked.evidence || undefined,
    agent,
    session,
  };
}

function toPlain(text: string): string {
  return toPlainText(text).replaceAll(UNSEEN_REGEXP, "").replaceAll(/[^\S\n]+/g, " ").trim();
}
