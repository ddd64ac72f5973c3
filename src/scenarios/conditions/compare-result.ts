import { isDiagnostic } from '../../turns/antares/level-event.js';
import type { LevelResult } from '../../turns/antares/level-result.js';
import { type SomeEvent, differenceOfEvents } from './compare-events.js';
import type { Expectation } from './scenario-schema.js';

/** How a level stands otherwise than expected, a line or more each; undefined where it does not. */
export function differenceOfResult(result: LevelResult, expected: Expectation): string | undefined {
  const differences = [
    faultOfError(result, expected),
    faultOfEvents(result, expected),
    faultOfDiagnostics(result, expected),
    ...valuesOf(result, expected),
  ];
  const found = differences.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join('\n');
}

function faultOfError({ error, time }: LevelResult, expected: Expectation): string | undefined {
  if (error?.code !== expected.error) {
    const stopped =
      error === undefined
        ? 'it does not stop'
        : `it stops with error ${error.code} at time ${String(time)} (${error.message})`;
    return `${stopped}, expected ${expected.error === undefined ? 'it not to' : `error ${expected.error}`}`;
  }
  return expected.cycle === undefined ? undefined : differs('cycle', error?.cycle, expected.cycle);
}

function faultOfEvents({ events }: LevelResult, { events: wanted, eventsPrefix }: Expectation): string | undefined {
  const told = events.filter((event) => !isDiagnostic(event));
  if (wanted !== undefined) return differenceOfEvents('events', told, wanted);
  return eventsPrefix === undefined ? undefined : differenceOfEvents('events', told, eventsPrefix, true);
}

/** Reasons are for people; they may be worded otherwise. */
function faultOfDiagnostics({ events }: LevelResult, { diagnostics }: Expectation): string | undefined {
  const bare = (event: SomeEvent): SomeEvent => event.slice(0, event[0] === 'dropped' ? 2 : 3);
  return diagnostics === undefined
    ? undefined
    : differenceOfEvents('diagnostics', events.filter(isDiagnostic).map(bare), diagnostics.map(bare));
}

function valuesOf(result: LevelResult, expected: Expectation): readonly (string | undefined)[] {
  return (['scores', 'cash', 'winner', 'over', 'enabledAtEnd'] as const).map((key) => {
    const wanted = expected[key];
    return wanted === undefined ? undefined : differs(key, result[key], wanted);
  });
}

function differs(what: string, got: unknown, expected: unknown): string | undefined {
  const [is, wanted] = [JSON.stringify(got), JSON.stringify(expected)];
  return is === wanted ? undefined : `${what}: is ${is}, expected ${wanted}`;
}
