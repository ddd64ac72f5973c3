import type { Value } from '../value.js';

/**
 * Arrays and maps inside one another; readers of documents allow no more, and what is read of them calls itself for
 * each.
 */
export const deepest = 63;

/**
 * A value that is too deep, if there is one. Values need not come from a reader, so this is made sure of once for all
 * that follows.
 */
export function tooDeep(root: Value): Value | undefined {
  // Level by level, so that depth need not be kept for each.
  let layer = [root].filter(isContainer);
  for (let depth = 1; layer.length > 0; depth++) {
    if (depth > deepest) return layer[0];
    const next: Value[] = [];
    for (const each of layer) {
      if (each.type === 'array') for (const item of each.items) keep(item, next);
      else if (each.type === 'map') for (const { value } of each.entries.values()) keep(value, next);
    }
    layer = next;
  }
  return undefined;
}

function keep(value: Value, containers: Value[]): void {
  if (isContainer(value)) containers.push(value);
}

function isContainer({ type }: Value): boolean {
  return type === 'array' || type === 'map';
}
