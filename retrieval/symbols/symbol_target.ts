import type { LineRange } from "@dossier/core";

/** A definition whose uses, callers or callees are wanted. */
export interface SymbolTarget extends LineRange {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly language: string;
  /** Name without what it is in. */
  readonly name: string;
  /** Name of what it is in, dotted when nested. */
  readonly container?: string;
  /** Whether overloads of its name in the same type are meant as well. @default false */
  readonly isAnyOverload?: boolean;
  /** Whether it is no longer there, so that what still uses it is wanted. @default false */
  readonly isRemoved?: boolean;
}

/** Returns a definition, given by its dotted name, as one whose uses are wanted. */
export function toSymbolTarget(
  { path, language, startLine, endLine, symbol }:
    & Pick<SymbolTarget, "path" | "language" | "startLine" | "endLine">
    & { readonly symbol: string },
): SymbolTarget {
  const dot = symbol.lastIndexOf(".");
  const container = symbol.slice(0, Math.max(0, dot));
  return {
    path,
    language,
    startLine,
    endLine,
    name: symbol.slice(dot + 1),
    ...(container === "" ? {} : { container }),
  };
}
