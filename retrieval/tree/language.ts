import type { DocumentKind } from "@dossier/core";
import { nearestNames } from "@dossier/core/query";

/** What a file is written in. */
export interface DetectedLanguage {
  /** Lower-case name; `"text"` when nothing is known. */
  readonly language: string;
  /** Whether it is read as program text or as prose. */
  readonly kind: DocumentKind;
}

/** Languages read as prose; all others are program text. */
const PROSE: ReadonlySet<string> = new Set([
  "markdown",
  "restructuredtext",
  "asciidoc",
  "org",
  "tex",
  "man",
  "text",
]);

/** Language by the last extension of the file name, a line a language. */
const EXTENSIONS = `
  python py pyi pyw
  javascript js mjs cjs jsx
  typescript ts mts cts
  tsx tsx
  go go
  rust rs
  java java
  c c h
  cpp cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp cu cuh
  csharp cs
  ruby rb rake gemspec
  php php phtml
  bash sh bash zsh ksh bats
  scala scala sc sbt
  lua lua
  kotlin kt kts
  swift swift
  zig zig
  elixir ex exs
  erlang erl hrl
  haskell hs lhs
  ocaml ml mli
  fsharp fs fsi fsx
  clojure clj cljs cljc edn
  dart dart
  perl pl pm
  r r
  julia jl
  nim nim
  crystal cr
  d d
  groovy groovy gradle
  objective-c m mm
  vue vue
  svelte svelte
  fish fish
  powershell ps1 psm1
  vim vim
  emacs-lisp el
  lisp lisp cl
  scheme scm ss rkt
  solidity sol
  sql sql
  graphql graphql gql
  protobuf proto
  thrift thrift
  terraform tf hcl tfvars
  nix nix
  cmake cmake
  make mk mak
  dockerfile dockerfile
  html html htm xhtml
  css css
  scss scss sass less
  xml xml xsd xsl xslt plist
  json json jsonc json5 jsonl
  yaml yaml yml
  toml toml
  ini ini cfg conf properties
  markdown md markdown mdx mdown
  restructuredtext rst rest
  asciidoc adoc asciidoc
  org org
  tex tex sty
  man 1 3 5 7 8
  text txt
`;

/** Language by whole file name, in lower case. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["makefile", "make"],
  ["gnumakefile", "make"],
  ["justfile", "make"],
  ["dockerfile", "dockerfile"],
  ["containerfile", "dockerfile"],
  ["cmakelists.txt", "cmake"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
  ["vagrantfile", "ruby"],
  ["podfile", "ruby"],
  ["jenkinsfile", "groovy"],
  ["build", "python"],
  ["build.bazel", "python"],
  ["workspace", "python"],
  [".bashrc", "bash"],
  [".zshrc", "bash"],
  [".profile", "bash"],
  [".vimrc", "vim"],
  [".editorconfig", "ini"],
  [".gitconfig", "ini"],
  ["go.mod", "go"],
]);

/** Language by the interpreter that the first line of a script names, without its version. */
const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ["sh", "bash"],
  ["bash", "bash"],
  ["zsh", "bash"],
  ["ksh", "bash"],
  ["dash", "bash"],
  ["python", "python"],
  ["node", "javascript"],
  ["deno", "typescript"],
  ["bun", "typescript"],
  ["ruby", "ruby"],
  ["perl", "perl"],
  ["php", "php"],
  ["lua", "lua"],
  ["fish", "fish"],
  ["elixir", "elixir"],
  ["Rscript", "r"],
]);

const LANGUAGE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  EXTENSIONS.trim().split("\n").flatMap((line) => {
    const [language = "", ...extensions] = line.trim().split(" ");
    return extensions.map((extension) => [extension, language] as const);
  }),
);

/** The names of all languages, in the order of the alphabet. */
export const LANGUAGES: readonly string[] = [
  ...new Set([
    ...LANGUAGE_BY_EXTENSION.values(),
    ...NAMES.values(),
    ...INTERPRETERS.values(),
    "text",
  ]),
].sort();

/**
 * Returns the names of all languages, those first that a word may stand for which is none of them: what
 * files with that ending are written in, and names that differ in a letter or two.
 *
 * @example
 * ```ts
 * import { nearestLanguages } from "./language.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(nearestLanguages("pyton")[0], "python");
 * assert.equal(nearestLanguages("rs")[0], "rust");
 * ```
 */
export function nearestLanguages(written: string): readonly string[] {
  const word = written.toLowerCase();
  const byEnding = LANGUAGE_BY_EXTENSION.get(word.replace(/^\./, ""));
  return [
    ...new Set([
      ...(byEnding === undefined ? [] : [byEnding]),
      ...nearestNames(word, LANGUAGES),
      ...LANGUAGES,
    ]),
  ];
}

/** The interpreter in a first line such as `#!/usr/bin/env -S python3.12 -u`. */
const SHEBANG_REGEXP = /^#!\s*\S*?(?:\/env\s+(?:-\S+\s+)*|\/)?([A-Za-z]+)[\d.]*(?:\s|$)/;

/** What C++ has and C has not, at the start of a line. */
const CPP_HEADER_REGEXP =
  /^\s*(?:class\s+\w|namespace\b|template\s*<|public:|private:|protected:|using\s+\w|#include\s*<(?:string|vector|memory|map|cstd\w+|utility|type_traits)>)/m;

/** How much of a header is looked at to tell C from C++, in UTF-16 code units. */
const HEADER_SAMPLE = 20_000;

/**
 * Returns what the file at `path` is written in, by its name, and where that says nothing by the
 * interpreter that its first line names.
 *
 * @param path Path with `/`.
 * @param text The file's text; its start is looked at only where the name leaves a doubt.
 */
export function detectLanguage(path: string, text = ""): DetectedLanguage {
  const language = findLanguage(path, text);
  return { language, kind: PROSE.has(language) ? "document" : "code" };
}

function findLanguage(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const interpreter = INTERPRETERS.get(SHEBANG_REGEXP.exec(firstLine(text))?.[1] ?? "");
  // A script named "build" is no file of a build tool.
  if (interpreter !== undefined && !name.includes(".")) return interpreter;
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  if (extension === "h" && CPP_HEADER_REGEXP.test(text.slice(0, HEADER_SAMPLE))) return "cpp";
  const language = LANGUAGE_BY_EXTENSION.get(extension);
  if (language !== undefined) return language;
  if (name.startsWith("dockerfile.")) return "dockerfile";
  return interpreter ?? "text";
}

function firstLine(text: string): string {
  return text.startsWith("#!") ? text.slice(0, text.indexOf("\n") + 1 || undefined) : "";
}
