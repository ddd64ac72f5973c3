import type { FlowForm, FlowTargets, Flow, FlowBook, FlowCarrier } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import {
  type CivExpression,
  type CivIssue,
  type Place,
  type ObjectType,
  type RelationName,
  objectTypes,
  type CivShape,
  type ValueType,
  expressionAt,
  literalAt,
  type Policy,
} from '../syntax.js';
import type { CivDeclaration } from '../world/declaration.js';
import type { Step } from '../../../model/connection.js';
import { lowerExpression } from '../lower/lower-expression.js';
import { askedSubject, columnNode, known, relationSteps } from '../lower/subject.js';
import type { CivModel } from '../world/create-civ-model.js';

/** In the order in which manipulators of one document apply. */
export const manipulatorTags = ['PropertySource', 'PropertyInteraction', 'PropertyPropagator'] as const;
export type ManipulatorTag = (typeof manipulatorTags)[number];

export interface Manipulator extends Place {
  readonly name: string;
  /** Type of the receivers; left out: any. */
  readonly objectType: ObjectType | undefined;
  /** Leads from the carrier to the receivers; left out: the carrier itself receives. */
  readonly relation: Related | undefined;
  /** Asked of the receiver; left out: always. */
  readonly active: CivExpression | undefined;
  readonly form: ManipulatorForm;
}

export interface Related {
  readonly relation: RelationName;
  readonly distance: number;
}

interface ManipulatorForm {
  readonly row: FormRow;
  readonly properties: readonly string[];
  readonly numbers: Readonly<Partial<Record<NumberTag, number>>>;
  readonly attribute: string;
  readonly expression: CivExpression | undefined;
  /** For propagators. */
  readonly targets: ManipulatorTargets | undefined;
}

interface ManipulatorTargets {
  /** Left out: objects of all types, type by type. */
  readonly objectType: ObjectType | undefined;
  /** Left out: nobody. */
  readonly relation: Related | undefined;
  readonly condition: CivExpression | undefined;
}

/** Manipulators in the order in which they apply, with issues. After an error, nothing loads. */
export interface LoadedManipulators {
  readonly manipulators: readonly Manipulator[];
  readonly issues: readonly CivIssue[];
}

type NumberTag =
  | 'iAmountPerTurn'
  | 'iLimit'
  | 'iPercent'
  | 'iNoDecayAmount'
  | 'iNoConvertAmount'
  | 'iGrowthPercent'
  | 'iInhibitionPercent';

export interface FormRow {
  /** Required whole numbers. */
  readonly numbers: readonly NumberTag[];
  /** Whole numbers that default to 0. */
  readonly options?: readonly NumberTag[];
  readonly hasExpression?: true;
  readonly hasAttribute?: true;
  flow(inputs: FlowInputs): FlowForm;
}

/** In terms of a model, for objects of one type. */
interface FlowInputs {
  readonly column: number;
  readonly to: number;
  readonly number: (tag: NumberTag) => number;
  readonly expression: () => Node;
  readonly timesAttribute: (factor: number) => Node;
  readonly targets: () => FlowTargets;
  readonly isCompat: boolean;
}

export interface KindRow {
  readonly typeTag: string;
  readonly propertyTags: readonly string[];
  readonly isPropagator: boolean;
  readonly forms: ReadonlyMap<string, FormRow>;
}

const flowing = (does: 'spread' | 'diffuse'): FormRow => ({
  numbers: ['iPercent'],
  flow: ({ column, number, targets }) => ({ does, column, percent: number('iPercent'), targets: targets() }),
});

