import CLASSLESS from "simpledotcss/simple.min.css" with { type: "text" };
import OWN from "./page.css" with { type: "text" };
import SCRIPT from "./page_script.js" with { type: "text" };
import ICON from "./icon.svg" with { type: "text" };

/** A file that pages refer to. */
interface Asset {
  /** Its content. */
  readonly text: string;
  /** Its media type. */
  readonly type: string;
  /** The begin of the SHA-256 of its content, in lower-case hexadecimal. */
  readonly version: string;
}

/** Digits of a version: enough to tell the versions of one file apart. */
const VERSION_LENGTH = 16;

/** The style of all pages: one file, as a browser asks for it before it shows anything. */
const STYLE = `${CLASSLESS}\n${OWN}`;

/** The files by path; they are part of the program, as it may be one file somewhere. */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ["/assets/page.css", await toAsset(STYLE, "text/css; charset=utf-8")],
  ["/assets/page.js", await toAsset(SCRIPT, "text/javascript; charset=utf-8")],
  ["/favicon.ico", await toAsset(ICON, "image/svg+xml")],
]);

/** Paths of the files. */
export const ASSET_PATHS: readonly string[] = [...ASSETS.keys()];

/** Returns the file at a path of {@link ASSET_PATHS}, or undefined. */
export function findAsset(path: string): Asset | undefined {
  return ASSETS.get(path);
}

/** Returns the address of a file, which is another when its content is. */
export function assetUrl(path: string): string {
  return `${path}?v=${ASSETS.get(path)?.version ?? ""}`;
}

async function toAsset(text: string, type: string): Promise<Asset> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return { text, type, version: new Uint8Array(digest).toHex().slice(0, VERSION_LENGTH) };
}
