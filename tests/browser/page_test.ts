import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { FERRY_MANIFEST } from "../system/ferry_policies.ts";
import { FERRY_TREE } from "../system/ferry_tree.ts";
import { launchBrowser, openBrowserSession } from "./browser_session.ts";

/** Viewport of the narrowest phone in use. */
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1200, height: 900 };

const FIRST_QUESTION = "how are failed uploads retried";
const SECOND_QUESTION = "how many files are in a batch";

/** Interval at which the log requests new records, in milliseconds. */
const NEWS_EVERY_MS = 2000;

/** Shows the pages of all tests; cookies and other state of one test are not visible to others. */
let browser: Browser;

Deno.test.beforeAll(async () => {
  browser = await launchBrowser();
});

Deno.test.afterAll(async () => {
  // Undefined when it could not be launched, which has been reported then.
  await (browser as Browser | undefined)?.close();
});

/** Submits a question with the form of the open page. */
async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("A task or a question").fill(question);
  await page.getByRole("button", { name: "Show the bundle" }).click();
  await page.getByRole("heading", { name: /^Passages/ }).waitFor();
}

/** Records the bundle that is shown. */
async function record(page: Page, session: string): Promise<void> {
  await page.getByLabel("For the session, if for one").fill(session);
  await page.getByRole("button", { name: "Record it" }).click();
  await page.getByRole("heading", { name: /^Record \d+/ }).waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";

  Deno.test(`the page goes from a query to a bundle, a passage, the log, a record and a diff ${how}`, async () => {
    await using session = openBrowserSession(browser, FERRY_TREE);
    const page = await session.openPage("/", { javaScriptEnabled, viewport: DESKTOP });
    await ask(page, FIRST_QUESTION);
    assert.match(page.url(), /\/\?q=how\+are\+failed\+uploads\+retried/);

    // Only the first passages are open at the start; the scores link to each passage.
    const passages = page.getByRole("article");
    const textOf = (passage: typeof passages) =>
      passage.getByRole("region", { includeHidden: true, name: /^Text of passage/ });
    assert.equal(await textOf(passages.first()).isVisible(), true);
    assert.equal(await textOf(passages.last()).isVisible(), false);
    const name = /^docs\/uploads\.md/;
    await page.getByRole("group", { name: "Scores" }).getByRole("link", { name }).first()
      .click();
    assert.match(page.url(), /#passage-\d+$/);
    const passage = passages.filter({ hasText: "docs/uploads.md" }).first();
    if (!await textOf(passage).isVisible()) {
      await passage.locator("summary", { hasText: /^Text/ }).click();
    }
    assert.match(await textOf(passage).innerText(), /An upload that fails is tried again/);
    assert.match(await page.getByRole("banner").innerText(), /up to date/);

    await page.getByText("As the agent reads it").click();
    assert.match(await page.locator("#bundle pre").innerText(), /^# Context/);
    if (javaScriptEnabled) await session.keepPicture(page, "opened");

    await record(page, "first");
    assert.match(page.url(), /\/log\/1\?root=tree$/);
    assert.match(await page.getByRole("main").innerText(), /triggered by page/);
    await page.getByText("As it was sent, byte for byte").click();
    assert.match(await page.locator("#bundle pre").innerText(), /An upload that fails/);

    await page.getByRole("link", { name: "Bundle", exact: true }).click();
    await ask(page, SECOND_QUESTION);
    await record(page, "second");
    await page.getByRole("link", { name: "Log", exact: true }).click();
    assert.equal(await page.locator("#log tbody tr").count(), 2);
    await page.getByLabel("Session").fill("first");
    await page.getByRole("button", { name: "Show" }).click();
    assert.equal(await page.locator("#log tbody tr").count(), 1);
    await page.getByRole("link", { name: "1", exact: true }).click();
    await page.getByLabel("Compare with record").fill("2");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: /^Records 2 and 1/ }).waitFor();
    const differing = page.getByRole("region", { name: "Lines that differ" });
    assert.ok(await differing.locator("ins").count() > 0);
    assert.ok(await differing.locator("del").count() > 0);
    session.assertQuiet();
  });
}

