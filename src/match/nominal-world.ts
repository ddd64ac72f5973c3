import { type Kind, type Model, classAt, kindAt } from '../model/model.js';
import type { Carrier } from '../ir/rule.js';

/** The size of a world that plans are judged for. */
export interface NominalWorld {
  readonly objects: number;
  /** Objects of the class that carries a rule, and of any other class. */
  readonly sources: number;
  readonly factions: number;
  readonly nodes: number;
}

export const usualObjects = 10_000;

/** Members that hang on one object, or lie in it, or are in one list of it. */
export const attachedMembers = 8;

/** A world of so many objects: a tenth of them are nodes, a twentieth carry a rule, twelve are factions. */
export function nominalWorld(objects = usualObjects): NominalWorld {
  return { objects, sources: Math.ceil(objects / 20), factions: Math.min(12, objects), nodes: Math.ceil(objects / 10) };
}

/**
 * Kinds that are neither nodes nor factions share the rest among themselves; no kind is thought to be less common than
 * this.
 */
const leastShare = 1 / 4;

/**
 * Objects of a kind that only carries rules (laws, techs): it has no values and hangs on nothing, so there is one of
 * each class for each faction.
 */
function isCarrier({ columns, attachesTo, node, faction }: Kind): boolean {
  return columns.length === 0 && attachesTo.length === 0 && !node && !faction;
}

/** Objects of a kind; of all kinds for 0. */
export function objectsOfKind(model: Model, world: NominalWorld, kind: number): number {
  if (kind === 0) return world.objects;
  const asked = kindAt(model, kind);
  if (asked.faction) return world.factions;
  if (asked.node) return world.nodes;
  if (isCarrier(asked))
    return Math.min(
      world.objects,
      world.factions * Math.max(1, model.classes.filter((each) => each.kind === kind).length),
    );
  const others = model.kinds.filter((each) => !each.node && !each.faction && !isCarrier(each)).length;
  return Math.ceil(world.objects * Math.max(leastShare, 1 / others));
}

/** Objects of a class. */
export function objectsOfClass(model: Model, world: NominalWorld, index: number): number {
  const kind = kindAt(model, classAt(model, index).kind);
  return isCarrier(kind)
    ? Math.min(world.factions, world.objects)
    : Math.min(world.sources, objectsOfKind(model, world, kind.index));
}

/** Objects that carry a rule: of those whom conditions choose, as many as there would be of a class. */
export function carriersIn(model: Model, world: NominalWorld, carrier: Carrier): number {
  switch (carrier.by) {
    case 'class':
      return objectsOfClass(model, world, carrier.class);
    case 'seat':
      return world.factions;
    case 'condition':
      return world.sources;
  }
}
