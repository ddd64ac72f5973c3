import { type Model, kindAt } from '../model/model.js';

/** Kinds of what objects of a kind can hang on, at any depth: ascending. */
export function kindsAbove(model: Model, kind: number): readonly number[] {
  const found = new Set(kindAt(model, kind).attachesTo);
  // A set's loop also reaches what is added to it meanwhile.
  for (const each of found) for (const above of kindAt(model, each).attachesTo) found.add(above);
  return [...found].sort((a, b) => a - b);
}

/** Kinds of what can hang on objects of a kind, at any depth. */
export function kindsBelow(model: Model, kind: number): readonly number[] {
  return model.kinds.map(({ index }) => index).filter((index) => kindsAbove(model, index).includes(kind));
}
