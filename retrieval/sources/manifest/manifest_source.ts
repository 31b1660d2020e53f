import type {
  FragmentRole,
  LineRange,
  Note,
  PassageCandidate,
  SymbolDefinition,
} from "@dossier/core";
import { containsLines, removeOutlineEntries, renderOutline } from "@dossier/core/fragment";
import { outlineSymbols } from "@dossier/core/outline";
import {
  chooseFileForm,
  chooseFunctions,
  cutDocument,
  includeLeadingComments,
} from "@dossier/core/plan";
import { passageCost } from "@dossier/core/render";
import { withMasks } from "../../secrets/mod.ts";
import { noteForbidden } from "../../tree/mod.ts";
import {
  type ContextSource,
  type Gathered,
  type NamedDefinition,
  NOTHING_GATHERED,
} from "../context_source.ts";
import {
  hideIgnored,
  type Lease,
  openFile,
  type Plan,
  type ReadableFile,
} from "../../lease/mod.ts";
import { findCandidates } from "../../search/mod.ts";
import { readPassages } from "../ranking/read_passages.ts";

/** Number of ranges that are shown of a large file without functions. */
const RANGES_WITHIN = 3;

/** Maximum share of the budget for the functions of one large file. */
const FUNCTIONS_SHARE = 1 / 4;

/** Score of all files of a manifest: none is omitted because of its score. */
const SCORE = 1;

/**
 * Context source with the files of the work manifest of a task. Files to edit are shown whole or,
 * when they are large, as outlines with the functions that the issue names in full. Files to read
 * are shown as outlines. A file in both lists counts as a file to edit.
 */
export const manifestSource: ContextSource = {
  name: "manifest",
  async gather(plan, lease) {
    const { task, visibility } = plan;
    const manifest = task?.issue.manifest;
    if (task === undefined || plan.embeddedQuery === undefined || manifest === undefined) {
      return NOTHING_GATHERED;
    }
    const { root } = lease.indexed;
    const named = [
      ...manifest.primary.map((written) => ({ written, role: "primary" as const })),
      ...manifest.read.map((written) => ({ written, role: "read" as const })),
    ];
    const openable = await hideIgnored(visibility, named.map(({ written }) => written), lease);
    return await withMasks(async (mask) => {
      const candidates: PassageCandidate[] = [];
      const definitions: NamedDefinition[] = [];
      const notes: Note[] = [];
      const seen = new Set<string>();
      for (const { written, role } of named) {
        if (seen.has(written)) continue;
        seen.add(written);
        const outcome = openFile(written, { root, visibility: openable, mask });
        const path = outcome.kind === "opened" ? outcome.file.path : outcome.path;
        if (path !== undefined && path !== written) {
          if (seen.has(path)) continue;
          seen.add(path);
        }
        if (outcome.kind !== "opened") {
          const isForbidden = outcome.rule?.kind === "forbidden";
          const reason = isForbidden ? "it is also forbidden" : outcome.reason;
          notes.push(noteUnshown(written, reason));
        } else if (outcome.file.document.lines.length === 0) {
          notes.push(noteUnshown(written, "it is empty"));
        } else {
          const shown = await showFile(outcome.file, role, { plan, task, lease });
          candidates.push(...shown.candidates);
          definitions.push(...shown.matched ?? []);
        }
      }
      return {
        sections: [{ name: "manifest", candidates, relevanceFloor: 0, isNamed: true }],
        definitions,
        notes: [...notes, ...noteForbidden(manifest, root)],
      } satisfies Gathered;
    });
  },
};

function noteUnshown(written: string, reason: string): Note {
  return {
    code: "manifest-file",
    message: `The manifest names "${written}", which is not shown as ${reason}`,
  };
}

/** File in one or several parts. */
interface ShownFile {
  readonly candidates: readonly PassageCandidate[];
  /** Definitions that are shown in full because the issue names them. */
  readonly matched?: readonly NamedDefinition[];
}

interface ShowOptions {
  readonly plan: Plan;
  readonly task: NonNullable<Plan["task"]>;
  readonly lease: Lease;
}

