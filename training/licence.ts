/** SPDX identifier of a licence that is allowed for sources. */
export type Licence = "MIT" | "Apache-2.0" | "BSD" | "ISC" | "Zlib" | "Unlicense";

/** Sentences that only one licence has. */
const SENTENCES: ReadonlyMap<Licence, RegExp> = new Map([
  ["Apache-2.0", /Apache License,? Version 2\.0/i],
  ["BSD", /Redistribution and use in source and binary forms/i],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a copy/i],
  // This is also 0BSD, which lacks the condition.
  [
    "ISC",
    /Permission to use, copy, modify, and\/?(?:or)? distribute this software for any purpose/i,
  ],
  ["Zlib", /Altered source versions must be plainly marked as such/i],
  ["Unlicense", /This is free and unencumbered software released into the public domain/i],
]);

/** Names of licences with further conditions, anywhere in a text. */
const OTHER_REGEXP =
  /General Public License|\b[AL]?GPL|Mozilla Public License|Business Source License|Commons Clause|Server Side Public License|Elastic License|Creative Commons|Eclipse Public License|Common Development and Distribution/i;

/** White space, with the marks of a comment around it. */
const SPACE_REGEXP = /\s+(?:[*#/]+\s+)?/g;

/**
 * Matches the paths of files at the root with the project's licence, or one of several to choose
 * from.
 */
export const LICENCE_PATH_REGEXP = /^(?!.*third)(?:un|mit-)?(?:licen[cs]e|copying)[^/]*$/i;

/**
 * Returns the licences in the text of a licence file; none when it also names a licence that is not
 * allowed.
 */
export function findLicences(text: string): readonly Licence[] {
  const line = text.replace(SPACE_REGEXP, " ");
  if (OTHER_REGEXP.test(line)) return [];
  return [...SENTENCES].filter(([, sentence]) => sentence.test(line)).map(([licence]) => licence);
}

/** Returns true when the head of a file names a licence that is not allowed. */
export function hasOtherLicence(head: string): boolean {
  return OTHER_REGEXP.test(head);
}
