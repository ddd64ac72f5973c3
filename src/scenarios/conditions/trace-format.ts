import type { ScenarioFormat, ScenarioCase } from '../scenario-format.js';
import { readScenario } from './read-scenario.js';
import { traceFormatName } from './scenario-schema.js';
import { traceSchema, type TraceData, type TraceSweep } from './trace-schema.js';
import type { Value } from '../../content/antares/value.js';
import { levelOfTrace } from './trace-level.js';
import { type TraceStage, openTrace } from './trace-stage.js';

/** Records that a message names. */
const mostShown = 5;

/**
 * A trace as one case: at every record exactly those conditions of its range are enabled and true that are listed.
 * `document`: the same with ints and floats kept apart.
 */
function traceCases(data: TraceData, document: Value): readonly ScenarioCase[] {
  return [{ name: data.name ?? traceFormatName, run: () => runTrace(data, document) }];
}

function runTrace(data: TraceData, document: Value): string | undefined {
  const stage = openTrace(levelOfTrace(data, document));
  const count = data.conditions.length;
  for (let index = 0; index < count; index++) stage.world.arm(index, false);
  const enabled = new Set<number>();
  const faults: string[] = [];
  for (const [place, sweep] of data.sweeps.entries()) {
    if (sweep.range[1] >= count)
      return `record ${String(place)} looks at condition ${String(sweep.range[1])}, but there are ${String(count)}`;
    stage.world.setTime(sweep.t);
    stage.apply(sweep.facts);
    enable(
      stage,
      enabled,
      sweep.enabled?.filter((index) => index < count),
    );
    const fault = faultOfSweep(stage, sweep);
    if (fault !== undefined)
      faults.push(
        `record ${String(place)} at time ${String(sweep.t)}, conditions ${sweep.range.join(' to ')}: ${fault}`,
      );
  }
  if (faults.length === 0) return undefined;
  const more = faults.length > mostShown ? [`and ${String(faults.length - mostShown)} more records`] : [];
  return [...faults.slice(0, mostShown), ...more].join('\n');
}

/** Arms just these, where they have changed. */
function enable({ world }: TraceStage, enabled: Set<number>, wanted: readonly number[] | undefined): void {
  if (wanted === undefined) return;
  const next = new Set(wanted);
  for (const index of enabled) if (!next.has(index)) world.arm(index, false);
  for (const index of next) if (!enabled.has(index)) world.arm(index);
  enabled.clear();
  for (const index of next) enabled.add(index);
}

function faultOfSweep(
  { world }: TraceStage,
  { range: [first, last], true: listed, unknown }: TraceSweep,
): string | undefined {
  const expected = listed.filter((index) => !unknown.includes(index));
  const found: number[] = [];
  for (let index = first; index <= last; index++)
    if (world.isArmed(index) && !unknown.includes(index) && world.isTrue(index)) found.push(index);
  const isSame = found.length === expected.length && found.every((index) => expected.includes(index));
  return isSame ? undefined : `true are ${listOf(found)}, expected ${listOf(expected)}`;
}

function listOf(indices: readonly number[]): string {
  return indices.length === 0 ? 'none' : indices.join(', ');
}

/** What was seen of a level while it was played elsewhere. */
export const traceFormat: ScenarioFormat = {
  format: traceFormatName,
  load(file) {
    const { data, document } = readScenario(file, traceSchema);
    return traceCases(data, document);
  },
};
