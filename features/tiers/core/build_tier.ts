import { countCodePoints } from "@dossier/core/text";
import type { TierName } from "./context_manifest.ts";

/** Status of a source of a tier, or of one of its files. */
export type TierStatus =
  /** Included as a whole. */
  | "injected"
  /** Included in part: a file is cut, or files are omitted. */
  | "truncated"
  /** It did not fit. */
  | "omitted_budget"
  /** It has no text. */
  | "empty"
  /** A rule forbids it. */
  | "blocked"
  /** It could not be read. */
  | "error"
  /** Returned on request only. */
  | "deferred"
  /** The session has it already. */
  | "fresh";

/** A text of a source, or the reason why there is none. */
export type TierPiece =
  | {
    /** Path relative to the root; for other texts their URI. */
    readonly path: string;
    readonly text: string;
    /** Time of the last change of a file, in milliseconds since 1970. */
    readonly modified?: number;
  }
  | {
    readonly path: string;
    readonly status: "blocked" | "error";
    /** Half a sentence. */
    readonly reason: string;
  };

/** A source with the texts that could be read. */
export interface TierInput {
  readonly uri: string;
  readonly label?: string;
  /** In order, rejected ones included. */
  readonly pieces: readonly TierPiece[];
  /** SHA-256 of the joined texts, or of the empty text, in lower-case hexadecimal. */
  readonly hash: string;
  /** The reason why none of it is included. */
  readonly instead?: {
    readonly status: "empty" | "blocked" | "error" | "deferred" | "fresh";
    /** Half a sentence. */
    readonly reason: string;
  };
}

/** The result for a file of a source. */
export interface TierFileReport {
  /** Path relative to the root; for other texts their URI. */
  readonly path: string;
  /** Its status. */
  readonly status: Extract<
    TierStatus,
    "injected" | "truncated" | "omitted_budget" | "blocked" | "error" | "deferred" | "fresh"
  >;
  /** Tokens of the whole file. */
  readonly tokens: number;
  /** Half a sentence. */
  readonly reason?: string;
  /** The included text. */
  readonly text?: string;
  /** Time of its last change, in milliseconds since 1970. */
  readonly modified?: number;
}

/** The result for a source. */
export interface TierSourceReport {
  /** URI in the manifest. */
  readonly uri: string;
  /** Name that is shown to people. */
  readonly label?: string;
  /** SHA-256 of all its texts, in lower-case hexadecimal. */
  readonly hash: string;
  /** Status of the source as a whole. */
  readonly status: TierStatus;
  /** Half a sentence. */
  readonly reason?: string;
  /** Tokens of the included texts, without separators. */
  readonly tokens: number;
  /** Tokens of all its texts. */
  readonly available: number;
  /** The result for each of its files, in order. */
  readonly files: readonly TierFileReport[];
}

/** A tier within its budget. */
export interface BuiltTier {
  /** Name of the tier. */
  readonly tier: TierName;
  /** The included texts of all sources, with separators between the files. */
  readonly text: string;
  /** The result for each source, in the order of the manifest. */
  readonly sources: readonly TierSourceReport[];
  /** Tokens of the text. */
  readonly used: number;
  /** Maximum number of tokens of the text. */
  readonly budget: number;
}

/** The reason of an empty source whose folder has no texts yet. */
export const NO_TEXT_YET = "it is empty";

/** Separator between two files, from Blue. */
export const TIER_SEPARATOR = "\n---\n\n";

/** Code points per token, by Blue's rule of thumb. */
export const TOKEN_CODE_POINTS = 4;

/** Returns the tokens of a text as tiers count them: a quarter of its code points, rounded down. */
export function countTierTokens(text: string): number {
  return toTokens(countCodePoints(text));
}

function toTokens(codePoints: number): number {
  return Math.floor(codePoints / TOKEN_CODE_POINTS);
}

/** Returns the joined texts of a source. */
export function joinPieces(pieces: readonly TierPiece[]): string {
  return pieces.flatMap((piece) => "text" in piece ? [piece.text] : []).join(TIER_SEPARATOR);
}

/**
 * Returns a tier within its budget, and the result for each source.
 *
 * Sources and their files are processed in order. A file that does not fit is omitted, and later
 * ones may still fit. Only the first file is cut at a line when it is larger than the whole budget,
 * and a last line states the omitted tokens. The text never costs more than the budget, separators
 * included.
 *
 * @param options.cuts If false, no file is cut. @default true
 */
export function buildTier(
  tier: TierName,
  inputs: readonly TierInput[],
  { budget, cuts = true }: { readonly budget: number; readonly cuts?: boolean },
): BuiltTier {
  const packing = new TierPacker(budget, cuts);
  const sources = inputs.map((input) => reportSource(input, packing));
  return { tier, text: packing.text, sources, used: packing.used, budget };
}

/** Collects the text of a tier. */
class TierPacker {
  readonly #budget: number;
  readonly #cuts: boolean;
  #parts: string[] = [];
  #codePoints = 0;

  constructor(budget: number, cuts: boolean) {
    this.#budget = budget;
    this.#cuts = cuts;
  }

  get text(): string {
    return this.#parts.join("");
  }

