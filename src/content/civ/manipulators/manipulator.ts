import type { FlowForm, FlowTargets } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { CivExpression, CivIssue, Place } from '../expression/syntax.js';
import { type ObjectType, type RelationName, objectTypes } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';

/** The three sorts of manipulators, in the order in which those of one document apply. */
export const manipulatorTags = ['PropertySource', 'PropertyInteraction', 'PropertyPropagator'] as const;
export type ManipulatorTag = (typeof manipulatorTags)[number];

/**
 * Something that changes properties once a turn, as it is meant: what either policy makes of an element of a document.
 */
export interface Manipulator extends Place {
  /** `PropertySource[2]`, for people. */
  readonly name: string;
  /** Whom it counts for; left out: whomever it reaches. */
  readonly objectType: ObjectType | undefined;
  /** How it reaches them from its carrier; left out: it counts for the carrier itself. */
  readonly relation: Related | undefined;
  /** Asked of whom it counts for; left out: always. */
  readonly active: CivExpression | undefined;
  readonly form: ManipulatorForm;
}

export interface Related {
  readonly relation: RelationName;
  /** Of NEAR, else 0. */
  readonly distance: number;
}

export interface ManipulatorForm {
  readonly row: FormRow;
  /** One, or of an interaction where it comes from and where it goes. */
  readonly properties: readonly string[];
  readonly numbers: Readonly<Partial<Record<NumberTag, number>>>;
  readonly attribute: string;
  /** Of a form that has one. */
  readonly expression: CivExpression | undefined;
  /** Of a propagator. */
  readonly targets: ManipulatorTargets | undefined;
}

/** Whom a propagator exchanges with. */
export interface ManipulatorTargets {
  /** Left out: objects of all types, type by type. */
  readonly objectType: ObjectType | undefined;
  /** Left out: nobody. */
  readonly relation: Related | undefined;
  readonly condition: CivExpression | undefined;
}

/**
 * The manipulators of a document, in the order in which they apply, and what is wrong with it or odd. Nothing loads
 * where there is an error.
 */
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

/** A form of manipulators: the elements that it takes beside those that all take, and what they mean. */
export interface FormRow {
  /** Whole numbers that must be there. */
  readonly numbers: readonly NumberTag[];
  /** Whole numbers that are 0 where they are missing. */
  readonly options?: readonly NumberTag[];
  /** `iAmountPerTurn` holds an expression. */
  readonly hasExpression?: true;
  readonly hasAttribute?: true;
  flow(said: Said): FlowForm;
}

/** What a form says in terms of a model, for objects of one type. */
export interface Said {
  /** Columns of the properties. */
  readonly column: number;
  readonly to: number;
  readonly number: (tag: NumberTag) => number;
  readonly expression: () => Node;
  /** The attribute, times a number. */
  readonly timesAttribute: (factor: number) => Node;
  readonly targets: () => FlowTargets;
  /** As the shipped game does it. */
  readonly isCompat: boolean;
}

export interface SortRow {
  /** The element that names the form. */
  readonly typeTag: string;
  readonly propertyTags: readonly string[];
  readonly isPropagator: boolean;
  /** By what the element says. */
  readonly forms: ReadonlyMap<string, FormRow>;
}

const flowing = (does: 'spread' | 'diffuse'): FormRow => ({
  numbers: ['iPercent'],
  flow: ({ column, number, targets }) => ({ does, column, percent: number('iPercent'), targets: targets() }),
});

export const sorts: Readonly<Record<ManipulatorTag, SortRow>> = {
  PropertySource: sort('PropertySource', ['PropertyType'], {
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
  PropertyInteraction: sort('PropertyInteraction', ['SourcePropertyType', 'TargetPropertyType'], {
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
  PropertyPropagator: sort('PropertyPropagator', ['PropertyType'], {
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

function sort(tag: ManipulatorTag, propertyTags: readonly string[], rows: Readonly<Record<string, FormRow>>): SortRow {
  const prefix = `${tag.toUpperCase()}_`;
  return {
    typeTag: `${tag}Type`,
    propertyTags,
    isPropagator: tag === 'PropertyPropagator',
    forms: new Map(Object.entries(rows).map(([name, row]) => [`${prefix}${name}`, row])),
  };
}

/**
 * Kinds of things that carry manipulators, by the type of the objects that have them, in the order in which they apply.
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

/** What every object carries. */
export const globalCarrier = 'global';

/**
 * The types of objects that have what carries manipulators; all types for what is global, none for things that carry
 * nothing.
 */
export function carrierTypes({ types }: Pick<CivDeclaration, 'types'>, carrier: string): readonly ObjectType[] {
  if (carrier === globalCarrier) return objectTypes;
  return objectTypes.filter((type) => carrierKinds[type].some((kind) => types[kind]?.includes(carrier) === true));
}
