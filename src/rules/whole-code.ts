import { type Code, js, lines } from '../eval/emit/code.js';
import type { Emission } from '../eval/emit/emission.js';
import { sharingFunction } from '../eval/emit/make-function.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import { type Frame, sourceSlot, targetSlot } from '../ir/node.js';
import { type Model, classAt } from '../model/model.js';
import { fact } from '../model/stamps.js';
import { type TermBook } from '../eval/term-book.js';
import { emitReadAhead } from './read-ahead.js';
import { type NamedTarget, type WholePlan } from './whole-plan.js';
import { type Bound, type Later, type Writing, cellOf, emitList, handleCode } from './whole-effects.js';
import { emitOnMembers } from './whole-members.js';
import { emitKind, emitTest } from './whole-tests.js';

/** The sources of a rule in order, and what the rule did. */
export interface WholeRun {
  readonly context: TurnContext;
  readonly sources: Int32Array;
  readonly length: number;
  /** The places of those to be fired next. */
  begin: number;
  end: number;
  /** Afterwards: active sources, and those with a target. */
  active: number;
  targets: number;
  /** Where sources are evaluated before the first write: those of which a value differs from its cell; and how many. */
  readonly ids: Int32Array;
  kept: number;
  /** Of no use: see `emitReadAhead`. */
  read: number;
  /** By column: what is to be stored. */
  readonly values: readonly Float64Array[];
  /** By column: 1 where a value differs from its cell. */
  readonly changed: number[];
}

/** Fires a rule for its sources. Throws StrictTurnNeeded, in the middle, where strict order would throw an error. */
export type WholeFunction = (frame: Frame, run: WholeRun) => void;

export interface WholeCode {
  readonly fire: WholeFunction;
  /** Lists the active sources as `ids`, where what activation asks stays the same for the whole rule. */
  readonly active: WholeFunction | undefined;
}

/**
 * One loop over the sources of a rule, each with its gates, target, amounts and effects. Throws where a part has no
 * code, and an EvalError where the engine makes no functions.
 */
export function wholeCode(book: TermBook, model: Model, plan: WholePlan): WholeCode {
  const { rule, columns, changes, activation, activationHolds } = plan;
  const isApart = rule.order === 'random' && activationHolds && activation.length > 0;
  const made = (emit: (writing: Writing) => void, later: readonly number[]) =>
    sharingFunction(model, { changes, inPieces: true }, (emission) => {
      const variables = later.map(
        (column) =>
          [column, { before: emission.name(), name: emission.name(), differs: emission.variable(0) }] as const,
      );
      emit({
        emission,
        book,
        model,
        rule: emission.thing('', rule),
        later: later.length === 0 ? undefined : new Map(variables),
        every: { fired: 0, wrote: 0 },
        refuse: () => js`${emission.thing('refuse', refuse)}()`,
      });
      return undefined;
    }) as WholeFunction;
  return {
    fire: made((writing) => {
      emitLoop(writing, isApart ? { ...plan, activation: [] } : plan);
    }, columns),
    active: isApart
      ? made((writing) => {
          emitActive(writing, plan);
        }, [])
      : undefined,
  };
}

