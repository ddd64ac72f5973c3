/** An event as it is or as it is expected. */
export type SomeEvent = readonly (string | number)[];

/** Events shown before and after the first that differs. */
const around = 3;

/**
 * How rows of events differ: the first place where they do, with what stands around it; undefined where they do not. A
 * prefix is over before the events are.
 */
export function differenceOfEvents(
  what: string,
  got: readonly SomeEvent[],
  expected: readonly SomeEvent[],
  isPrefix = false,
): string | undefined {
  const at = firstDifference(got, expected, isPrefix);
  if (at < 0) return undefined;
  const same = got.slice(Math.max(0, at - around), at).map((event, i) => line('', Math.max(0, at - around) + i, event));
  return [
    `${what} differ at ${String(at)} (there are ${String(got.length)}, expected ${isPrefix ? 'at least ' : ''}${String(expected.length)})`,
    ...same,
    ...rowsFrom('is', got, at),
    ...rowsFrom('expected', expected, at),
  ].join('\n');
}

function firstDifference(got: readonly SomeEvent[], expected: readonly SomeEvent[], isPrefix: boolean): number {
  const length = isPrefix ? expected.length : Math.max(got.length, expected.length);
  for (let i = 0; i < length; i++) if (!isSame(got[i], expected[i])) return i;
  return -1;
}

function isSame(a: SomeEvent | undefined, b: SomeEvent | undefined): boolean {
  return a?.length === b?.length && (a === undefined || a.every((part, i) => part === b?.[i]));
}

function rowsFrom(label: string, events: readonly SomeEvent[], at: number): readonly string[] {
  if (at >= events.length) return [line(label, at, undefined)];
  return events.slice(at, at + around).map((event, i) => line(i === 0 ? label : '', at + i, event));
}

function line(label: string, index: number, event: SomeEvent | undefined): string {
  return `  ${label.padEnd(8)} ${String(index).padStart(4)}  ${event === undefined ? 'nothing more' : JSON.stringify(event)}`;
}
