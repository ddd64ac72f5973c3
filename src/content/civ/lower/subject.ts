import type { Step } from '../../../model/connection.js';
import { aggregate } from '../../../eval/ops/member-folds.js';
import { connectionRange } from '../../../eval/ops/members.js';
import { holds } from '../../../eval/ops/bit-tests.js';
import { supposed } from '../../../eval/ops/supposed.js';
import { type Node, sourceSlot } from '../../../ir/node.js';
import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../text/quote.js';
import { type ObjectType, objectTypes, type Policy, type RelationName } from '../policy.js';
import type { CivModel } from '../world/create-civ-model.js';
import { relationLeads } from '../parse/operators.js';

/** The object that something is asked of: its node, the types that it can be of, and the first free slot. */
export interface Subject {
  readonly civ: CivModel;
  readonly object: Node;
  readonly types: readonly ObjectType[];
  readonly free: number;
}

/** Of a whole expression. No types: any. */
export function askedSubject(civ: CivModel, types: readonly ObjectType[]): Subject {
  return {
    civ,
    object: civ.nodes.slot(sourceSlot),
    types: types.length === 0 ? objectTypes : [...new Set(types)],
    free: sourceSlot + 1,
  };
}

function elsewhere(subject: Subject, type: ObjectType, object: Node): Subject {
  return { ...subject, types: [type], object };
}

export function ownerOf(subject: Subject): Subject {
  return elsewhere(subject, 'PLAYER', subject.civ.nodes.owner(subject.object));
}

export function plotOf(subject: Subject): Subject {
  return elsewhere(subject, 'PLOT', subject.civ.nodes.parent(subject.object));
}

export function teamOf(player: Subject): Subject {
  return elsewhere(player, 'TEAM', columnNode(player, player.civ.columns.team));
}

export function cityOn(plot: Subject): Subject {
  const { civ, object, free } = plot;
  const range = { over: 'attached', kind: civ.kinds.CITY, class: 0 } as const;
  const city = civ.nodes.make(aggregate, { fold: 'first', range, slot: free }, [object, civ.nodes.boolean(true)]);
  return elsewhere(plot, 'CITY', city);
}

export function gameOf(subject: Subject): Subject {
  const { civ } = subject;
  const bound = civ.nodes.role(civ.game);
  return elsewhere(subject, 'GAME', civ.nodes.otherwise(bound, civ.nodes.none));
}

export function memberOf({ civ, free }: Subject, type: ObjectType): Subject {
  return { civ, object: civ.nodes.slot(free), types: [type], free: free + 1 };
}

export function foldOf(
  { civ, object, free }: Subject,
  fold: 'any' | 'all' | 'count',
  steps: readonly Step[],
  condition: Node,
): Node {
  return civ.nodes.make(aggregate, { fold, range: connectionRange(civ.model, steps), slot: free }, [object, condition]);
}

export function heldNode({ civ, object }: Subject, holding: string, word: number): Node {
  return civ.nodes.make(holds, { holding: known(civ.holdings, holding), word }, [object]);
}

export function columnNode({ civ, object }: Subject, column: number): Node {
  return civ.nodes.read(column, civ.model.columns[column].type, object, 'zero');
}

export function supposedNode({ civ, object }: Subject, question: string, word: number, answer: Node): Node {
  return civ.nodes.make(supposed, { question: known(civ.questions, question), word }, [object, answer]);
}

/** The answer for the object's type. Only types whose answers differ are tested for. */
export function byType({ civ, object, types }: Subject, answer: (type: ObjectType) => Node): Node {
  const answers = new Map<Node, ObjectType[]>();
  for (const type of types) {
    const node = answer(type);
    const sharing = answers.get(node);
    if (sharing === undefined) answers.set(node, [type]);
    else sharing.push(type);
  }
  // The answer of most types needs no test.
  const [rest, ...others] = [...answers].sort(([, a], [, b]) => b.length - a.length);
  return others.reduceRight(
    (otherwiseNode, [node, sharing]) => civ.nodes.choose(isOneOf(civ, object, sharing), node, otherwiseNode),
    rest[0],
  );
}

function isOneOf({ nodes, kinds }: CivModel, object: Node, types: readonly ObjectType[]): Node {
  return nodes.any(
    types.map((type) => nodes.equal(nodes.kindOf(object), nodes.constant(kinds[type], { name: 'kind' }))),
  );
}

