import type { Ability, Listening } from '../ability.js';
import { type Closure, closureOf } from '../execute/closure.js';
import { type Node, sourceSlot } from '../node.js';
import type { OccurringData } from '../operations/occurring.js';
import { copyOf } from './answers.js';

/** An ability and what it listens to of one type, prepared to be asked often. */
export interface Entry {
  readonly ability: Ability;
  readonly listening: Listening;
  /** What it has been used as; shared where several abilities are one copy. */
  readonly copy: number;
  readonly isShared: boolean;
  readonly live: Closure | undefined;
  readonly where: Closure | undefined;
  readonly condition: Closure | undefined;
  readonly controller: Closure | undefined;
  /** It can only answer where a field holds a value, as it is stored: other occurrences need not be asked. */
  readonly demanded: { readonly field: number; readonly value: number } | undefined;
  /** It can only be the ability of the object that a field names; -1: of any. */
  readonly self: number;
}

export function entryOf(ability: Ability, listening: Listening): Entry {
  const closure = (node: Node | undefined): Closure | undefined => node && closureOf(node);
  const demands = [...partsOf(listening.where), ...partsOf(ability.condition)];
  return {
    ability, listening, copy: copyOf(ability), isShared: ability.copy !== undefined,
    live: closure(ability.live), where: closure(listening.where), condition: closure(ability.condition), controller: closure(ability.controller),
    demanded: first(demands, demandedBy), self: first(demands, selfIn) ?? -1,
  };
}

/** Conditions that must all be true. */
function partsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.op === 'and' ? node.args.flatMap(partsOf) : [node];
}

function first<Found>(nodes: readonly Node[], find: (node: Node) => Found | undefined): Found | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The two sides of an equation, either way round. */
function sidesOf(node: Node): readonly (readonly [Node, Node])[] {
  if (node.op !== 'compare' || (node.data as { readonly comparison: string }).comparison !== '==') return [];
  return [[node.args[0], node.args[1]], [node.args[1], node.args[0]]];
}

/** A field equals a constant. Objects are stored in another way than they are compared. */
function demandedBy(node: Node): Entry['demanded'] {
  for (const [side, other] of sidesOf(node)) {
    if (side.op === 'occurring' && side.type.name !== 'entity' && other.op === 'constant') {
      return { field: (side.data as OccurringData).field, value: (other.data as { readonly value: number }).value };
    }
  }
  return undefined;
}

/** A field names the object whose ability it is. */
function selfIn(node: Node): number | undefined {
  for (const [side, other] of sidesOf(node)) {
    if (side.op === 'occurring' && side.type.name === 'entity' && other.op === 'slot' && (other.data as { readonly slot: number }).slot === sourceSlot) return (side.data as OccurringData).field;
  }
  return undefined;
}