Deno.test("the page accepts a task that is too long for an address, without script", async () => {
  await using session = openBrowserSession(browser, FERRY_TREE);
  const page = await session.openPage("/", { javaScriptEnabled: false, viewport: DESKTOP });
  const task = `${FIRST_QUESTION} 上传失败 `.repeat(1000);
  await ask(page, task);
  assert.equal(new URL(page.url()).search, "");
  assert.equal(await page.getByLabel("A task or a question").inputValue(), task);
  await record(page, "long");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("heading", { name: /^Passages/ }).waitFor();
  await page.goto("/nowhere").catch(() => {});
  assert.match(await page.getByRole("alert").innerText(), /no such page/);
});

Deno.test("the page needs no mouse", async () => {
  await using session = openBrowserSession(browser, FERRY_TREE);
  const page = await session.openPage("/", { viewport: DESKTOP });
  const { keyboard } = page;
  const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
  await keyboard.press("Shift+Tab");
  // The box has the focus at the start; the first link in tab order is the one that skips to the
  // content.
  for (let i = 0; i < 20 && await focused() !== "Skip to the content"; i++) {
    await keyboard.press("Shift+Tab");
  }
  assert.equal(await focused(), "Skip to the content");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.type(FIRST_QUESTION);
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Passages/ }).waitFor();

  for (let i = 0; i < 50 && !/^docs\//.test(await focused()); i++) await keyboard.press("Tab");
  const outline = await page.evaluate("getComputedStyle(document.activeElement).outline");
  assert.match(String(outline), /solid 2px/);
  await keyboard.press("Enter");
  assert.match(page.url(), /#passage-\d+$/);
  for (let i = 0; i < 200 && await focused() !== "Record it"; i++) {
    await keyboard.press("Tab");
  }
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Record 1/ }).waitFor();
  session.assertQuiet();
});

Deno.test("the page admits only clients with the token", async () => {
  const token = "0123456789abcdef0123456789abcdef";
  await using session = openBrowserSession(browser, FERRY_TREE, { token });
  const page = await session.openPage("/log");
  assert.match(page.url(), /\/login/);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: /^Log/ }).waitFor();
  await page.getByRole("link", { name: "Bundle", exact: true }).click();
  await ask(page, FIRST_QUESTION);
  await record(page, "one");
  session.assertQuiet();
});

Deno.test("the form that asks for the token has the style of the pages, and no violation that axe finds", async () => {
  const token = "0123456789abcdef0123456789abcdef";
  await using session = openBrowserSession(browser, FERRY_TREE, { token });
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await session.openPage("/log", { colorScheme, viewport: PHONE });
    await page.getByLabel("Token").fill("not the token, but as long as one");
    await page.getByRole("button", { name: "Log in" }).click();
    assert.match(await page.getByRole("alert").innerText(), /token is wrong/);
    const font = await page.evaluate("getComputedStyle(document.body).fontFamily");
    assert.match(String(font), /Roboto/);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    assert.deepEqual(violations.map(({ id }) => id), []);
    await session.keepPicture(page, `login-${colorScheme}`);
  }
});

Deno.test("the log shows new records automatically, unless this is switched off", async () => {
  await using session = openBrowserSession(browser, FERRY_TREE);
  const page = await session.openPage("/log", { viewport: DESKTOP, hasClock: true });
  const items = page.locator("#log tbody tr");
  const give = () =>
    page.request.post("/v1/context", { data: { query: "retry uploads", trigger: "elsewhere" } });
  assert.equal(await items.count(), 0);
  for (const count of [1, 2, 3]) {
    await give();
    await page.clock.runFor(NEWS_EVERY_MS);
    await items.nth(count - 1).waitFor();
  }
  assert.equal(await page.getByRole("status").innerText(), "There are new records");
  await page.getByLabel("New records appear by themselves").uncheck();
  await give();
  const { length } = session.requestsOf(page);
  await page.clock.runFor(3 * NEWS_EVERY_MS);
  assert.equal(await items.count(), 3);
  assert.equal(session.requestsOf(page).length, length);
  await page.getByLabel("New records appear by themselves").check();
  await page.clock.runFor(NEWS_EVERY_MS);
  await items.nth(3).waitFor();
  session.assertQuiet();
});

