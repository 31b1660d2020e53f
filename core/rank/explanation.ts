/** Operation that makes the value of an {@link Explanation} from its details. */
export type ExplanationOperation = "sum" | "product";

/** Tree that explains a score; each parent is the sum or product of its children. */
export interface Explanation {
  /** The explained number. */
  readonly value: number;
  /** Meaning of the number, in a few words on one line. */
  readonly description: string;
  /** Operation that makes the value from the details; present in every node with details. */
  readonly operation?: ExplanationOperation;
  /** Parts of the value; absent for a number without parts. */
  readonly details?: readonly Explanation[];
}

/**
 * Tolerance for sums whose parts were added in another order than the score, which moves the last
 * bits.
 */
const RELATIVE_TOLERANCE = 1e-9;
const SHOWN_DIGITS = 6;
const LINE_BREAKS_REGEXP = /[\r\n]+/g;

/** Returns a leaf: a number without parts. */
export function explainValue(description: string, value: number): Explanation {
  return { value, description };
}

/** Returns a node whose value is the sum of `details`; 0 when there are none. */
export function explainSum(description: string, details: readonly Explanation[]): Explanation {
  return { value: sumOf(details), description, operation: "sum", details };
}

/** Returns a node whose value is the product of `details`; 1 when there are none. */
export function explainProduct(description: string, details: readonly Explanation[]): Explanation {
  return { value: productOf(details), description, operation: "product", details };
}

/**
 * Returns true when every node with details states an operation and has the value that the
 * operation gives, within a relative difference of 1e-9.
 */
export function verifyExplanation(explanation: Explanation): boolean {
  const { value, operation, details } = explanation;
  if (details === undefined) return Number.isFinite(value);
  if (operation === undefined) return false;
  const expected = operation === "sum" ? sumOf(details) : productOf(details);
  // The parts of a sum may cancel out, so the parts and not the value determine the rounding error.
  const scale = operation === "sum"
    ? details.reduce((total, detail) => total + Math.abs(detail.value), Math.abs(value))
    : Math.max(Math.abs(value), Math.abs(expected));
  return Math.abs(value - expected) <= RELATIVE_TOLERANCE * scale &&
    details.every(verifyExplanation);
}

/**
 * Returns the tree as lines for a terminal, indented by two spaces per level, without a final
 * newline.
 */
export function renderExplanation(explanation: Explanation): string {
  return linesOf(explanation, "").join("\n");
}

function linesOf(explanation: Explanation, indent: string): string[] {
  const { value, operation, details } = explanation;
  const description = explanation.description.replace(LINE_BREAKS_REGEXP, " ");
  const suffix = details !== undefined && operation !== undefined ? `, ${operation} of:` : "";
  return [
    `${indent}${Number(value.toPrecision(SHOWN_DIGITS))} ${description}${suffix}`,
    ...(details ?? []).flatMap((detail) => linesOf(detail, `${indent}  `)),
  ];
}

function sumOf(details: readonly Explanation[]): number {
  return details.reduce((total, detail) => total + detail.value, 0);
}

function productOf(details: readonly Explanation[]): number {
  return details.reduce((total, detail) => total * detail.value, 1);
}
