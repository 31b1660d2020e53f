import type {
  FragmentCandidate,
  LineRange,
  PassageCandidate,
  PassageSource,
  TextCandidate,
} from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { detectLanguage } from "@dossier/core/language";
import { readSources } from "@dossier/retrieval/tree";
import type { Lease } from "@dossier/retrieval/lease";
import type { ProfileText } from "./profile_texts.ts";

/** The folder of dossier's form, whose files no other source shows. */
const OWN_FOLDER = ".dossier/";

/** All texts of a profile have the same score. */
const SCORE = 1;

/** A text with its candidate; undefined for a file that an exclusion rule hides. */
export type OfferedText = ProfileText & { readonly candidate: FragmentCandidate | undefined };

/**
 * Returns the texts of a profile as candidates. A text from a file of the tree becomes a passage of
 * that file, so that no other source repeats it; with inserted values, it is shown with these.
 */
export async function offerProfileTexts(
  texts: readonly ProfileText[],
  { visibility, lease }: { readonly visibility: Visibility; readonly lease: Lease },
): Promise<readonly OfferedText[]> {
  const ofTree = texts.filter(isOfTree);
  if (ofTree.length === 0) return texts.map((one) => ({ ...one, candidate: toText(one) }));
  const paths = ofTree.map(({ origin }) => origin.path);
  // Imported here only: most texts of profiles lie in the folder of dossier's form.
  const { hideIgnored } = await import("@dossier/retrieval/lease");
  const shown = await hideIgnored(visibility, paths, lease);
  const documents = await readSources(
    ofTree.map(({ origin: { path, hash } }) => ({ path, documentHash: hash })),
    { root: lease.indexed.root, visibility: shown, sources: lease.sources },
  );
  return texts.map((one) => {
    const { path } = one.origin;
    if (!isOfTree(one)) return { ...one, candidate: toText(one) };
    if (!shown.isVisible(path)) return { ...one, candidate: undefined };
    const document = documents.get(path);
    const lines = document === undefined ? undefined : findText(document, one.written);
    const candidate = lines === undefined ? toText(one) : toPassage(one, lines, document!);
    return { ...one, candidate };
  });
}

function isOfTree({ origin: { space, path } }: ProfileText): boolean {
  return space === "project" && !path.startsWith(OWN_FOLDER);
}

function toText({ source, requester, text, origin: { space } }: ProfileText): TextCandidate {
  return {
    source,
    trust: space,
    role: "profile",
    score: SCORE,
    reasons: [requester],
    forms: [{ form: "whole", text }],
  };
}

function toPassage(
  { requester, text, written, origin: { path } }: ProfileText,
  lines: LineRange,
  document: PassageSource,
): PassageCandidate {
  return {
    path,
    ...detectLanguage(path, written),
    ...lines,
    document,
    role: "profile",
    score: SCORE,
    reasons: [requester],
    ...(text === written ? {} : { replacement: { form: "snippet", text } }),
  };
}

/** Returns the last lines of a file with a text, as its metadata comes first. */
function findText({ lines }: PassageSource, text: string): LineRange | undefined {
  const textLines = text.split("\n");
  // The first and last line were trimmed.
  const last = textLines.length - 1;
  const isAt = (start: number) =>
    textLines.every((line, at) => {
      const found = lines[start + at] ?? "";
      return found === line || ((at === 0 || at === last) && found.trim() === line.trim());
    });
  for (let start = lines.length - textLines.length; start >= 0; start--) {
    if (isAt(start)) return { startLine: start + 1, endLine: start + textLines.length };
  }
  return undefined;
}
