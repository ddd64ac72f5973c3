import { printable } from '../content/text/quote.js';
import type { World } from '../world/api.js';
import { type WorldProfile, profileWorld } from '../world/profile-world.js';
import type { RunEvents } from './run-events.js';
import { type Covered, type RuleOrder, coveredLines, orderedBy, sumOf } from './run-covered.js';
import { coveredFlows, coveredGrowths, coveredRules, coveredVariables } from './run-parts.js';
import { type Colors, grouped, right, tableLines } from './terminal.js';

/** What the parts of a content did, in one run or in several. */
export interface Coverage extends WorldProfile {
  readonly triggers: ReadonlyMap<string, number>;
  readonly abilities: ReadonlyMap<string, number>;
  /** Of all turns. */
  readonly milliseconds: number;
  readonly turns: number;
}

/** Notes from now on; the function returned tells what has been noted. */
export function coverRules(world: World, events: () => RunEvents, total: () => number): () => Coverage {
  const profile = profileWorld(world);
  const start = world.turn;
  return () => ({ ...profile(), ...events().times, milliseconds: total(), turns: world.turn - start });
}

/** Of worlds of one content. */
export function together(all: readonly Coverage[]): Coverage {
  return all.reduce((sum, each) => ({
    rules: sumOf(coveredRules, sum.rules, each.rules),
    flows: sumOf(coveredFlows, sum.flows, each.flows),
    growths: sumOf(coveredGrowths, sum.growths, each.growths),
    variables: sumOf(coveredVariables, sum.variables, each.variables),
    triggers: added(sum.triggers, each.triggers),
    abilities: added(sum.abilities, each.abilities),
    milliseconds: sum.milliseconds + each.milliseconds,
    turns: sum.turns + each.turns,
  }));
}

function added(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...a].map(([name, times]) => [name, times + (b.get(name) ?? 0)]));
}

export function coverageLines(coverage: Coverage, order: RuleOrder, colors: Colors): readonly string[] {
  const { milliseconds, turns, rules, flows, growths, variables } = coverage;
  if (turns === 0) return ['no turn has run, so no rule has done anything', ''];
  const lines = <Report>(what: Covered<Report>, reports: readonly Report[]) =>
    coveredLines(what, reports, milliseconds, order, colors);
  return [
    ...(rules.length === 0 ? ['there are no rules', ''] : lines(coveredRules, rules)),
    ...lines(coveredFlows, flows),
    ...lines(coveredGrowths, growths),
    ...lines(coveredVariables, variables),
    ...timesLines('triggers', 'fired', coverage.triggers, order, colors),
    ...timesLines('abilities', 'started', coverage.abilities, order, colors),
  ];
}

function timesLines(
  what: string,
  did: string,
  times: ReadonlyMap<string, number>,
  order: RuleOrder,
  colors: Colors,
): readonly string[] {
  if (times.size === 0) return [];
  const rows = [...times].sort(([a, x], [b, y]) => (order === 'name' || x === y ? (a < b ? -1 : 1) : x - y));
  const [first, ...others] = tableLines([
    [what, right(did)],
    ...rows.map(([name, count]) => [`  ${printable(name)}`, right(count === 0 ? 'never' : grouped(count))]),
  ]);
  return [colors.bold(first), ...others, ''];
}

export function coverageJson(coverage: Coverage, order: RuleOrder) {
  const { triggers, abilities, milliseconds } = coverage;
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
  const named = (times: ReadonlyMap<string, number>) => [...times].map(([name, count]) => ({ name, times: count }));
  const shared = <Report extends Timed>(what: Covered<Report>, reports: readonly Report[]) =>
    orderedBy(what, reports, order).map((report) => ({
      ...report,
      milliseconds: rounded(report.milliseconds),
      share: rounded(milliseconds === 0 ? 0 : report.milliseconds / milliseconds),
    }));
  return {
    rules: shared(coveredRules, coverage.rules),
    flows: shared(coveredFlows, coverage.flows),
    growths: shared(coveredGrowths, coverage.growths),
    variables: shared(coveredVariables, coverage.variables),
    triggers: named(triggers),
    abilities: named(abilities),
  };
}

interface Timed {
  readonly milliseconds: number;
}
