/**
 * Finds the meanings of a target that a user wrote: a file, a definition, or similar names. It has
 * its own entry point because it parses nothing and most callers need no syntax tree.
 *
 * @module
 */

export {
  endsWithFile,
  findPlaces,
  type FindPlacesOptions,
  splitNames,
  splitTarget,
} from "./find_places.ts";
