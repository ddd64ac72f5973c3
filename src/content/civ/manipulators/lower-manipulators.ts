import type { Step } from '../../../model/connection.js';
import type { Flow, FlowBook, FlowCarrier } from '../../../ir/flow.js';
import type { Node } from '../../../ir/node.js';
import { read } from '../../../eval/ops/read.js';
import { slot } from '../../../eval/ops/slot.js';
import type { CivExpression } from '../expression/syntax.js';
import { lowerExpression } from '../lower/lower-expression.js';
import { relationSteps } from '../lower/relations.js';
import { type ObjectType, type Policy, objectTypes } from '../policy.js';
import type { CivModel } from '../world/civ-model.js';
import { type CarrierKind, carrierKinds, globalCarrier } from './carriers.js';
import { type Lowering, lowerForm } from './lower-form.js';
import type { Manipulator } from './manipulator.js';

/**
 * All manipulators of some content: what every object carries, and by id what things of the game bring along. Each list
 * in the order in which they apply.
 */
export interface CivManipulators {
  readonly global: readonly Manipulator[];
  readonly carried: ReadonlyMap<string, readonly Manipulator[]>;
}

/**
 * The flows that manipulators are. Their places give the order in which an object has them: global ones, then by the
 * kind of what it has, then by the order of the registry.
 */
export function lowerManipulators(
  civ: CivModel,
  manipulators: CivManipulators,
  policy: Policy,
  file: string,
): FlowBook {
  const flows: Flow[] = [];
  for (const type of objectTypes) {
    const carriers = [
      { id: globalCarrier, carrier: everyObject(civ, type), list: manipulators.global },
      ...carriersOf(civ, manipulators, type, policy),
    ];
    for (const { id, carrier, list } of carriers) {
      for (const manipulator of list) {
        const flow = flowOf({ civ, policy, receiver: manipulator.objectType ?? type }, manipulator, type, carrier);
        if (flow !== undefined)
          flows.push({
            ...flow,
            index: flows.length,
            name: `${id}: ${manipulator.name}`,
            origin: { file, line: manipulator.line, column: manipulator.column },
          });
      }
    }
  }
  return { flows, memory: policy === 'compat' ? 'stale' : 'own' };
}

interface Carried {
  readonly id: string;
  readonly carrier: FlowCarrier;
  readonly list: readonly Manipulator[];
}

/** What objects of a type carry beside what is global. */
function carriersOf(civ: CivModel, { carried }: CivManipulators, type: ObjectType, policy: Policy): readonly Carried[] {
  return carrierKinds[type].flatMap((kind) =>
    [...new Set(civ.declaration.types[kind])].flatMap((id) => {
      const list = carried.get(id) ?? [];
      return list.length === 0 ? [] : [{ id, list, carrier: carrierOf(civ, type, kind, id, policy) }];
    }),
  );
}

function everyObject(civ: CivModel, type: ObjectType): FlowCarrier {
  return { objects: inWorldOrder(civ, type), kind: civ.kinds[type] };
}

/** All objects of a type as the game goes through them: of dead players, and what they have, none. */
function inWorldOrder(civ: CivModel, type: ObjectType): readonly Step[] {
  const all: readonly Step[] = [{ by: 'objects', kind: civ.kinds[type] }];
  return type === 'GAME' ? all : (relationSteps(civ, 'ASSOCIATED', 'GAME', type, 0, 'intended') ?? all);
}

function carrierOf(civ: CivModel, type: ObjectType, kind: CarrierKind, id: string, policy: Policy): FlowCarrier {
  const every = everyObject(civ, type);
  if (kind === 'SPECIALIST') return { ...every, times: headsOf(civ, id) };
  // Whatever carries something stores it, and a building that does nothing is not had.
  const has: CivExpression = { node: 'has', kind, id, type: 'boolean', line: 0, column: 0 };
  return { ...every, where: lowerExpression(has, civ, [type], policy) };
}

function headsOf({ columns, nodes }: CivModel, id: string): Node {
  return nodes.make(
    read,
    { column: columns.specialists.get(id) ?? 0, type: { name: 'number' }, climb: false, absent: 'zero' },
    nodes.make(slot, { slot: 0 }),
  );
}

/** A manipulator for its carriers of one type; undefined where it cannot reach anything from there. */
function flowOf(
  lowering: Lowering,
  { objectType, relation, active, form }: Manipulator,
  type: ObjectType,
  carrier: FlowCarrier,
): Omit<Flow, 'index' | 'name' | 'origin'> | undefined {
  const { civ, policy, receiver } = lowering;
  if (relation === undefined && objectType !== undefined && objectType !== type) return undefined;
  const receivers =
    relation === undefined
      ? undefined
      : relationSteps(civ, relation.relation, type, receiver, relation.distance, policy);
  if (relation !== undefined && receivers === undefined) return undefined;
  return {
    carrier,
    kind: civ.kinds[receiver],
    form: lowerForm(lowering, form),
    ...(receivers === undefined ? {} : { receivers }),
    ...(active === undefined ? {} : { active: lowerExpression(active, civ, [receiver], policy) }),
  };
}
