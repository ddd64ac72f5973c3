import { printable } from '../content/text/quote.js';
import type { World } from '../world/api.js';
import { type RuleReport, type RuleState, profileRules } from '../world/rule-report.js';
import type { RunEvents } from './run-events.js';
import { type Colors, type TableCell, type TableRow, counted, grouped, right, tableLines } from './terminal.js';

/** What the rules, triggers and abilities of a content did, in one run or in several. */
export interface Coverage {
  readonly rules: readonly RuleReport[];
  readonly triggers: ReadonlyMap<string, number>;
  readonly abilities: ReadonlyMap<string, number>;
  /** Of all turns. */
  readonly milliseconds: number;
  readonly turns: number;
}

export type RuleOrder = 'cost' | 'name';

/** Notes from now on; the function returned tells what has been noted. */
export function coverRules(world: World, events: () => RunEvents, total: () => number): () => Coverage {
  const rules = profileRules(world);
  const start = world.turn;
  return () => ({ rules: rules(), ...events().times, milliseconds: total(), turns: world.turn - start });
}

/** Of worlds of one content. */
export function together(all: readonly Coverage[]): Coverage {
  return all.reduce((sum, each) => ({
    rules: sum.rules.map((rule, i) => both(rule, each.rules[i])),
    triggers: added(sum.triggers, each.triggers),
    abilities: added(sum.abilities, each.abilities),
    milliseconds: sum.milliseconds + each.milliseconds,
    turns: sum.turns + each.turns,
  }));
}

const farthest: readonly RuleState[] = ['unused', 'never active', 'empty scope', 'changed nothing', 'works'];

function both(a: RuleReport, b: RuleReport): RuleReport {
  const state = farthest[Math.max(farthest.indexOf(a.state), farthest.indexOf(b.state))];
  return {
    ...a,
    state,
    sources: a.sources + b.sources,
    active: a.active + b.active,
    targets: a.targets + b.targets,
    fired: a.fired + b.fired,
    wrote: a.wrote + b.wrote,
    tests: a.tests + b.tests,
    visits: a.visits + b.visits,
    created: a.created + b.created,
    milliseconds: a.milliseconds + b.milliseconds,
    blocked: [a, b].find((each) => each.state === state && each.blocked !== null)?.blocked ?? null,
  };
}

function added(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...a].map(([name, times]) => [name, times + (b.get(name) ?? 0)]));
}

const titles: Readonly<Record<RuleState, string>> = {
  unused: 'no object carries them',
  'never active': 'never active',
  'empty scope': 'active, with nobody in scope',
  'changed nothing': 'fired, and changed nothing',
  works: 'at work',
};

export function coverageLines(coverage: Coverage, order: RuleOrder, colors: Colors): readonly string[] {
  const { milliseconds, turns } = coverage;
  if (turns === 0) return ['no turn has run, so no rule has done anything', ''];
  const rules = sorted(coverage.rules, order);
  const groups = farthest.map((state) => rules.filter((rule) => rule.state === state));
  const head = ['rules', right('active'), right('targets'), right('writes'), right('ms'), right('share'), ''];
  const rows = groups.flatMap((group): readonly TableRow[] =>
    group.length === 0
      ? []
      : [
          [titles[group[0].state], '', '', '', '', '', ''],
          ...group.map((rule): readonly TableCell[] => [
            `  ${rule.rule}`,
            right(rule.active),
            right(rule.targets),
            right(rule.wrote),
            right(rule.milliseconds.toFixed(3)),
            right(`${grouped(milliseconds === 0 ? 0 : (100 * rule.milliseconds) / milliseconds, 1)} %`),
            blockedText(rule),
          ]),
        ],
  );
  const [first, ...others] = tableLines([head, ...rows]).map(printable);
  return [
    ...(rules.length === 0 ? ['there are no rules'] : [colors.bold(first), ...others]),
    '',
    ...timesLines('triggers', 'fired', coverage.triggers, order, colors),
    ...timesLines('abilities', 'started', coverage.abilities, order, colors),
  ];
}

function sorted(rules: readonly RuleReport[], order: RuleOrder): readonly RuleReport[] {
  const byName = (a: RuleReport, b: RuleReport) => (a.rule < b.rule ? -1 : Number(a.rule > b.rule));
  return rules.toSorted(order === 'name' ? byName : (a, b) => b.milliseconds - a.milliseconds || byName(a, b));
}

function blockedText({ blocked }: RuleReport): string {
  if (blocked === null) return '';
  const { text, failed, asked } = blocked;
  const whom =
    asked === 1
      ? 'its only source'
      : `${failed === asked ? 'all' : `${grouped(failed)} of`} ${counted(asked, 'source')}`;
  return `${text}: not true for ${whom}`;
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

export function coverageJson({ rules, triggers, abilities, milliseconds }: Coverage, order: RuleOrder) {
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
  const named = (times: ReadonlyMap<string, number>) => [...times].map(([name, count]) => ({ name, times: count }));
  return {
    rules: sorted(rules, order).map((rule) => ({
      ...rule,
      milliseconds: rounded(rule.milliseconds),
      share: rounded(milliseconds === 0 ? 0 : rule.milliseconds / milliseconds),
    })),
    triggers: named(triggers),
    abilities: named(abilities),
  };
}
