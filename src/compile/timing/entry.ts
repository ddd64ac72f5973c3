import { fact } from '../../components/stamps.js';
import type { Ability, Listening } from '../ability.js';
import { type Closure, closureOf } from '../execute/closure.js';
import { operationOf } from '../make-node.js';
import { type Node, sourceSlot } from '../node.js';
import type { OccurringData } from '../operations/occurring.js';
import { stampsIn } from '../watch/dependences.js';
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
  /** Stamps of all that its conditions and its controller look at beside the occurrence; undefined where they draw, so that they cannot be kept. */
  readonly looksAt: readonly number[] | undefined;
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
    looksAt: looksAt([ability.live, listening.where, ability.condition, ability.controller]),
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

function looksAt(conditions: readonly (Node | undefined)[]): readonly number[] | undefined {
  const nodes = conditions.filter((node) => node !== undefined);
  if (nodes.some(draws)) return undefined;
  const stamps = new Set<number>([fact.population, ...nodes.flatMap((node) => [...stampsIn(node)])]);
  stamps.delete(fact.occurrence);
  return [...stamps];
}

function draws(node: Node): boolean {
  const operation = operationOf(node);
  return operation.draws?.(node.data) === true || operation.sequential === true || node.args.some(draws);
}
