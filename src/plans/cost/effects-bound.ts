import { variablesOf } from '../../components/cell-blocks.js';
import { constantValue } from '../../eval/node-shape.js';
import { type TermBook, termOf } from '../../eval/term-book.js';
import type { CreateEffect, Effect, LaneEffect, Members, Recipient, SightEffect } from '../../ir/effect.js';
import { nodesOfEffect } from '../../ir/effect-nodes.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { cellsACount } from '../../meaning/effects/turn-context.js';
import { type Model, classAt, kindAt } from '../../model/model.js';
import { possibleOf } from '../never-true.js';
import {
  type Bounding,
  type Evaluations,
  beside,
  evaluations,
  repeated,
  visitsOf,
  visitsOfNode,
} from './visits-bound.js';
import { countOfKind } from './world-counts.js';

/** How often effects fire at most, on each sort of recipient. */
export type Firings = Readonly<Record<Recipient, Evaluations>>;

export interface EffectsBound {
  /** Firings on targets, of which each is in one arm of a branch alone, and others. */
  readonly onTargets: number;
  readonly onOthers: number;
  readonly visits: number;
  /** As the limit counts them. */
  readonly created: number;
  /** Objects, by kind. */
  readonly born: ReadonlyMap<number, number>;
}

export interface EffectsBounding extends Bounding {
  readonly book: TermBook;
  /** Of sources, 0: several. */
  readonly kind: number;
}

const nothing: EffectsBound = { onTargets: 0, onOthers: 0, visits: 0, created: 0, born: new Map() };

export function boundOfList(effects: readonly Effect[], firings: Firings, bounding: EffectsBounding): EffectsBound {
  return effects.reduce((sum, effect) => sumOf(sum, boundOfEffect(effect, firings, bounding)), nothing);
}

export function boundOfEffect(effect: Effect, firings: Firings, bounding: EffectsBounding): EffectsBound {
  if (effect.kind !== 'branch') return boundOfPlain(effect, firings[effect.recipient], bounding);
  const asked: EffectsBound = { ...nothing, visits: visits(effect.condition, firings.target, bounding) };
  const [then, otherwise] = [effect.then, effect.otherwise].map((arm) => boundOfList(arm, firings, bounding));
  return sumOf(asked, {
    ...sumOf(then, otherwise),
    onTargets: Math.max(then.onTargets, otherwise.onTargets),
  });
}

function sumOf(a: EffectsBound, b: EffectsBound): EffectsBound {
  const born = new Map(a.born);
  for (const [kind, count] of b.born) born.set(kind, (born.get(kind) ?? 0) + count);
  return {
    onTargets: a.onTargets + b.onTargets,
    onOthers: a.onOthers + b.onOthers,
    visits: a.visits + b.visits,
    created: a.created + b.created,
    born,
  };
}

function boundOfPlain(effect: PlainEffect, fired: Evaluations, bounding: EffectsBounding): EffectsBound {
  const own = valuesOf(effect, fired, bounding);
  // The object that it fires on is looked up where it is counted, and where its values are taken.
  const holder = effect.holder === undefined ? 0 : 2 * visits(effect.holder, fired, bounding);
  const isOnTarget = effect.recipient === 'target';
  return sumOf(own, {
    ...nothing,
    onTargets: isOnTarget ? fired.times : 0,
    onOthers: isOnTarget ? 0 : fired.times,
    visits: holder,
  });
}

function valuesOf(effect: PlainEffect, fired: Evaluations, bounding: EffectsBounding): EffectsBound {
  switch (effect.kind) {
    case 'create':
      return boundOfCreation(effect, fired, bounding);
    case 'lane':
      return { ...nothing, visits: visitsOfLanes(effect, fired, bounding) };
    case 'sight':
      return { ...nothing, visits: visitsOfSight(effect, fired, bounding) };
    default:
      return { ...nothing, visits: sumOfVisits(nodesOfEffect({ ...effect, holder: undefined }), fired, bounding) };
  }
}

