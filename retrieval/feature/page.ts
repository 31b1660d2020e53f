import type { FactList, ItemList, ReportSection, ReportTable } from "@dossier/core/report";

/** A page that a feature adds to those of a server, which lays out what the feature tells. */
export interface FeaturePage {
  /** Its path, such as `/memory`; its forms are sent there as well. */
  readonly path: string;
  /** What the navigation calls it. */
  readonly name: string;
  readonly load: () => Promise<PageMaker>;
}

/** Values of an address or of a form, by their names. */
export type PageValues = Readonly<Record<string, string>>;

/**
 * Returns the answer of an operation about the tree that a page is about.
 *
 * @throws What the operation throws, and what refuses a request that its fields do not let in.
 */
export type TreeOperationCaller = (operation: string, request: object) => Promise<unknown>;

/** Makes a page. */
export interface PageMaker {
  /** Returns what stands on the page for the values of its address; changes nothing. */
  show(values: PageValues, ask: TreeOperationCaller): Promise<PageContent>;
  /** Does what a form of the page asks for, and returns the values of the address that is shown then. */
  change(values: PageValues, ask: TreeOperationCaller): Promise<PageValues>;
}

/** What stands on a page. All texts are shown as such, whatever they hold. */
export interface PageContent {
  readonly title: string;
  /** Says more behind the title, less loudly. */
  readonly aside?: string;
  readonly sections: readonly ReportSection<PageBody>[];
}

/** What a section of a page holds. */
export type PageBody = FactList | ReportTable | ItemList | PageLinks | PageButtons | PagePicture;

/** Links to the same page with other values. */
export interface PageLinks {
  readonly kind: "links";
  /** Names what they are parts of, such as `list`. */
  readonly of: string;
  readonly links: readonly { readonly text: string; readonly values: PageValues }[];
}

/** Buttons that each change something. */
export interface PageButtons {
  readonly kind: "buttons";
  /** What is said before them. */
  readonly text: string;
  /** What each of them sends, besides its own value as `action`. */
  readonly values: PageValues;
  readonly buttons: readonly { readonly text: string; readonly action: string }[];
}

/** A picture, and beside it a table that says the same. */
export interface PagePicture {
  readonly kind: "picture";
  /** SVG without styles and scripts, in which the feature has escaped all texts. */
  readonly svg: string;
  readonly table: ReportTable;
}
