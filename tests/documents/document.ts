import { fromMarkdown } from "mdast-util-from-markdown";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository with a trailing slash. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** Fenced block of a document. */
export interface Block {
  /** 1-based line of its opening fence. */
  readonly line: number;
  readonly language: string;
  /**
   * True when `run` follows its language, so that a test runs it in a shell; other blocks are only
   * shown.
   */
  readonly isRun: boolean;
  readonly text: string;
}

/** Markdown file of the repository, with the parts that tests check. */
export interface Document {
  /** Path relative to the repository, with `/` separators. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** Text of code spans. */
  readonly codes: readonly string[];
  /** Addresses of links and pictures. */
  readonly links: readonly string[];
  /** Anchors that links may name after `#`, as GitHub derives them from headings. */
  readonly anchors: ReadonlySet<string>;
}

/** Folders whose Markdown files are documents for people, besides the root folder. */
const FOLDERS = ["docs", "docs/decisions", "examples", "examples/uploads", "training"];

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

/** Returns all documents for people, sorted by path. */
export function readDocuments(): Document[] {
  const paths = ["", ...FOLDERS.map((folder) => `${folder}/`)].flatMap((folder) =>
    [...Deno.readDirSync(ROOT + folder)]
      .filter(({ name, isFile }) => isFile && name.endsWith(".md"))
      .map(({ name }) => folder + name)
  );
  return paths.sort().map(readDocument);
}

/** Returns the document at a path relative to the repository. */
export function readDocument(path: string): Document {
  const blocks: Block[] = [];
  const codes: string[] = [];
  const links: string[] = [];
  const anchors = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === "code") {
      const line = node.position?.start.line ?? 0;
      const isRun = node.meta === "run";
      blocks.push({ line, language: node.lang ?? "", isRun, text: node.value });
    } else if (node.type === "inlineCode") {
      codes.push(node.value);
    } else if (node.type === "link" || node.type === "image" || node.type === "definition") {
      links.push(node.url);
    } else if (node.type === "heading") {
      anchors.add(toAnchor(textOf(node)));
    }
    if ("children" in node) { for (const child of node.children) visit(child); }
  };
  visit(fromMarkdown(Deno.readTextFileSync(ROOT + path)));
  return { path, blocks, codes, links, anchors };
}

function textOf(node: Node): string {
  if ("children" in node) return node.children.map(textOf).join("");
  return "value" in node ? node.value : "";
}

function toAnchor(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}
