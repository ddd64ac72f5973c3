import type { CivExpression } from '../expression/syntax.js';
import type { ManipulatorForm, ManipulatorTag, ManipulatorTargets } from './manipulator.js';

/** What the elements of a manipulator say, read under some policy. */
export interface Fields {
  property(tag: string): string;
  whole(tag: string): number;
  attribute(): string;
  amount(): CivExpression;
  targets(): ManipulatorTargets;
}

/** A form of manipulators: the elements that it takes beside those that all take, and what they mean. */
export interface FormRow {
  /** Whole numbers that must be there. */
  readonly numbers: readonly string[];
  /** Whole numbers that are 0 where they are missing. */
  readonly options: readonly string[];
  /** `iAmountPerTurn` holds an expression. */
  readonly hasExpression: boolean;
  /** It has an `AttributeType`. */
  readonly hasAttribute: boolean;
  form(fields: Fields): ManipulatorForm;
}

const plain = { options: [], hasExpression: false, hasAttribute: false } as const;

const sources: readonly (readonly [string, FormRow])[] = [
  [
    'CONSTANT',
    {
      ...plain,
      numbers: [],
      hasExpression: true,
      form: (fields) => ({ does: 'constant', property: fields.property('PropertyType'), amount: fields.amount() }),
    },
  ],
  [
    'CONSTANT_LIMITED',
    {
      ...plain,
      numbers: ['iAmountPerTurn', 'iLimit'],
      form: (fields) => ({
        does: 'limited',
        property: fields.property('PropertyType'),
        amount: fields.whole('iAmountPerTurn'),
        limit: fields.whole('iLimit'),
      }),
    },
  ],
  [
    'DECAY',
    {
      ...plain,
      numbers: ['iPercent'],
      options: ['iNoDecayAmount'],
      form: (fields) => ({
        does: 'decay',
        property: fields.property('PropertyType'),
        percent: fields.whole('iPercent'),
        floor: fields.whole('iNoDecayAmount'),
      }),
    },
  ],
  [
    'ATTRIBUTE_CONSTANT',
    {
      ...plain,
      numbers: ['iAmountPerTurn'],
      hasAttribute: true,
      form: (fields) => ({
        does: 'attributeConstant',
        property: fields.property('PropertyType'),
        attribute: fields.attribute(),
        amount: fields.whole('iAmountPerTurn'),
      }),
    },
  ],
];

const betweenProperties = (fields: Fields) => ({
  from: fields.property('SourcePropertyType'),
  to: fields.property('TargetPropertyType'),
});

const interactions: readonly (readonly [string, FormRow])[] = [
  [
    'CONVERT_CONSTANT',
    {
      ...plain,
      numbers: ['iAmountPerTurn'],
      form: (fields) => ({ does: 'convert', ...betweenProperties(fields), amount: fields.whole('iAmountPerTurn') }),
    },
  ],
  [
    'CONVERT_PERCENT',
    {
      ...plain,
      numbers: ['iPercent'],
      options: ['iNoConvertAmount'],
      form: (fields) => ({
        does: 'convertPercent',
        ...betweenProperties(fields),
        percent: fields.whole('iPercent'),
        floor: fields.whole('iNoConvertAmount'),
      }),
    },
  ],
  [
    'INHIBITED_GROWTH',
    {
      ...plain,
      numbers: ['iGrowthPercent', 'iInhibitionPercent'],
      form: (fields) => ({
        does: 'inhibitedGrowth',
        ...betweenProperties(fields),
        growth: fields.whole('iGrowthPercent'),
        inhibition: fields.whole('iInhibitionPercent'),
      }),
    },
  ],
];

const flowing = (does: 'spread' | 'diffuse'): FormRow => ({
  ...plain,
  numbers: ['iPercent'],
  form: (fields) => ({
    does,
    property: fields.property('PropertyType'),
    percent: fields.whole('iPercent'),
    targets: fields.targets(),
  }),
});

const propagators: readonly (readonly [string, FormRow])[] = [
  ['SPREAD', flowing('spread')],
  ['DIFFUSE', flowing('diffuse')],
  [
    'GATHER',
    {
      ...plain,
      numbers: ['iAmountPerTurn'],
      form: (fields) => ({
        does: 'gather',
        property: fields.property('PropertyType'),
        amount: fields.whole('iAmountPerTurn'),
        targets: fields.targets(),
      }),
    },
  ],
];

/** What all manipulators of a sort have in common. */
export interface SortRow {
  /** The element that names the form. */
  readonly typeTag: string;
  readonly propertyTags: readonly string[];
  readonly isPropagator: boolean;
  /** By what the element says. */
  readonly forms: ReadonlyMap<string, FormRow>;
}

const oneProperty = ['PropertyType'];

export const sorts: Readonly<Record<ManipulatorTag, SortRow>> = {
  PropertySource: {
    typeTag: 'PropertySourceType',
    propertyTags: oneProperty,
    isPropagator: false,
    forms: named('PROPERTYSOURCE_', sources),
  },
  PropertyInteraction: {
    typeTag: 'PropertyInteractionType',
    propertyTags: ['SourcePropertyType', 'TargetPropertyType'],
    isPropagator: false,
    forms: named('PROPERTYINTERACTION_', interactions),
  },
  PropertyPropagator: {
    typeTag: 'PropertyPropagatorType',
    propertyTags: oneProperty,
    isPropagator: true,
    forms: named('PROPERTYPROPAGATOR_', propagators),
  },
};

function named(prefix: string, rows: readonly (readonly [string, FormRow])[]): ReadonlyMap<string, FormRow> {
  return new Map(rows.map(([name, row]) => [`${prefix}${name}`, row]));
}
