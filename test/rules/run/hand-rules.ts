import { expect } from 'vitest';
import { setAvailable } from '../../../src/components/availability.js';
import { readCell, writeCell } from '../../../src/components/cells.js';
import type { Model } from '../../../src/model/model.js';
import type { Birth } from '../../../src/state/object-life.js';
import { hashState } from '../../../src/state/state-hash.js';
import type { WorldState } from '../../../src/components/state.js';
import { compiledExecutor } from '../../support/compiled-executor.js';
import type { Executor } from '../../../src/meaning/executor.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../../src/kernel/comparison.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { running as runningValue } from '../../../src/eval/ops/time.js';
import { and as allOf, not as notOf, or as anyOf } from '../../../src/eval/ops/logic.js';
import { type WhenAbsent } from '../../../src/eval/data.js';
import { read } from '../../../src/eval/ops/read.js';
import { planOf } from '../../../src/rules/program-plan.js';
import type { PassPlan } from '../../../src/rules/pass-plan.js';
import {
  type BranchEffect,
  type Effect,
  type Modification,
  type ModifyEffect,
  type Program,
  type Rule,
  noRules,
} from '../../../src/ir/rule.js';
import { referenceExecutor } from '../../../src/reference/reference-executor.js';
import type { Limits } from '../../../src/kernel/world-limits.js';
import { columnNamed, make, modelOf, stateOf } from '../../support/hand-model.js';
import { boolean, number, source, target } from '../../support/nodes.js';
import { type Outcome, type PassOptions, haveSameCells, runPasses } from './run-passes.js';

/** Passes made by hand, and what every way of running them must agree on. */

const named = modelOf({
  kinds: {
    empire: { faction: true, ownership: 'none' },
    planet: {},
    ship: { attachesTo: ['planet'] },
    law: { ownership: 'none' },
  },
  columns: {
    /** Doubles. */
    stock: { kinds: ['planet', 'ship', 'empire'] },
    /** Numbers of 32 bits: who writes first can be told by what is lost. */
    light: { kinds: ['planet', 'ship'], storage: 'f32' },
    /** All but planets and ships have it. */
    worth: { kinds: ['empire', 'law'] },
    /** Planets have it for all that is on them. */
    soil: { kinds: ['planet'], role: 'property' },
    /** Whole numbers. */
    crew: { kinds: ['ship'], integer: true },
    /** Conditions look at it; rules of tests rarely write it. */
    rank: { kinds: ['empire', 'planet', 'ship'], role: 'property', initial: 1 },
    /** What a test wants to know of the order of writes. */
    trail: { kinds: ['planet', 'ship'], role: 'property' },
    armed: { kinds: ['ship', 'law'], role: 'property', type: { name: 'boolean' }, storage: 'u8', initial: 1 },
    goal: { kinds: ['planet', 'ship', 'law'], role: 'property', type: { name: 'entity' } },
    friend: { kinds: ['planet', 'ship'], role: 'property', type: { name: 'entity' } },
    seat: { kinds: ['empire'], role: 'property', type: { name: 'entity' } },
    focus: {
      kinds: ['planet', 'ship'],
      role: 'property',
      type: { name: 'enumeration', index: 0 },
      storage: 'u8',
      initial: 1,
    },
  },
  enumerations: { focus: { members: ['farming', 'mining'] } },
  stacking: { 2: 'largest' },
  classes: { colony: { kind: 'planet' }, scout: { kind: 'ship' }, tech: { kind: 'law' }, edict: { kind: 'law' } },
});

/** Planets and ships also hold words. */
export const handModel: Model = {
  ...named,
  holdings: [
    {
      index: 0,
      name: 'skills',
      words: 0,
      kinds: ['planet', 'ship'].map((name) => named.kindByName.get(name)?.index ?? 0),
    },
  ],
};

export const kindIndex = (name: string): number => handModel.kindByName.get(name)?.index ?? 0;
export const classIndex = (name: string): number => handModel.classByName.get(name)?.index ?? 0;
export const columnIndex = (name: string): number => columnNamed(handModel, name).index;

// --- nodes
// --------------------------------------------------------------------------------------------------------------

export const of = (object: Node, name: string, absent: WhenAbsent = 'missing'): Node =>
  makeNode(read, { column: columnIndex(name), type: columnNamed(handModel, name).type, climb: false, absent }, object);
