import type { Aggregator } from '../../../model/model.js';
import { type ObjectType, objectTypes } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';
import { gomKinds, gomKindIn } from '../world/gom-kinds.js';
import { builtInAggregators } from '../../../state/aggregators.js';
import { type XmlElement, childOf, childText } from '../xml/element.js';

export interface Names {
  /** Ids by kind of GOM, without `GOM_`: every kind is there. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly properties: ReadonlySet<string>;
  /** With `TAG_`, to the types that can have it. */
  readonly tags: ReadonlyMap<string, readonly ObjectType[]>;
  /** With `ATTRIBUTE_`, to the types that have it. */
  readonly attributes: ReadonlyMap<string, readonly ObjectType[]>;
  /** Values of options and defines; booleans are 0 and 1. */
  readonly options: ReadonlyMap<string, number>;
  readonly bugOptions: ReadonlyMap<string, number>;
  readonly defines: ReadonlyMap<string, number>;
  readonly playerOptions: ReadonlySet<string>;
  readonly adapts: ReadonlySet<string>;
  readonly callbacks: ReadonlySet<string>;
  readonly aggregators: ReadonlyMap<string, Pick<Aggregator, 'input' | 'output'>>;
}

/** Names that can be looked up, and gone through more than once. */
export interface NameList {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/**
 * What a declared world names, with all aggregators there are: those of the game itself and those that the host
 * registered.
 */
export function namesOf(declaration: CivDeclaration, aggregators: readonly Aggregator[]): Names {
  const { types, options, bugOptions, defines, attributes, python } = declaration;
  return {
    ids: new Map(gomKinds.map((kind) => [kind, new Set(kind === 'OPTION' ? options.keys() : types[kind])])),
    options,
    bugOptions,
    defines,
    tags: tagTypes,
    properties: new Set(types.PROPERTY),
    attributes: new Map([...attributes, ...builtInAttributes]),
    playerOptions: new Set(types.PLAYEROPTION),
    adapts: new Set(types.ADAPT),
    callbacks: new Set(python.keys()),
    aggregators: new Map(aggregators.map((aggregator) => [aggregator.name, aggregator])),
  };
}

/** Attributes that the game itself has, with `ATTRIBUTE_`, to the types that have them. */
export const builtInAttributes: ReadonlyMap<string, readonly ObjectType[]> = new Map([
  ['ATTRIBUTE_POPULATION', ['CITY']],
  ['ATTRIBUTE_HEALTH', ['CITY']],
  ['ATTRIBUTE_HAPPINESS', ['CITY']],
  ['ATTRIBUTE_PLAYERS', ['GAME']],
  ['ATTRIBUTE_TEAMS', ['GAME']],
]);

/** Stored by units. */
export const unitTags: readonly string[] = [
  'TAG_ONLY_DEFENSIVE',
  'TAG_SPY',
  'TAG_FIRST_STRIKE_IMMUNE',
  'TAG_NO_DEFENSIVE_BONUS',
  'TAG_CAN_MOVE_IMPASSABLE',
  'TAG_HIDDEN_NATIONALITY',
  'TAG_BLITZ',
  'TAG_ALWAYS_HEAL',
  'TAG_ENEMY_ROUTE',
];

/** Stored by plots. */
export const plotTags: readonly string[] = [
  'TAG_WATER',
  'TAG_FRESH_WATER',
  'TAG_PEAK',
  'TAG_HILL',
  'TAG_FLATLAND',
  'TAG_COASTAL',
];

export const anarchyTag = 'TAG_ANARCHY';

const unit: readonly ObjectType[] = ['UNIT'];
const unitAndPlot: readonly ObjectType[] = ['UNIT', 'PLOT'];

/**
 * With `TAG_`, to the types that can have it: everywhere else it is false. A unit asks its plot; whether that is owned
 * or has a city is found out.
 */
export const tagTypes: ReadonlyMap<string, readonly ObjectType[]> = new Map([
  ...unitTags.map((tag) => [tag, unit] as const),
  ...[...plotTags, 'TAG_OWNED', 'TAG_CITY'].map((tag) => [tag, unitAndPlot] as const),
  [anarchyTag, ['PLAYER', 'CITY', 'UNIT', 'PLOT']],
]);

const name = /^[A-Za-z_][A-Za-z_0-9]*$/;
const boolean = /^(?:true|false)$/i;

/**
 * The names that documents use, as if all of them were declared: for checking what does not depend on who declares
 * what.
 */
export function usedNames(roots: readonly XmlElement[]): Names {
  const ids = new Map(gomKinds.map((kind) => [kind as string, new Set<string>()]));
  const properties = new Set<string>();
  const attributes = new Map<string, readonly ObjectType[]>(builtInAttributes);
  const [options, defines] = [new Map<string, number>(), new Map<string, number>()];
  const [playerOptions, adapts, callbacks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const left = [...roots];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    const { children, text } = element;
    const id = childOf(element, 'ID')?.text;
    switch (element.name) {
      case 'Has':
        ids.get(gomKindIn(childText(element, 'GOMType')))?.add(id ?? '');
        break;
      case 'PropertyType':
      case 'SourcePropertyType':
      case 'TargetPropertyType':
        properties.add(text);
        break;
      case 'AttributeType':
        if (!attributes.has(text)) attributes.set(text, objectTypes);
        break;
      case 'Option':
        options.set(id ?? text, 1);
        playerOptions.add(id ?? text);
        break;
      case 'Adapt':
        adapts.add(id ?? '');
        break;
      case 'Python':
        callbacks.add(text);
    }
    // A literal that is a name is one of a define.
    if (children.length === 0 && name.test(text) && !boolean.test(text)) defines.set(text, 1);
    for (const child of children) left.push(child);
  }
  return {
    ids,
    properties,
    attributes,
    options,
    defines,
    playerOptions,
    adapts,
    callbacks,
    bugOptions: options,
    tags: tagTypes,
    aggregators: new Map(builtInAggregators.map((aggregator) => [aggregator.name, aggregator])),
  };
}
