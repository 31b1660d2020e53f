import { PROFILES } from "@dossier/core/language";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readModuleGraph } from "./layers_graph.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const COMMENT_REGEXP = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Folder of the profiles. */
const PROFILE_REGEXP = /^core\/language\/\w+\.ts$/;

/**
 * File that distinguishes the languages of tools: their forms of literals do not belong in a
 * profile.
 */
const LITERALS_REGEXP = /^features\/policy\/tools\/\w+\.ts$/;

/** File that detects the technologies of a project from its package manifests. */
const MANIFESTS_REGEXP = /^features\/memory\/core\/fingerprint_\w+\.ts$/;

/** Names with another meaning, which is the value. */
const OTHER_MEANINGS: Readonly<Record<string, string>> = {
  text: "what a file or a field holds",
  json: "a format of answers, records and settings",
  markdown: "a format of answers and issues",
  xml: "a format of answers",
  toml: "a format of settings",
  html: "a word of queries",
  yaml: "the package that reads settings",
  bash: "a shell that completes commands",
  fish: "a shell that completes commands",
  scheme: "what a URI begins with",
  zsh: "a shell that completes commands",
  sh: "a program that runs commands",
  shell: "what agents run commands with",
  perl: "a program that edits files where it is told to",
  c: "a letter",
  d: "a letter",
  r: "a letter",
  source: "where something comes from",
  typescript: "a word of queries",
};

/** Returns the names of a language and its dialects. */
function namesOf({ name, aliases }: (typeof PROFILES)[number]): readonly string[] {
  return [name, ...aliases?.split(" ") ?? []];
}

Deno.test("the name of a language occurs only in its profile", () => {
  const names = PROFILES.flatMap(namesOf).filter((name) => OTHER_MEANINGS[name] === undefined);
  const found: string[] = [];
  for (const file of readModuleGraph(ROOT).files) {
    if (!/^(?:core|retrieval|features|server|cli)\/|^mod\.ts$/.test(file)) continue;
    if (file.endsWith("_test.ts") || file.includes("/_") || PROFILE_REGEXP.test(file)) continue;
    if (LITERALS_REGEXP.test(file) || MANIFESTS_REGEXP.test(file)) continue;
    const code = Deno.readTextFileSync(`${ROOT}/${file}`).replace(COMMENT_REGEXP, "");
    for (const name of names) if (code.includes(`"${name}"`)) found.push(`${file}: "${name}"`);
  }
  assert.deepEqual(found, []);
});

Deno.test("each language has one profile", () => {
  const names = PROFILES.flatMap(namesOf);
  assert.deepEqual(names, [...new Set(names)]);
  const extensions = PROFILES.flatMap(({ extensions }) => extensions?.split(" ") ?? []);
  assert.deepEqual(extensions, [...new Set(extensions)]);
});
