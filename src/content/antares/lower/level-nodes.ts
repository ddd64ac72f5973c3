import { and, or } from '../../../eval/ops/logic.js';
import { nodes } from '../../../eval/node-kit.js';
import { makeNodeOf, makeNode } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import { type Node, sourceSlot, targetSlot } from '../../../ir/node.js';
import {
  type Action as LevelAction,
  type Attribute,
  attributes,
  comparisonOf,
  type Order,
  type Reference,
} from '../syntax.js';
import type { ColumnKey, LevelModel } from '../world/level-model.js';
import { running as runningValue } from '../../../eval/ops/time.js';
import { holds } from '../../../eval/ops/bit-tests.js';
import { classOf } from '../../../eval/ops/object-links.js';
import type { BecomeEffect, Effect, HoldEffect, ModifyEffect } from '../../../ir/effect.js';
import { onTarget, silently, write as writeNode } from '../../../ir/make-effect.js';
import type { Action, ActionList, Task } from '../../../ir/trigger.js';

export type Operand = Node | number | boolean;

export function operandNode(of: Operand): Node {
  if (typeof of === 'number') return nodes.number(of);
  return typeof of === 'boolean' ? nodes.boolean(of) : of;
}

export function node(operation: Operation<undefined>, ...args: readonly Operand[]): Node {
  return makeNodeOf(operation, undefined, args.map(operandNode));
}

export const subjectNode: Node = nodes.slot(sourceSlot);
export const directNode: Node = nodes.slot(targetSlot);
export const ownerOfDirect = nodes.owner(directNode);

export function wordNode({ model, columns }: LevelModel, column: 'screen' | 'zoom', word: string): Node {
  const { type } = model.columns[columns[column]];
  const words = type.name === 'enumeration' ? model.enumerations[type.index].members : [];
  return nodes.constant(words.indexOf(word) + 1, type);
}

const missingNode = nodes.missing({ name: 'entity' });

export function playerNode({ roles }: LevelModel, seat: number): Node {
  return roleOrMissing(roles.players, seat);
}

function roleOrMissing(roles: readonly number[], place: number): Node {
  const index = place < 0 ? undefined : roles.at(place);
  return index === undefined ? missingNode : nodes.role(index);
}

export function isTaken({ level }: LevelModel, seat: number): boolean {
  return seat >= 0 && seat < level.players.length;
}

export function readNode({ model, columns }: LevelModel, column: ColumnKey | number, of = directNode): Node {
  const index = typeof column === 'number' ? column : columns[column];
  return nodes.read(index, model.columns[index].type, of, 'missing');
}

export function levelNode(model: LevelModel, column: ColumnKey): Node {
  return readNode(model, column, nodes.role(model.roles.level));
}

export function compareNode(op: Order, left: Node, right: Operand): Node {
  return nodes.compare(comparisonOf[op], left, operandNode(right));
}

export function andNode(...parts: readonly Node[]): Node {
  return node(and, ...parts);
}

export function orNode(...parts: readonly Node[]): Node {
  return node(or, ...parts);
}

export function lowerReference(model: LevelModel, { by, index }: Pick<Reference, 'by' | 'index'>): Node {
  switch (by) {
    case 'initial': {
      const body = roleOrMissing(model.roles.initials, index);
      return body === missingNode ? body : inUseNode(model, body);
    }
    case 'flagship': {
      // The engine uses the player's last flagship, even a removed one that is not freed yet.
      const body = readNode(model, 'flagship', playerNode(model, index));
      return model.policy === 'compat'
        ? nodes.provided(body, nodes.present(readNode(model, 'inUse', body)))
        : inUseNode(model, body);
    }
    case 'control':
      return controlledNode(model, index, 'control');
    case 'target':
      return inUseNode(model, readNode(model, 'target', playerNode(model, index)));
  }
}

/** A body of a player, while it is in use and belongs to the player. */
export function controlledNode(model: LevelModel, seat: number, column: 'control' | 'buildAt'): Node {
  const player = playerNode(model, seat);
  const body = readNode(model, column, player);
  return nodes.provided(body, andNode(readNode(model, 'inUse', body), compareNode('eq', nodes.owner(body), player)));
}

