/**
 * What a page can do besides: keys, and copying. All else works without it.
 *
 * @module
 */

const keys = document.getElementById("keys");
const keysOn = document.getElementById("keys-on");
const said = document.getElementById("said");
const copy = document.getElementById("copy");

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
  keys.hidden = false;
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
