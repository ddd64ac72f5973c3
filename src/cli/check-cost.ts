import { printable } from '../content/text/quote.js';
import { type Budget, type Measure, type StatedCount, measures, namesToState } from '../ir/budget.js';
import type { Program } from '../ir/rule.js';
import type { Model } from '../model/model.js';
import { describeEffect } from '../plans/describe-effect.js';
import { type ProgramBound, boundProgram } from '../plans/cost/program-bound.js';
import type { ClauseBound, RuleBound } from '../plans/cost/rule-bound.js';
import { type Work, greaterWork, noWork, stepsOf } from '../plans/cost/work.js';
import { type WorldCounts, greaterCounts, withStated, worldCounts } from '../plans/cost/world-counts.js';
import { type OptionRow, misused, unknownName } from './command.js';
import type { World } from '../world/api.js';
import { type TurnWork, countRules, countsOfWorld } from '../world/turn-work.js';
import { runSilently } from './progress.js';
import { assigning } from './assignments.js';
import { type Colors, type TableRow, type Terminal, counted, grouped, right, tableLines } from './terminal.js';

export const countOption: OptionRow = [
  '--count <name=number>',
  'objects of a kind or class, or edges of a network, in the world that bounds of work are computed for; may be given again',
  { read: assigning('--count', 'planet=1000', countIn) },
];

function countIn(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value <= mostCounted) return value;
  throw misused('--count', `${name}=${text}`, `give a whole number from 0 to ${mostCounted}`);
}

const mostCounted = 16_777_215;

export type GivenCounts = Readonly<Record<string, number>>;

/** Names of other contents are passed over. */
function statedIn(model: Model, given: GivenCounts): readonly StatedCount[] {
  const names = namesToState(model);
  return Object.entries(given).flatMap(([name, count]) => {
    const named = names.get(name);
    return named === undefined ? [] : [{ ...named, count }];
  });
}

/** Throws for a name that no content has. */
export function demandKnown(models: readonly Model[], given: GivenCounts): void {
  if (models.length === 0) return;
  const known = models.map(namesToState);
  for (const name of Object.keys(given))
    if (!known.some((names) => names.has(name)))
      throw unknownName('kind, class or network', name, [...new Set(known.flatMap((names) => [...names.keys()]))]);
}

/**
 * The world that work is bounded for: given counts, over those of a world that was run, or else of the budget.
 * Undefined where nothing states one.
 */
export function statedWorld(
  { model, budget }: Program,
  given: GivenCounts,
  ran: WorldCounts | undefined,
): WorldCounts | undefined {
  const stated = statedIn(model, given);
  if (ran !== undefined) return withStated(model, ran, stated);
  if (budget === undefined && stated.length === 0) return undefined;
  return worldCounts(model, [...(budget?.world ?? []), ...stated]);
}

/** What a run counted: the most of each measure in a turn, by rule and of all rules together. */
interface CountedTurns extends TurnWork {
  readonly turns: number;
}

/** A run, and the most objects of each kind at the beginning of its turns. */
export interface Ran extends CountedTurns {
  readonly counts: WorldCounts;
}

export function runCounting(terminal: Terminal, world: World, turns: number): Ran {
  const work = countRules(world);
  let ran: Ran = { turns, rules: new Map(), all: noWork, counts: countsOfWorld(world) };
  for (let turn = 0; turn < turns; turn++) {
    const counts = greaterCounts(ran.counts, countsOfWorld(world));
    runSilently(terminal, world, 1);
    const { rules, all } = work();
    ran = {
      turns,
      counts,
      rules: new Map([...rules].map(([name, each]) => [name, greaterWork([each, ran.rules.get(name) ?? noWork])])),
      all: greaterWork([ran.all, all]),
    };
  }
  return ran;
}

export interface ContentCost {
  readonly name: string;
  readonly program: Program;
  readonly bound: ProgramBound;
  readonly ran: CountedTurns | undefined;
}

export function costOf(
  name: string,
  program: Program,
  counts: WorldCounts,
  ran: CountedTurns | undefined,
): ContentCost {
  const created = program.budget?.turn.created;
  return { name, program, bound: boundProgram(program, counts, created === undefined ? {} : { created }), ran };
}

interface Line {
  readonly name: string;
  readonly work: Work;
  readonly worst: string;
  readonly ran: Work | undefined;
}

function linesOf({ program, bound, ran }: ContentCost): readonly Line[] {
  const { model } = program;
  const rules = bound.rules.map(
    (each): Line => ({
      name: each.rule.name,
      work: each.work,
      worst: each.unbounded === '' ? worstOf(each, model) : `only limits bound it: ${each.unbounded}`,
      ran: ran?.rules.get(each.rule.name),
    }),
  );
  const growths = bound.growths.map(({ growth, work }): Line => {
    const { name } = model.columns[growth.column];
    return { name: `growth of ${name}`, work, worst: '', ran: undefined };
  });
  return [...rules, ...growths].toSorted((a, b) => greater(stepsOf(b.work), stepsOf(a.work)));
}

