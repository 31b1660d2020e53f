import { countCodePoints } from "@dossier/core/text";
import type { TierName } from "./context_manifest.ts";

/** What became of a source of a tier, or of one of its files. */
export type TierStatus =
  /** Given as a whole. */
  | "injected"
  /** Given in part: a file is cut, or files are left out. */
  | "truncated"
  /** There was no room. */
  | "omitted_budget"
  /** It names nothing that is there. */
  | "empty"
  /** A rule forbids it. */
  | "blocked"
  /** It could not be read. */
  | "error"
  /** Given when it is asked for. */
  | "deferred"
  /** The session holds it as it is. */
  | "fresh";

/** A text that a source gives, or why it does not. */
export type TierPiece =
  | {
    /** Path relative to the root; of what is no file its URI. */
    readonly path: string;
    readonly text: string;
    /** Of a file the time of its last change, in milliseconds since 1970. */
    readonly modified?: number;
  }
  | {
    readonly path: string;
    readonly status: "blocked" | "error";
    /** Half a sentence. */
    readonly reason: string;
  };

/** A source as far as it could be read. */
export interface TierInput {
  readonly uri: string;
  readonly label?: string;
  /** In their order; what is refused stands among them. */
  readonly pieces: readonly TierPiece[];
  /** SHA-256 of the texts joined; of no text that of the empty one. In lower-case hexadecimal. */
  readonly hash: string;
  /** Why none of it is to be given. */
  readonly instead?: {
    readonly status: "empty" | "blocked" | "error" | "deferred" | "fresh";
    /** Half a sentence. */
    readonly reason: string;
  };
}

/** What became of a file of a source. */
export interface TierFileReport {
  /** Relative to the root; of what is no file its URI. */
  readonly path: string;
  /** What became of it. */
  readonly status: Extract<
    TierStatus,
    "injected" | "truncated" | "omitted_budget" | "blocked" | "error" | "deferred" | "fresh"
  >;
  /** What the whole of it costs. */
  readonly tokens: number;
  /** Half a sentence. */
  readonly reason?: string;
  /** What is given of it. */
  readonly text?: string;
  /** Time of its last change, in milliseconds since 1970. */
  readonly modified?: number;
}

/** What became of a source. */
export interface TierSourceReport {
  /** As the manifest has it. */
  readonly uri: string;
  /** What people call it. */
  readonly label?: string;
  /** SHA-256 of all that it has, in lower-case hexadecimal. */
  readonly hash: string;
  /** What became of it as a whole. */
  readonly status: TierStatus;
  /** Half a sentence. */
  readonly reason?: string;
  /** What is given of it costs, without what stands between it and others. */
  readonly tokens: number;
  /** What all of it costs. */
  readonly available: number;
  /** What became of each of its files, in order. */
  readonly files: readonly TierFileReport[];
}

/** A tier as it is given. */
export interface BuiltTier {
  /** Which one it is. */
  readonly tier: TierName;
  /** What is given of all sources, with separators between the files. */
  readonly text: string;
  /** What became of each source, in the order of the manifest. */
  readonly sources: readonly TierSourceReport[];
  /** Tokens of the text. */
  readonly used: number;
  /** Most tokens that it may have. */
  readonly budget: number;
}

/** Why a source is empty that names a place for texts in which there is none yet. */
export const NO_TEXT_YET = "there is nothing";

/** Stands between two files, as in Blue. */
export const TIER_SEPARATOR = "\n---\n\n";

/** Code points of a token, by the rule of thumb that Blue counts by. */
export const TOKEN_CODE_POINTS = 4;

/** Returns the tokens of a text as tiers count them: a quarter of its code points, rounded down. */
export function countTierTokens(text: string): number {
  return toTokens(countCodePoints(text));
}

function toTokens(codePoints: number): number {
  return Math.floor(codePoints / TOKEN_CODE_POINTS);
}

