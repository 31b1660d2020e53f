/** Who may call. */
export interface GuardOptions {
  /**
   * What callers must know; whoever holds it may ask for everything that is served.
   *
   * @default {undefined} everybody may call; fit for loopback only
   */
  readonly token?: string | undefined;
  /**
   * Names that a `Host` header may have besides those of this machine's loopback.
   *
   * @default {[]}
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins (`"https://app.example"`) whose pages may call besides the server's own.
   *
   * @default {[]}
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Whether any name may stand in a `Host` header: on a public address nobody can list them all, and
   * the token keeps away who was lured there.
   *
   * @default {false}
   */
  readonly isPublic?: boolean | undefined;
}
