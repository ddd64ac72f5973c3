/**
 * An engine compiles code for the shapes of the objects that it has met, and forgets a shape of which no object is
 * left: after a collection between two worlds it would compile all again. These makers keep an empty object.
 */

/** Makes objects as `make` does. */
export function keepingShape<Given extends readonly unknown[], Made extends object>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let kept: object | undefined;
  return (...given) => {
    kept ??= emptied(make(...given));
    return make(...given);
  };
}

/** For objects that are put together from parts, each of which would get a shape of its own: all have one. */
export function oneShape<Parts extends object>(): (parts: Parts) => Parts {
  let entries: readonly (readonly [string, undefined])[] | undefined;
  return keepingShape((parts) => {
    entries ??= Object.keys(parts).map((name) => [name, undefined]);
    return Object.assign(Object.fromEntries(entries), parts);
  });
}

/** Holds nothing of a world. */
function emptied(like: object): object {
  for (const [name, value] of Object.entries(like))
    if (typeof value === 'object' || typeof value === 'function') Object.assign(like, { [name]: undefined });
  return like;
}
