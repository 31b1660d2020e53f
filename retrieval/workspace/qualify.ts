import type { Bundle, Fragment, Note, Omission } from "@dossier/core";
import {
  fileSource,
  formatPath,
  type FragmentCandidate,
  isPassage,
  splitRepository,
} from "@dossier/core/fragment";
import type { PackSection } from "@dossier/core/pack";
import type { Gathered } from "../sources/mod.ts";

/** Returns the candidates of one repository with its name in their paths, as `formatPath()` writes it. */
export function qualifyPaths(gathered: Gathered, repository: string): Gathered {
  const toQualified = (path: string) => formatPath({ repository, path });
  const ofSection = (section: PackSection): PackSection => ({
    ...section,
    candidates: section.candidates.map((candidate) => {
      if (!isPassage(candidate)) return candidate;
      const { path, copyOf } = candidate;
      return {
        ...candidate,
        path: toQualified(path),
        ...(copyOf !== undefined && { copyOf: toQualified(copyOf) }),
      };
    }),
  });
  const ofOmission = (omission: Omission): Omission => {
    if (omission.location === undefined) return omission;
    const location = { ...omission.location, path: toQualified(omission.location.path) };
    return { ...omission, source: fileSource(location), location };
  };
  return {
    ...gathered,
    sections: gathered.sections.map(ofSection),
    ...(gathered.trailing && { trailing: gathered.trailing.map(ofSection) }),
    ...(gathered.omitted && { omitted: gathered.omitted.map(ofOmission) }),
  };
}

/** Returns the candidates of one repository among those of several, with paths relative to its root. */
export function pickRepository(gathered: Gathered, repository: string): Gathered {
  const own = (candidate: FragmentCandidate): FragmentCandidate[] => {
    if (!isPassage(candidate)) return [];
    const { repository: name, ...split } = splitRepository(candidate);
    return name === repository ? [split] : [];
  };
  return {
    ...(gathered.head && { head: gathered.head }),
    sections: gathered.sections.map((section) => ({
      ...section,
      candidates: section.candidates.flatMap(own),
    })),
  };
}

/** Returns a bundle with the fragments and omissions of one repository only, with paths relative to its root. */
export function filterBundle(bundle: Bundle, repository: string): Bundle {
  const own = <Shown extends Fragment | Omission>(one: Shown): Shown[] => {
    if (one.location === undefined) return [];
    const { repository: name, ...location } = splitRepository(one.location);
    return name === repository ? [{ ...one, source: fileSource(location), location }] : [];
  };
  return {
    ...bundle,
    fragments: bundle.fragments.flatMap(own),
    omitted: bundle.omitted.flatMap(own),
  };
}

/** Codes of notes about something missing: they are given only when it is missing in all repositories. */
const ABSENCES: ReadonlySet<string> = new Set(["link-not-found", "vault-empty"]);

/**
 * Returns the notes of several repositories. A note that all repositories have is reported once.
 * Any other note begins with the name of its repository.
 *
 * @param all Notes of each repository, by its name.
 */
export function joinNotes(all: ReadonlyMap<string, readonly Note[]>): readonly Note[] {
  const joined = new Map<string, Note>();
  for (const [name, notes] of all) {
    for (const note of notes) {
      const { code, message } = note;
      const isOfAll = [...all.values()].every((own) => own.some((one) => one.message === message));
      if (isOfAll) joined.set(message, note);
      else if (!ABSENCES.has(code)) {
        const own = `${name}: ${message}`;
        joined.set(own, { code, message: own });
      }
    }
  }
  return [...joined.values()];
}
