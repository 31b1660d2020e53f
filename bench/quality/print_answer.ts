import { isContextError } from "../../mod.ts";
import { QualityUsageError } from "./quality_usage_error.ts";
import { writeText } from "./text_file.ts";

const USAGE_EXIT_CODE = 2;

/** Prints what a program answers, or the sentence that says what is wrong with its call. */
export async function printAnswer(answer: () => Promise<string>): Promise<void> {
  try {
    writeText(Deno.stdout, await answer());
  } catch (error) {
    const isSentence = error instanceof QualityUsageError || error instanceof SyntaxError ||
      isContextError(error);
    if (!isSentence) throw error;
    writeText(Deno.stderr, `${error.message}\n`);
    Deno.exitCode = USAGE_EXIT_CODE;
  }
}
