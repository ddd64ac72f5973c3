import type { Model } from '../model/model.js';
import type { CellModifier, CellModification } from '../ir/rule.js';
import { type InputReference, amountWriter } from './amount.js';
import { createIntPool, createNumberPool } from './growing.js';
import { applySkip, opcode } from './cell-forms.js';
import type { ShapeBook } from './shape-book.js';

/** All modifiers of a content as parallel arrays, since there may be a million. A modifier is named by its index. */
export interface ModifierBook {
  readonly modifiers: readonly CellModifier[];
  /** The step it adds to a shape when all its inputs exist. */
  readonly step: Int32Array;
  /** The opcode that applies an amount. */
  readonly application: Uint8Array;
  /** Place by user and inherent priority; equal where both are. */
  readonly rank: Int32Array;
  /** 1: classes carry it; 0: kinds do. */
  readonly isOfClass: Uint8Array;
  /** See `constancy`. */
  readonly constancyOf: Uint8Array;
  /** 1: coded for the machine; 0: only the interpreter can evaluate it. */
  readonly coded: Uint8Array;
  /** Starts of its inputs and constants, with one more for the end. */
  readonly inputStart: Int32Array;
  readonly constantStart: Int32Array;
  /** Variables read, in the order of the code; below 0 a place in `references`, from -1. */
  readonly inputs: Int32Array;
  readonly constants: Float64Array;
  readonly references: readonly InputReference[];
  /** Of the few that read more than variables: stamps of that. */
  readonly stamps: ReadonlyMap<number, readonly number[]>;
  /** Of the carrier's own cells. */
  readonly ownByKind: readonly (readonly number[])[];
  readonly ownByClass: readonly (readonly number[])[];
  /** Of others' cells. */
  readonly remoteByKind: readonly (readonly number[])[];
  readonly remoteByClass: readonly (readonly number[])[];
  readonly reached: ReadonlySet<number>;
  /**
   * By class: a number for its groups that modifiers of `others` name. Objects of a kind with equal numbers are reached
   * by the same modifiers.
   */
  readonly audience: Int32Array;
}

/** What the amount of a modifier depends on. */
export const constancy = {
  /** On nothing. */
  constant: 0,
  /** On variables or other data. */
  varying: 1,
  /** On the value before the modifier too: evaluated at each application. */
  running: 2,
} as const;

export function createModifierBook(model: Model, modifiers: readonly CellModifier[], shapes: ShapeBook): ModifierBook {
  const count = modifiers.length;
  const [step, application, coded] = [new Int32Array(count), new Uint8Array(count), new Uint8Array(count)];
  const [isOfClass, constancyOf] = [new Uint8Array(count), new Uint8Array(count)];
  const [inputStart, constantStart] = [new Int32Array(count + 1), new Int32Array(count + 1)];
  const [inputs, constants] = [createIntPool(), createNumberPool()];
  const references: InputReference[] = [];
  const stamps = new Map<number, readonly number[]>();
  const writer = amountWriter();
  for (let i = 0; i < count; i++) {
    const modifier = modifiers[i];
    const amount = writer.plan(modifier.amount);
    application[i] = applicationOf(model, modifier);
    isOfClass[i] = modifier.carrier.by === 'class' ? 1 : 0;
    constancyOf[i] = amount.usesRunning
      ? constancy.running
      : amount.isCoded && amount.inputs.length === 0 && amount.stamps.size === 0
        ? constancy.constant
        : constancy.varying;
    coded[i] = amount.isCoded ? 1 : 0;
    inputStart[i] = inputs.length;
    constantStart[i] = constants.length;
    for (const reference of amount.inputs) {
      if (!reference.isOwn) references.push(reference);
      inputs.push(reference.isOwn ? reference.variable : -references.length);
    }
    for (const constant of amount.constants) constants.push(constant);
    step[i] = shapes.step(
      amount.isCoded ? amount.code : [opcode.ask, amount.inputs.length],
      application[i],
      amount.inputs.length,
      amount.constants.length,
    );
    if (amount.stamps.size > 0) stamps.set(i, [...amount.stamps]);
  }
  inputStart[count] = inputs.length;
  constantStart[count] = constants.length;
  return {
    modifiers,
    step,
    application,
    rank: ranksOf(modifiers),
    isOfClass,
    constancyOf,
    coded,
    inputStart,
    constantStart,
    inputs: inputs.taken(),
    constants: constants.taken(),
    references,
    stamps,
    ...listsOf(model, modifiers),
    audience: audiencesOf(model, modifiers),
  };
}

