import CLASSLESS from "simpledotcss/simple.min.css" with { type: "text" };
import OWN from "./page.css" with { type: "text" };
import SCRIPT from "./page_script.js" with { type: "text" };
import ICON from "./icon.svg" with { type: "text" };

/** File that pages refer to. */
interface Asset {
  /** Content of the file. */
  readonly text: string;
  /** Media type of the file. */
  readonly type: string;
  /** First digits of the SHA-256 of the content, in lower-case hexadecimal. */
  readonly version: string;
}

/** Number of digits of a version: enough to distinguish the versions of one file. */
const VERSION_LENGTH = 16;

/** Style of all pages. It is one file, as a browser requests it before it shows anything. */
const STYLE = `${CLASSLESS}\n${OWN}`;

/** Files by path. They are part of the program, as the program may be a single file. */
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

/** Returns the address of a file. The address changes with the content. */
export function assetUrl(path: string): string {
  return `${path}?v=${ASSETS.get(path)?.version ?? ""}`;
}

async function toAsset(text: string, type: string): Promise<Asset> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return { text, type, version: new Uint8Array(digest).toHex().slice(0, VERSION_LENGTH) };
}
