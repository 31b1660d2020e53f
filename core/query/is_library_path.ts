/** Folders of installed packages, of runtimes and of compilers' own sources. */
const LIBRARY_PATH_REGEXP =
  /(?:^|\/)(?:site-packages|dist-packages|node_modules|bower_components|vendor|third_party|\.cargo|\.rustup|rustc|rustlib|\.m2|\.gradle|\.nuget|\.pub-cache|gems|rubygems|\.rbenv|\.rvm|\.pyenv|\.venv|venv|virtualenv|pkg\/mod|go\/src\/(?:runtime|net|testing|reflect|sync|os)|usr\/include|usr\/lib|usr\/local\/lib|lib\/python[\d.]+|deps)\/|^(?:node|internal|deno|ext|bun):|^internal\/|^<|^\[/i;

/** Packages of the standard libraries of the JVM and of .NET, by the names in their frames. */
const LIBRARY_FUNCTION_REGEXP =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|org\.junit|org\.apache\.maven|org\.gradle|System|Microsoft|std::|core::|alloc::|tokio::|runtime\.|testing\.|reflect\.)(?:[.:$A-Z]|$)|^(?:std|core|alloc)::|^(?:runtime|testing|reflect)\./;

/**
 * Returns whether a frame stands in code that the reader did not write: an installed package, a
 * runtime, a standard library. It is a guess, as a bug report on a package comes from where it is
 * installed.
 */
export function isLibraryFrame(
  { path = "", symbol = "" }: { readonly path?: string; readonly symbol?: string },
): boolean {
  return LIBRARY_PATH_REGEXP.test(path.replaceAll("\\", "/")) ||
    LIBRARY_FUNCTION_REGEXP.test(symbol);
}
