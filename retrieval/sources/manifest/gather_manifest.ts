import type {
  FragmentRole,
  IssueIdentifiers,
  LineRange,
  Note,
  PassageCandidate,
  SymbolDefinition,
  TaskSettings,
  WorkManifest,
} from "@dossier/core";
import { holdsLines } from "@dossier/core/fragment";
import { outlineSymbols } from "@dossier/core/outline";
import { chooseFileForm, chooseFunctions, cutDocument, includeLeads } from "@dossier/core/plan";
import { withMasks } from "../../secrets/mod.ts";
import type { NamedDefinition } from "../context_source.ts";
import { openFile, type OpenFileOptions, type ReadableFile } from "./open_file.ts";

/** What a manifest brings into a bundle. */
export interface ManifestFiles {
  /** Its files in the order of the manifest, those to be edited first. */
  readonly candidates: readonly PassageCandidate[];
  /** Definitions that are shown in full as the issue names them. */
  readonly matched: readonly NamedDefinition[];
  /** What can not be shown, a note each. */
  readonly notes: readonly Note[];
}

/** What {@link gatherManifest} needs next to the manifest. */
export interface GatherManifestOptions extends OpenFileOptions {
  /** What decides between a whole file and its outline. */
  readonly settings: Pick<TaskSettings, "maxFileSizeKb" | "referencesOnly">;
  /** What the issue names of the code. */
  readonly identifiers: IssueIdentifiers;
  /** Tokens that the functions of one large file may take. */
  readonly functionTokens: number;
  /** Returns what a candidate costs as it is rendered. */
  readonly cost: (candidate: PassageCandidate) => number;
  /** Returns the best ranges of a file in which no functions are known. */
  readonly rankWithin: (path: string) => Promise<readonly PassageCandidate[]>;
}

/** All files of a manifest are worth the same: none is left out for its score. */
const SCORE = 1;

/**
 * Returns the files of a work manifest: those to be edited whole or, when they are large, as outlines
 * with the functions that the issue names in full; those to be read as outlines. A file that is named
 * twice is taken where it may be edited.
 */
export function gatherManifest(
  manifest: WorkManifest,
  options: Omit<GatherManifestOptions, "mask">,
): Promise<ManifestFiles> {
  return withMasks((mask) => gatherMasked(manifest, { ...options, mask }));
}

async function gatherMasked(
  { primary, read }: WorkManifest,
  options: GatherManifestOptions,
): Promise<ManifestFiles> {
  const candidates: PassageCandidate[] = [];
  const matched: NamedDefinition[] = [];
  const notes: Note[] = [];
  const seen = new Set<string>();
  const named = [
    ...primary.map((written) => ({ written, role: "primary" as const })),
    ...read.map((written) => ({ written, role: "read" as const })),
  ];
  for (const { written, role } of named) {
    if (seen.has(written)) continue;
    seen.add(written);
    const outcome = openFile(written, options);
    const path = outcome.kind === "opened" ? outcome.file.path : outcome.path;
    if (path !== undefined && path !== written) {
      if (seen.has(path)) continue;
      seen.add(path);
    }
    if (outcome.kind !== "opened") {
      const isForbidden = outcome.rule?.kind === "forbidden";
      notes.push(noteUnshown(written, isForbidden ? "it is forbidden as well" : outcome.reason));
    } else if (outcome.file.document.lines.length === 0) {
      notes.push(noteUnshown(written, "it is empty"));
    } else {
      const shown = await showFile(outcome.file, role, options);
      candidates.push(...shown.candidates);
      matched.push(...shown.matched);
    }
  }
  return { candidates, matched, notes };
}

function noteUnshown(written: string, reason: string): Note {
  return {
    code: "manifest-file",
    message: `The manifest names "${written}", which is not shown as ${reason}`,
  };
}

/** A file in one or several parts, and those of its definitions that the issue names. */
type ShownFile = Omit<ManifestFiles, "notes">;

async function showFile(
  file: ReadableFile,
  role: FragmentRole,
  options: GatherManifestOptions,
): Promise<ShownFile> {
  const { settings } = options;
  if (settings.referencesOnly) return show(toReference(file, role));
  if (role === "read") return show(toOutline(file, role));
  const size = { lines: file.document.lines.length, bytes: file.bytes };
  if (chooseFileForm(size, settings) === "whole") return show(toWhole(file, role));
  const definitions = outlineSymbols(file.text, file.language);
  return definitions.length === 0
    ? await showRanked(file, role, options)
    : showFunctions(file, role, { ...options, definitions });
}

function show(...candidates: readonly PassageCandidate[]): ShownFile {
  return { candidates, matched: [] };
}

