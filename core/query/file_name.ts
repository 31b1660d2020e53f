/** Extensions of files that people name in issues: of program text, prose, data and templates. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  `adoc astro bash bat bats bazel bzl c cc cfg cjs cl clj cljc cljs cmake cmd conf cpp cppm cr cs
   csproj css csv cts cu cuh cxx d dart diff ejs el env erb erl ex exs fish fs fsi fsx gemspec gleam
   go gql gradle graphql groovy h haml hbs hcl heex hh hpp hrl hs htm html hxx inl ini ipp ipynb j2
   java jl js json json5 jsonc jsonl jsx kt kts leex less lhs liquid lisp lock log lua m mako md mdx
   mjs ml mli mm mod mts mustache nim nix org patch php phtml pl plist pm po proto ps1 psm1 pug py
   pyi pyw pyx r rake rb rkt rmd rs rst s sass sbt sc scala scm scss sh sln slim sol sql ss sum svelte
   svg swift tcl tex tf thrift tmpl toml ts tsv tsx twig txt v vb vim vue wasm xhtml xml xsd yaml yml
   zig zsh`.split(/\s+/),
);

/** Known file names without extension, in lower case. */
const BARE_NAMES: ReadonlySet<string> = new Set(
  `makefile gnumakefile justfile dockerfile containerfile gemfile rakefile vagrantfile podfile
   jenkinsfile procfile brewfile caddyfile`.split(/\s+/),
);

/** Products that are written like the name of a script. */
const PRODUCT_REGEXP =
  /^(?:node|deno|vue|next|nuxt|react|express|three|d3|backbone|ember|angular|chart|socket|moment|alpine|solid|electron|asp|discord|p5|knockout|ext|nest|require|handlebars)\.(?:js|io|net)$/i;

const EXTENSION_REGEXP = /[^.]\.(\w{1,8})$/;

/** Returns the extension of a file name without its dot, in lower case; empty without a known one. */
export function knownExtension(name: string): string {
  const extension = EXTENSION_REGEXP.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS.has(extension) ? extension : "";
}

/**
 * Returns whether a word is the name of a file: it ends in a known extension or is a known name, such
 * as `.gitignore`. Products (`Node.js`) and bare extensions (`.py`) are not.
 */
export function isFileName(word: string): boolean {
  if (!word.includes(".")) return BARE_NAMES.has(word.toLowerCase());
  if (PRODUCT_REGEXP.test(word)) return false;
  return knownExtension(word) !== "" || DOT_FILE_REGEXP.test(word);
}

const DOT_FILE_REGEXP =
  /^\.(?:git|docker|npm|eslint|prettier|editor|babel|bash|zsh|vim|yarn|nvm|env|pre|clang|rubocop|flake|mypy|pylint|coverage|travis|gitlab|github)[\w.-]*$/;
