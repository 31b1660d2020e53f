/**
 * Takes the pictures of `docs/page.md`: serves a small repository, lets agents request context, and
 * opens each page in a browser. The pictures show nothing of the machine.
 *
 *     deno task pictures [FOLDER]
 *
 * @module
 */

import { createApp, openLocalService } from "@dossier/server";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../tests/browser/browser_session.ts";
import { createFerryTrees } from "./serve_ferry.ts";
import { shrinkPicture } from "./shrink_picture.ts";

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Looks of the browser. */
const LOOKS = {
  "desktop-light": { viewport: DESKTOP, colorScheme: "light" },
  "desktop-dark": { viewport: DESKTOP, colorScheme: "dark" },
  "phone-light": { viewport: PHONE, colorScheme: "light" },
  "phone-dark": { viewport: PHONE, colorScheme: "dark" },
} as const;

type Look = keyof typeof LOOKS;

/** Path of the repository in the pictures, instead of the temporary folder. */
const SHOWN_ROOT = "/home/me/ferry";

const QUESTION = encodeURIComponent("how are failed uploads retried");

/** Pictures with their names, addresses and looks. */
const PICTURES: readonly (readonly [name: string, path: string, looks: readonly Look[]])[] = [
  ["bundle", `/?q=${QUESTION}`, ["desktop-light", "phone-dark"]],
  ["log", "/log", ["desktop-light", "phone-light"]],
  ["record", "/log/3", ["desktop-dark"]],
  ["difference", "/log/2?with=1", ["desktop-light"]],
  ["session", "/session?session=agent-7", ["desktop-light", "phone-dark"]],
  ["health", "/health", ["desktop-dark", "phone-light"]],
];

const [folder = new URL("../../docs/pictures", import.meta.url).pathname] = Deno.args;
await takePictures(folder);

/** Takes all pictures and writes them into a folder. */
async function takePictures(folder: string): Promise<void> {
  Deno.mkdirSync(folder, { recursive: true });
  using ferry = createFerryTrees();
  await using service = openLocalService(ferry.roots);
  await ferry.requestContext(service);
  const app = createApp(service);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request),
  );
  const browser = await launchBrowser();
  const [{ path: root }] = ferry.roots;
  const baseURL = `http://127.0.0.1:${server.addr.port}`;
  for (const [name, path, looks] of PICTURES) {
    for (const look of looks) {
      await takePicture(browser, {
        baseURL,
        root,
        path,
        look,
        file: `${folder}/${name}-${look}.png`,
      });
    }
  }
  await browser.close();
}

async function takePicture(
  browser: Browser,
  { baseURL, root, path, look, file }: {
    readonly baseURL: string;
    readonly root: string;
    readonly path: string;
    readonly look: Look;
    readonly file: string;
  },
): Promise<void> {
  const context = await browser.newContext({ baseURL, ...LOOKS[look] });
  const page = await context.newPage();
  await page.goto(path);
  await renameFolder(page, root);
  await page.screenshot({ path: file });
  await context.close();
  await shrinkPicture(file);
}

/** Replaces the folder in the paths that a page shows. */
async function renameFolder(page: Page, root: string): Promise<void> {
  await page.locator("td, dd").evaluateAll((codes, [root, shown]) => {
    for (const code of codes) {
      const text = code.textContent;
      if (text.includes(root)) code.textContent = text.replaceAll(root, shown);
    }
  }, [root, SHOWN_ROOT] as const);
}