function boundOfCreation(effect: CreateEffect, fired: Evaluations, bounding: EffectsBounding): EffectsBound {
  const { model } = bounding;
  const count = mostCreated(effect.count, bounding);
  const kinds = kindsCreated(effect, model);
  const made = fired.times * count;
  const heaviest = Math.max(0, ...kinds.map((kind) => weightOf(model, kind)));
  const nodes = [effect.class, effect.count, effect.into, effect.owner, ...effect.initial.map(({ value }) => value)];
  const own: EffectsBound = {
    ...nothing,
    visits: sumOfVisits(
      nodes.filter((node) => node !== undefined),
      fired,
      bounding,
    ),
    created: made === 0 ? 0 : made * heaviest,
    born: new Map(made === 0 ? [] : kinds.map((kind) => [kind, made])),
  };
  const each = onNewborn(repeated(fired, Math.max(1, count)));
  const inside = (effect.inside ?? []).map((inner) => boundOfCreation(inner, each, bounding));
  const later = boundOfList(effect.then ?? [], { target: each, source: each, empires: evaluations(0) }, bounding);
  // What fires on newborn objects fires for the recipient of the creation.
  return [...inside, { ...later, onTargets: later.onTargets + later.onOthers, onOthers: 0 }].reduce(sumOf, own);
}

/** Each newborn object is in the target's slot; nothing is known of how often one is. */
function onNewborn({ times, repeats }: Evaluations): Evaluations {
  return { times, repeats: repeats.map((each, slot) => (slot === targetSlot ? undefined : each)) };
}

function mostCreated(count: Node, { book, model, kind }: EffectsBounding): number {
  const kinds = new Map(kind === 0 ? [] : [[sourceSlot, kind]]);
  const { most } = possibleOf(termOf(book, count), { model, kinds });
  return most >= 1 ? Math.trunc(most) : 0;
}

/** Of a class that is not known, all kinds that have one. */
function kindsCreated({ class: of, bare }: CreateEffect, model: Model): readonly number[] {
  if (bare !== undefined) return [bare];
  const known = constantValue(of);
  if (known === 0) return [];
  if (known !== undefined) return [classAt(model, known).kind];
  return [...new Set(model.classes.map(({ kind }) => kind))];
}

function weightOf(model: Model, index: number): number {
  const kind = kindAt(model, index);
  return 1 + Math.floor((kind.columns.length + variablesOf(model, index).length) / cellsACount);
}

function visitsOfLanes({ ends }: LaneEffect, fired: Evaluations, bounding: EffectsBounding): number {
  return visitsOfMembers(ends, fired, bounding);
}

function visitsOfSight(effect: SightEffect, fired: Evaluations, bounding: EffectsBounding): number {
  const { observers, objects, observer, seen } = effect;
  const { counts } = bounding;
  const by = observers === undefined ? fired : beside(fired, observers.slot, countOfKind(counts, observers.kind));
  const of = objects === undefined ? by : beside(by, targetSlot, countOfKind(counts, objects.kind));
  return (
    (observers === undefined ? 0 : visitsOfMembers(observers, fired, bounding)) +
    (objects === undefined ? 0 : visitsOfMembers(objects, by, bounding)) +
    visits(observer, by, bounding) +
    visits(seen, of, bounding)
  );
}

/** Every row of the table of objects is looked at. */
function visitsOfMembers({ kind, slot, condition }: Members, fired: Evaluations, bounding: EffectsBounding): number {
  const { counts } = bounding;
  const asked = beside(fired, slot, countOfKind(counts, kind));
  return fired.times * (counts.rows + 1) + visits(condition, asked, bounding);
}

function sumOfVisits(nodes: readonly Node[], given: Evaluations, bounding: EffectsBounding): number {
  return nodes.reduce((sum, node) => sum + visits(node, given, bounding), 0);
}

export function visits(node: Node, given: Evaluations, bounding: EffectsBounding): number {
  return bounding.evaluation === 'singly'
    ? visitsOfNode(node, given, bounding)
    : visitsOf(termOf(bounding.book, node), given, bounding);
}
