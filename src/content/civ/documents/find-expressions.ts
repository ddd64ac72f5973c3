import { type HolderTag, findHolders, holderTags } from '../expression/find-holders.js';
import type { ValueType } from '../expression/shape.js';
import { carrierKinds, carrierTypes, globalCarrier } from '../manipulators/carriers.js';
import { type ObjectType, objectTypes } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';
import { type XmlElement, childOf } from '../xml/element.js';

/** Something in a document that expressions are in: a holder of one, or a whole `PropertyManipulators`. */
export interface Found {
  readonly element: XmlElement;
  /** Of a holder: what its expression is wanted to be. Left out of manipulators. */
  readonly wanted?: ValueType;
  /** Types of the objects that it is asked of, or that carry the manipulators. */
  readonly scope: readonly ObjectType[];
  /** The `Type` of the thing around it that says whose it is; empty where nothing around it has one. */
  readonly owner: string;
}

const manipulatorsTag = 'PropertyManipulators';

/** Of whom the game asks what stands in a holder; everything else may be asked of anything. */
const scopes: ReadonlyMap<string, readonly ObjectType[]> = new Map<string, readonly ObjectType[]>([
  ['ConstructCondition', ['CITY']],
  ['TrainCondition', ['CITY']],
  ['NewCityFree', ['CITY']],
  ['FreePromotionCondition', ['UNIT']],
  ['UnitCondition', ['UNIT']],
  ['bUnitToCity', ['UNIT']],
  ['iReduceAnarchyLength', ['UNIT']],
  ['iChance', ['UNIT']],
  ['iYield', ['UNIT']],
  ['iCommerce', ['UNIT']],
  ['iCost', ['UNIT']],
  ['SpawnCondition', ['PLOT']],
  ['PlotCondition', ['PLOT']],
  ['ReplacementCondition', ['GAME']],
]);

// What is inside of manipulators is theirs.
const tags: readonly HolderTag[] = [...holderTags, { name: manipulatorsTag, wanted: 'boolean' }];

/** All that holds expressions in a document, in its order. `types`: declared ids by kind, where they are known. */
export function findExpressions(root: XmlElement, types: CivDeclaration['types'] = {}): readonly Found[] {
  // Many holders may stand in one element, which is searched once.
  const owners = new Map<XmlElement, string>();
  return findHolders(root, tags).map(({ element, wanted, parent }) => {
    const owner = parent === element ? '' : (owners.get(parent) ?? childOf(parent, 'Type')?.text ?? '');
    owners.set(parent, owner);
    if (element.name === manipulatorsTag) return { element, owner, scope: carriersOf(owner, types) };
    return { element, owner, wanted, scope: scopes.get(element.name) ?? objectTypes };
  });
}

/**
 * The types of objects that carry what a thing of the game brings along; all of them where that is not known, as of
 * what belongs to no such thing.
 */
function carriersOf(owner: string, types: CivDeclaration['types']): readonly ObjectType[] {
  const declared = carrierTypes({ types }, owner === '' ? globalCarrier : owner);
  if (declared.length > 0) return declared;
  const kind = owner.startsWith('UNIT_') ? 'UNITTYPE' : owner.split('_', 1)[0];
  const named = objectTypes.filter((type) => carrierKinds[type].some((each) => each === kind));
  return named.length > 0 ? named : objectTypes;
}

/** Whether something that has manipulators is carried by objects: else they are every object's. */
export function isCarrier(owner: string, types: CivDeclaration['types']): boolean {
  return owner !== globalCarrier && carrierTypes({ types }, owner).length > 0;
}
