/** An expensive value that is built at the first call. */
export function once<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined;
  return () => (built ??= { value: build() }).value;
}
