import { isJsonObject, type JsonValue } from "../text/json_value.ts";

/** A message of a conversation. */
export interface PromptMessage {
  /** Who says it: `user`, `assistant`, or what else a provider knows. */
  readonly role: string;
  /** What is said. */
  readonly content: string;
}

/** A tool that a model may call. */
export interface OfferedTool {
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
  readonly tools: readonly OfferedTool[];
}

/** Where a provider takes the system prompt: in a field, as a first message, or in a field of a given form. */
export type ProviderAdapter =
  | { readonly mode: "body_field"; readonly field: string }
  | { readonly mode: "message_role"; readonly role: string }
  | {
    readonly mode: "body_inject";
    readonly field: string;
    /** The field's value; `{system}` in one of its texts stands for the prompt. */
    readonly template: JsonValue;
  };

/** How a provider wants its request. */
interface ProviderForm {
  readonly adapter: ProviderAdapter;
  /** Who may speak; absent: anybody. */
  readonly roles?: readonly string[];
  readonly messages: (messages: readonly PromptMessage[]) => Readonly<Record<string, JsonValue>>;
  readonly tools: (tools: readonly OfferedTool[]) => JsonValue;
}

const toMessages = (messages: readonly PromptMessage[]) => ({
  messages: messages.map(({ role, content }) => ({ role, content })),
});

/** A provider whose requests are known; `messages` is a plain list for everything else. */
export type ProviderName = "anthropic" | "openai" | "gemini" | "messages";

/** The forms of the providers' HTTP interfaces. */
const FORMS: Readonly<Record<ProviderName, ProviderForm>> = {
  anthropic: {
    adapter: { mode: "body_field", field: "system" },
    roles: ["user", "assistant"],
    messages: toMessages,
    tools: (tools) =>
      tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
  },
  openai: {
    adapter: { mode: "message_role", role: "system" },
    roles: ["system", "developer", "user", "assistant"],
    messages: toMessages,
    tools: (tools) =>
      tools.map(({ name, description, schema }) => ({
        type: "function",
        function: { name, description, parameters: schema },
      })),
  },
  gemini: {
    adapter: {
      mode: "body_inject",
      field: "system_instruction",
      template: { parts: [{ text: "{system}" }] },
    },
    roles: ["user", "assistant"],
    messages: (messages) => ({
      contents: messages.map(({ role, content }) => ({
        role: role === "assistant" ? "model" : role,
        parts: [{ text: content }],
      })),
    }),
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
    adapter: { mode: "message_role", role: "system" },
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
): Readonly<Record<string, JsonValue>> {
  const form = FORMS[provider];
  const spoken = messages.map((message) => sayAs(form.roles, message));
  return {
    ...placeSystem(system, spoken, form),
    ...(tools.length === 0 ? {} : { tools: form.tools(tools.map(nameType)) }),
  };
}

/** Returns a tool whose schema says that it is one of a mapping, without which it is refused. */
function nameType(tool: OfferedTool): OfferedTool {
  const { schema } = tool;
  return isJsonObject(schema) ? { ...tool, schema: { type: "object", ...schema } } : tool;
}

/**
 * Returns a message that one of the roles says. What another says, such as a tool, is passed on by the user under
 * its name: a request with such a role, and without the call that it answers, is refused.
 */
function sayAs(roles: readonly string[] | undefined, message: PromptMessage): PromptMessage {
  return roles?.includes(message.role) ?? true
    ? message
    : { role: "user", content: nameSpeaker(message) };
}

function nameSpeaker({ role, content }: PromptMessage): string {
  return `${role}:\n${content}`;
}

function placeSystem(
  system: string,
  messages: readonly PromptMessage[],
  { adapter, messages: write }: ProviderForm,
): Readonly<Record<string, JsonValue>> {
  if (system === "") return write(messages);
  switch (adapter.mode) {
    case "body_field":
      return { [adapter.field]: system, ...write(messages) };
    case "message_role":
      return write([{ role: adapter.role, content: system }, ...messages]);
    case "body_inject":
      return { [adapter.field]: fill(adapter.template, system), ...write(messages) };
  }
}

/** Returns a template with the prompt in it; what the prompt holds is not looked at again. */
function fill(template: JsonValue, system: string): JsonValue {
  if (typeof template === "string") return template.split("{system}").join(system);
  if (Array.isArray(template)) return template.map((item) => fill(item, system));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fill(value as JsonValue, system)]),
  );
}

/** Returns a prompt as text for people and for programs that take one text. */
export function toPromptText({ system, messages }: ProviderPrompt): string {
  const texts = messages.length === 1
    ? messages.map(({ content }) => content)
    : messages.map(nameSpeaker);
  return [system, ...texts].filter((text) => text !== "").join("\n\n");
}