export function known(all: ReadonlyMap<string, number> | undefined, name: string): number {
  const found = all?.get(name);
  if (found === undefined)
    throw new EdictError(
      'civ-unknown',
      `an expression names ${quoteText(name)}, which the world does not declare; load it with the names of this world`,
      name,
    );
  return found;
}

export function wordOf({ words }: CivModel, kind: string, id: string): number {
  return known(words.get(kind), id);
}

/**
 * Steps from objects of a type to related ones of another, in the order of the game; undefined where the relation does
 * not lead there. Never empty: an object that is related to itself goes by its kind. `distance` is of NEAR alone.
 */
export function relationSteps(
  civ: CivModel,
  relation: RelationName,
  from: ObjectType,
  to: ObjectType,
  distance = 0,
  policy: Policy = 'intended',
): readonly Step[] | undefined {
  if (!relationLeads(relation, from, to)) return undefined;
  return civ.nodes.steps(`${relation} ${from} ${to} ${distance} ${policy}`, () => {
    switch (relation) {
      case 'ASSOCIATED':
        return associated(civ, from, to);
      case 'SAME_PLOT':
        return throughPlot(civ, from, to);
      case 'NEAR':
        return near(civ, to, distance, policy);
      case 'TRADE':
        return [{ by: 'listed', link: civ.links.trade }];
      case 'WORKING':
        return [{ by: from === 'CITY' ? 'listed' : 'listing', link: civ.links.working }];
    }
  });
}

/** To what is associated with the plot that an object stands on or is. */
function throughPlot(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  if (from === 'PLOT') return fromPlot(civ, to);
  return to === 'PLOT' ? [{ by: 'parent' }] : [{ by: 'parent' }, ...fromPlot(civ, to)];
}

function associated(civ: CivModel, from: ObjectType, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  if (from === to) return [{ by: 'kind', kind: kinds[from] }];
  if (to === 'GAME') return [{ by: 'objects', kind: kinds.GAME }];
  const living: Step = { by: 'having', column: columns.alive };
  switch (from) {
    case 'GAME':
      // Of what players have what living ones have.
      if (to === 'PLOT') return [{ by: 'objects', kind: kinds.PLOT }];
      return fromPlayers(civ, [{ by: 'objects', kind: kinds.PLAYER }, living], to);
    case 'TEAM':
      return fromPlayers(civ, [{ by: 'referrers', column: columns.team, kind: kinds.PLAYER }, living], to);
    case 'PLAYER':
      return to === 'TEAM' ? [teamStep(civ)] : [{ by: 'owned', kind: kinds[to] }];
    case 'CITY':
    case 'UNIT':
    case 'PLOT':
      return to === 'TEAM' || to === 'PLAYER' ? owners(civ, to) : throughPlot(civ, from, to);
  }
}

/** Player by player, but teams and plots are sorted. */
function fromPlayers(civ: CivModel, players: readonly Step[], to: ObjectType): readonly Step[] {
  switch (to) {
    case 'PLAYER':
      return players;
    case 'TEAM':
      return [...players, teamStep(civ), { by: 'once' }, { by: 'sorted' }];
    case 'PLOT':
      return [...players, { by: 'owned', kind: civ.kinds.PLOT }, { by: 'sorted' }];
    default:
      return [...players, { by: 'owned', kind: civ.kinds[to] }];
  }
}

function fromPlot(civ: CivModel, to: ObjectType): readonly Step[] {
  const { kinds, columns } = civ;
  switch (to) {
    // Not all objects that are a game: where many plots lead there, it counts for each.
    case 'GAME':
      return [{ by: 'reference', column: columns.game }];
    case 'TEAM':
    case 'PLAYER':
      return owners(civ, to);
    case 'CITY':
    case 'UNIT':
      return [{ by: 'attached', kind: kinds[to] }];
    case 'PLOT':
      return [{ by: 'kind', kind: kinds.PLOT }];
  }
}

function owners(civ: CivModel, to: 'TEAM' | 'PLAYER'): readonly Step[] {
  return to === 'TEAM' ? [{ by: 'owner' }, teamStep(civ)] : [{ by: 'owner' }];
}

function near(civ: CivModel, to: ObjectType, distance: number, policy: Policy): readonly Step[] {
  const square: Step = { by: 'square', grid: civ.grid, distance };
  const found = to === 'PLOT' ? [square] : [square, ...fromPlot(civ, to)];
  return policy === 'intended' ? [...found, { by: 'once' }] : found;
}

function teamStep(civ: CivModel): Step {
  return { by: 'reference', column: civ.columns.team };
}
