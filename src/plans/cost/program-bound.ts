import { createTermBook } from '../../eval/term-book.js';
import type { Effect } from '../../ir/effect.js';
import { heardProgram } from '../../ir/heard-effects.js';
import type { Growth, Program } from '../../ir/rule.js';
import { defaultLimits } from '../../kernel/world-limits.js';
import type { Model } from '../../model/model.js';
import { planOf } from '../../rules/program-plan.js';
import { visits } from './effects-bound.js';
import { type ExecutorName, type RuleBound, boundOfRule } from './rule-bound.js';
import { type Evaluation, evaluations } from './visits-bound.js';
import { type Work, noWork, sumOfWork } from './work.js';
import { type WorldCounts, countOfKind, withBirths } from './world-counts.js';

export interface GrowthBound {
  readonly growth: Growth;
  readonly objects: number;
  readonly work: Work;
}

/** Bounds of the counts of a turn, for a world of a given size. */
export interface ProgramBound {
  readonly counts: WorldCounts;
  /** In running order. */
  readonly rules: readonly RuleBound[];
  readonly growths: readonly GrowthBound[];
  /** Of rules and growth formulas together; Infinity where only a limit bounds it. */
  readonly total: Work;
  /** The same without rules that only limits bound. */
  readonly bounded: Work;
  /** Other work, which only limits bound. */
  readonly others: readonly ('flows' | 'triggers')[];
}

export interface BoundOptions {
  /** Only visits depend on it. */
  readonly executor?: ExecutorName;
  /** Objects that may be created in a turn; default: `createdPerTurn` of the default limits. */
  readonly created?: number;
}

/**
 * Upper bounds of the counts of a turn, for worlds with at most `stated` objects at its beginning. Rules add the
 * objects that they create to the counts of the rules after them.
 */
export function boundProgram(given: Program, stated: WorldCounts, options: BoundOptions = {}): ProgramBound {
  const { executor = 'compiled', created: most = defaultLimits.createdPerTurn } = options;
  const program = heardProgram(given);
  const { model, rules: book } = program;
  const counts = book.rules.some(({ effects, heard }) => heard === true || effects.some(becomes))
    ? { ...stated, classes: [] }
    : stated;
  const plan = planOf(program);
  const born = new Map<number, number>();
  const inPhase = (phase: 'meters' | 'actions'): readonly RuleBound[] =>
    book.rules
      .filter((rule) => rule.phase === phase)
      .flatMap((rule) => {
        const planned = plan.rules.get(rule);
        if (planned === undefined) return [];
        const bound = boundOfRule(planned, model, counts, withBirths(model, counts, born), executor, most);
        for (const [kind, count] of bound.born) born.set(kind, Math.min(most, (born.get(kind) ?? 0) + count));
        return [bound];
      });
  const first = inPhase('meters');
  const growths = book.growths.map((growth) => boundOfGrowth(growth, model, withBirths(model, counts, born), executor));
  const rules = [...first, ...inPhase('actions')];
  const works = [...rules, ...growths].map(({ work }) => work);
  const bounded = [...rules.filter(({ unbounded }) => unbounded === ''), ...growths].map(({ work }) => work);
  return {
    counts,
    rules,
    growths,
    total: sumOfWork(works),
    bounded: sumOfWork(bounded),
    others: [
      ...(book.flows.flows.length > 0 ? (['flows'] as const) : []),
      ...(book.triggers.triggers.length + book.timing.abilities.length > 0 ? (['triggers'] as const) : []),
    ],
  };
}

/** Objects may come into a class in the middle of a turn. */
function becomes(effect: Effect): boolean {
  switch (effect.kind) {
    case 'become':
      return true;
    case 'branch':
      return [...effect.then, ...effect.otherwise].some(becomes);
    case 'create':
      return [...(effect.then ?? []), ...(effect.inside ?? [])].some(becomes);
    default:
      return false;
  }
}

function boundOfGrowth(growth: Growth, model: Model, counts: WorldCounts, executor: ExecutorName): GrowthBound {
  const column = model.columns[growth.column];
  const objects = model.kinds
    .filter(({ index }) => column.kinds[index] === 1)
    .reduce((sum, { index }) => sum + countOfKind(counts, index), 0);
  const asked = evaluations(objects, [1]);
  const ways: readonly Evaluation[] = executor === 'compiled' ? ['columns', 'singly'] : ['singly'];
  const visited = ways.map((evaluation) =>
    visits(growth.formula, asked, { model, counts, evaluation, book: createTermBook({ supposing: false }), kind: 0 }),
  );
  return { growth, objects, work: { ...noWork, visits: Math.max(...visited) } };
}
