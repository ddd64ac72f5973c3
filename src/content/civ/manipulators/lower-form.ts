import type { FlowForm, FlowTargets } from '../../../ir/flow.js';
import type { Step } from '../../../model/connection.js';
import type { CivExpression } from '../expression/syntax.js';
import { lowerExpression } from '../lower/lower-expression.js';
import { relationSteps } from '../lower/relations.js';
import { type ObjectType, type Policy, objectTypes } from '../policy.js';
import type { CivModel } from '../world/civ-model.js';
import type { ManipulatorForm, ManipulatorTargets } from './manipulator.js';

/** For what a manipulator is lowered. */
export interface Lowering {
  readonly civ: CivModel;
  readonly policy: Policy;
  /** Type of the objects that it counts for. */
  readonly receiver: ObjectType;
}

/** What a manipulator does, to objects of one type. */
export function lowerForm(lowering: Lowering, form: ManipulatorForm): FlowForm {
  const { civ, policy, receiver } = lowering;
  const isCompat = policy === 'compat';
  const columnOf = (property: string): number => civ.columns.properties.get(property) ?? 0;
  switch (form.does) {
    case 'constant':
      return {
        does: 'constant',
        column: columnOf(form.property),
        amount: lowerExpression(form.amount, civ, [receiver], policy),
      };
    case 'attributeConstant':
      return {
        does: 'constant',
        column: columnOf(form.property),
        amount: lowerExpression(timesAttribute(form.attribute, form.amount), civ, [receiver], policy),
      };
    case 'limited':
      return { does: 'limited', column: columnOf(form.property), amount: form.amount, limit: form.limit };
    case 'decay':
      return {
        does: 'decay',
        column: columnOf(form.property),
        percent: form.percent,
        floor: form.floor,
        negative: isCompat ? 'plain' : 'mirrored',
      };
    case 'convert':
      return { does: 'convert', from: columnOf(form.from), to: columnOf(form.to), amount: form.amount };
    case 'convertPercent': {
      const { percent, floor } = form;
      return {
        does: 'convertPercent',
        from: columnOf(form.from),
        to: columnOf(form.to),
        percent,
        floor,
        correction: isCompat ? 'rest' : 'others',
      };
    }
    case 'inhibitedGrowth': {
      const { growth, inhibition } = form;
      return {
        does: 'inhibitedGrowth',
        column: columnOf(form.from),
        inhibitor: columnOf(form.to),
        growth,
        inhibition,
        divisor: isCompat ? 1 : 100,
      };
    }
    case 'gather':
      return {
        does: 'gather',
        column: columnOf(form.property),
        amount: form.amount,
        negative: isCompat ? 'taken' : 'nothing',
        targets: targetsOf(lowering, form.targets),
      };
    default:
      return {
        does: form.does,
        column: columnOf(form.property),
        percent: form.percent,
        targets: targetsOf(lowering, form.targets),
      };
  }
}

function timesAttribute(attribute: string, amount: number): CivExpression {
  const at = { type: 'number', line: 0, column: 0 } as const;
  return {
    node: 'mult',
    operands: [
      { node: 'attribute', name: attribute, ...at },
      { node: 'literal', value: amount, ...at },
    ],
    ...at,
  };
}

function targetsOf(
  { civ, policy, receiver }: Lowering,
  { objectType, relation, condition }: ManipulatorTargets,
): FlowTargets {
  const rows: (readonly Step[])[] = [];
  const types: ObjectType[] = [];
  for (const type of objectType === undefined ? objectTypes : [objectType]) {
    const steps =
      relation === undefined
        ? undefined
        : relationSteps(civ, relation.relation, receiver, type, relation.distance, policy);
    if (steps === undefined) continue;
    rows.push(steps);
    types.push(type);
  }
  const where =
    condition === undefined || types.length === 0 ? {} : { where: lowerExpression(condition, civ, types, policy) };
  return { steps: new Map([[civ.kinds[receiver], rows]]), itself: policy === 'compat', ...where };
}
