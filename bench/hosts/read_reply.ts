/** How pointers begin, and the last line of what any prompt is given. */
const POINTERS_REGEXP = /^Places in this repository that the prompt may be about/m;
const PROMPT_ANSWER_REGEXP = /^dossier has the code: asked with/m;

/** Returns whether a session was given something that is about its prompt. */
export function isPromptAnswer(text: string): boolean {
  return PROMPT_ANSWER_REGEXP.test(text);
}

/** Returns whether what a session was given is pointers, and no passages. */
export function isPointers(text: string): boolean {
  return POINTERS_REGEXP.test(text);
}

/** Returns whether a text names a file by its whole path. */
export function namesFile(text: string, path: string): boolean {
  return new RegExp(`(?<![\\w/.-])${RegExp.escape(path)}(?![\\w/-]|\\.\\w)`).test(text);
}
