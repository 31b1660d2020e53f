import type { RandomChoices } from "./random_choices.ts";
import type { SourceFile, TreeFacts } from "./tree_facts.ts";

/** Returns queries of each kind about a tree, in turns. */
export function listQueries(
  { code, commits, questions }: TreeFacts,
  { pick }: RandomChoices,
): string[] {
  const made = (file: SourceFile): string[] => [
    pick(file.symbols),
    `where is ${pick(file.symbols)} defined and who calls it`,
    file.path,
    `"${pick(file.symbols)} ${pick(file.symbols)}" in ${nameOf(file.path)}`,
    `error in ${misspell(pick(file.symbols))} at ${file.path}:${Math.min(20, file.lines)}`,
    `how does ${wordsOf(pick(file.symbols))} work`,
  ];
  const own = made(pick(code)).flatMap((text, i) => [text, made(pick(code))[i]!]);
  return own.flatMap((text, i) => [
    ...questions.slice(i * 2, i * 2 + 2),
    cycle(commits, i * 5).subject,
    text,
  ]);
}

/** Returns a line for each form of request of an agent, valid or not. */
export function listSignals({ code, documents }: TreeFacts, { pick }: RandomChoices): string[] {
  const file = pick(code);
  const other = pick(code);
  const [folder = ""] = file.path.split("/");
  const extension = file.path.slice(file.path.lastIndexOf("."));
  const last = Math.min(file.lines, 60);
  const document = pick(documents).path;
  const slug = nameOf(pick(documents).path).replace(/\.\w+$/, "");
  return [
    `NEED_CODE: ${file.path}:1-${last}`,
    `- NEED_CODE: \`${pick(other.symbols)}\``,
    `NEED_DOC: ${slug}`,
    `**NEED_CODE:** ${other.path} (to see the caller)`,
    `NEED_FILE: ${file.path}`,
    `NEED_CODE: ${file.path}#${pick(file.symbols)}`,
    `NEED_CODE: ${nameOf(pick(code).path)}`,
    `NEED_CODE: ${folder}/**/*${extension}`,
    `NEED_DOC: [[${slug}]]`,
    `NEED_CODE: ${misspell(pick(code).path)}`,
    `NEED_CODE: ../outside/of/the${extension}`,
    `1. NEED_CODE: ${pick(code).path}:20-`,
    `NEED_FILE: ${pick(code).path}, ${document}`,
    `NEED_DOC: ${document}`,
    "NEED_CODE: .env",
    `NEED_CODE: ${misspell(pick(file.symbols))}`,
    `\`NEED_CODE: ${pick(code).path}:5:3\``,
    `\`\`\`\nNEED_CODE: ${pick(code).path}\n\`\`\``,
    `NEED_CODE: ${pick(code).path}:1-12 and ${pick(code).path}:30-44`,
    "NEED_DOC: a-note-that-nobody-wrote",
    `> NEED_CODE: ${file.path}`,
    `NEED_CODE: ${file.path}:900000-900010`,
    `NEED_CODE: ${folder}`,
  ];
}

/** Returns the element at an index. After the last comes the first again. */
export function cycle<T>(list: readonly T[], i: number): T {
  return list[Math.floor(i) % list.length]!;
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns a name with its two middle letters exchanged. */
function misspell(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle, middle + 2).split("").reverse().join("") +
    name.slice(middle + 2);
}

function wordsOf(symbol: string): string {
  return symbol.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
}
