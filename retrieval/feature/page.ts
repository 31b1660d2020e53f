import type { FactList, ItemList, ReportSection, ReportTable } from "@dossier/core/report";

/** Page of a feature on a server, which renders its content. */
export interface FeaturePage {
  /** Path, such as `/memory`, which also receives its forms. */
  readonly path: string;
  /** Name in the navigation. */
  readonly name: string;
  readonly load: () => Promise<PageMaker>;
}

/** Values of a URL or of a form, by name. */
export type PageValues = Readonly<Record<string, string>>;

/**
 * Returns the answer of an operation about the tree of a page.
 *
 * @throws Errors of the operation, and of an invalid request.
 */
export type TreeOperationCaller = (operation: string, request: object) => Promise<unknown>;

/** Builds a page. */
export interface PageMaker {
  /** Returns the content of the page for the values of its URL; changes nothing. */
  show(values: PageValues, ask: TreeOperationCaller): Promise<PageContent>;
  /** Applies a form of the page, and returns the values of the URL to show next. */
  change(values: PageValues, ask: TreeOperationCaller): Promise<PageValues>;
}

/** Content of a page. All texts are escaped. */
export interface PageContent {
  readonly title: string;
  /** Smaller text after the title. */
  readonly aside?: string;
  readonly sections: readonly ReportSection<PageBody>[];
}

/** Content of a section of a page. */
export type PageBody = FactList | ReportTable | ItemList | PageLinks | PageButtons | PagePicture;

/** Links to the same page with other values. */
export interface PageLinks {
  readonly kind: "links";
  /** Name of the group of links, such as `list`. */
  readonly group: string;
  readonly links: readonly { readonly text: string; readonly values: PageValues }[];
}

/** Buttons that each change something. */
export interface PageButtons {
  readonly kind: "buttons";
  /** Text before the buttons. */
  readonly text: string;
  /** Values that each button sends, besides its own value as `action`. */
  readonly values: PageValues;
  readonly buttons: readonly { readonly text: string; readonly action: string }[];
}

/** Picture, with a table of the same content. */
export interface PagePicture {
  readonly kind: "picture";
  /** SVG without styles and scripts, with texts that the feature has escaped. */
  readonly svg: string;
  readonly table: ReportTable;
}
