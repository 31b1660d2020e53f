/** Function of a tree. */
interface NamedFunction {
  readonly name: string;
  /** Path relative to the tree. */
  readonly path: string;
}

/** Beginning of exported functions, in TypeScript and Go. */
const FUNCTION_REGEXP = /^(?:export (?:async )?function|func) (\w{10,40})\(/m;
/** Files whose functions are not asked about. */
const TEST_REGEXP = /(?:^|[/_.-])(?:tests?|mocks?|generated|testdata|examples?)(?:[/_.-]|$)/i;
/** Minimum number of lines of a file with content. */
const MIN_LINES = 60;

/** Returns prompts about functions in different files of a tree, which need the tree. */
export function listTreePrompts(
  root: string,
  { paths, count }: { readonly paths: readonly string[]; readonly count: number },
): readonly string[] {
  const found = paths.filter((path) => /\.(?:ts|go)$/.test(path) && !TEST_REGEXP.test(path))
    .flatMap((path): NamedFunction[] => {
      const text = Deno.readTextFileSync(`${root}/${path}`);
      const name = FUNCTION_REGEXP.exec(text)?.[1];
      return name === undefined || text.split("\n").length < MIN_LINES ? [] : [{ name, path }];
    });
  if (found.length < count) throw new Error(`Cannot ask about "${root}": it has too few functions`);
  const step = Math.floor(found.length / count);
  return Array.from({ length: count }, (_, at) => renderPrompt(found[at * step]!));
}

function renderPrompt({ name, path }: NamedFunction): string {
  return `Why does ${name} in ${path} give up after the first failure? Fix it.`;
}

/** Returns the path that a prompt about a tree refers to. */
export function findPromptPath(prompt: string): string {
  return / in (\S+) give up /.exec(prompt)?.[1] ?? "";
}