Deno.test("the page explains the steps of the scores without script", async () => {
  await using session = openBrowserSession(browser, FERRY_TREE);
  const page = await session.openPage("/", { javaScriptEnabled: false, viewport: PHONE });
  await ask(page, FIRST_QUESTION);
  const does = page.getByText("Compares the vector of the query with those of the part's chunks");
  assert.equal(await does.isVisible(), false);
  await page.getByText("Steps of the ranking").press("Enter");
  assert.equal(await does.isVisible(), true);
  const tree = page.getByRole("article").first().locator(".tree");
  assert.equal(await tree.isVisible(), false);
  await page.getByText("Details of the score").first().press("Enter");
  assert.equal(await tree.isVisible(), true);
});

const MARKUP = `<script>alert("script")</script><img src=x onerror="alert('image')">`;

Deno.test("the page shows the content of files, paths and questions as text, in any form", async () => {
  const paths = [
    `src/${MARKUP}.ts`,
    `src/"quoted' &amp; javascript:alert(1).ts`,
    "src/two\nlines.ts",
    "src/turned\u202Ests.ts",
  ];
  const content =
    `export const marker = 1;\n// ${MARKUP}\n// </pre></textarea></title> javascript:alert(2)\n` +
    "// turned \u202E round, and \u0007 rings\n";
  await using session = openBrowserSession(
    browser,
    Object.fromEntries(
      paths.map((path, index) => [path, `${content}export const part${index} = 1;\n`]),
    ),
  );
  const question = `marker ${MARKUP} "' </textarea></title> javascript:alert(3)`;
  const page = await session.openPage("/");
  await ask(page, question);
  await page.locator("details").evaluateAll((all) => {
    for (const each of all) each.setAttribute("open", "");
  });
  const shown = await page.getByRole("main").innerText();
  for (
    const part of [`src/${MARKUP}.ts`, `"quoted' &amp; javascript:alert(1).ts`, "two␊lines.ts"]
  ) {
    assert.ok(shown.includes(part), `${part} is shown`);
  }
  assert.match(shown, /turnedU\+202Ests\.ts/);
  assert.match(shown, /U\+202E round, and ␇ rings/);
  assert.ok(shown.includes(`// ${MARKUP}`));
  assert.equal(await page.getByLabel("A task or a question").inputValue(), question);
  await session.keepPicture(page, "injection");

  // The copied text is the text for the agent, not its representation on the page.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the text" }).click();
  await page.getByText("The text is copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  const given = await page.request.post("/v1/context", {
    headers: { Accept: "text/markdown" },
    data: { query: question, record: false, explain: true },
  });
  assert.equal(copied, await given.text());

  await record(page, MARKUP);
  assert.ok((await page.getByRole("main").innerText()).includes(MARKUP));
  await page.goto(`/log?session=${encodeURIComponent(MARKUP)}`);
  assert.ok((await page.getByRole("main").innerText()).includes(MARKUP));
  await page.goto("/log/1?with=1");
  assert.match(await page.getByRole("main").innerText(), /byte for byte/);
  for (
    const path of [`/log/${encodeURIComponent(MARKUP)}`, `/?root=${encodeURIComponent(MARKUP)}`]
  ) {
    const answer = await page.request.get(path);
    assert.ok([400, 404].includes(answer.status()), `${path}: ${answer.status()}`);
    assert.ok(!(await answer.text()).includes("<script>alert"));
  }

  // No link leads to a script, and all elements belong to the page.
  const strange = await page.locator("a, form").evaluateAll((all) =>
    all.map((each) => each.getAttribute("href") ?? each.getAttribute("action") ?? "")
      .filter((address) => !/^[/#]/.test(address))
  );
  assert.deepEqual(strange, []);
  assert.equal(await page.locator("img, [onerror]").count(), 0);
  session.assertQuiet();
});

/** Files that rules leave out, and a setting. */
const LEFT_OUT = {
  ".dossierignore": "plans/\n",
  ".dossier/config.yaml": "exclude:\n  files: [notes.txt]\n",
  "plans/next.md": "# Next\n",
  "notes.txt": "",
  [`web/${"a_very_long_folder_name/".repeat(12)}upload.min.js`]: "",
};

Deno.test("the page shows a session, what is indexed and what is not, without script", async () => {
  await using session = openBrowserSession(browser, { ...FERRY_TREE, ...LEFT_OUT });
  const page = await session.openPage("/", { javaScriptEnabled: false, viewport: DESKTOP });
  await ask(page, FIRST_QUESTION);
  await record(page, "first");
  await page.getByRole("link", { name: "first", exact: true }).click();
  await page.getByRole("heading", { name: "Session first" }).waitFor();
  await page.getByLabel("Changed files, one per line").fill("src/none.ts");
  await page.getByRole("button", { name: "Measure" }).click();
  await page.getByText("of the touched files").first().waitFor();

  await page.getByRole("link", { name: "Health", exact: true }).click();
  assert.match(await page.getByRole("main").innerText(), /config\.yaml:2/);
  await page.getByRole("link", { name: "docs/", exact: true }).click();
  assert.match(await page.getByRole("main").innerText(), /docs\/uploads\.md\s+markdown/);
  await page.getByLabel("Path holds").fill("plans/next.md");
  await page.getByRole("button", { name: "Find" }).click();
  assert.match(await page.getByRole("main").innerText(), /\.dossierignore:1/);
  session.assertQuiet();
});

Deno.test("no page has a violation that axe finds, in dark on a desk, and in light on a phone", async () => {
  const paths = ["README.md", "docs/uploads.md", "src/config.ts"];
  await using session = openBrowserSession(browser, {
    ...Object.fromEntries(paths.map((path) => [path, FERRY_TREE[path] ?? ""])),
    ...LEFT_OUT,
    ".dossier/profiles/broken.md": "---\nextends: [\n---\n",
    ...FERRY_MANIFEST,
    "docs/long.md": `${"An upload, and \u0007 \u0001.\n".repeat(1100)}${"wide ".repeat(1000)}\n`,
    "issue.md": "---\ntitle: Retry uploads\n---\nAs docs/uploads.md says, in `src/config.ts`.\n",
  });
  const page = await session.openPage("/");
  await ask(page, FIRST_QUESTION);
  await record(page, "one");
  await page.goto("/?issue=issue.md&budget=700");
  await record(page, "two");
  const pages = {
    ask: "/",
    bundle: `/?q=${encodeURIComponent(FIRST_QUESTION)}`,
    issue: "/?issue=issue.md&budget=700",
    log: "/log",
    record: "/log/1",
    difference: "/log/2?with=1",
    problem: "/log/99",
    session: "/session?session=one",
    health: "/health",
    folder: "/health?folder=docs",
    "no files": "/health?text=nowhere",
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await page.locator("details").evaluateAll((all) => {
      for (const each of all) each.setAttribute("open", "");
    });
    for (
      const [look, colorScheme, viewport] of [
        ["dark", "dark", DESKTOP],
        ["light", "light", PHONE],
      ] as const
    ) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      // The page has no frames to check, and passed checks need not be reported.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode()
        .options({ resultTypes: ["violations"] }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      assert.deepEqual(found, [], `${name}, ${look}`);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      assert.ok(width <= viewport.width, `${name}, ${look}: ${width} pixels wide`);
      await session.keepPicture(page, `${name}-${look}`);
    }
  }
});
