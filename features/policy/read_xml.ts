import { SaxesParser } from "saxes";
import { type FileContext, type ItemPosition, positionError } from "@dossier/retrieval/notation";

/** Deeper elements are rejected; people write fewer than ten levels. */
const MAX_LEVELS = 100;

/** Tags whose content is not parsed as XML. */
const OPAQUE_TAGS = ["template", "example", "raw"] as const;

/** An element of XML, and its position. */
export interface XmlElement extends ItemPosition {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed, without that of its children. */
  readonly text: string;
  /** Offsets of the element in the text that was read. */
  readonly start: number;
  readonly end: number;
}

/** An element that is not closed yet. */
interface OpenElement extends Omit<XmlElement, "children" | "text" | "end"> {
  readonly children: XmlElement[];
  readonly texts: string[];
}

/**
 * Returns the root element of an XML text. Its own entities are never expanded.
 *
 * @param line The line of the file at which the text begins, 1-based.
 * @throws {PolicyError} With line and column, when it is invalid.
 */
export function readXml(text: string, place: FileContext, line: number): XmlElement {
  const masked = maskOpaque(text);
  const parser = new SaxesParser({ position: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let start = 0;
  const placeAt = createPositionFinder(masked, line);
  const currentPosition = (): ItemPosition => ({
    line: line + parser.line - 1,
    column: parser.column + 1,
  });
  parser.on("error", ({ message }) => {
    const reason = message.replace(/^\d+:\d+: |\.$/g, "");
    throw positionError(
      place,
      currentPosition(),
      `${reason}: fix the XML, or put other text between <raw> and </raw>`,
    );
  });
  parser.on("doctype", () => {
    throw positionError(place, currentPosition(), "a document type cannot be used here: remove it");
  });
  parser.on("opentagstart", () => start = masked.lastIndexOf("<", parser.position - 1));
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= MAX_LEVELS) {
      throw positionError(place, currentPosition(), `it has more than ${MAX_LEVELS} levels`);
    }
    const values = { ...attributes as Record<string, string> };
    open.push({ name, attributes: values, ...placeAt(start), start, children: [], texts: [] });
  });
  parser.on("text", (part) => open.at(-1)?.texts.push(part));
  parser.on("cdata", (part) => open.at(-1)?.texts.push(part));
  parser.on("closetag", () => {
    const { texts, ...element } = open.pop() as OpenElement;
    const closed = { ...element, text: texts.join("").trim(), end: parser.position };
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else parent.children.push(closed);
  });
  parser.write(masked).close();
  return root as unknown as XmlElement;
}

/** Returns a function that returns the positions of ascending offsets. */
function createPositionFinder(text: string, firstLine: number): (offset: number) => ItemPosition {
  let line = firstLine;
  let lineStart = 0;
  // Searched once, as a text of one line may have many elements.
  let lineEnd = text.indexOf("\n");
  return (offset) => {
    while (lineEnd >= 0 && lineEnd < offset) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf("\n", lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

/** Returns a text of the same length in which the content of opaque tags is blank. */
function maskOpaque(text: string): string {
  return OPAQUE_TAGS.reduce(maskTag, text);
}

function maskTag(text: string, tag: string): string {
  const opening = new RegExp(`<${tag}(?:\\s[^<>]*)?>`, "g");
  const parts: string[] = [];
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    if (found[0].endsWith("/>")) continue;
    const start = opening.lastIndex;
    const end = text.indexOf(`</${tag}>`, start);
    // The parser reports a tag that is never closed.
    if (end < 0) break;
    parts.push(text.slice(from, start), text.slice(start, end).replaceAll(/[^\n]/g, " "));
    from = end;
    opening.lastIndex = end;
  }
  return parts.join("") + text.slice(from);
}
