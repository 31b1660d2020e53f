import type { LineRange } from "@dossier/core";

/** Definition whose uses, callers or callees are searched. */
export interface SymbolTarget extends LineRange {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly language: string;
  /** Name without its container. */
  readonly name: string;
  /** Name of its container, dotted when nested. */
  readonly container?: string;
  /** True when overloads of its name in the same type are included. @default false */
  readonly includesOverloads?: boolean;
  /** True for a removed definition, whose remaining uses are searched. @default false */
  readonly isRemoved?: boolean;
}

/** Returns the search target of a definition with a dotted name. */
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
