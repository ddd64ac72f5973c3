import { type Asking, askingOf } from './asking.js';
import { type Facts, type Thing, types, listed } from './facts.js';
import { type Change, type Flow, type StaleList, interactionOn, propagatorOn, sourceOn } from './flows.js';
import type { Manipulator, Policy, Stage } from './manipulators.js';
import { type Relation, related } from './relations.js';

/** What every object carries, and what is carried by who has something. */
export interface Carried {
  readonly global: readonly Manipulator[];
  readonly byId: ReadonlyMap<string, readonly Manipulator[]>;
}

/** Kinds of what objects carry manipulators by. */
export const carriedKinds: Readonly<Partial<Record<string, readonly string[]>>> = {
  PLAYER: ['CIVIC', 'RELIGION', 'TRAIT', 'HANDICAP'],
  CITY: ['BUILDING', 'RELIGION', 'CORPORATION', 'SPECIALIST'],
  UNIT: ['UNITTYPE', 'PROMOTION'],
  PLOT: ['TERRAIN', 'FEATURE', 'IMPROVEMENT', 'ROUTE', 'BONUS'],
};

/** Lets a turn pass. */
export function passTurn(facts: Facts, carried: Carried, policy: Policy): void {
  const asking = askingOf(facts);
  const stale: StaleList = { values: [] };
  const flows = types
    .flatMap((type) => listed(facts, type))
    .flatMap((thing) =>
      carriedBy(facts, thing, carried).flatMap((manipulator) =>
        receiversOf(asking, thing, manipulator, policy).flatMap(
          (receiver) => flowOn(asking, receiver, manipulator, { policy, stale }) ?? [],
        ),
      ),
    );
  for (const stage of ['Propagator', 'Interaction', 'Source'] as const)
    passStage(
      flows.filter((flow) => flow.manipulator.stage === stage),
      asking,
    );
}

function carriedBy({ data }: Facts, thing: Thing, { global, byId }: Carried): readonly Manipulator[] {
  const ids = (carriedKinds[thing.type] ?? []).flatMap((kind) =>
    (data.types[kind] ?? []).flatMap((id) => Array<string>(heads(thing, kind, id)).fill(id)),
  );
  return [...global, ...ids.flatMap((id) => byId.get(id) ?? [])];
}

function heads(thing: Thing, kind: string, id: string): number {
  if (kind === 'SPECIALIST') return thing.specialists[id] ?? 0;
  const held = thing.stored.get(kind)?.has(id) === true;
  return held && !(kind === 'BUILDING' && thing.inactive.has(id)) ? 1 : 0;
}

function receiversOf(
  asking: Asking,
  thing: Thing,
  { relation, to, distance, active }: Manipulator,
  policy: Policy,
): readonly Thing[] {
  if (relation !== undefined && to === undefined) return [];
  const all =
    relation === undefined || to === undefined
      ? [thing]
      : related(asking.facts, thing, relationTo(relation, to, distance, policy));
  return all.filter((receiver) => (to === undefined || receiver.type === to) && active(receiver, asking) === 1);
}

function relationTo(name: string, to: Relation['to'], distance: number, policy: Policy): Relation {
  return { name, to, distance, once: policy === 'intended' };
}

interface How {
  readonly policy: Policy;
  readonly stale: StaleList;
}

function flowOn(asking: Asking, receiver: Thing, manipulator: Manipulator, { policy, stale }: How): Flow | undefined {
  const on: Readonly<Record<Stage, () => Flow | undefined>> = {
    Source: () => sourceOn(manipulator, receiver, policy),
    Interaction: () => interactionOn(manipulator, receiver, policy),
    Propagator: () => propagatorOn(manipulator, targetsOf(asking, receiver, manipulator, policy), policy, stale),
  };
  return on[manipulator.stage]();
}

function targetsOf(
  asking: Asking,
  receiver: Thing,
  { targetTo, targetRelation, targetDistance, condition }: Manipulator,
  policy: Policy,
): readonly Thing[] {
  const wanted = targetTo === undefined ? types : [targetTo];
  const others = wanted
    .flatMap((to) => related(asking.facts, receiver, relationTo(targetRelation, to, targetDistance, policy)))
    .filter((target) => condition(target, asking) === 1);
  return [receiver, ...others.filter((other) => policy === 'compat' || other !== receiver)];
}

function passStage(flows: readonly Flow[], asking: Asking): void {
  const predicted = new Map<Thing, Map<string, number>>();
  for (const { thing, property, by } of flows.flatMap((flow) => flow.predict(asking))) {
    const sums = predicted.get(thing) ?? new Map<string, number>();
    predicted.set(thing, sums.set(property, ((sums.get(property) ?? 0) + by) | 0));
  }
  const end = (thing: Thing, property: string): number =>
    ((thing.properties.get(property) ?? 0) + (predicted.get(thing)?.get(property) ?? 0)) | 0;
  const changes: readonly Change[] = flows.flatMap((flow) => flow.correct(end));
  for (const { thing, property, by } of changes)
    thing.properties.set(property, ((thing.properties.get(property) ?? 0) + by) | 0);
}
