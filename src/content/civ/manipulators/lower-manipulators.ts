import type { Step } from '../../../model/connection.js';
import type { Flow, FlowBook, FlowCarrier, FlowForm, FlowTargets } from '../../../ir/rule.js';
import {
  type CivExpression,
  type CivShape,
  type ValueType,
  expressionAt,
  literalAt,
  type ObjectType,
  type Policy,
  objectTypes,
} from '../syntax.js';
import { lowerExpression } from '../lower/lower-expression.js';
import { askedSubject, columnNode, known, relationSteps } from '../lower/subject.js';
import type { CivModel } from '../world/create-civ-model.js';
import {
  type CarrierKind,
  carrierKinds,
  globalCarrier,
  type Manipulator,
  type ManipulatorForm,
  type ManipulatorTargets,
  type Related,
} from './manipulator.js';

/** What every object carries, and by id what things of the game bring along, in the order in which they apply. */
interface CivManipulators {
  readonly global: readonly Manipulator[];
  readonly carried: ReadonlyMap<string, readonly Manipulator[]>;
}

interface Lowering {
  readonly civ: CivModel;
  readonly policy: Policy;
}

/**
 * In the order in which an object has them: global ones, then by the kind of what it has, then by the order of the
 * registry.
 */
export function lowerManipulators(
  civ: CivModel,
  manipulators: CivManipulators,
  policy: Policy,
  file: string,
): FlowBook {
  const lowering = { civ, policy };
  const flows: Flow[] = [];
  for (const type of objectTypes) {
    const carriers = [
      { id: globalCarrier, carrier: everyObject(civ, type), list: manipulators.global },
      ...carriersOf(lowering, manipulators, type),
    ];
    for (const { id, carrier, list } of carriers) {
      for (const manipulator of list) {
        const flow = flowOf(lowering, manipulator, type, carrier);
        const { name, line, column } = manipulator;
        if (flow !== undefined)
          flows.push({ ...flow, index: flows.length, name: `${id}: ${name}`, origin: { file, line, column } });
      }
    }
  }
  return { flows, memory: policy === 'compat' ? 'stale' : 'own' };
}

function carriersOf(lowering: Lowering, { carried }: CivManipulators, type: ObjectType) {
  return carrierKinds[type].flatMap((kind) =>
    [...new Set(lowering.civ.declaration.types[kind])].flatMap((id) => {
      const list = carried.get(id) ?? [];
      return list.length === 0 ? [] : [{ id, list, carrier: carrierOf(lowering, type, kind, id) }];
    }),
  );
}

/** All objects of a type in the order of the game, without dead players and what they have. */
function everyObject(civ: CivModel, type: ObjectType): FlowCarrier {
  const kind = civ.kinds[type];
  const related = type === 'GAME' ? undefined : relationSteps(civ, 'ASSOCIATED', 'GAME', type);
  return { objects: related ?? [{ by: 'objects', kind }], kind };
}

function carrierOf({ civ, policy }: Lowering, type: ObjectType, kind: CarrierKind, id: string): FlowCarrier {
  const every = everyObject(civ, type);
  if (kind === 'SPECIALIST')
    return { ...every, times: columnNode(askedSubject(civ, [type], policy), known(civ.columns.specialists, id)) };
  // Whatever carries something stores it, and a building that does nothing is not had.
  return { ...every, where: lowerExpression(unplaced({ node: 'has', kind, id }, 'boolean'), civ, [type], policy) };
}

const nowhere = { line: 0, column: 0 };

function unplaced(shape: CivShape, type: ValueType): CivExpression {
  return expressionAt(shape, type, nowhere);
}

/** A manipulator for its carriers of one type; undefined where it cannot reach anything from there. */
function flowOf(
  lowering: Lowering,
  { objectType, relation, active, form }: Manipulator,
  type: ObjectType,
  carrier: FlowCarrier,
): Omit<Flow, 'index' | 'name' | 'origin'> | undefined {
  const { civ, policy } = lowering;
  const receiver = objectType ?? type;
  if (relation === undefined && receiver !== type) return undefined;
  const receivers = stepsTo(lowering, relation, type, receiver);
  if (relation !== undefined && receivers === undefined) return undefined;
  return {
    carrier,
    kind: civ.kinds[receiver],
    form: lowerForm(lowering, form, receiver),
    receivers,
    active: active && lowerExpression(active, civ, [receiver], policy),
  };
}

function stepsTo(
  { civ, policy }: Lowering,
  related: Related | undefined,
  from: ObjectType,
  to: ObjectType,
): readonly Step[] | undefined {
  return related && relationSteps(civ, related.relation, from, to, related.distance, policy);
}

function lowerForm(lowering: Lowering, form: ManipulatorForm, receiver: ObjectType): FlowForm {
  const { civ, policy } = lowering;
  const { attribute, numbers } = form;
  const node = (expression: CivExpression) => lowerExpression(expression, civ, [receiver], policy);
  const zero = literalAt(0, 'number', nowhere);
  const [column, to = 0] = form.properties.map((property) => civ.columns.properties.get(property) ?? 0);
  return form.row.flow({
    column,
    to,
    isCompat: policy === 'compat',
    number: (tag) => numbers[tag] ?? 0,
    expression: () => node(form.expression ?? zero),
    timesAttribute: (factor) => {
      const operands = [
        unplaced({ node: 'attribute', name: attribute }, 'number'),
        literalAt(factor, 'number', nowhere),
      ];
      return node(unplaced({ node: 'mult', operands }, 'number'));
    },
    targets: () => targetsOf(lowering, receiver, form.targets),
  });
}

function targetsOf(lowering: Lowering, receiver: ObjectType, targets: ManipulatorTargets | undefined): FlowTargets {
  const { civ, policy } = lowering;
  const { objectType, relation, condition } = targets ?? {};
  const rows: (readonly Step[])[] = [];
  const types: ObjectType[] = [];
  for (const type of objectType === undefined ? objectTypes : [objectType]) {
    const steps = stepsTo(lowering, relation, receiver, type);
    if (steps === undefined) continue;
    rows.push(steps);
    types.push(type);
  }
  const where =
    condition === undefined || types.length === 0 ? undefined : lowerExpression(condition, civ, types, policy);
  return { steps: new Map([[civ.kinds[receiver], rows]]), itself: policy === 'compat', where };
}
