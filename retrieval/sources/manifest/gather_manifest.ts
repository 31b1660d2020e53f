import type {
  FragmentRole,
  IssueIdentifiers,
  Note,
  PassageCandidate,
  SymbolDefinition,
  TaskSettings,
  WorkManifest,
} from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import { chooseFileForm, chooseFunctions, cutDocument, includeLeads } from "@dossier/core/plan";
import { withMasks } from "../../secrets/mod.ts";
import { type OpenedFile, openFile, type OpenFileOptions } from "./open_file.ts";
import { outlineFile } from "./outline_file.ts";

/** What a manifest brings into a bundle. */
export interface ManifestFiles {
  /** Its files in the order of the manifest, those to be edited first. */
  readonly candidates: readonly PassageCandidate[];
  /** Definitions that are shown in full as the issue names them, with their files. */
  readonly matched: readonly { readonly path: string; readonly symbol: SymbolDefinition }[];
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
  const matched: { readonly path: string; readonly symbol: SymbolDefinition }[] = [];
  const notes: Note[] = [];
  const seen = new Set<string>();
  const note = (written: string, reason: string) =>
    notes.push({
      code: "manifest-file",
      message: `The manifest names "${written}", which is not shown as ${reason}`,
    });
  const take = async (written: string, role: FragmentRole) => {
    if (seen.has(written)) return;
    seen.add(written);
    const outcome = openFile(written, options);
    const path = outcome.kind === "opened" ? outcome.file.path : outcome.path;
    if (path !== undefined && path !== written) {
      if (seen.has(path)) return;
      seen.add(path);
    }
    if (outcome.kind !== "opened") {
      const isForbidden = outcome.rule?.kind === "forbidden";
      note(written, isForbidden ? "it is forbidden as well" : outcome.reason);
      return;
    }
    const { file } = outcome;
    if (file.document.lines.length === 0) {
      note(written, "it is empty");
      return;
    }
    if (options.settings.referencesOnly) candidates.push(toReference(file, role));
    else if (role === "read") candidates.push(toOutline(file, role));
    else if (isWhole(file, options)) candidates.push(toWhole(file, role));
    else {
      const large = await showLargeFile(file, role, options);
      candidates.push(...large.candidates);
      matched.push(...large.matched);
    }
  };
  for (const written of primary) await take(written, "primary");
  for (const written of read) await take(written, "read");
  return { candidates, matched, notes };
}

function isWhole({ document, bytes }: OpenedFile, { settings }: GatherManifestOptions): boolean {
  return chooseFileForm({ lines: document.lines.length, bytes }, settings) === "whole";
}

/** Returns the whole file, with an outline for a budget that it does not fit. */
function toWhole(file: OpenedFile, role: FragmentRole): PassageCandidate {
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

function toReference(file: OpenedFile, role: FragmentRole): PassageCandidate {
  return { ...toWhole(file, role), instead: { form: "reference", text: "" } };
}

/** Returns the outline of a file, or the beginning of one that has no definitions. */
function toOutline(
  file: OpenedFile,
  role: FragmentRole,
  outline: string = outlineFile(outlineSymbols(file.text, file.language)),
): PassageCandidate {
  const whole = toWhole(file, role);
  if (outline !== "") return { ...whole, instead: { form: "outline", text: outline } };
  const { text, cut, lastWholeLine } = cutDocument(file.text);
  const endLine = Math.max(lastWholeLine, 1);
  return cut ? { ...whole, endLine, instead: { form: "snippet", text } } : whole;
}

async function showLargeFile(
  file: OpenedFile,
  role: FragmentRole,
  { identifiers, functionTokens, cost, rankWithin }: GatherManifestOptions,
): Promise<Pick<ManifestFiles, "candidates" | "matched">> {
  const { path, text, language } = file;
  const definitions = outlineSymbols(text, language);
  if (definitions.length === 0) {
    const ranked = await rankWithin(path);
    if (ranked.length === 0) return { candidates: [toOutline(file, role)], matched: [] };
    const reasons = ["in the manifest", "the best part of a file without functions"];
    return {
      candidates: ranked.map((candidate) => ({ ...candidate, role, reasons, score: SCORE })),
      matched: [],
    };
  }
  const led = includeLeads(definitions, text);
  const chosen = chooseFunctions(led, {
    identifiers: identifiers.symbols,
    tokens: functionTokens,
    cost: (range) => cost({ ...rangeOf(file, range), role }),
  });
  const ranges = chosen.ranges.map((range) => {
    const functions = chosen.functions
      .filter(({ startLine, endLine }) => range.startLine <= startLine && endLine <= range.endLine);
    return { range, functions, matches: functions.filter(({ matched }) => matched) };
  });
  // What the issue names goes before what stands beside it.
  const inOrder = [
    ...ranges.filter(({ matches }) => matches.length > 0),
    ...ranges.filter(({ matches }) => matches.length === 0),
  ];
  const inFull = inOrder.map(({ range, functions, matches }): PassageCandidate => {
    const [first] = [...matches, ...functions];
    return {
      ...rangeOf(file, range),
      ...(first === undefined ? {} : { symbol: first.name }),
      role,
      reasons: ["in the manifest", ...matches.map(({ name }) => `the issue names ${name}`)],
      cheaper: [{
        form: "outline",
        get text() {
          const inside = definitions.filter(({ startLine }) =>
            range.startLine <= startLine && startLine <= range.endLine
          );
          return outlineFile(inside);
        },
      }],
    };
  });
  const matches = chosen.functions.filter(({ matched }) => matched);
  return {
    candidates: [toOutline(file, role, outlineFile(definitions, chosen.ranges)), ...inFull],
    matched: definitions
      .filter((symbol) =>
        matches.some(({ startLine, endLine, name }) =>
          startLine <= symbol.startLine && symbol.endLine <= endLine && name.endsWith(symbol.name)
        )
      )
      .map((symbol) => ({ path, symbol })),
  };
}

function rangeOf(
  { path, kind, language, document }: OpenedFile,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): PassageCandidate {
  return { path, kind, language, startLine, endLine, score: SCORE, document };
}
