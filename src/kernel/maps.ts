/** Made where there is none. */
export function kept<Key extends object | string | number, Value>(
  all: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = all.get(key);
  if (value === undefined) all.set(key, (value = make()));
  return value;
}

/** Once for each key. */
export function keptBy<Key, Value>(
  make: (key: Key) => Value,
  all: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    let value = all.get(key);
    if (value === undefined) all.set(key, (value = make(key)));
    return value;
  };
}