async function showFile(
  file: ReadableFile,
  role: FragmentRole,
  options: ShowOptions,
): Promise<ShownFile> {
  const { settings } = options.task;
  if (settings.referencesOnly) {
    return {
      candidates: [{ ...toWholeFile(file, role), replacement: { form: "reference", text: "" } }],
    };
  }
  if (role === "read") return { candidates: [toOutline(file, role)] };
  const size = { lines: file.document.lines.length, bytes: file.bytes };
  if (chooseFileForm(size, settings) === "whole") return { candidates: [toWholeFile(file, role)] };
  const definitions = outlineSymbols(file.text, file.language);
  const { outline, candidates, matched } = showFunctions(file, role, { ...options, definitions });
  const declared = toOutline(file, role, outline);
  if (declared.replacement?.form === "outline") {
    return { candidates: [declared, ...candidates], matched };
  }
  // The file has no outline, or one that is not shorter than the file.
  const parts = [...candidates, ...await rankWithin(file.path, options)];
  return { candidates: parts.length === 0 ? [declared] : parts, matched };
}

/** Returns the best ranges of a large file without known functions. */
async function rankWithin(
  path: string,
  { plan: { embeddedQuery, search, visibility }, lease }: ShowOptions,
): Promise<readonly PassageCandidate[]> {
  // Not with a glob, because a file name may be an invalid glob, such as "notes(1)+2.txt".
  const { filter, disabled, explain } = search;
  const { indexed: { root, reader }, sources, runStep } = lease;
  const tree = { root, visibility, sources };
  const options = { filter, disabled, explain, within: path, limit: RANGES_WITHIN, ...tree };
  const ranked = await runStep("rank", () => findCandidates(reader, embeddedQuery!, options));
  const candidates = await readPassages(ranked, tree);
  const reasons = ["in the manifest", "the best part of a file without functions"];
  return candidates.map((candidate) => ({ ...candidate, role: "primary", reasons, score: SCORE }));
}

/** Returns the whole file, with an outline in case it does not fit. */
function toWholeFile(file: ReadableFile, role: FragmentRole): PassageCandidate {
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

/** Returns the outline of a file, or its beginning when the outline is empty or not shorter. */
function toOutline(
  file: ReadableFile,
  role: FragmentRole,
  outline: string = outlineFile(outlineSymbols(file.text, file.language)),
): PassageCandidate {
  const whole = toWholeFile(file, role);
  if (outline !== "" && outline.length < file.text.length) {
    return { ...whole, replacement: { form: "outline", text: outline } };
  }
  const { text, cut, lastCompleteLine } = cutDocument(file.text);
  const endLine = Math.max(lastCompleteLine, 1);
  return cut ? { ...whole, endLine, replacement: { form: "snippet", text } } : whole;
}

/** Returns the outline of a large file, and in full the functions that the issue names with their neighbours. */
function showFunctions(
  file: ReadableFile,
  role: FragmentRole,
  { plan: { head }, task: { identifiers }, definitions }: ShowOptions & {
    readonly definitions: readonly SymbolDefinition[];
  },
): Required<ShownFile> & { readonly outline: string } {
  const cost = passageCost(head.renderer, head.estimator);
  const { functions, ranges } = chooseFunctions(includeLeadingComments(definitions, file.text), {
    identifiers: identifiers.symbols,
    tokens: head.limit * FUNCTIONS_SHARE,
    cost: (range) => cost({ ...rangeOf(file, range), role }),
  });
  const inFull = ranges.map((range) => {
    const inside = functions.filter((one) => containsLines(range, one));
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
  // Functions that the issue names come before their neighbours.
  const inOrder = inFull.sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
  const named = functions.filter(({ matched }) => matched);
  return {
    outline: removeOutlineEntries(outlineFile(definitions), ranges),
    candidates: inOrder.map(({ candidate }) => candidate),
    matched: definitions
      .filter((symbol) =>
        named.some((one) => containsLines(one, symbol) && one.name.endsWith(symbol.name))
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

/** Kinds of nested definitions that an outline omits: they would be most of it. */
const INNER_KINDS: ReadonlySet<string> = new Set(["constant", "field", "variable", "heading"]);

const INDENT = "  ";

/**
 * Returns the declarations of a file without their bodies: one line for each with its line number,
 * followed by its doc comment.
 *
 * @param definitions In line order.
 */
function outlineFile(definitions: readonly SymbolDefinition[]): string {
  const entries = definitions
    .filter(({ kind, container }) => container === undefined || !INNER_KINDS.has(kind))
    .map(({ startLine, signature, doc = "", container }) => {
      const indent = INDENT.repeat(container === undefined ? 0 : container.split(".").length);
      const comment = doc === "" ? [] : doc.split("\n").map((line) => `${indent}${INDENT}${line}`);
      return { line: startLine, text: [`${indent}${signature}`, ...comment].join("\n") };
    });
  return renderOutline(entries);
}

function holdsLine({ startLine, endLine }: LineRange, line: number): boolean {
  return startLine <= line && line <= endLine;
}
