import type { StructureEntry, StructureKind } from "@dossier/core";
import { pathKinds } from "@dossier/core/rank";
import { RetrievalError } from "../machine/mod.ts";
import {
  CallIndex,
  type CallPlace,
  findCallees,
  findCallers,
  type WantedDefinition,
} from "../sources/calls/mod.ts";
import { findSymbol } from "./find_symbol.ts";
import type { FoundStructure } from "./question.ts";
import { type OutlinedFile, outlineIndexed, type StructureLease } from "./outline_files.ts";

/** Most callers, callees or tests. */
const MAX_CALLS = 200;

/** Files that are looked through for callers. */
const MAX_FILES = 200;

/** Between a definition and a test: the test calls it, or what calls it, or what calls that. */
const MAX_CALLS_BETWEEN = 2;

/** Callers whose own callers are looked for, at each step to a test. */
const MAX_BETWEEN = 8;

/** Names that code goes by which tests what is around it, in the same file. */
const TEST_CONTAINER_REGEXP = /(?:^|\.)tests?(?:\.|$)/;

/** How a test begins that is a call. */
const TEST_CALL_REGEXP =
  /^\s*(?:await\s+)?(?:[\w$]+\.)*(?:test|it|describe|suite|context|step|TEST(?:_\w+)?)\b.*[(\s]/;

/**
 * Returns the callers, the callees or the tests of a definition.
 *
 * @throws {RetrievalError} As {@link findSymbol}.
 */
export async function listCallsOf(
  kind: StructureKind & ("callers" | "callees" | "tests"),
  target: string,
  lease: StructureLease,
): Promise<FoundStructure> {
  const { indexed: { reader, root }, visibility, sources } = lease;
  const { entry: subject } = await findSymbol(target, lease);
  // Whose field it is, is not told where it is used.
  if (kind !== "callees" && (subject.kind === "field" || subject.kind === "heading")) {
    throw new RetrievalError(
      "invalid-target",
      `Cannot tell what uses "${subject.symbol}" as it is a ${subject.kind}: ` +
        "name a function, a method, a type or a constant",
    );
  }
  const index = new CallIndex(reader, { root, visibility, sources });
  const wanted = toWanted(subject);
  const called = kind === "callees"
    ? (await findCallees(index, wanted, MAX_CALLS)).map((place) => ({ place, why: "" }))
    : kind === "callers"
    ? (await findCallers(index, wanted, MAX_CALLS, { maxFiles: MAX_FILES }))
      .map((place) => ({ place, why: "" }))
    : await findTests(index, wanted);
  const outlined = await outlineIndexed([...new Set(called.map(({ place }) => place.path))], lease);
  const entries = called.map(({ place, why }) =>
    toEntry(place, outlined.get(place.path), [
      ...(kind === "callees" ? [`in line ${place.line}`] : why === "" ? [sayUse(place)] : [why]),
      ...(place.resolution === "ambiguous" ? ["or another one of that name"] : []),
    ])
  );
  // Several calls outside of definitions may be in one test.
  return {
    subject,
    entries: [...new Map(entries.toReversed().map((one) => [keyOf(one), one])).values()].reverse(),
  };
}

/** Returns what tests a definition: tests that call it first, then those that call its callers. */
async function findTests(
  index: CallIndex,
  definition: WantedDefinition,
): Promise<{ readonly place: CallPlace; readonly why: string }[]> {
  const found = new Map<string, { readonly place: CallPlace; readonly why: string }>();
  const seen = new Set([keyOf(definition)]);
  let wanted = [{ definition, between: [] as readonly string[] }];
  for (let steps = 0; steps <= MAX_CALLS_BETWEEN && wanted.length > 0; steps++) {
    const next: typeof wanted = [];
    for (const { definition, between } of wanted) {
      const callers = await findCallers(index, definition, MAX_CALLS, { maxFiles: MAX_FILES });
      for (const place of callers) {
        const key = keyOf(place);
        if (seen.has(key)) continue;
        seen.add(key);
        if (isTestCode(place)) {
          const why = between.length === 0 ? sayUse(place) : `by ${between.join(", ")}`;
          found.set(key, { place, why });
        }
        // What calls it in a test may be a helper of tests.
        if (place.symbol === "" || place.resolution === "ambiguous") continue;
        if (next.length >= MAX_BETWEEN) continue;
        const caller = toWanted(place);
        next.push({ definition: caller, between: [caller.name, ...between] });
      }
    }
    wanted = next;
  }
  return [...found.values()].slice(0, MAX_CALLS);
}

function isTestCode({ path, symbol }: CallPlace): boolean {
  return pathKinds(path).includes("test") || TEST_CONTAINER_REGEXP.test(symbol);
}

function sayUse({ kind, line }: CallPlace): string {
  return `${kind === "use" ? "uses it" : "calls it"} in line ${line}`;
}

function keyOf({ path, startLine }: { readonly path: string; readonly startLine: number }): string {
  return `${path}:${startLine}`;
}

function toWanted(
  { path, startLine, endLine, symbol = "", kind }:
    & Pick<StructureEntry, "path" | "startLine" | "endLine" | "symbol">
    & { readonly kind?: string | undefined },
): WantedDefinition {
  const dot = symbol.lastIndexOf(".");
  const container = symbol.slice(0, Math.max(0, dot));
  return {
    ...{ path, startLine, endLine, name: symbol.slice(dot + 1) },
    ...(container === "" ? {} : { container }),
    ...(kind === "constant" || kind === "variable" ? { isValue: true } : {}),
  };
}

/** Returns a place of calls as the definition that it is, with its signature. */
function toEntry(
  place: CallPlace,
  file: OutlinedFile | undefined,
  reasons: readonly string[],
): StructureEntry {
  const { path, language, startLine, endLine, symbol, line } = place;
  const known = symbol === ""
    ? undefined
    : file?.definitions.find((one) => one.startLine === startLine);
  if (known !== undefined) return { ...known, reasons };
  if (symbol !== "") return { path, language, startLine, endLine, symbol, signature: "", reasons };
  const lines = file?.lines ?? [];
  const first = findTestLine(lines, line);
  const signature = (lines[first - 1] ?? "").trim();
  return { path, language, startLine: first, endLine: line, signature, reasons };
}

/** Returns the line in which the test around a line begins, or else the line itself. */
function findTestLine(lines: readonly string[], line: number): number {
  let indent = Infinity;
  for (let row = line - 1; row >= 0 && indent > 0; row--) {
    const text = lines[row]!;
    const at = text.search(/\S/);
    if (at < 0 || at >= indent) continue;
    if (TEST_CALL_REGEXP.test(text)) return row + 1;
    indent = at;
  }
  return line;
}
