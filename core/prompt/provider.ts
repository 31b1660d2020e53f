import { isJsonObject, type JsonValue } from "../text/json_value.ts";

/** Message of a conversation. */
export interface PromptMessage {
  /** Role of the speaker: `user`, `assistant`, or another one of a provider. */
  readonly role: string;
  /** Text of the message. */
  readonly content: string;
}

/** Tool that a model may call. */
export interface PromptTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: JsonValue;
}

/** Prompt before a model's first answer. */
export interface ProviderPrompt {
  /** System prompt; may be empty. */
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly PromptTool[];
}

type RequestBody = Readonly<Record<string, JsonValue>>;

/** Form of a provider's requests. */
interface ProviderForm {
  /**
   * Returns the messages with the system prompt, which is not empty, in the place for this
   * provider.
   */
  readonly withSystem: (system: string, messages: readonly PromptMessage[]) => RequestBody;
  /** Allowed roles; absent when all are allowed. */
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

/** Returns the messages with the system prompt as the first message. */
const prependSystemMessage = (system: string, messages: readonly PromptMessage[]) =>
  toMessages([{ role: "system", content: system }, ...messages]);

/** Provider with a known form of requests; `messages` is a plain list for all others. */
export type ProviderName = "anthropic" | "openai" | "gemini" | "messages";

/** Forms of the providers' HTTP interfaces. */
const FORMS: Readonly<Record<ProviderName, ProviderForm>> = {
  anthropic: {
    withSystem: (system, messages) => ({ system, ...toMessages(messages) }),
    roles: ["user", "assistant"],
    messages: toMessages,
    tools: (tools) =>
      tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
  },
  openai: {
    withSystem: prependSystemMessage,
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
        // A description is required, and "parameters" is no JSON Schema.
        description: description === "" ? name : description,
        parameters_json_schema: schema,
      })),
    }],
  },
  messages: {
    withSystem: prependSystemMessage,
    messages: toMessages,
    tools: (tools) => tools.map(({ name, description, schema }) => ({ name, description, schema })),
  },
};

/** The providers, in the order of the help. */
export const PROVIDERS = Object.keys(FORMS) as readonly ProviderName[];

/**
 * Returns a prompt as the body of a request to a provider, without the model's name and settings.
 * Empty parts are omitted.
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

/** Returns a tool whose schema has the type of an object, without which the provider rejects it. */
function withObjectType(tool: PromptTool): PromptTool {
  const { schema } = tool;
  return isJsonObject(schema) ? { ...tool, schema: { type: "object", ...schema } } : tool;
}

/**
 * Returns a message with an allowed role. A message of another role, such as a tool, becomes a
 * message of the user with the role's name in front: providers reject a request with such a role
 * and without the call that it answers.
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
