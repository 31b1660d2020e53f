import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { fillMemory, REMEMBERED_TREE } from "../example_memory.ts";
import { launchBrowser, openBrowserSession } from "./browser_session.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1200, height: 900 };

let browser: Browser;

Deno.test.beforeAll(async () => {
  browser = await launchBrowser();
});

Deno.test.afterAll(async () => {
  await (browser as Browser | undefined)?.close();
});

for (const [screen, viewport] of [["a desk", DESKTOP], ["a phone", PHONE]] as const) {
  Deno.test(`an observation is found, read and reviewed on ${screen}, without script`, async () => {
    await using session = openBrowserSession(browser, REMEMBERED_TREE);
    await fillMemory(session.workspace.root);
    const page = await session.openPage("/", { javaScriptEnabled: false, viewport });
    await page.getByRole("link", { name: "Memory", exact: true }).click();
    const rows = page.getByRole("group", { name: "Observations" }).locator("tbody tr");
    assert.equal(await rows.count(), 6);
    await page.getByRole("link", { name: "Waiting 1" }).click();
    assert.equal(await rows.count(), 1);
    await page.getByRole("link", { name: "o5" }).click();
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("heading", { name: /^Observation o5 *active$/ }).waitFor();
    await page.getByRole("button", { name: "Refuse" }).click();
    await page.getByRole("heading", { name: /^Observation o5 *refused$/ }).waitFor();
    await page.getByRole("link", { name: "All observations" }).click();
    await page.getByRole("link", { name: "o2" }).click();
    assert.match(await page.getByRole("main").innerText(), /state\s+drifted/);
    await page.getByRole("button", { name: "Verify" }).click();
    assert.match(await page.getByRole("main").innerText(), /state\s+fresh/);
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByRole("link", { name: "All 5" }).waitFor();
    session.assertQuiet();
  });
}

Deno.test("the page shows the content of an observation as text, in any form", async () => {
  await using session = openBrowserSession(browser, REMEMBERED_TREE);
  await fillMemory(session.workspace.root);
  const page = await session.openPage("/memory?id=o5");
  const shown = await page.getByRole("main").innerText();
  assert.ok(
    shown.includes(`<script>alert("script")</script> <img src=x onerror="alert('image')">`),
  );
  assert.match(shown, /## Knowledge Graph Triplets/);
  assert.match(shown, /rings U\+202E too/);
  assert.ok(shown.includes("<b>bold</b>") && shown.includes("transcript <i>1</i>"));
  await page.goto("/memory");
  assert.match(await page.getByRole("main").innerText(), /<script>alert\("script"\)<\/script>/);
  assert.equal(await page.locator("main script, main img, [onerror]").count(), 0);
  assert.equal(await page.getByRole("heading", { name: /Triplets/ }).count(), 0);
  session.assertQuiet();
});

Deno.test("the pages of a memory have pictures with tables, and no violation that axe finds, on any screen", async () => {
  await using session = openBrowserSession(browser, REMEMBERED_TREE);
  await fillMemory(session.workspace.root);
  const pages = {
    list: ["/memory", undefined],
    observation: ["/memory?id=o1", "Graph"],
    hostile: ["/memory?id=o5", undefined],
    report: ["/memory?view=report", "Tokens against accepted sessions"],
  } as const;
  const page = await session.openPage("/memory");
  for (const [name, [path, pictured]] of Object.entries(pages)) {
    await page.goto(path);
    for (
      const [look, colorScheme, viewport] of [
        ["dark desk", "dark", DESKTOP],
        ["light desk", "light", DESKTOP],
        ["dark phone", "dark", PHONE],
        ["light phone", "light", PHONE],
      ] as const
    ) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      if (pictured !== undefined) {
        const section = page.getByRole("region", { name: pictured });
        const box = await section.getByRole("img").boundingBox();
        assert.ok(box !== null && box.width > 300 && box.width <= viewport.width, look);
        // Its words are at least as large as the faint text of the page, and inside the picture.
        const size = await section.locator("svg text").first()
          .evaluate((text) => text.getBoundingClientRect().height);
        assert.ok(size >= 10, `${name}, ${look}: words of ${size} pixels`);
        const outside = await section.locator("svg").evaluate((svg) => {
          const { left, right, top, bottom } = svg.getBoundingClientRect();
          return [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect())
            .filter((box) =>
              box.left < left || box.right > right || box.top < top || box.bottom > bottom
            ).length;
        });
        assert.equal(outside, 0, `${name}, ${look}: words outside of the picture`);
        assert.ok(await section.getByRole("table").isVisible());
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode()
        .options({ resultTypes: ["violations"] }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      assert.deepEqual(found, [], `${name}, ${look}`);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      assert.ok(width <= viewport.width, `${name}, ${look}: ${width} pixels wide`);
      await session.keepPicture(page, `memory-${name}-${look.replace(" ", "-")}`);
    }
  }
  session.assertQuiet();
});
