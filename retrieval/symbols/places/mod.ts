/**
 * What a target may mean that somebody wrote: a file, a definition, or what is called nearly so. It has a face of
 * its own, as it parses nothing and most that ask for it need no syntax tree.
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