/** Returns the texts of a source as they are given together. */
export function joinPieces(pieces: readonly TierPiece[]): string {
  return pieces.flatMap((piece) => "text" in piece ? [piece.text] : []).join(TIER_SEPARATOR);
}

/**
 * Returns a tier within its budget, and what became of each source.
 *
 * Sources and their files are taken in order. A file that does not fit is left out, and a later one may
 * fit still. Only when nothing is given yet, a file larger than the whole budget is cut behind a line, and
 * its last line says how much is left out. The text never costs more than the budget, separators and
 * all.
 *
 * @param options.cuts Whether a file may be cut. @default true
 */
export function buildTier(
  tier: TierName,
  inputs: readonly TierInput[],
  { budget, cuts = true }: { readonly budget: number; readonly cuts?: boolean },
): BuiltTier {
  const packing = new Packing(budget, cuts);
  const sources = inputs.map((input) => reportSource(input, packing));
  return { tier, text: packing.text, sources, used: packing.used, budget };
}

/** The text of a tier while it is put together. */
class Packing {
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

  /** Returns what is given of a text; undefined when there is no room. */
  take(text: string): string | undefined {
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

/** Returns as many lines as fit with a last one that says what is left out; undefined when none do. */
function cutAtLine(text: string, budget: number): string | undefined {
  const all = countTierTokens(text);
  const room = (budget + 1) * TOKEN_CODE_POINTS - 1 - countCodePoints(describeCut(all));
  let codePoints = 0;
  let end = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", end)) {
    const longer = codePoints + countCodePoints(text.slice(end, at + 1));
    if (longer > room) break;
    codePoints = longer;
    end = at + 1;
  }
  return end === 0 ? undefined : text.slice(0, end) + describeCut(all - toTokens(codePoints));
}

function describeCut(tokens: number): string {
  return `… ${tokens} tokens left out`;
}

function reportSource(
  { uri, label, hash, pieces, instead }: TierInput,
  packing: Packing,
): TierSourceReport {
  const files = pieces.map((piece): TierFileReport => {
    if (!("text" in piece)) return { ...piece, tokens: 0 };
    const { text, ...file } = piece;
    const tokens = countTierTokens(text);
    if (instead?.status === "deferred" || instead?.status === "fresh") {
      return { ...file, status: instead.status, tokens };
    }
    const given = packing.take(text);
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

/** Tokens that a separator may cost, and what rounding each part down may hide. */
const JOINT_TOKENS = 3;

/**
 * Returns the reference tier with what plugins give: what is left of its budget is divided among them equally, the
 * rest of the division goes to the first one, and what one does not use to the next.
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
 * Returns what each of several sources may spend of what is left: an equal share, the first one with the rest of the
 * division, and each with what those before it do not use.
 *
 * @param costs What the texts of each source cost; those that do not fit are passed over, and what is larger than all
 * that there is for the source may be cut.
 */
export function shareRoom(left: number, costs: readonly (readonly number[])[]): number[] {
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

/** Returns the status of a source by those of its files. */
export function statusOfFiles(
  files: readonly Pick<TierFileReport, "path" | "status" | "reason">[],
): Pick<TierSourceReport, "status" | "reason"> {
  const find = (status: TierStatus) => files.find((file) => file.status === status);
  const [cut, given, omitted] = [find("truncated"), find("injected"), find("omitted_budget")];
  if (cut !== undefined || (given !== undefined && omitted !== undefined)) {
    const left = files.filter(({ status }) => status === "omitted_budget").length;
    const reason = left === 0 ? "it is cut" : `${left} of ${files.length} files are left out`;
    return { status: "truncated", reason };
  }
  if (given !== undefined) return { status: "injected" };
  if (omitted !== undefined) return { status: "omitted_budget", reason: "there is no room for it" };
  const refused = find("blocked") ?? find("error");
  if (refused === undefined) return { status: "empty", reason: NO_TEXT_YET };
  return { status: refused.status, reason: `"${refused.path}": ${refused.reason}` };
}