function inUseNode(model: LevelModel, body: Node): Node {
  return nodes.provided(body, readNode(model, 'inUse', body));
}

export interface Kit {
  readonly model: LevelModel;
  readonly lists: Lists;
  readonly destroyLists: ReadonlyMap<number, number>;
  /** By meaning of actions: see `lowerTask`. */
  readonly tasks: Map<string, Task>;
}

type Lists = ReturnType<typeof createLists>;

/** Lists are lowered in turn at the end, so that nested groups need no recursion. */
export function createLists() {
  const entries: { readonly name: string; actions: readonly Action[] }[] = [];
  const waiting: { readonly index: number; readonly actions: readonly LevelAction[] }[] = [];
  const parts = new Map<string, number>();
  const add = (name: string) => entries.push({ name, actions: [] }) - 1;
  return {
    ofContent(name: string, actions: readonly LevelAction[]): number {
      const index = add(name);
      waiting.push({ index, actions });
      return index;
    },
    ofParts(name: string, make: () => readonly Action[]): number {
      const known = parts.get(name);
      if (known !== undefined) return known;
      const index = add(name);
      // Registered first: the list may begin itself.
      parts.set(name, index);
      entries[index].actions = make();
      return index;
    },
    finish(lower: (action: LevelAction) => Action): readonly ActionList[] {
      // Lowering may append lists.
      for (const { index, actions } of waiting) entries[index].actions = actions.map(lower);
      return entries.map(({ name, actions }, index) => ({ index, name, actions }));
    },
  };
}

export const runningNode: Node = makeNode(runningValue, { type: { name: 'number' } });

export function isSomebody(object: Node): Node {
  return nodes.applies(compareNode('ne', object, nodes.none));
}

export function isNobody(object: Node): Node {
  return nodes.not(isSomebody(object));
}

export function hasAttribute({ holdings }: LevelModel, attribute: Attribute, body = directNode): Node {
  return makeNode(holds, { holding: holdings.attributes, word: wordOf(attribute) }, body);
}

export function wordOf(attribute: Attribute): number {
  return 1 + attributes.indexOf(attribute);
}

export function classNode({ classes }: LevelModel, base: string): Node {
  return nodes.constant(classes.get(base) ?? 0, { name: 'class' });
}

export function scoreColumn({ columns }: LevelModel, which: number): number | undefined {
  return which < 0 ? undefined : columns.scores.at(which);
}

export function seatNode(model: LevelModel, seat: number): Node {
  return isTaken(model, seat) ? playerNode(model, seat) : nodes.none;
}

export function occupations(model: LevelModel) {
  return model.columns.occupation.flatMap((column, seat) =>
    isTaken(model, seat) ? [{ column, player: playerNode(model, seat) }] : [],
  );
}

/** Writes a cell of the direct object, or of a holder. */
export function write(column: number, amount: Operand, holder?: Node): ModifyEffect {
  return writeNode(column, operandNode(amount), holder);
}

export function writeLevel({ roles, columns }: LevelModel, column: ColumnKey, amount: Operand): ModifyEffect {
  return write(columns[column], amount, nodes.role(roles.level));
}

export function hold({ model }: LevelModel, holding: number, word: number, held: boolean, holder?: Node): HoldEffect {
  const node = nodes.constant(word, { name: 'enumeration', index: model.holdings[holding].words });
  return { kind: 'hold', ...onTarget, holding, ...(holder && { holder }), word: node, held: nodes.boolean(held) };
}

/** Gives the direct object columns and holdings of its class, or of another. */
export function become(
  columns: readonly number[],
  holdings: readonly number[],
  classNode = node(classOf, directNode),
): BecomeEffect {
  return { kind: 'become', ...onTarget, class: classNode, columns, holdings };
}

export type Doing = Task | readonly Effect[];

export function taskOf(doing: Doing): Task {
  return 'by' in doing ? doing : { by: 'effects', effects: doing };
}

export function partOf(name: string, doing: Doing, filter?: Node): Action {
  return silently(name, taskOf(doing), filter);
}
