/**
 * What a page can do besides: sending a question by Enter, copying, and a log that goes on. All else works
 * without it.
 *
 * @module
 */

const said = document.getElementById("said");
const copy = document.getElementById("copy");
const question = document.getElementById("q");
const log = document.getElementById("log");
const live = document.getElementById("live");

/** How often the log is asked for what is new, in milliseconds. */
const NEWS_EVERY_MS = 2000;

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

if (live !== null) {
  live.hidden = false;
  setInterval(() => {
    // A page that nobody looks at asks for nothing, and catches up when it is looked at again.
    if (!document.hidden && live.querySelector("input").checked) void showNews();
  }, NEWS_EVERY_MS);
}

let isAsking = false;

/** Puts the records of the page as it is now in the place of those that are shown, when there are others. */
async function showNews() {
  if (isAsking) return;
  isAsking = true;
  try {
    const answer = await fetch(location.href, { redirect: "error" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const news = page.getElementById("log");
    if (news === null || news.innerHTML === log.innerHTML) return;
    log.replaceChildren(...news.children);
    said.textContent = "There are new records";
  } catch {
    // The server may be starting again: the next time tells.
  } finally {
    isAsking = false;
  }
}