export const running: Node = makeNode(runningValue, { type: { name: 'number' } });
export const is = (left: Node, comparison: Comparison, right: Node | number): Node =>
  makeNode(compare, { comparison }, left, typeof right === 'number' ? number(right) : right);
export const all = (...args: readonly Node[]): Node => makeNode(allOf, undefined, ...args);
export const any = (...args: readonly Node[]): Node => makeNode(anyOf, undefined, ...args);
export const not = (arg: Node): Node => makeNode(notOf, undefined, arg);
export const plus = (left: Node, right: Node | number): Node =>
  makeNode(arithmetic.add, undefined, left, typeof right === 'number' ? number(right) : right);
export const minus = (left: Node, right: Node | number): Node =>
  makeNode(arithmetic.subtract, undefined, left, typeof right === 'number' ? number(right) : right);
export const times = (left: Node, right: Node | number): Node =>
  makeNode(arithmetic.multiply, undefined, left, typeof right === 'number' ? number(right) : right);
export const everybody = boolean(true);
export const itself = is(target, '==', source);
/** Everybody who has ranks. */
export const ranked = is(of(target, 'rank'), '>=', 0);

// --- effects
// ------------------------------------------------------------------------------------------------------------

const base = { recipient: 'target', stacking: 0, label: '' } as const;

export function write(
  column: string,
  modification: Modification,
  amount: Node | number,
  more: Partial<ModifyEffect> = {},
): ModifyEffect {
  return {
    kind: 'modify',
    ...base,
    column: columnIndex(column),
    modification,
    amount: typeof amount === 'number' ? number(amount) : amount,
    ...more,
  };
}

/** Writes a digit after those that are there, so that a cell tells who wrote it in which order. */
export function sign(digit: Node | number, more: Partial<ModifyEffect> = {}): ModifyEffect {
  return write('trail', 'set', plus(times(running, 10), digit), more);
}

export function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...base, condition, then, otherwise };
}

export const gone: Effect = { kind: 'destroy', ...base };

// --- rules
// --------------------------------------------------------------------------------------------------------------

/** What a test says of a rule; it is of the class `colony`, on its source, unless that says otherwise. */
export type RuleParts = Partial<Omit<Rule, 'index'>> & Pick<Rule, 'effects'>;

export function ruleOf(parts: RuleParts, index: number): Rule {
  return {
    index,
    name: `rule ${index}`,
    label: '',
    carrier: { by: 'class', class: classIndex('colony') },
    phase: 'meters',
    priority: 100,
    activation: [],
    include: [itself],
    exclude: [],
    claims: 0,
    dispatch: 'rule',
    reads: [],
    writes: columnsWritten(parts.effects),
    structural: parts.effects.some(isStructural),
    origin: { file: 'hand', line: index + 1, column: 1 },
    ...parts,
  };
}

export function columnsWritten(effects: readonly Effect[]): readonly number[] {
  const columns = new Set<number>();
  const add = (effect: Effect): void => {
    if (effect.kind === 'modify' || effect.kind === 'step') columns.add(effect.column);
    else if (effect.kind === 'create') for (const { column } of effect.initial) columns.add(column);
    else if (effect.kind === 'branch') [...effect.then, ...effect.otherwise].forEach(add);
  };
  effects.forEach(add);
  return [...columns].sort((a, b) => a - b);
}

function isStructural(effect: Effect): boolean {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].some(isStructural);
  return ['create', 'destroy', 'give', 'move'].includes(effect.kind);
}

export function passesOf(passes: readonly (readonly RuleParts[])[], model: Model = handModel): Program {
  let index = 0;
  return {
    model,
    fingerprint: 'hand',
    rules: {
      ...noRules,
      passes: passes.map((parts, i) => ({ name: `pass ${i}`, rules: parts.map((each) => ruleOf(each, index++)) })),
    },
  };
}

export function planOfPass(rules: readonly RuleParts[]): PassPlan {
  const program = passesOf([rules]);
  const plan = planOf(program).passes.get(program.rules.passes[0].rules);
  if (plan === undefined) throw new Error('the pass has no plan');
  return plan;
}

// --- worlds
// -------------------------------------------------------------------------------------------------------------

