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

/** Returns what a source has of one repository, with paths as `formatPath()` tells them. */
export function qualify(gathered: Gathered, repository: string): Gathered {
  const toTold = (path: string) => formatPath({ repository, path });
  const ofSection = (section: PackSection): PackSection => ({
    ...section,
    candidates: section.candidates.map((candidate) => {
      if (!isPassage(candidate)) return candidate;
      const { path, copyOf } = candidate;
      return {
        ...candidate,
        path: toTold(path),
        ...(copyOf !== undefined && { copyOf: toTold(copyOf) }),
      };
    }),
  });
  const ofOmission = (omission: Omission): Omission => {
    if (omission.location === undefined) return omission;
    const location = { ...omission.location, path: toTold(omission.location.path) };
    return { ...omission, source: fileSource(location), location };
  };
  return {
    ...gathered,
    sections: gathered.sections.map(ofSection),
    ...(gathered.trailing && { trailing: gathered.trailing.map(ofSection) }),
    ...(gathered.omitted && { omitted: gathered.omitted.map(ofOmission) }),
  };
}

/** Returns what of a joint gathering is of one repository, with paths from its root. */
export function ofRepository(gathered: Gathered, repository: string): Gathered {
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

/** Returns a bundle with what it shows and leaves out of one repository, with paths from its root. */
export function bundleOf(bundle: Bundle, repository: string): Bundle {
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

/** Notes that something is not there: of several repositories all must be without it. */
const ABSENCES: ReadonlySet<string> = new Set(["link-not-found", "vault-empty"]);

/**
 * Returns the notes of several repositories: what all say once, and what one says behind its name.
 *
 * @param all Of each repository, by its name.
 */
export function joinNotes(all: ReadonlyMap<string, readonly Note[]>): readonly Note[] {
  const told = new Map<string, Note>();
  for (const [name, notes] of all) {
    for (const note of notes) {
      const { code, message } = note;
      const isOfAll = [...all.values()].every((own) => own.some((one) => one.message === message));
      if (isOfAll) told.set(message, note);
      else if (!ABSENCES.has(code)) {
        const own = `${name}: ${message}`;
        told.set(own, { code, message: own });
      }
    }
  }
  return [...told.values()];
}
