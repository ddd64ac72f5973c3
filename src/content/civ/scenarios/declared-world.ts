import { builtInAggregators } from '../../../state/aggregators.js';
import type { OrderedAnswers } from '../../../ask/asker.js';
import { isSequential } from '../../../eval/make-node.js';
import type { Expression } from '../../../ir/node.js';
import { type RuleBook, noRules } from '../../../ir/rule.js';
import { type Names, namesOf } from '../parse/declared-names.js';
import { type CivModel, createCivModel } from '../world/create-civ-model.js';
import type { CivDeclaration } from '../world/declaration.js';
import { fillWorld, realmReserve } from '../world/fill-world.js';
import { EdictError } from '../../../kernel/errors.js';
import type { World } from '../../../world/api.js';
import type { Override } from '../../../world/questions-api.js';
import { createWorld } from '../../../world.js';
import { type Aggregator, indexByName } from '../../../model/model.js';

export interface Setting {
  readonly civ: CivModel;
  readonly names: Names;
}

export interface Stage extends Setting {
  readonly world: World;
  readonly objects: ReadonlyMap<string, number>;
}

export function openSetting(declaration: CivDeclaration): Setting {
  const civ = createCivModel(declaration);
  return { civ, names: namesOf(declaration, civ.model.aggregators) };
}

/**
 * Makes and fills the world of a setting. `sequence`: the numbers for draws in sequence; default: the declared stream.
 */
export function openStage(
  setting: Setting,
  rules: Partial<RuleBook> = {},
  sequence = streamOf(setting.civ.declaration.random),
): Stage {
  const { civ } = setting;
  const program = { model: civ.model, rules: { ...noRules, ...rules }, fingerprint: '' };
  const world = createWorld(program, { reserve: realmReserve(civ), sequence });
  return { ...setting, world, objects: fillWorld(world, civ) };
}

function streamOf(numbers: readonly number[]): () => number {
  let drawn = 0;
  return () => (numbers.length === 0 ? 0 : numbers[drawn++ % numbers.length]);
}

export function objectNamed({ objects }: Pick<Stage, 'objects'>, id: string): number {
  const found = objects.get(id);
  if (found === undefined)
    throw new EdictError('unknown-object', `there is no object ${JSON.stringify(id)} in the world`, id);
  return found;
}

export type CaseStages = ReturnType<typeof openCaseStages>;

/** Cases of a file do not change the world, so one model and one world serve all of them. */
export function openCaseStages(declaration: CivDeclaration) {
  const settings = new Map<string, Setting>();
  let civ: CivModel | undefined;
  let filled: ReturnType<typeof fill> | undefined;
  return {
    /** A case knows the aggregators of the game and those that it registers. */
    setting(register: readonly string[] = []): Setting {
      const key = register.join(' ');
      let setting = settings.get(key);
      if (setting === undefined) {
        // The model has all of them; the names limit those of a case.
        civ ??= createCivModel(declaration, { aggregators: [...harnessAggregators.values()] });
        const registered = civ.model.aggregators.filter(({ name }) => register.includes(name));
        settings.set(key, (setting = { civ, names: namesOf(declaration, [...builtInAggregators, ...registered]) }));
      }
      return setting;
    },
    /** The world, with its stream at the beginning; filled at first use. */
    stage(setting: Setting): Stage {
      filled ??= fill(setting);
      filled.restart();
      return { ...filled.stage, ...setting };
    },
    /** True if the world is unchanged; otherwise the next case gets a new one. */
    isAsFilled(): boolean {
      if (filled === undefined || filled.stage.world.hash() === filled.hash) return true;
      filled = undefined;
      return false;
    },
  };
}

function fill(setting: Setting) {
  const { random } = setting.civ.declaration;
  let next = streamOf(random);
  const stage = openStage(setting, {}, () => next());
  return {
    stage,
    hash: stage.world.hash(),
    restart: () => {
      next = streamOf(random);
    },
  };
}

export interface Question {
  readonly stage: Stage;
  readonly expression: Expression;
  readonly objects: readonly number[];
}

export function valuesOf(question: Question): Float64Array {
  const { stage, expression, objects } = question;
  return isSequential(expression.node) ? inOrder(question).values : stage.world.questions.askAll(expression, objects);
}

/** The interpreter's answers, one object after another, with its counts of integer mishaps. */
export function inOrder({ stage, expression, objects }: Question): OrderedAnswers {
  return stage.world.questions.askInOrder(expression, objects, streamOf(stage.civ.declaration.random));
}

export function supposedValues({ stage, expression, objects }: Question, overrides: readonly Override[]): Float64Array {
  return stage.world.questions.whatIf(overrides).askAll(expression, objects);
}

/** Stand-ins for aggregators of a host, which cases may register by name. */
export const harnessAggregators: ReadonlyMap<string, Aggregator> = indexByName<Aggregator>([
  { name: 'TEST_RANGE', input: 'number', output: 'number', fold: rangeOf },
  { name: 'TEST_MEDIAN_LOW', input: 'number', output: 'number', fold: lowMedianOf },
  { name: 'TEST_FIRST', input: 'number', output: 'number', fold: (values, count) => (count === 0 ? 0 : values[0]) },
  {
    name: 'TEST_MAJORITY',
    input: 'boolean',
    output: 'boolean',
    fold: (values, count) => (2 * values.subarray(0, count).reduce((sum, held) => sum + held, 0) > count ? 1 : 0),
  },
]);

function rangeOf(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  const sorted = values.slice(0, count).sort();
  return (sorted[count - 1] - sorted[0]) | 0;
}

function lowMedianOf(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  return values.slice(0, count).sort()[(count - 1) >> 1];
}
