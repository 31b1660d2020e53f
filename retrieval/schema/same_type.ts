/** `T` with every array and field read-only, and as one object type where it was intersected. */
export type Plain<T> = T extends readonly (infer Item)[] ? readonly Plain<Item>[]
  : T extends object ? { readonly [Key in keyof T]: Plain<T[Key]> }
  : T;
/** `true` when the types are identical: same keys, same options, no `any` on one side. */
export type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends
  (<T>() => T extends Plain<B> ? 1 : 2) ? true
  : false;
/** Compiles only for `true`. */
export type Proved<Proof extends true> = Proof;