/**
 * Order for equal user priority: a value is set before it is scaled, scaled before it is added to, and bounded last.
 */
const inherentPriority: Readonly<Record<CellModification, number>> = {
  set: 0,
  multiply: 1,
  divide: 2,
  add: 3,
  union: 3,
  maximum: 4,
  minimum: 5,
};

/** User and inherent priority as one number. */
function ranksOf(modifiers: readonly CellModifier[]): Int32Array {
  const priorities = new Set<number>();
  for (const { priority } of modifiers) priorities.add(priority);
  const places = new Map([...priorities].sort((a, b) => a - b).map((priority, place) => [priority, place]));
  return Int32Array.from(
    modifiers,
    ({ priority, modification }) => (places.get(priority) ?? 0) * inherentRange + inherentPriority[modification],
  );
}

const inherentRange = 8;

function audiencesOf({ kinds, classes }: Model, modifiers: readonly CellModifier[]): Int32Array {
  const groups = kinds.map(() => new Set<string>());
  const named = new Set<number>();
  for (const { others } of modifiers) {
    if (others?.which.by === 'group') groups[others.kind - 1].add(others.which.group);
    else if (others?.which.by === 'class') named.add(others.which.class);
  }
  const audience = new Int32Array(classes.length + 1);
  const known = new Map<string, number>();
  for (const { index, kind, groups: all } of classes) {
    const within = [...(all ?? [])].filter((group) => groups[kind - 1].has(group)).sort();
    const text = JSON.stringify([named.has(index) ? index : 0, within]);
    const number = known.get(text) ?? known.size + 1;
    known.set(text, number);
    audience[index] = number;
  }
  return audience;
}

type Lists = Pick<ModifierBook, 'ownByKind' | 'ownByClass' | 'remoteByKind' | 'remoteByClass' | 'reached'>;

function listsOf(model: Model, modifiers: readonly CellModifier[]): Lists {
  const lists = (count: number): number[][] => Array.from({ length: count + 1 }, () => []);
  const own = { kind: lists(model.kinds.length), class: lists(model.classes.length) };
  const remote = { kind: lists(model.kinds.length), class: lists(model.classes.length) };
  const reached = new Set<number>();
  for (let i = 0; i < modifiers.length; i++) {
    const { carrier, others } = modifiers[i];
    const into = others === undefined ? own : remote;
    if (carrier.by === 'kind') into.kind[carrier.kind].push(i);
    else into.class[carrier.class].push(i);
    if (others !== undefined) reached.add(others.kind);
  }
  return {
    ownByKind: own.kind,
    ownByClass: own.class,
    remoteByKind: remote.kind,
    remoteByClass: remote.class,
    reached,
  };
}

const plainApplications = {
  set: opcode.setPlain,
  add: opcode.addPlain,
  multiply: opcode.multiplyPlain,
  divide: opcode.dividePlain,
  maximum: opcode.maximumPlain,
  minimum: opcode.minimumPlain,
  union: opcode.union,
} as const;
const numericApplications = {
  set: opcode.setNumeric,
  add: opcode.addNumeric,
  multiply: opcode.multiplyNumeric,
  divide: opcode.divideNumeric,
  maximum: opcode.maximumNumeric,
  minimum: opcode.minimumNumeric,
  union: opcode.union,
} as const;

function applicationOf(model: Model, { variable, modification, whenAbsent }: CellModifier): number {
  const type = model.variables[variable].type.name;
  const application =
    type === 'numeric'
      ? numericApplications[modification]
      : type === 'number'
        ? plainApplications[modification]
        : modification === 'union'
          ? opcode.union
          : opcode.setOther;
  return whenAbsent === 'skip' ? application + applySkip : application;
}