function greater(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

const longestText = 60;

/** The part of a rule that takes the most steps. */
function worstOf({ rule, clauses, work }: RuleBound, model: Model): string {
  const [worst] = clauses.toSorted((a, b) => stepsOf(b.work) - stepsOf(a.work));
  if (worst === undefined || stepsOf(work) === 0) return '';
  return `${worst.part}: ${textOf(worst, rule, model)}`;
}

function textOf({ part, effect }: ClauseBound, { texts, effects }: RuleBound['rule'], model: Model): string {
  const text =
    part === 'effect'
      ? describeEffect(effects[effect], { model, first: 'source', longest: longestText })
      : (texts?.[part === 'scope' ? 'include' : 'activation'] ?? []).join(', ');
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > longestText ? `${flat.slice(0, longestText - 1)}…` : flat;
}

export function costText(cost: ContentCost, { bold }: Colors): string {
  const { name, program, bound, ran } = cost;
  const head: TableRow = [
    'rule',
    ...measures.map(right),
    right('share'),
    ...(ran === undefined ? [] : measures.map((measure) => right(`ran ${measure}`))),
    'most expensive',
  ];
  const all = stepsOf(bound.bounded);
  const rows = linesOf(cost).map(
    (line): TableRow => [
      line.name,
      ...workCells(line.work),
      right(Number.isFinite(stepsOf(line.work)) && all > 0 ? `${grouped((100 * stepsOf(line.work)) / all, 1)} %` : ''),
      ...(ran === undefined ? [] : line.ran === undefined ? measures.map(() => '') : workCells(line.ran)),
      line.worst,
    ],
  );
  const sum: TableRow = [
    'all rules',
    ...workCells(bound.bounded),
    '',
    ...(ran === undefined ? [] : workCells(ran.all)),
    bound.rules.some(({ unbounded }) => unbounded !== '') ? 'without rules that only limits bound' : '',
  ];
  const [first, ...others] = tableLines([head, ...rows, sum, ...budgetRow(program.budget)], '   ').map(printable);
  return `${[
    bold(`The most that ${printable(name)} can count in a turn`),
    printable(`   for at most ${worldText(program.model, bound.counts)}`),
    ...(ran === undefined ? [] : [`   "ran": the most in one of ${counted(ran.turns, 'turn')}`]),
    ...bound.others.map((what) => `   without ${othersText[what]}`),
    bold(first),
    ...others,
  ].join('\n')}\n`;
}

const othersText: Readonly<Record<ProgramBound['others'][number], string>> = {
  flows: 'flows, which visit objects up to the limit visitsPerTurn',
  triggers: 'triggers and abilities, which count up to the limits actionsPerTick, effectsPerTurn and visitsPerTurn',
};

function workCells(work: Work): TableRow {
  return measures.map((measure) => right(Number.isFinite(work[measure]) ? grouped(work[measure], 0) : 'no bound'));
}

function budgetRow(budget: Budget | undefined): readonly TableRow[] {
  const cells = (work: Budget['turn']) => measures.map((measure) => right(work[measure] ?? ''));
  return budget === undefined
    ? []
    : [
        ['budget of a turn', ...cells(budget.turn)],
        ...(Object.keys(budget.rule).length === 0 ? [] : [['budget of a rule', ...cells(budget.rule)]]),
      ];
}

function worldText(model: Model, { kinds, classes }: WorldCounts): string {
  const some = model.kinds.flatMap(({ name, index }) =>
    kinds[index] === 0 ? [] : [`${name} ${grouped(kinds[index])}`],
  );
  const narrow = model.classes.flatMap(({ name, index }) => {
    const count = classes[index];
    return count === undefined || count === 0 ? [] : [`${name} ${grouped(count)}`];
  });
  const list = [...some, ...(narrow.length === 0 ? [] : [`of these ${narrow.join(', ')}`])];
  return `${counted(kinds[0], 'object')}${list.length === 0 ? '' : `: ${list.join(', ')}`}`;
}

export function costJson(cost: ContentCost) {
  const { name, program, bound, ran } = cost;
  const { model, budget } = program;
  const all = stepsOf(bound.bounded);
  return {
    name,
    world: {
      objects: bound.counts.kinds[0],
      kinds: model.kinds.map(({ name: kind, index }) => ({ kind, objects: bound.counts.kinds[index] })),
      classes: model.classes.flatMap(({ name: of, index }) => {
        const objects = bound.counts.classes[index];
        return objects === undefined ? [] : [{ class: of, objects }];
      }),
    },
    rules: bound.rules
      .toSorted((a, b) => greater(stepsOf(b.work), stepsOf(a.work)))
      .map((each) => ({
        rule: each.rule.name,
        file: each.rule.origin.file,
        line: each.rule.origin.line,
        ...workJson(each.work),
        share: Number.isFinite(stepsOf(each.work)) && all > 0 ? stepsOf(each.work) / all : null,
        unbounded: each.unbounded === '' ? null : each.unbounded,
        clauses: each.clauses.map((clause) => ({
          part: clause.part,
          text: textOf(clause, each.rule, model),
          ...workJson(clause.work),
        })),
        ran: ran?.rules.get(each.rule.name) ?? null,
      })),
    growths: bound.growths.map(({ growth, objects, work }) => ({
      meter: model.columns[growth.column].name,
      objects,
      visits: work.visits,
    })),
    total: workJson(bound.total),
    bounded: workJson(bound.bounded),
    without: bound.others,
    ran: ran === undefined ? null : { turns: ran.turns, ...ran.all },
    budget: budget === undefined ? null : { turn: budget.turn, rule: budget.rule },
  };
}

function workJson(work: Work): Readonly<Record<Measure, number | null>> {
  const json = (measure: Measure) => (Number.isFinite(work[measure]) ? work[measure] : null);
  return { tests: json('tests'), visits: json('visits'), effects: json('effects'), created: json('created') };
}