function emitLoop(writing: Writing, plan: WholePlan): void {
  const { emission, model, later, every = { fired: 0, wrote: 0 } } = writing;
  const isOpen = plan.activation.length === 0 && !plan.changes(fact.population);
  const isCounted = plan.target !== undefined || plan.gates.length > 0;
  const created = emission.once(js`frame.state.created`);
  const classes = emission.once(js`frame.state.class`);
  const body = emission.inside(() => {
    emitReadAhead(emission, model, plan);
    const id = emission.keep(js`${emission.once(js`from.sources`)}[at]`);
    // Another object may have taken the row of one that has ended.
    if (plan.changes(fact.population))
      emission.add(js`if (${created}[${id}] >= frame.turn || ${classes}[${id}] !== ${plan.class}) continue;`);
    const source = bind(emission, sourceSlot, id, [classAt(model, plan.class).kind], plan.ends);
    for (const test of plan.activation) emitTest(emission, test);
    if (!isOpen) emission.add(js`active++;`);
    for (const test of plan.gates) emitTest(emission, test);
    for (const [column, { before, name }] of later ?? [])
      emission.add(js`const ${before} = ${cellOf(emission, column, id)}; let ${name} = ${before};`);
    if (plan.members === undefined) {
      const target =
        plan.target === undefined ? itself(emission, source) : emitTarget(emission, plan.target, plan.ends);
      if (isCounted) emission.add(js`targets++;`);
      emitList(writing, plan.rule.effects, { source, target }, false);
    } else emitOnMembers(writing, plan.rule.effects, source, plan.members, js`targets`);
    if (later !== undefined) emitLater(writing, later, id);
  });
  const changed = [...(later ?? [])].map(([, { differs }], place) => js`from.changed[${place}] |= ${differs};`);
  emission.add(js`const end = from.end;
let fired = 0, wrote = 0, active = 0, targets = 0, kept = from.kept, read = 0;
for (let at = from.begin; at < end; at++) {
${body}
}
${isOpen ? js`active = end - from.begin;` : js``}
${isCounted || plan.members !== undefined ? js`` : js`targets = active;`}
from.context.fired += fired + targets * ${every.fired};
from.context.wrote += wrote + targets * ${every.wrote};
from.active += active;
from.kept = kept;
from.read = read;
from.targets += targets;
${lines(changed)}`);
}

/** Keeps what differs of a source and is to be stored, without a branch that a processor would have to guess. */
function emitLater({ emission }: Writing, later: ReadonlyMap<number, Later>, id: Code): void {
  const differs = [...later.values()].map(({ before, name, differs: all }, place) => {
    const here = emission.keep(js`+(${name} !== ${before})`);
    emission.add(js`${all} |= ${here}; ${emission.once(js`from.values[${place}]`)}[kept] = ${name};`);
    return here;
  });
  const any = differs.reduce((all, each) => js`${all} | ${each}`);
  emission.add(js`${emission.once(js`from.ids`)}[kept] = ${id}; kept += ${any};`);
}

function emitActive(writing: Writing, plan: WholePlan): void {
  const { emission, model } = writing;
  const ids = emission.once(js`from.ids`);
  const body = emission.inside(() => {
    const id = emission.keep(js`${emission.once(js`from.sources`)}[at]`);
    bind(emission, sourceSlot, id, [classAt(model, plan.class).kind], false);
    for (const test of plan.activation) emitTest(emission, test);
    emission.add(js`${ids}[kept++] = ${id};`);
  });
  emission.add(js`const end = from.end;
let kept = from.kept;
for (let at = from.begin; at < end; at++) {
${body}
}
from.kept = kept;`);
}

function bind(emission: Emission, slot: number, id: Code, kinds: readonly number[], mayEnd: boolean): Bound {
  const name = mayEnd ? emission.variable(id) : id;
  const handle = mayEnd ? emission.keep(handleCode(emission, id)) : undefined;
  emission.bind(slot, { value: name, kinds });
  emission.hold(slot, name);
  return { slot, name, handle, kinds };
}

function itself(emission: Emission, source: Bound): Bound {
  emission.bind(targetSlot, { value: source.name, kinds: source.kinds });
  emission.hold(targetSlot, source.name);
  return { ...source, slot: targetSlot };
}

function emitTarget(emission: Emission, target: NamedTarget, ends: boolean): Bound {
  const id = emission.keep(emission.idOf(target.named));
  const bound = bind(emission, targetSlot, id, emitKind(emission, id, target), ends);
  for (const test of target.tests) emitTest(emission, test);
  return bound;
}

/** Strict order names the culprit. */
function refuse(): never {
  throw new StrictTurnNeeded();
}
