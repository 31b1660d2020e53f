/** Most tokens of what is sent at once. Claude Code warns at 10,000 and refuses at 25,000 by default. */
export const MAX_SENT_TOKENS = 8000;
