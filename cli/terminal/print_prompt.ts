import {
  type ProviderName,
  type ProviderPrompt,
  PROVIDERS,
  toPromptText,
  toProviderRequest,
} from "@dossier/core/prompt";
import { escapeOnTerminal, printJson, printResult } from "./output.ts";

/** The provider whose request is one text. */
const TEXT = "text";

/** Prints a prompt as a provider wants it, `text` for people; a name that is none stands for plain messages. */
export function printPrompt(prompt: ProviderPrompt, target: string): void {
  if (target === TEXT) printResult(escapeOnTerminal(`${toPromptText(prompt)}\n`));
  else printJson(toProviderRequest(prompt, toProvider(target)));
}

function toProvider(name: string): ProviderName {
  return PROVIDERS.find((provider) => provider === name) ?? "messages";
}
