import { kept } from '../../../kernel/maps.js';
import type { ImportedGame } from './imported-game.js';

export type Comparison = ReturnType<typeof compareMeters>;

interface Difference {
  readonly object: number;
  /** `POPULATION`, or of a part `SR_LASER/CAPACITY`. */
  readonly meter: string;
  readonly expected: number;
  readonly found: number;
}

/** Compares current values exactly, in 32 bits. Meters of destroyed objects are 0. */
export function compareMeters(made: ImportedGame, most = 20) {
  const leftOut = exclusions(made);
  const differences: Difference[] = [];
  let meters = 0;
  let excluded = 0;

  function compare(object: number, id: number, name: string, label: string, recorded: number): void {
    if (leftOut.get(object)?.has(label) === true) {
      excluded++;
      return;
    }
    meters++;
    const expected = Math.fround(recorded);
    const found = presentOf(made, id, name);
    if (found !== expected) differences.push({ object, meter: label, expected, found });
  }

  for (const object of made.source.objects) {
    for (const [name, { current }] of object.meters) compare(object.id, made.idOf(object.id), name, name, current);
    if (object.type !== 'Ship') continue;
    const parts = made.parts.get(object.id);
    for (const { part, meter, current } of object.partMeters)
      compare(object.id, parts?.get(part) ?? 0, meter, `${part}/${meter}`, current);
  }
  const worst = differences.sort(byDifference).slice(0, most);
  return {
    meters,
    equal: meters - differences.length,
    different: differences.length,
    excluded,
    /** The most frequent first; of parts without the part. */
    byMeter: countsOf(differences),
    /** The greatest first, then by object and meter. */
    worst,
  };
}

function countsOf(differences: readonly Difference[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { meter } of differences) {
    const name = meter.slice(meter.indexOf('/') + 1);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
}

function exclusions({ source }: ImportedGame): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const [object, meter] of source.excludeFromComparison) kept(found, object, () => new Set<string>()).add(meter);
  return found;
}

function presentOf({ game, state }: ImportedGame, id: number, meter: string): number {
  const columns = game.meters.get(meter);
  // The imported object is the first tenant of its row.
  return columns === undefined || state.identity.generation[id] !== 0 ? 0 : state.cells[columns.current][id];
}

function byDifference(a: Difference, b: Difference): number {
  return (
    Math.abs(b.found - b.expected) - Math.abs(a.found - a.expected) ||
    a.object - b.object ||
    (a.meter < b.meter ? -1 : 1)
  );
}