export const manipulatorKinds: Readonly<Record<ManipulatorTag, KindRow>> = {
  PropertySource: kind('PropertySource', ['PropertyType'], {
    CONSTANT: {
      numbers: [],
      hasExpression: true,
      flow: ({ column, expression }) => ({ does: 'constant', column, amount: expression() }),
    },
    CONSTANT_LIMITED: {
      numbers: ['iAmountPerTurn', 'iLimit'],
      flow: ({ column, number }) => ({
        does: 'limited',
        column,
        amount: number('iAmountPerTurn'),
        limit: number('iLimit'),
      }),
    },
    DECAY: {
      numbers: ['iPercent'],
      options: ['iNoDecayAmount'],
      flow: ({ column, number, isCompat }) => ({
        does: 'decay',
        column,
        percent: number('iPercent'),
        floor: number('iNoDecayAmount'),
        negative: isCompat ? 'plain' : 'mirrored',
      }),
    },
    ATTRIBUTE_CONSTANT: {
      numbers: ['iAmountPerTurn'],
      hasAttribute: true,
      flow: ({ column, number, timesAttribute }) => ({
        does: 'constant',
        column,
        amount: timesAttribute(number('iAmountPerTurn')),
      }),
    },
  }),
  PropertyInteraction: kind('PropertyInteraction', ['SourcePropertyType', 'TargetPropertyType'], {
    CONVERT_CONSTANT: {
      numbers: ['iAmountPerTurn'],
      flow: ({ column: from, to, number }) => ({ does: 'convert', from, to, amount: number('iAmountPerTurn') }),
    },
    CONVERT_PERCENT: {
      numbers: ['iPercent'],
      options: ['iNoConvertAmount'],
      flow: ({ column: from, to, number, isCompat }) => ({
        does: 'convertPercent',
        from,
        to,
        percent: number('iPercent'),
        floor: number('iNoConvertAmount'),
        correction: isCompat ? 'rest' : 'others',
      }),
    },
    INHIBITED_GROWTH: {
      numbers: ['iGrowthPercent', 'iInhibitionPercent'],
      flow: ({ column, to: inhibitor, number, isCompat }) => ({
        does: 'inhibitedGrowth',
        column,
        inhibitor,
        growth: number('iGrowthPercent'),
        inhibition: number('iInhibitionPercent'),
        divisor: isCompat ? 1 : 100,
      }),
    },
  }),
  PropertyPropagator: kind('PropertyPropagator', ['PropertyType'], {
    SPREAD: flowing('spread'),
    DIFFUSE: flowing('diffuse'),
    GATHER: {
      numbers: ['iAmountPerTurn'],
      flow: ({ column, number, targets, isCompat }) => ({
        does: 'gather',
        column,
        amount: number('iAmountPerTurn'),
        negative: isCompat ? 'taken' : 'nothing',
        targets: targets(),
      }),
    },
  }),
};

function kind(tag: ManipulatorTag, propertyTags: readonly string[], rows: Readonly<Record<string, FormRow>>): KindRow {
  const prefix = `${tag.toUpperCase()}_`;
  return {
    typeTag: `${tag}Type`,
    propertyTags,
    isPropagator: tag === 'PropertyPropagator',
    forms: new Map(Object.entries(rows).map(([name, row]) => [`${prefix}${name}`, row])),
  };
}

/**
 * Kinds of things that carry manipulators, in the order in which those apply, and the types of objects that have them.
 */
export const carrierKinds = {
  GAME: [],
  TEAM: [],
  PLAYER: ['CIVIC', 'RELIGION', 'TRAIT', 'HANDICAP'],
  CITY: ['BUILDING', 'RELIGION', 'CORPORATION', 'SPECIALIST'],
  UNIT: ['UNITTYPE', 'PROMOTION'],
  PLOT: ['TERRAIN', 'FEATURE', 'IMPROVEMENT', 'ROUTE', 'BONUS'],
} as const satisfies Readonly<Record<ObjectType, readonly (keyof CivDeclaration['types'])[]>>;

type CarrierKind = (typeof carrierKinds)[ObjectType][number];

export const globalCarrier = 'global';

/** The types of objects that have a carrier: all types for a global one, none for things that carry nothing. */
export function carrierTypes({ types }: Pick<CivDeclaration, 'types'>, carrier: string): readonly ObjectType[] {
  if (carrier === globalCarrier) return objectTypes;
  return objectTypes.filter((type) => carrierKinds[type].some((kind) => types[kind]?.includes(carrier) === true));
}

/** Manipulators of every object, and those of things by id, in the order in which they apply. */
interface CivManipulators {
  readonly global: readonly Manipulator[];
  readonly carried: ReadonlyMap<string, readonly Manipulator[]>;
}

interface Lowering {
  readonly civ: CivModel;
  readonly policy: Policy;
}

/** In the order of an object: global ones, then by the kind of thing, then by the order of the registry. */
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

/** All objects of a type in the order of the game, without dead players and their objects. */
function everyObject(civ: CivModel, type: ObjectType): FlowCarrier {
  const kind = civ.kinds[type];
  const related = type === 'GAME' ? undefined : relationSteps(civ, 'ASSOCIATED', 'GAME', type);
  return { objects: related ?? [{ by: 'objects', kind }], kind };
}

function carrierOf({ civ, policy }: Lowering, type: ObjectType, kind: CarrierKind, id: string): FlowCarrier {
  const every = everyObject(civ, type);
  if (kind === 'SPECIALIST')
    return { ...every, times: columnNode(askedSubject(civ, [type], policy), known(civ.columns.specialists, id)) };
  // Every carrier stores its things, and an inactive building does not count.
  return { ...every, where: lowerExpression(unplaced({ node: 'has', kind, id }, 'boolean'), civ, [type], policy) };
}

const nowhere = { line: 0, column: 0 };

function unplaced(shape: CivShape, type: ValueType): CivExpression {
  return expressionAt(shape, type, nowhere);
}

/** A manipulator for its carriers of one type; undefined if it cannot reach anything from there. */
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
