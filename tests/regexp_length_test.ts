import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Maximum length of a regular expression in one piece, in UTF-16 code units; longer ones have named
 * pieces.
 */
const MAX_LENGTH = 100;

const FOLDERS = ["core", "retrieval", "features", "server", "cli"];

/** Regular expression as written; a text begins with quotes. */
const WRITTEN_REGEXP = /^\/([^]*)\/[a-z]*$/;

/** Longer regular expression. */
interface LongRegexp {
  readonly line: number;
  readonly pattern: string;
}

/** Returns the regular expressions of a source that are too long in one piece. */
function findLong(source: string, file = "a.ts"): LongRegexp[] {
  const found: LongRegexp[] = [];
  const plugin: Deno.lint.Plugin = {
    name: "long-regexp",
    rules: {
      find: {
        create: () => ({
          Literal(node) {
            const [start, end] = node.range;
            // Deno 2.9.6 has no pattern in the node.
            const [, pattern = ""] = WRITTEN_REGEXP.exec(source.slice(start, end)) ?? [];
            if (pattern.length <= MAX_LENGTH) return;
            found.push({ line: source.slice(0, start).split("\n").length, pattern });
          },
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, file, source);
  return found;
}

function* listFiles(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* listFiles(path);
    else if (/(?<!_test|_bench)\.tsx?$/.test(name)) yield path;
  }
}

Deno.test("findLong() finds long regular expressions, but no texts and short ones", () => {
  const long = "a".repeat(MAX_LENGTH + 1);
  const source = `const text = "${long}";\nconst short = /b/;\nconst found = /${long}/g;\n`;
  assert.deepEqual(findLong(source), [{ line: 3, pattern: long }]);
});

Deno.test("regular expressions of more than 100 characters are built from named pieces", () => {
  const folders = FOLDERS.filter((folder) =>
    [...Deno.readDirSync(ROOT)].some(({ name }) => name === folder)
  );
  const found = folders.flatMap((folder) =>
    [...listFiles(folder)].flatMap((file) =>
      findLong(Deno.readTextFileSync(`${ROOT}/${file}`), file).map(({ line }) => `${file}:${line}`)
    )
  );
  assert.deepEqual(found, []);
});
