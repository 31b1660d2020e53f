/**
 * Answers the requests of an agent's text, and finds what they name.
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
