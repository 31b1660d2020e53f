/** Beginning of pointers, and the last line of the answer to any prompt. */
const POINTERS_REGEXP = /^Places in this repository that the prompt may be about/m;
const PROMPT_ANSWER_REGEXP = /^dossier has the code: asked with/m;

/** Returns true when a session got a text that is about its prompt. */
export function isPromptAnswer(text: string): boolean {
  return PROMPT_ANSWER_REGEXP.test(text);
}

/** Returns true when the text for a session consists of pointers, without passages. */
export function isPointers(text: string): boolean {
  return POINTERS_REGEXP.test(text);
}

/** Returns true when a text contains the whole path of a file. */
export function mentionsFile(text: string, path: string): boolean {
  return new RegExp(`(?<![\\w/.-])${RegExp.escape(path)}(?![\\w/-]|\\.\\w)`).test(text);
}
