/**
 * Where the files of hosts are: in a project, in the home, or in a folder that a variable names.
 *
 * @module
 */

export * from "./host_place.ts";
