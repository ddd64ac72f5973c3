/** A narrowing condition over tests of any sort; see `Narrowing` in rule.ts. */
export type Sieve<Test> =
  | { readonly by: 'all' | 'any'; readonly parts: readonly Sieve<Test>[] }
  | { readonly by: 'not'; readonly part: Sieve<Test> }
  | { readonly by: 'test'; readonly test: Test };

type Ask<Test, T> = (test: Test, of: T) => boolean;

/** Elements that pass, in the order in which narrowing leaves them. */
export function narrowed<Test, T>(narrowing: Sieve<Test>, list: readonly T[], ask: Ask<Test, T>): readonly T[] {
  const kept = [...list];
  sift(narrowing, kept, [], true, ask);
  return kept;
}

/**
 * Moves elements that the condition answers otherwise than `keeps` from one list to the end of the other. Each leaves a
 * hole, which the last one fills and is tested next.
 */
function sift<Test, T>(narrowing: Sieve<Test>, from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  switch (narrowing.by) {
    case 'test':
      return siftByTest(narrowing.test, from, to, keeps, ask);
    case 'not':
      return sift(narrowing.part, from, to, !keeps, ask);
    case 'all':
      return keeps
        ? siftEach(narrowing.parts, from, to, true, ask)
        : siftTogether(narrowing.parts, from, to, false, ask);
    case 'any':
      return keeps
        ? siftTogether(narrowing.parts, from, to, true, ask)
        : siftEach(narrowing.parts, from, to, false, ask);
  }
}

function siftByTest<Test, T>(test: Test, from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  for (let i = 0; i < from.length; ) {
    if (ask(test, from[i]) === keeps) {
      i++;
      continue;
    }
    to.push(from[i]);
    from[i] = from[from.length - 1];
    from.pop();
  }
}

/** Parts remove from the list in turn. */
function siftEach<Test, T>(parts: readonly Sieve<Test>[], from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  for (const part of parts) sift(part, from, to, keeps, ask);
}

/**
 * The first part divides the list; then each other part takes back from the removed ones: for `any` those that pass it,
 * for `all` those that fail it.
 */
function siftTogether<Test, T>(
  parts: readonly Sieve<Test>[],
  from: T[],
  to: T[],
  keeps: boolean,
  ask: Ask<Test, T>,
): void {
  const [first, ...others] = parts;
  const gone: T[] = [];
  if (first === undefined) gone.push(...from.splice(0));
  else sift(first, from, gone, keeps, ask);
  for (const part of others) sift(part, gone, from, !keeps, ask);
  to.push(...gone);
}
