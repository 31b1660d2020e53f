/**
 * Extras of the pages: Enter sends a question, a button copies a text, and the log updates itself.
 * Everything else works without this script.
 *
 * @module
 */

const said = document.getElementById("said");
const copy = document.getElementById("copy");
const question = document.getElementById("q");
const log = document.getElementById("log");
const live = document.getElementById("live");

/** Interval between updates of the log, in milliseconds. */
const UPDATE_INTERVAL_MS = 2000;

question?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  question.form.requestSubmit();
});

if (copy !== null) {
  copy.hidden = false;
  copy.addEventListener("click", copyText);
}

async function copyText() {
  const text = document.querySelector("#bundle pre").cloneNode(true);
  // Control characters are shown by name, and copied as they are.
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

if (live !== null) {
  live.hidden = false;
  setInterval(() => {
    // A hidden page requests nothing, and catches up when it is visible again.
    if (!document.hidden && live.querySelector("input").checked) void updateLog();
  }, UPDATE_INTERVAL_MS);
}

let isUpdating = false;

/** Replaces the shown records by the current ones when they differ. */
async function updateLog() {
  if (isUpdating) return;
  isUpdating = true;
  try {
    const response = await fetch(location.href, { redirect: "error" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const records = page.getElementById("log");
    if (records === null || records.innerHTML === log.innerHTML) return;
    log.replaceChildren(...records.children);
    said.textContent = "There are new records";
  } catch {
    // The server may be restarting: the next update tries again.
  } finally {
    isUpdating = false;
  }
}
