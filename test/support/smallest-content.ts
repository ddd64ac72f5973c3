import type { ContentSource } from '../../src/content/native/schema.js';

/**
 * Content made smaller for as long as a test still fails with it: parts are left out, and expressions are put in the
 * place of what they are part of. Content that does not load counts as passing, so that nothing that is needed goes.
 */
export function smallestContent(
  source: ContentSource,
  fails: (smaller: ContentSource) => boolean,
  budget = 3_000,
): ContentSource {
  let best: unknown = structuredClone(source);
  let left = budget;
  const tries = (candidate: unknown): boolean =>
    left-- > 0 && fails(candidate as ContentSource) && (best = candidate) !== undefined;
  for (let before = ''; before !== JSON.stringify(best) && left > 0; ) {
    before = JSON.stringify(best);
    // Large parts first; the last of a list first, so that what comes before keeps its place. What has been left out
    // may have held more paths.
    for (const path of pathsIn(best)
      .reverse()
      .sort((a, b) => a.length - b.length)) {
      const value = at(best, path);
      if (value === undefined || left <= 0) continue;
      if (tries(without(best, path))) continue;
      if (typeof value !== 'string') continue;
      simplify(path, value);
    }
  }
  return best as ContentSource;

  function simplify(path: Path, text: string): void {
    for (const shorter of shorterTexts(text)) {
      if (!tries(replaced(best, path, shorter))) continue;
      simplify(path, shorter);
      return;
    }
  }
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...keys.flatMap((key) => pathsIn((value as Record<string | number, unknown>)[key], [...path, key])),
  ];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (each, key) =>
      typeof each === 'object' && each !== null ? (each as Record<string | number, unknown>)[key] : undefined,
    value,
  );
}

function without(value: unknown, path: Path): unknown {
  return changed(value, path, (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  });
}

function replaced(value: unknown, path: Path, by: string): unknown {
  return changed(value, path, (holder, key) => {
    Reflect.set(holder, key, by);
  });
}

function changed(value: unknown, path: Path, change: (holder: object, key: string | number) => void): unknown {
  const copy: unknown = structuredClone(value);
  const holder = at(copy, path.slice(0, -1));
  if (typeof holder === 'object' && holder !== null) change(holder, path[path.length - 1]);
  return copy;
}

/** What stands between brackets or operators of a text, the shortest first, and constants. */
function shorterTexts(text: string): readonly string[] {
  const found = new Set(['true', 'false', '1', '0']);
  for (let start = 0; start < text.length; start++) {
    if (start > 0 && !'(, ?:&|!'.includes(text[start - 1])) continue;
    for (let end = start, depth = 0; end < text.length && depth >= 0; end++) {
      if ('(['.includes(text[end])) depth++;
      if (')]'.includes(text[end])) depth--;
      if (depth === 0 && (end + 1 === text.length || '), ?:&|'.includes(text[end + 1])))
        found.add(text.slice(start, end + 1).trim());
    }
  }
  found.delete(text);
  return [...found]
    .filter((each) => each !== '' && each.length < text.length)
    .sort((a, b) => a.length - b.length)
    .slice(0, 40);
}
