/** Whether a document is read as program text or as prose. */
export type DocumentKind = "code" | "document";

/** What the chunker and the index need to know about one file, apart from its text. */
export interface DocumentInfo {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Lower-case language name such as `"typescript"` or `"markdown"`; `"text"` when unknown. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
}
