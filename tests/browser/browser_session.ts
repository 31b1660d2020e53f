import { createApp, type GuardOptions, openLocalService, type Service } from "@dossier/server";
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { TempWorkspace } from "../temp_workspace.ts";
import { BROWSER_VARIABLE, findBrowser } from "./find_browser.ts";

/** Longest wait for anything in the browser, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Variable with the folder for screenshots; without it no screenshots are taken. */
const OUTPUT_VARIABLE = "DOSSIER_TEST_OUTPUT";

/** Options of a page. */
interface PageOptions extends BrowserContextOptions {
  readonly hasClock?: boolean;
}

/** Requests, dialogs and errors of a page. */
interface Witness {
  readonly page: Page;
  readonly requests: string[];
  readonly troubles: string[];
}

/** Served tree with the pages of a browser that show it. */
export class BrowserSession implements AsyncDisposable {
  readonly #workspace: TempWorkspace;
  readonly #service: Service;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #browser: Browser;
  readonly #witnesses: Witness[] = [];

  /** Takes ownership of everything but the browser; use {@link openBrowserSession}. */
  constructor(
    { workspace, service, server, browser }: {
      readonly workspace: TempWorkspace;
      readonly service: Service;
      readonly server: Deno.HttpServer<Deno.NetAddr>;
      readonly browser: Browser;
    },
  ) {
    this.#workspace = workspace;
    this.#service = service;
    this.#server = server;
    this.#browser = browser;
  }

  /** The tree. */
  get workspace(): TempWorkspace {
    return this.#workspace;
  }

  /** Origin of the server. */
  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /**
   * Returns a new page whose requests, dialogs and errors are recorded. With `hasClock`,
   * `page.clock` can advance its timers.
   */
  async openPage(
    path: string,
    { hasClock = false, ...options }: PageOptions = {},
  ): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.origin, ...options });
    if (hasClock) await context.clock.install();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const witness: Witness = { page, requests: [], troubles: [] };
    this.#witnesses.push(witness);
    context.on("request", (request) => witness.requests.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error") witness.troubles.push(message.text());
    });
    page.on("pageerror", (error) => witness.troubles.push(String(error)));
    page.on("dialog", async (dialog) => {
      witness.troubles.push(`a dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    await page.goto(path);
    return page;
  }

  /** Returns the addresses that a page has requested. */
  requestsOf(page: Page): readonly string[] {
    return this.#witnesses.find((witness) => witness.page === page)?.requests ?? [];
  }

  /**
   * Asserts that pages sent no requests to other servers, and that no error or violation of a
   * policy occurred.
   */
  assertQuiet(): void {
    for (const { requests, troubles } of this.#witnesses) {
      assert.deepEqual(troubles, []);
      assert.ok(requests.length > 0, "a page was asked for");
      const elsewhere = requests.filter((url) => !url.startsWith(`${this.origin}/`));
      assert.deepEqual(elsewhere, []);
    }
  }

  /** Saves a picture of a page if a folder is named for it. */
  async keepPicture(page: Page, name: string): Promise<void> {
    const folder = Deno.env.get(OUTPUT_VARIABLE);
    if (folder === undefined) return;
    Deno.mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  /** Closes the pages, the server and the tree, in this order; the browser stays open. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const { page } of this.#witnesses) await page.context().close();
    await this.#server.shutdown();
    await this.#service[Symbol.asyncDispose]();
    this.#workspace[Symbol.dispose]();
  }
}

/** Serves a tree of `files` to `browser`, with the access that `guard` permits. */
export function openBrowserSession(
  browser: Browser,
  files: Readonly<Record<string, string>>,
  guard: GuardOptions = {},
): BrowserSession {
  const workspace = new TempWorkspace(files);
  const service = openLocalService([{ name: "tree", path: workspace.root }]);
  const app = createApp(service, { guard });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request),
  );
  return new BrowserSession({ workspace, service, server, browser });
}

/** Starts a browser; throws when there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error(
      "Cannot test the page as there is no Chromium: install it, as with apt-get install chromium, " +
        `or name it in ${BROWSER_VARIABLE}`,
    );
  }
  // Otherwise a package of the driver checks for Windows by files that only the permission for all
  // files allows to read.
  Deno.env.set("__IS_WSL_TEST__", "1");
  const { chromium } = await import("playwright-core");
  return await chromium.launch({
    executablePath,
    timeout: PATIENCE_MS,
    // In a container the browser's sandbox is not available, and root may not use it; a graphics
    // card is missing, too.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
}
