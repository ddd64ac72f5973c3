import type { Action, Level } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { endlessNodes, summarize, type Node } from './arming.js';
import { hazard } from './hazard.js';
import type { WalkedList } from './list-walk.js';

/**
 * Sweeps inside one another without end. They take conditions that fire again and again within one step: those that
 * stay armed, or that such ones arm. Of these, the ones that check and can be armed again meanwhile are dangerous; and
 * every check of a destroy action is, because its body is still there and can be destroyed again. Behind a delay sweeps
 * are not inside one another, but each lets conditions that are armed by then begin more delays.
 */
export function findCheckLoops(level: Level, lists: readonly WalkedList[]): LevelProblem[] {
  const inDestroys = lists
    .filter(({ condition }) => condition === undefined)
    .flatMap(({ steps }) => steps)
    .filter(({ action }) => action.type === 'check')
    .map(({ action }) =>
      hazard(
        'check-in-destroy',
        action,
        'a check in a destroy action: the body is still there meanwhile, so that a condition that destroys it again runs this again, and so on until `sweep-depth`',
      ),
    );
  const nodes = summarize(level, lists);
  const endless = endlessNodes(nodes);
  const armers = findArmers(nodes, endless);
  const lateArmers = findLateArmers(nodes, endless);
  return [
    ...inDestroys,
    ...level.conditions.flatMap((_, index) => {
      const inside = loopAt(nodes[index], armers.get(index));
      return inside.length > 0 ? inside : lateLoopAt(nodes[index], lateArmers.get(index));
    }),
  ];
}

function loopAt(node: Node, armer: Node | undefined): LevelProblem[] {
  if (node.check === undefined || (!node.armedAtCheck && armer === undefined)) return [];
  const { action } = node.check;
  const sweeps = nameOf(action);
  const why =
    node.armedAtCheck || armer === undefined
      ? `${node.name} is still armed`
      : `${armer.name} may arm ${node.name} again`;
  return [
    hazard(
      'check-loop',
      action,
      `${why} at ${sweeps}: as long as it is true it fires in itself, until \`sweep-depth\``,
    ),
  ];
}

function lateLoopAt(node: Node, armer: Node | undefined): LevelProblem[] {
  if (node.lateCheck === undefined || (!node.armedAtDelay && armer === undefined)) return [];
  const { action } = node.lateCheck;
  const why =
    node.armedAtDelay || armer === undefined
      ? `${node.name} is still armed when its delay begins`
      : `${armer.name} may arm ${node.name} again while its delay lasts`;
  return [
    hazard(
      'check-loop',
      action,
      `${why}: at ${nameOf(action)}, and at every other sweep, it fires again as long as it is true, and each time adds to what waits; let something \`disable\` it before the delay, or make it true only for a moment`,
    ),
  ];
}

function nameOf({ type }: Action): string {
  return type === 'check' ? 'this check' : 'a check of what this destroys';
}

/**
 * By condition that checks, one that may arm it while it does. What comes behind it in the order of sweeps arms it
 * after its turn: that is in time only if there is one more sweep in which it has a turn, from whichever check.
 */
function findArmers(nodes: readonly Node[], endless: readonly boolean[]): ReadonlyMap<number, Node> {
  const sweeps = nodes.reduce((sum, node, index) => (endless[index] ? sum + node.checks : sum), 0);
  const armers = new Map<number, Node>();
  nodes.forEach((node, from) => {
    if (!endless[from]) return;
    for (const to of node.arms) {
      if (to === from || !endless[to] || nodes[to].check === undefined || armers.has(to)) continue;
      if (from < to || sweeps > 1 || node.startsAnyTime) armers.set(to, node);
    }
  });
  return armers;
}

/**
 * By condition that checks behind a delay, one that arms it again and again. There is always a sweep in which it has
 * its turn.
 */
function findLateArmers(nodes: readonly Node[], endless: readonly boolean[]): ReadonlyMap<number, Node> {
  const armers = new Map<number, Node>();
  nodes.forEach((node, from) => {
    if (!endless[from]) return;
    for (const to of node.arms)
      if (to !== from && nodes[to].lateCheck !== undefined && !armers.has(to)) armers.set(to, node);
  });
  return armers;
}
