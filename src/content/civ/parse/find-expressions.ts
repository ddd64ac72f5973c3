import { type ValueType, type ObjectType, objectTypes } from '../syntax.js';
import { carrierKinds, carrierTypes, globalCarrier } from '../manipulators/manipulator.js';
import type { CivDeclaration } from '../world/declaration.js';
import { type XmlElement, childText } from './element.js';

interface HolderTag {
  readonly name: string;
  readonly wanted: ValueType;
  readonly scope?: readonly ObjectType[];
  /** Only inside an element of this name: elsewhere the game uses the name for other things. */
  readonly inside?: string;
}

const city = { wanted: 'boolean', scope: ['CITY'] } as const;
const unit = { wanted: 'boolean', scope: ['UNIT'] } as const;
const plot = { wanted: 'boolean', scope: ['PLOT'] } as const;
const outcome = { wanted: 'number', scope: ['UNIT'], inside: 'Outcome' } as const;

/** Of manipulators, then conditions of buildings, units, spawns and replacements, then outcomes and their missions. */
export const holderTags: readonly HolderTag[] = [
  { name: 'Active', wanted: 'boolean' },
  { name: 'TargetCondition', wanted: 'boolean' },
  { name: 'iAmountPerTurn', wanted: 'number' },
  { name: 'ConstructCondition', ...city },
  { name: 'NewCityFree', ...city },
  { name: 'FreePromotionCondition', ...unit },
  { name: 'TrainCondition', ...city },
  { name: 'SpawnCondition', ...plot },
  { name: 'ReplacementCondition', wanted: 'boolean', scope: ['GAME'] },
  { name: 'PlotCondition', ...plot },
  { name: 'UnitCondition', ...unit },
  { name: 'bUnitToCity', ...unit },
  { name: 'iReduceAnarchyLength', ...outcome },
  { name: 'iChance', ...outcome },
  { name: 'iYield', ...outcome },
  { name: 'iCommerce', ...outcome },
  { name: 'iCost', ...outcome, inside: 'Action' },
];

interface Holder {
  readonly element: XmlElement;
  readonly tag: HolderTag;
  /** The element around it, which says whose it is; the holder itself where it is the root. */
  readonly parent: XmlElement;
}

interface Visit extends Omit<Holder, 'tag'> {
  readonly around: ReadonlySet<string>;
}

/** All holders of a document in its order, but none inside another. Nothing recurses. */
export function findHolders(root: XmlElement, tags: readonly HolderTag[] = holderTags): readonly Holder[] {
  const byName = new Map(tags.map((tag) => [tag.name, tag]));
  const asked = new Set(tags.map(({ inside }) => inside));
  const holders: Holder[] = [];
  const stack: Visit[] = [{ element: root, parent: root, around: new Set() }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { element, parent, around } = visit;
    const tag = byName.get(element.name);
    if (tag !== undefined && (tag.inside === undefined || around.has(tag.inside))) {
      holders.push({ element, tag, parent });
      continue;
    }
    const within = asked.has(element.name) && !around.has(element.name) ? new Set([...around, element.name]) : around;
    for (const child of element.children.toReversed()) stack.push({ element: child, parent: element, around: within });
  }
  return holders;
}

export interface Found {
  readonly element: XmlElement;
  readonly wanted?: ValueType;
  readonly scope: readonly ObjectType[];
  readonly owner: string;
}

const manipulatorsTag: HolderTag = { name: 'PropertyManipulators', wanted: 'boolean' };

/** In the order of the document. `types`: declared ids by kind, where they are known. */
export function findExpressions(root: XmlElement, types: CivDeclaration['types'] = {}): readonly Found[] {
  // Many holders may stand in one element, which is searched once.
  const owners = new Map<XmlElement, string>();
  // Holders inside of manipulators are theirs.
  return findHolders(root, [...holderTags, manipulatorsTag]).map(({ element, tag, parent }) => {
    const owner = parent === element ? '' : (owners.get(parent) ?? childText(parent, 'Type'));
    owners.set(parent, owner);
    if (tag === manipulatorsTag) return { element, owner, scope: carriersOf(owner, types) };
    return { element, owner, wanted: tag.wanted, scope: tag.scope ?? objectTypes };
  });
}

/** All types where they are not known, as for what belongs to no thing of the game. */
function carriersOf(owner: string, types: CivDeclaration['types']): readonly ObjectType[] {
  const declared = carrierTypes({ types }, owner === '' ? globalCarrier : owner);
  if (declared.length > 0) return declared;
  const kind = owner.startsWith('UNIT_') ? 'UNITTYPE' : owner.split('_', 1)[0];
  const named = objectTypes.filter((type) => carrierKinds[type].some((each) => each === kind));
  return named.length > 0 ? named : objectTypes;
}

/** Whether objects carry a thing that has manipulators: else those are every object's. */
export function isCarrier(owner: string, types: CivDeclaration['types']): boolean {
  return owner !== globalCarrier && carrierTypes({ types }, owner).length > 0;
}
