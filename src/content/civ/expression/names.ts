import type { Aggregator } from '../../../model/aggregator.js';
import { builtInAttributes } from './attributes.js';
import { tagTypes } from './tags.js';
import type { ObjectType } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';
import { gomKinds } from '../world/gom-kinds.js';

/** What an expression may name. */
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

/**
 * What a declared world names, with all aggregators there are: those of the game itself and those that the host
 * registered.
 */
export function namesOf(declaration: CivDeclaration, aggregators: readonly Aggregator[]): Names {
  const { types, options, bugOptions, defines, attributes, python } = declaration;
  const ids = new Map(
    gomKinds.map((kind) => [kind as string, new Set(kind === 'OPTION' ? options.keys() : types[kind])] as const),
  );
  return {
    ids,
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
