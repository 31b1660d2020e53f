import { fromMarkdown } from "mdast-util-from-markdown";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** A fenced block of a document. */
export interface Block {
  /** 1-based line of the fence that opens it. */
  readonly line: number;
  readonly language: string;
  /** Whether a test runs it in a shell: `run` stands behind its language. All others are only shown. */
  readonly isRun: boolean;
  readonly text: string;
}

/** A Markdown file of the repository, as far as the tests look at it. */
export interface Document {
  /** Path relative to the repository, with `/` separators. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** Texts in backticks. */
  readonly codes: readonly string[];
  /** Addresses of links and pictures. */
  readonly links: readonly string[];
  /** What a link may name behind `#`, as GitHub makes it of a heading. */
  readonly anchors: ReadonlySet<string>;
}

/** The folders whose Markdown files are documents for people, besides the repository's own. */
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