/** Returns the whole file, with an outline for a budget that it does not fit. */
function toWhole(file: ReadableFile, role: FragmentRole): PassageCandidate {
  return {
    ...rangeOf(file, { startLine: 1, endLine: file.document.lines.length }),
    role,
    reasons: ["in the manifest"],
    cheaper: [{
      form: "outline",
      get text() {
        return outlineFile(outlineSymbols(file.text, file.language));
      },
    }],
  };
}

function toReference(file: ReadableFile, role: FragmentRole): PassageCandidate {
  return { ...toWhole(file, role), instead: { form: "reference", text: "" } };
}

/** Returns the outline of a file, or the beginning of one that has no definitions. */
function toOutline(
  file: ReadableFile,
  role: FragmentRole,
  outline: string = outlineFile(outlineSymbols(file.text, file.language)),
): PassageCandidate {
  const whole = toWhole(file, role);
  if (outline !== "") return { ...whole, instead: { form: "outline", text: outline } };
  const { text, cut, lastWholeLine } = cutDocument(file.text);
  const endLine = Math.max(lastWholeLine, 1);
  return cut ? { ...whole, endLine, instead: { form: "snippet", text } } : whole;
}

/** Shows the best ranges of a large file in which no functions are known. */
async function showRanked(
  file: ReadableFile,
  role: FragmentRole,
  { rankWithin }: GatherManifestOptions,
): Promise<ShownFile> {
  const ranked = await rankWithin(file.path);
  if (ranked.length === 0) return show(toOutline(file, role));
  const reasons = ["in the manifest", "the best part of a file without functions"];
  return show(...ranked.map((candidate) => ({ ...candidate, role, reasons, score: SCORE })));
}

/** Shows the outline of a large file, and in full the functions that the issue names with their neighbours. */
function showFunctions(
  file: ReadableFile,
  role: FragmentRole,
  { identifiers, functionTokens, cost, definitions }: GatherManifestOptions & {
    readonly definitions: readonly SymbolDefinition[];
  },
): ShownFile {
  const { functions, ranges } = chooseFunctions(includeLeads(definitions, file.text), {
    identifiers: identifiers.symbols,
    tokens: functionTokens,
    cost: (range) => cost({ ...rangeOf(file, range), role }),
  });
  const inFull = ranges.map((range) => {
    const inside = functions.filter((one) => holdsLines(range, one));
    const matches = inside.filter(({ matched }) => matched);
    const [first] = [...matches, ...inside];
    const candidate: PassageCandidate = {
      ...rangeOf(file, range),
      ...(first === undefined ? {} : { symbol: first.name }),
      role,
      reasons: ["in the manifest", ...matches.map(({ name }) => `the issue names ${name}`)],
      cheaper: [{
        form: "outline",
        get text() {
          return outlineFile(definitions.filter(({ startLine }) => holdsLine(range, startLine)));
        },
      }],
    };
    return { candidate, isNamed: matches.length > 0 };
  });
  // What the issue names goes before what stands beside it.
  const inOrder = inFull.sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
  const named = functions.filter(({ matched }) => matched);
  return {
    candidates: [
      toOutline(file, role, outlineFile(definitions, ranges)),
      ...inOrder.map(({ candidate }) => candidate),
    ],
    matched: definitions
      .filter((symbol) =>
        named.some((one) => holdsLines(one, symbol) && one.name.endsWith(symbol.name))
      )
      .map((symbol) => ({ path: file.path, symbol })),
  };
}

function rangeOf(
  { path, kind, language, document }: ReadableFile,
  { startLine, endLine }: LineRange,
): PassageCandidate {
  return { path, kind, language, startLine, endLine, score: SCORE, document };
}

/** Kinds of definitions that an outline leaves out inside of others: they would be most of it. */
const INNER_KINDS: ReadonlySet<string> = new Set(["constant", "field", "variable", "heading"]);

const INDENT = "  ";

/**
 * Returns the declarations of a file without their bodies: a line for each, with the number of its
 * line, and its doc comment under it.
 *
 * @param definitions In line order.
 * @param shown Lines that are shown in full beside the outline, whose definitions it leaves out.
 */
function outlineFile(
  definitions: readonly SymbolDefinition[],
  shown: readonly LineRange[] = [],
): string {
  return definitions
    .filter(({ kind, container }) => container === undefined || !INNER_KINDS.has(kind))
    .filter(({ startLine }) => !shown.some((range) => holdsLine(range, startLine)))
    .map(({ startLine, signature, doc, container }) => {
      const indent = INDENT.repeat(container === undefined ? 0 : container.split(".").length);
      const comment = doc === undefined || doc === "" ? "" : `\n${indent}${INDENT}${doc}`;
      return `${startLine}: ${indent}${signature}${comment}`;
    })
    .join("\n");
}

function holdsLine({ startLine, endLine }: LineRange, line: number): boolean {
  return startLine <= line && line <= endLine;
}