  get used(): number {
    return toTokens(this.#codePoints);
  }

  /** Adds a text and returns the part that fits; undefined when none does. */
  add(text: string): string | undefined {
    const isFirst = this.#parts.length === 0;
    const separator = isFirst ? "" : TIER_SEPARATOR;
    const codePoints = this.#codePoints + separator.length + countCodePoints(text);
    if (this.#budget > 0 && toTokens(codePoints) <= this.#budget) {
      this.#parts.push(separator + text);
      this.#codePoints = codePoints;
      return text;
    }
    const cut = isFirst && this.#cuts ? cutAtLine(text, this.#budget) : undefined;
    if (cut === undefined) return undefined;
    this.#parts.push(cut);
    this.#codePoints = countCodePoints(cut);
    return cut;
  }
}

/**
 * Returns as many lines as fit with a last line about the omitted tokens; undefined when none fit.
 */
function cutAtLine(text: string, budget: number): string | undefined {
  const all = countTierTokens(text);
  const room = (budget + 1) * TOKEN_CODE_POINTS - 1 - countCodePoints(formatCut(all));
  let codePoints = 0;
  let end = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", end)) {
    const longer = codePoints + countCodePoints(text.slice(end, at + 1));
    if (longer > room) break;
    codePoints = longer;
    end = at + 1;
  }
  return end === 0 ? undefined : text.slice(0, end) + formatCut(all - toTokens(codePoints));
}

function formatCut(tokens: number): string {
  return `… ${tokens} tokens omitted`;
}

function reportSource(
  { uri, label, hash, pieces, instead }: TierInput,
  packing: TierPacker,
): TierSourceReport {
  const files = pieces.map((piece): TierFileReport => {
    if (!("text" in piece)) return { ...piece, tokens: 0 };
    const { text, ...file } = piece;
    const tokens = countTierTokens(text);
    if (instead?.status === "deferred" || instead?.status === "fresh") {
      return { ...file, status: instead.status, tokens };
    }
    const given = packing.add(text);
    if (given === undefined) return { ...file, status: "omitted_budget", tokens };
    return { ...file, status: given === text ? "injected" : "truncated", tokens, text: given };
  });
  return {
    uri,
    hash,
    files,
    ...(label === undefined ? {} : { label }),
    ...(instead ?? statusOfFiles(files)),
    tokens: countTierTokens(files.flatMap(({ text = [] }) => text).join(TIER_SEPARATOR)),
    available: countTierTokens(joinPieces(pieces)),
  };
}

/** Tokens of a separator, and of rounding down each part. */
const JOINT_TOKENS = 3;

/**
 * Returns the reference tier with the texts of plugins. The rest of its budget is divided equally
 * among them; the first one gets the remainder of the division, and unused tokens go to the next
 * one.
 */
export function addPlugins(reference: BuiltTier, plugins: readonly TierInput[]): BuiltTier {
  if (plugins.length === 0) return reference;
  const { tier, budget } = reference;
  const left = Math.max(0, budget - reference.used - JOINT_TOKENS * plugins.length);
  const share = Math.floor(left / plugins.length);
  let room = left - share * plugins.length;
  const built = plugins.map((plugin) => {
    room += share;
    const part = buildTier(tier, [plugin], { budget: room });
    room -= part.used;
    return part;
  });
  const parts = [reference, ...built];
  const text = parts.map((part) => part.text).filter((part) => part !== "").join(TIER_SEPARATOR);
  const sources = parts.flatMap((part) => part.sources);
  return { tier, text, sources, used: countTierTokens(text), budget };
}

/**
 * Returns the tokens for each of several sources: equal shares of the rest. The first one gets the
 * remainder of the division, and unused tokens go to the next one.
 *
 * @param costs Costs of the texts of each source; those that do not fit are skipped, and a text
 * that is larger than the share may be cut.
 */
export function divideBudget(left: number, costs: readonly (readonly number[])[]): number[] {
  const share = Math.floor(left / costs.length);
  let room = left - share * costs.length;
  return costs.map((ofSource) => {
    room += share;
    const whole = ofSource.reduce((sum, cost) => sum + cost <= room ? sum + cost : sum, 0);
    const used = whole === 0 && ofSource.length > 0 ? room : whole;
    room -= used;
    return used;
  });
}

/** Returns the status of a source by the statuses of its files. */
export function statusOfFiles(
  files: readonly Pick<TierFileReport, "path" | "status" | "reason">[],
): Pick<TierSourceReport, "status" | "reason"> {
  const find = (status: TierStatus) => files.find((file) => file.status === status);
  const [cut, given, omitted] = [find("truncated"), find("injected"), find("omitted_budget")];
  if (cut !== undefined || (given !== undefined && omitted !== undefined)) {
    const left = files.filter(({ status }) => status === "omitted_budget").length;
    const reason = left === 0 ? "it is cut" : `${left} of ${files.length} files are omitted`;
    return { status: "truncated", reason };
  }
  if (given !== undefined) return { status: "injected" };
  if (omitted !== undefined) return { status: "omitted_budget", reason: "there is no room for it" };
  const refused = find("blocked") ?? find("error");
  if (refused === undefined) return { status: "empty", reason: NO_TEXT_YET };
  return { status: refused.status, reason: `"${refused.path}": ${refused.reason}` };
}
