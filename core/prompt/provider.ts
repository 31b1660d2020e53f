import { isJsonObject, type JsonValue } from "../text/json_value.ts";

/** A message of a conversation. */
export interface PromptMessage {
  /** Who says it: `user`, `assistant`, or what else a provider knows. */
  readonly role: string;
  /** What is said. */
  readonly content: string;
}

/** A tool that a model may call. */
export interface PromptTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: JsonValue;
}

/** What is sent before a model's first answer. */
export interface ProviderPrompt {
  /** Empty when there is none. */
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly PromptTool[];
}

type RequestBody = Readonly<Record<string, JsonValue>>;

/** How a provider wants its request. */
interface ProviderForm {
  /** Returns the messages with the system prompt, which is not empty, where the provider takes it. */
  readonly withSystem: (system: string, messages: readonly PromptMessage[]) => RequestBody;
  /** Who may speak; absent: anybody. */
  readonly roles?: readonly string[];
  readonly messages: (messages: readonly PromptMessage[]) => RequestBody;
  readonly tools: (tools: readonly PromptTool[]) => JsonValue;
}

const toMessages = (messages: readonly PromptMessage[]) => ({
  messages: messages.map(({ role, content }) => ({ role, content })),
});

const toContents = (messages: readonly PromptMessage[]) => ({
  contents: messages.map(({ role, content }) => ({
    role: role === "assistant" ? "model" : role,
    parts: [{ text: content }],
  })),
});

/** Places the system prompt as the first message. */
const placeFirst = (system: string, messages: readonly PromptMessage[]) =>
  toMessages([{ role: "system", content: system }, ...messages]);

/** A provider whose requests are known; `messages` is a plain list for everything else. */
export type ProviderName = "anthropic" | "openai" | "gemini" | "messages";

/** The forms of the providers' HTTP interfaces. */
const FORMS: Readonly<Record<ProviderName, ProviderForm>> = {
  anthropic: {
    withSystem: (system, messages) => ({ system, ...toMessages(messages) }),
    roles: ["user", "assistant"],
    messages: toMessages,
    tools: (tools) =>
      tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
  },
  openai: {
    withSystem: placeFirst,
    roles: ["system", "developer", "user", "assistant"],
    messages: toMessages,
    tools: (tools) =>
      tools.map(({ name, description, schema }) => ({
        type: "function",
        function: { name, description, parameters: schema },
      })),
  },
  gemini: {
    withSystem: (system, messages) => ({
      system_instruction: { parts: [{ text: system }] },
      ...toContents(messages),
    }),
    roles: ["user", "assistant"],
    messages: toContents,
    tools: (tools) => [{
      function_declarations: tools.map(({ name, description, schema }) => ({
        name,
        // One must be there, and its "parameters" are no JSON Schema.
        description: description === "" ? name : description,
        parameters_json_schema: schema,
      })),
    }],
  },
  messages: {
    withSystem: placeFirst,
    messages: toMessages,
    tools: (tools) => tools.map(({ name, description, schema }) => ({ name, description, schema })),
  },
};

/** The providers, in the order of the help. */
export const PROVIDERS = Object.keys(FORMS) as readonly ProviderName[];

/**
 * Returns a prompt as the body of a request to a provider, without the model's name and settings. What is
 * empty is left out.
 */
export function toProviderRequest(
  { system, messages, tools }: ProviderPrompt,
  provider: ProviderName,
): RequestBody {
  const form = FORMS[provider];
  const spoken = messages.map((message) => toAllowedRole(form.roles, message));
  return {
    ...(system === "" ? form.messages(spoken) : form.withSystem(system, spoken)),
    ...(tools.length === 0 ? {} : { tools: form.tools(tools.map(withObjectType)) }),
  };
}

/** Returns a tool whose schema says that it is one of a mapping, without which it is refused. */
function withObjectType(tool: PromptTool): PromptTool {
  const { schema } = tool;
  return isJsonObject(schema) ? { ...tool, schema: { type: "object", ...schema } } : tool;
}

/**
 * Returns a message that one of the roles says. What another says, such as a tool, is passed on by the user under
 * its name: a request with such a role, and without the call that it answers, is refused.
 */
function toAllowedRole(
  roles: readonly string[] | undefined,
  message: PromptMessage,
): PromptMessage {
  return roles?.includes(message.role) ?? true
    ? message
    : { role: "user", content: prefixRole(message) };
}

function prefixRole({ role, content }: PromptMessage): string {
  return `${role}:\n${content}`;
}

/** Returns a prompt as text for people and for programs that take one text. */
export function toPromptText({ system, messages }: ProviderPrompt): string {
  const texts = messages.length === 1
    ? messages.map(({ content }) => content)
    : messages.map(prefixRole);
  return [system, ...texts].filter((text) => text !== "").join("\n\n");
}
