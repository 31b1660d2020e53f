import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Longer regular expressions are built from named pieces, in UTF-16 code units. */
const MAX_LENGTH = 100;

const FOLDERS = ["core", "retrieval", "features", "server", "cli"];

/** Files that still have longer ones. None may be added. */
const WITH_LONGER: readonly string[] = [
  "cli/package/rewrite_bundle.ts",
  "core/query/diagnostic_lines.ts",
  "core/query/match_forms.ts",
  "core/query/parse_error_message.ts",
  "core/query/parse_frame.ts",
  "core/rank/path_kind.ts",
  "features/hosts/core/host/hook_block.ts",
  "features/hosts/core/host/read_search.ts",
  "features/hosts/core/host/shell_commands.ts",
  "features/hosts/core/host/shell_search.ts",
  "features/hosts/core/hosts/codex.ts",
  "features/hosts/core/instructions/compare_instructions.ts",
  "features/hosts/core/instructions/find_named_paths.ts",
  "features/policy/integrity.ts",
  "features/policy/read_rye_yaml.ts",
  "features/policy/tools/literal_reader.ts",
  "features/policy/tools/read_constants.ts",
  "features/policy/tools/tool_metadata.ts",
];

/** A regular expression as it is written; a text begins with quotes. */
const WRITTEN_REGEXP = /^\/([^]*)\/[a-z]*$/;

/** A longer regular expression. */
interface LongRegexp {
  readonly line: number;
  readonly pattern: string;
}

/** Returns the regular expressions of a source that are written in one piece and are too long. */
function findLong(source: string, file = "a.ts"): LongRegexp[] {
  const found: LongRegexp[] = [];
  const plugin: Deno.lint.Plugin = {
    name: "long-regexp",
    rules: {
      find: {
        create: () => ({
          Literal(node) {
            const [start, end] = node.range;
            // Deno 2.9.6 gives no pattern with the node.
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

Deno.test("findLong() finds a regular expression that is long, and no text or short one", () => {
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
  const isKnown = (place: string) => WITH_LONGER.some((file) => place.startsWith(`${file}:`));
  assert.deepEqual(found.filter((place) => !isKnown(place)), []);
});
