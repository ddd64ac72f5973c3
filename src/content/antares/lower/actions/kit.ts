import { nodes } from '../../../../eval/nodes.js';
import { makeNode } from '../../../../eval/make-node.js';
import { running as runningValue } from '../../../../eval/ops/time.js';
import { holds } from '../../../../eval/ops/bits.js';
import { classOf } from '../../../../eval/ops/objects.js';
import type { BecomeEffect, BranchEffect, Effect, HoldEffect, ModifyEffect } from '../../../../ir/effect.js';
import { sourceSlot, targetSlot, type Node } from '../../../../ir/node.js';
import type { Action, ActionList, Deed } from '../../../../ir/trigger.js';
import * as syntax from '../../syntax.js';
import type { ColumnKey, LevelModel } from '../../world/level-model.js';
import {
  booleanNode,
  compareNode,
  appliesNode,
  isTaken,
  node,
  noneNode,
  notNode,
  ownerNode,
  playerNode,
  roleNode,
} from '../nodes.js';

export interface Kit {
  readonly model: LevelModel;
  readonly lists: Lists;
  /** What is done when a body of a class is destroyed: list by class. */
  readonly destroyLists: ReadonlyMap<number, number>;
  /** What actions do, by what they are; see `lowerDeed`. */
  readonly deeds: Map<string, Deed>;
}

/**
 * Lists while they are gathered. What content writes is lowered later, one list after the other, so that groups within
 * groups and actions that begin one another need no recursion.
 */
interface Lists {
  /** Sets a list aside. Returns its index. */
  ofContent(name: string, actions: readonly syntax.Action[]): number;
  /** The index of a list of parts of actions, one of each name. */
  ofParts(name: string, make: () => readonly Action[]): number;
  /** Lowers all that is set aside, also meanwhile. */
  finish(lower: (action: syntax.Action) => Action): readonly ActionList[];
}

interface Entry {
  readonly name: string;
  actions: readonly Action[];
}

export function createLists(): Lists {
  const entries: Entry[] = [];
  const waiting: { readonly entry: Entry; readonly actions: readonly syntax.Action[] }[] = [];
  const parts = new Map<string, number>();
  const add = (name: string): number => entries.push({ name, actions: [] }) - 1;
  return {
    ofContent(name, actions) {
      const index = add(name);
      waiting.push({ entry: entries[index], actions });
      return index;
    },
    ofParts(name, make) {
      const known = parts.get(name);
      if (known !== undefined) return known;
      const index = add(name);
      // Known before it is made: it may begin itself.
      parts.set(name, index);
      entries[index].actions = make();
      return index;
    },
    finish(lower) {
      // What is lowered may add further lists, which wait behind.
      for (const next of waiting) next.entry.actions = next.actions.map(lower);
      return entries.map(({ name, actions }, index) => ({ index, name, actions }));
    },
  };
}

/** Nodes that only actions need: they see their roles in slots. */

export const subjectNode: Node = nodes.slot(sourceSlot);
export const directNode: Node = nodes.slot(targetSlot);

export const ownerOfDirect = ownerNode(directNode);

export const runningNode: Node = makeNode(runningValue, { type: { name: 'number' } });

export function isSomebody(object: Node): Node {
  return appliesNode(compareNode('ne', object, noneNode));
}

export function isNobody(object: Node): Node {
  return notNode(isSomebody(object));
}

export function hasAttribute({ holdings }: LevelModel, body: Node, attribute: syntax.Attribute): Node {
  return makeNode(holds, { holding: holdings.attributes, word: wordOf(attribute) }, body);
}

export function wordOf(attribute: syntax.Attribute): number {
  return 1 + syntax.attributes.indexOf(attribute);
}

export function classNode({ classes }: LevelModel, base: string): Node {
  return nodes.constant(classes.get(base) ?? 0, { name: 'class' });
}

export function seatNode(model: LevelModel, seat: number): Node {
  return isTaken(model, seat) ? playerNode(model, seat) : noneNode;
}

/** Effects of actions on their direct object, or on whom they name. */

export const onDirect = Object.freeze({ recipient: 'target', stacking: 0, label: '' } as const);

/** Puts a value into a cell of the direct object, or of the holder, also without a direct object. */
export function write(column: number, amount: Node, holder?: Node): ModifyEffect {
  return { kind: 'modify', ...onDirect, column, ...(holder && { holder }), modification: 'set', amount };
}

export function increase(column: number, amount: Node, holder?: Node): ModifyEffect {
  return { ...write(column, amount, holder), modification: 'add' };
}

export function writeLevel({ roles, columns }: LevelModel, column: ColumnKey, amount: Node): ModifyEffect {
  return write(columns[column], amount, roleNode(roles.level));
}

/** A word goes into a set of the direct object or of the holder, or out of it. */
export function hold({ model }: LevelModel, holding: number, word: number, held: boolean, holder?: Node): HoldEffect {
  const type = { name: 'enumeration', index: model.holdings[holding].words } as const;
  const wordNode = nodes.constant(word, type);
  return { kind: 'hold', ...onDirect, holding, ...(holder && { holder }), word: wordNode, held: booleanNode(held) };
}

/** The direct object has what its class, or another, says in some columns and holdings. */
export function become(
  columns: readonly number[],
  holdings: readonly number[],
  classNode = node(classOf, directNode),
): BecomeEffect {
  return { kind: 'become', ...onDirect, class: classNode, columns, holdings };
}

/** `condition` is asked before any of the effects fires. */
export function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...onDirect, condition, then, otherwise };
}

export function effectsDeed(...effects: readonly Effect[]): Deed {
  return { by: 'effects', effects };
}

/** A part of an action; `filter` sees the roles of the list that it is in. */
export function silently(name: string, deed: Deed, filter?: Node): Action {
  return { name, filter, swaps: false, silent: true, needsDirect: false, deed };
}
