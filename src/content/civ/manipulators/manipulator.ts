import type { FlowForm, FlowTargets } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import {
  type CivExpression,
  type CivIssue,
  type Place,
  type ObjectType,
  type RelationName,
  objectTypes,
} from '../syntax.js';
import type { CivDeclaration } from '../world/declaration.js';

/** In the order in which those of one document apply. */
export const manipulatorTags = ['PropertySource', 'PropertyInteraction', 'PropertyPropagator'] as const;
export type ManipulatorTag = (typeof manipulatorTags)[number];

export interface Manipulator extends Place {
  readonly name: string;
  /** The type of its receivers; left out: any. */
  readonly objectType: ObjectType | undefined;
  /** From the carrier to the receivers; left out: the carrier itself receives. */
  readonly relation: Related | undefined;
  /** Asked of the receiver; left out: always. */
  readonly active: CivExpression | undefined;
  readonly form: ManipulatorForm;
}

export interface Related {
  readonly relation: RelationName;
  readonly distance: number;
}

export interface ManipulatorForm {
  readonly row: FormRow;
  readonly properties: readonly string[];
  readonly numbers: Readonly<Partial<Record<NumberTag, number>>>;
  readonly attribute: string;
  readonly expression: CivExpression | undefined;
  /** Of a propagator. */
  readonly targets: ManipulatorTargets | undefined;
}

export interface ManipulatorTargets {
  /** Left out: objects of all types, type by type. */
  readonly objectType: ObjectType | undefined;
  /** Left out: nobody. */
  readonly relation: Related | undefined;
  readonly condition: CivExpression | undefined;
}

/** In the order in which they apply, with what is wrong or odd. Nothing loads where there is an error. */
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
  /** Whole numbers that are 0 where they are missing. */
  readonly options?: readonly NumberTag[];
  readonly hasExpression?: true;
  readonly hasAttribute?: true;
  flow(said: Said): FlowForm;
}

/** In terms of a model, for objects of one type. */
export interface Said {
  /** Columns of the properties. */
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
 * Kinds of things that carry manipulators, in the order in which those apply, by the type of the objects that have
 * them.
 */
export const carrierKinds = {
  GAME: [],
  TEAM: [],
  PLAYER: ['CIVIC', 'RELIGION', 'TRAIT', 'HANDICAP'],
  CITY: ['BUILDING', 'RELIGION', 'CORPORATION', 'SPECIALIST'],
  UNIT: ['UNITTYPE', 'PROMOTION'],
  PLOT: ['TERRAIN', 'FEATURE', 'IMPROVEMENT', 'ROUTE', 'BONUS'],
} as const satisfies Readonly<Record<ObjectType, readonly (keyof CivDeclaration['types'])[]>>;

export type CarrierKind = (typeof carrierKinds)[ObjectType][number];

export const globalCarrier = 'global';

/** The types of objects that have a carrier; all types for what is global, none for things that carry nothing. */
export function carrierTypes({ types }: Pick<CivDeclaration, 'types'>, carrier: string): readonly ObjectType[] {
  if (carrier === globalCarrier) return objectTypes;
  return objectTypes.filter((type) => carrierKinds[type].some((kind) => types[kind]?.includes(carrier) === true));
}
