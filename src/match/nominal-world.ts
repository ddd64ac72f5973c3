import { type Kind, type Model, classAt, kindAt } from '../model/model.js';
import type { Carrier } from '../ir/rule.js';

/** The size of a world for which plans are judged. */
export interface NominalWorld {
  readonly objects: number;
  /** Objects of the class that carries a rule, and of any other class. */
  readonly sources: number;
  readonly factions: number;
  readonly nodes: number;
}

export const usualObjects = 10_000;

/** Members attached to an object, contained in it, or in one of its lists. */
export const attachedMembers = 8;

/** Of the objects, a tenth are nodes, a twentieth carry a rule, twelve are factions. */
export function nominalWorld(objects = usualObjects): NominalWorld {
  return { objects, sources: Math.ceil(objects / 20), factions: Math.min(12, objects), nodes: Math.ceil(objects / 10) };
}

/** Kinds that are neither nodes nor factions share the rest; none has a smaller share. */
const leastShare = 1 / 4;

/**
 * Kinds that only carry rules (laws, techs): without values and attachments, one object of each class for each faction.
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

export function objectsOfClass(model: Model, world: NominalWorld, index: number): number {
  const kind = kindAt(model, classAt(model, index).kind);
  return isCarrier(kind)
    ? Math.min(world.factions, world.objects)
    : Math.min(world.sources, objectsOfKind(model, world, kind.index));
}

/** Carriers of a rule; for conditions, as many as of a class. */
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
