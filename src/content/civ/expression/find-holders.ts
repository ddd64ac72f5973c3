import type { XmlElement } from '../xml/element.js';
import type { ValueType } from './shape.js';

/** An element that holds an expression. */
export interface HolderTag {
  readonly name: string;
  readonly wanted: ValueType;
  /**
   * Somewhere inside of an element of this name only: elsewhere the files of the game use the name for other things.
   */
  readonly inside?: string;
}

/**
 * What holds expressions in the files of the game: manipulators, then conditions of buildings, units, spawns and
 * replacements, then outcomes and their missions.
 */
export const holderTags: readonly HolderTag[] = [
  { name: 'Active', wanted: 'boolean' },
  { name: 'TargetCondition', wanted: 'boolean' },
  { name: 'iAmountPerTurn', wanted: 'number' },
  { name: 'ConstructCondition', wanted: 'boolean' },
  { name: 'NewCityFree', wanted: 'boolean' },
  { name: 'FreePromotionCondition', wanted: 'boolean' },
  { name: 'TrainCondition', wanted: 'boolean' },
  { name: 'SpawnCondition', wanted: 'boolean' },
  { name: 'ReplacementCondition', wanted: 'boolean' },
  { name: 'PlotCondition', wanted: 'boolean' },
  { name: 'UnitCondition', wanted: 'boolean' },
  { name: 'bUnitToCity', wanted: 'boolean' },
  { name: 'iReduceAnarchyLength', wanted: 'number', inside: 'Outcome' },
  { name: 'iChance', wanted: 'number', inside: 'Outcome' },
  { name: 'iYield', wanted: 'number', inside: 'Outcome' },
  { name: 'iCommerce', wanted: 'number', inside: 'Outcome' },
  { name: 'iCost', wanted: 'number', inside: 'Action' },
];

export interface Holder {
  readonly element: XmlElement;
  readonly wanted: ValueType;
  /** The element around it, which says whose it is; the holder itself where it is the root. */
  readonly parent: XmlElement;
}

interface Visit {
  readonly element: XmlElement;
  readonly parent: XmlElement;
  /** Names of the elements around it that a tag asks for. */
  readonly around: ReadonlySet<string>;
}

/**
 * All holders of a document in its order; what is inside of a holder is an expression and not searched. Nothing
 * recurses.
 */
export function findHolders(root: XmlElement, tags: readonly HolderTag[] = holderTags): readonly Holder[] {
  const byName = new Map(tags.map((tag) => [tag.name, tag]));
  const asked = new Set(tags.map(({ inside }) => inside).filter((name) => name !== undefined));
  const holders: Holder[] = [];
  const stack: Visit[] = [{ element: root, parent: root, around: new Set() }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { element, parent, around } = visit;
    const tag = byName.get(element.name);
    if (tag !== undefined && (tag.inside === undefined || around.has(tag.inside))) {
      holders.push({ element, wanted: tag.wanted, parent });
      continue;
    }
    const within = asked.has(element.name) && !around.has(element.name) ? new Set([...around, element.name]) : around;
    for (let i = element.children.length - 1; i >= 0; i--)
      stack.push({ element: element.children[i], parent: element, around: within });
  }
  return holders;
}
