/** Wraps a costly construction so that it runs at the first call only, and later calls share its value. */
export function once<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined;
  return () => (built ??= { value: build() }).value;
}
