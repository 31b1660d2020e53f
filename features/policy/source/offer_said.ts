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
import type { SaidText } from "./list_said.ts";

/** The folder with our own form, of which no other answer shows anything. */
const OWN_FOLDER = ".dossier/";

/** What somebody asks for is worth the same, whatever it is. */
const SCORE = 1;

/** What a text may be shown as; undefined for one whose file a rule leaves out. */
export type OfferedText = SaidText & { readonly candidate: FragmentCandidate | undefined };

/**
 * Returns what the texts of a profile may be shown as. One that is of a file of the tree is lines of it, so that
 * nothing else shows these again; where something is put into them, they stand with that.
 */
export async function offerSaid(
  said: readonly SaidText[],
  { visibility, lease }: { readonly visibility: Visibility; readonly lease: Lease },
): Promise<readonly OfferedText[]> {
  const ofTree = said.filter(isOfTree);
  if (ofTree.length === 0) return said.map((one) => ({ ...one, candidate: toText(one) }));
  const paths = ofTree.map(({ origin }) => origin.path);
  // Imported only here: most of what profiles say lies in our own folder.
  const { hideIgnored } = await import("@dossier/retrieval/lease");
  const shown = await hideIgnored(visibility, paths, lease);
  const documents = await readSources(
    ofTree.map(({ origin: { path, hash } }) => ({ path, documentHash: hash })),
    { root: lease.indexed.root, visibility: shown, sources: lease.sources },
  );
  return said.map((one) => {
    const { path } = one.origin;
    if (!isOfTree(one)) return { ...one, candidate: toText(one) };
    if (!shown.shows(path)) return { ...one, candidate: undefined };
    const document = documents.get(path);
    const lines = document === undefined ? undefined : findText(document, one.written);
    const candidate = lines === undefined ? toText(one) : toPassage(one, lines, document!);
    return { ...one, candidate };
  });
}

function isOfTree({ origin: { space, path } }: SaidText): boolean {
  return space === "project" && !path.startsWith(OWN_FOLDER);
}

function toText({ source, by, text, origin: { space } }: SaidText): TextCandidate {
  return {
    source,
    trust: space,
    role: "profile",
    score: SCORE,
    reasons: [by],
    forms: [{ form: "whole", text }],
  };
}

function toPassage(
  { by, text, written, origin: { path } }: SaidText,
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
    reasons: [by],
    ...(text === written ? {} : { instead: { form: "snippet", text } }),
  };
}

/** Returns the last lines of a file that say a text, which stands below what is said of it. */
function findText({ lines }: PassageSource, text: string): LineRange | undefined {
  const wanted = text.split("\n");
  // Of its first and last line the blanks around the text are cut off.
  const last = wanted.length - 1;
  const isAt = (start: number) =>
    wanted.every((line, at) => {
      const found = lines[start + at] ?? "";
      return found === line || ((at === 0 || at === last) && found.trim() === line.trim());
    });
  for (let start = lines.length - wanted.length; start >= 0; start--) {
    if (isAt(start)) return { startLine: start + 1, endLine: start + wanted.length };
  }
  return undefined;
}
