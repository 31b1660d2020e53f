/**
 * What a page can do besides: keys, copying, and a log that goes on. All else works without it.
 *
 * @module
 */

const keys = document.getElementById("keys");
const keysOn = document.getElementById("keys-on");
const said = document.getElementById("said");
const copy = document.getElementById("copy");

const log = document.getElementById("log");
const live = document.getElementById("live");

/** How often the log is asked for what is new, in milliseconds. */
const NEWS_EVERY_MS = 2000;

/** Most records that stay on the page of a log that goes on. */
const MAX_ITEMS = 100;

const KEYS_OFF = "keys-off";

/** What a key does, by the key. */
const ACTIONS = {
  "/": () => focusOn(document.getElementById("q")),
  "j": () => move(1),
  "k": () => move(-1),
  "o": () => toggle(),
  "a": () => toggleAll(),
  "c": () => copyBundle(),
};

if (keys !== null) {
  // Where there is nothing to ask and nothing to read in parts, there is nothing that keys do.
  keys.hidden = document.getElementById("q") === null && listPassages().length === 0;
  keysOn.checked = localStorage.getItem(KEYS_OFF) === null;
  keysOn.addEventListener("change", () => {
    if (keysOn.checked) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "");
  });
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    // Enter sends a question, as it does in a box of one line.
    if (target.id === "q" && key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      target.form.requestSubmit();
      return;
    }
    const isTyping = target.matches("input:not([type=checkbox]), textarea, select");
    if (isTyping || ctrlKey || metaKey || altKey || !keysOn.checked) return;
    if (!Object.hasOwn(ACTIONS, key)) return;
    event.preventDefault();
    ACTIONS[key]();
  });
}

if (copy !== null) {
  copy.hidden = false;
  copy.addEventListener("click", copyBundle);
}

function listPassages() {
  return [...document.querySelectorAll("article.passage")];
}

/** The passage that has the focus, by its number; -1 for none. */
function currentPassage(passages) {
  return passages.findIndex((passage) => passage.contains(document.activeElement));
}

function move(step) {
  const passages = listPassages();
  const current = currentPassage(passages);
  const next = current === -1 ? (step > 0 ? 0 : passages.length - 1) : current + step;
  focusOn(passages[next]?.querySelector("h3"));
}

function toggle() {
  const passages = listPassages();
  const details = passages[currentPassage(passages)]?.querySelector("details.text");
  if (details) details.open = !details.open;
}

function toggleAll() {
  const all = [...document.querySelectorAll("article.passage details.text")];
  const open = all.some((details) => !details.open);
  for (const details of all) details.open = open;
}

function focusOn(element) {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
}

async function copyBundle() {
  const shown = document.querySelector("#bundle pre");
  if (shown === null) return;
  const text = shown.cloneNode(true);
  // Controls are shown by name, and copied as they are.
  for (const control of text.querySelectorAll(".control")) {
    const codes = control.dataset.code.split(" ").map((code) => Number.parseInt(code, 16));
    control.replaceWith(String.fromCodePoint(...codes));
  }
  try {
    await navigator.clipboard.writeText(text.textContent);
    said.textContent = "The text is copied";
  } catch {
    said.textContent = "The browser does not allow copying: open the text and select it";
  }
}

if (live !== null && log?.dataset.live) {
  live.hidden = false;
  setInterval(() => {
    // A page that nobody looks at asks for nothing, and catches up when it is looked at again.
    if (!document.hidden && live.querySelector("input").checked) void showNews();
  }, NEWS_EVERY_MS);
}

let isAsking = false;

async function showNews() {
  if (isAsking) return;
  isAsking = true;
  try {
    const address = new URL(log.dataset.live, location.href);
    address.searchParams.set("after", log.firstElementChild?.dataset.id ?? "0");
    const answer = await fetch(address, { redirect: "error" });
    if (answer.status !== 200) return;
    const items = document.createElement("template");
    items.innerHTML = await answer.text();
    const count = items.content.childElementCount;
    // With a second record there is something to compare, and with the first one no more to explain.
    if (log.childElementCount < 2) return location.reload();
    for (const item of log.querySelectorAll(".new")) item.classList.remove("new");
    for (const item of items.content.children) item.classList.add("new");
    log.prepend(items.content);
    while (log.childElementCount > MAX_ITEMS) log.lastElementChild.remove();
    said.textContent = count === 1 ? "1 new record" : `${count} new records`;
  } catch {
    // The server may be starting again: the next time tells.
  } finally {
    isAsking = false;
    tellAges();
  }
}

const AGE_UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]];

/** Has the ages of the records go on as well, in the words that the server has for them. */
function tellAges() {
  for (const time of log.querySelectorAll("time")) {
    const age = Math.max(Date.now() - Date.parse(time.dateTime), 0);
    const [unit, length] = AGE_UNITS.find(([, least]) => age >= least) ?? [];
    const count = Math.floor(age / length);
    time.textContent = unit ? `${count} ${unit}${count === 1 ? "" : "s"} ago` : "just now";
  }
}