/** A state that is being filled. */
export interface Maker {
  readonly state: WorldState;
  /** Makes an object of a kind or class, with values by column. */
  add(sort: string, values?: Readonly<Record<string, number>>, more?: Partial<Omit<Birth, 'kind' | 'class'>>): number;
  set(object: number, values: Readonly<Record<string, number>>): void;
  /** Makes a class available to an empire. */
  grant(empire: number, name: string): void;
}

export function makerOf(state: WorldState): Maker {
  const set: Maker['set'] = (object, values) => {
    for (const [name, value] of Object.entries(values)) writeCell(state, columnNamed(handModel, name), object, value);
  };
  return {
    state,
    set,
    add(sort, values = {}, more = {}) {
      const definition = handModel.classByName.get(sort);
      const id =
        definition === undefined
          ? make(state, sort, more)
          : make(state, handModel.kinds[definition.kind - 1].name, { class: sort, ...more });
      set(id, values);
      return id;
    },
    grant(empire, name) {
      setAvailable(state, empire, classIndex(name), true);
    },
  };
}

/** What came of passes, whichever way they were run. */
export interface Result<Made> {
  readonly outcome: Outcome;
  readonly state: WorldState;
  readonly made: Made;
  /** Values of a column, by object. */
  values(name: string, ...ids: readonly number[]): readonly number[];
  /** How many sources of each rule were asked, how many were active, and their targets. */
  readonly asked: readonly number[];
  readonly active: readonly number[];
  readonly targets: readonly number[];
}

export interface Case {
  readonly limits?: Partial<Limits>;
  readonly turn?: number;
  /** Passes to run, by number, one after the other in one turn; all of them where this is left out. */
  readonly run?: readonly number[];
}

const ways: readonly (PassOptions & { readonly executor: 'compiled' | 'reference' })[] = [
  { executor: 'reference', observe: true, watch: true },
  { executor: 'compiled' },
  { executor: 'compiled', observe: true },
  { executor: 'compiled', watch: true },
  { executor: 'compiled', strict: true },
  { executor: 'compiled', observe: true, watch: true, strict: true },
];

/**
 * Runs passes in every way, each in a world of its own; all must come to the same. Returns what the reference came to.
 */
export function inEveryWay<Made>(
  passes: readonly (readonly RuleParts[])[],
  fill: (maker: Maker) => Made,
  { limits = {}, turn = 1, run = passes.map((_, i) => i) }: Case = {},
): Result<Made> {
  const program = passesOf(passes);
  const results = ways.map(({ executor: name, ...options }) => {
    const state = stateOf(handModel, { limits: { visitsPerTurn: 5_000_000_000, ...limits } });
    const made = fill(makerOf(state));
    const executor: Executor = (name === 'compiled' ? compiledExecutor : referenceExecutor)(program, state);
    const outcome = runPasses(
      executor,
      state,
      run.map((i) => program.rules.passes[i].rules),
      { turn, ...options },
    );
    const { asked, active, targets } = executor.activity;
    return { options, outcome, state, made, asked: [...asked], active: [...active], targets: [...targets] };
  });
  const [reference] = results;
  for (const { options, outcome, state, asked, active, targets } of results.slice(1)) {
    expect(outcome.refusal).toBe(reference.outcome.refusal);
    expect(hashState(state)).toBe(hashState(reference.state));
    expect(haveSameCells(state, reference.state)).toBe(true);
    for (const count of ['fired', 'created', 'wrote'] as const)
      expect(outcome[count], count).toBe(reference.outcome[count]);
    if (outcome.refusal === undefined)
      expect([asked, active, targets]).toEqual([reference.asked, reference.active, reference.targets]);
    if (options.observe === true) expect(outcome.firings).toEqual(reference.outcome.firings);
    if (options.watch === true) expect(outcome.writes).toEqual(reference.outcome.writes);
  }
  return {
    ...reference,
    values: (name, ...ids) => ids.map((id) => readCell(reference.state, columnNamed(handModel, name), id)),
  };
}

/** The same of one pass. */
export function onePass<Made>(
  rules: readonly RuleParts[],
  fill: (maker: Maker) => Made,
  given: Case = {},
): Result<Made> {
  return inEveryWay([rules], fill, given);
}
