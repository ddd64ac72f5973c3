import { nodes } from '../../../../eval/node-kit.js';
import { makeNode } from '../../../../eval/make-node.js';
import { running as runningValue } from '../../../../eval/ops/time.js';
import { holds } from '../../../../eval/ops/bit-tests.js';
import { classOf } from '../../../../eval/ops/object-links.js';
import type { BecomeEffect, Effect, HoldEffect, ModifyEffect } from '../../../../ir/effect.js';
import { onTarget, write } from '../../../../ir/make-effect.js';
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
  readonly destroyLists: ReadonlyMap<number, number>;
  /** By what actions are: see `lowerDeed`. */
  readonly deeds: Map<string, Deed>;
}

type Lists = ReturnType<typeof createLists>;

/**
 * Lists while they are gathered. What content writes is lowered later, one list after the other, so that groups within
 * groups and actions that begin one another need no recursion.
 */
export function createLists() {
  const entries: { readonly name: string; actions: readonly Action[] }[] = [];
  const waiting: { readonly index: number; readonly actions: readonly syntax.Action[] }[] = [];
  const parts = new Map<string, number>();
  const add = (name: string) => entries.push({ name, actions: [] }) - 1;
  return {
    ofContent(name: string, actions: readonly syntax.Action[]): number {
      const index = add(name);
      waiting.push({ index, actions });
      return index;
    },
    ofParts(name: string, make: () => readonly Action[]): number {
      const known = parts.get(name);
      if (known !== undefined) return known;
      const index = add(name);
      // Known before it is made: it may begin itself.
      parts.set(name, index);
      entries[index].actions = make();
      return index;
    },
    finish(lower: (action: syntax.Action) => Action): readonly ActionList[] {
      // What is lowered may set further lists aside.
      for (const { index, actions } of waiting) entries[index].actions = actions.map(lower);
      return entries.map(({ name, actions }, index) => ({ index, name, actions }));
    },
  };
}

/** Actions see their roles in slots. */

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

export function occupations(model: LevelModel): readonly { readonly column: number; readonly player: Node }[] {
  return model.columns.occupation.flatMap((column, seat) =>
    isTaken(model, seat) ? [{ column, player: playerNode(model, seat) }] : [],
  );
}

export function writeLevel({ roles, columns }: LevelModel, column: ColumnKey, amount: Node): ModifyEffect {
  return write(columns[column], amount, roleNode(roles.level));
}

export function hold({ model }: LevelModel, holding: number, word: number, held: boolean, holder?: Node): HoldEffect {
  const node = nodes.constant(word, { name: 'enumeration', index: model.holdings[holding].words });
  return { kind: 'hold', ...onTarget, holding, ...(holder && { holder }), word: node, held: booleanNode(held) };
}

/** The direct object has what its class, or another, says in some columns and holdings. */
export function become(
  columns: readonly number[],
  holdings: readonly number[],
  classNode = node(classOf, directNode),
): BecomeEffect {
  return { kind: 'become', ...onTarget, class: classNode, columns, holdings };
}

export function effectsDeed(...effects: readonly Effect[]): Deed {
  return { by: 'effects', effects };
}
