import type { Level } from '../../syntax.js';
import { destroys, type Step, type WalkedList } from './list-walk.js';

/**
 * What a condition does at once when it fires, without what surely comes behind a delay. One more node stands for all
 * destroy actions together.
 */
export interface Node {
  readonly name: string;
  /**
   * An action that sweeps, or that destroys where destroy actions sweep; one at which it may be armed, if there is one.
   */
  readonly check: Step | undefined;
  readonly armedAtCheck: boolean;
  /** Such an action surely behind a delay, so that it sweeps later and not inside this. */
  readonly lateCheck: Step | undefined;
  readonly armedAtDelay: boolean;
  /** Actions such as `check`. */
  readonly checks: number;
  /** May be armed at some moment after it has fired, by itself. */
  readonly repeats: boolean;
  /** Nodes by index. */
  readonly arms: readonly number[];
  /** Not in its turn: whenever something is destroyed. */
  readonly startsAnyTime: boolean;
}

export function summarize(level: Level, lists: readonly WalkedList[]): Node[] {
  const destroying = level.conditions.length;
  const ofBases = lists.filter(({ condition }) => condition === undefined).flatMap(({ steps }) => steps);
  const destroysSweep = ofBases.some((step) => step.delayed !== 'surely' && step.action.type === 'check');
  const nodes = level.conditions.map(
    ({ path, persistent }, index): Node => ({
      name: path,
      ...follow(index, persistent, lists[index].steps, destroying, destroysSweep),
      startsAnyTime: false,
    }),
  );
  return [
    ...nodes,
    { name: 'a destroy action', ...follow(destroying, false, ofBases, destroying, destroysSweep), startsAnyTime: true },
  ];
}

/**
 * Follows whether a condition may be armed while its own list runs, and at an action that sweeps. What a filter may
 * skip arms, but does not disarm. `destroying` is the index of the node of all destroy actions.
 */
function follow(
  index: number,
  persistent: boolean,
  steps: readonly Step[],
  destroying: number,
  destroysSweep: boolean,
): Omit<Node, 'name' | 'startsAnyTime'> {
  let mayBeArmed = persistent;
  let check: Step | undefined;
  let armedAtCheck = false;
  const isSweep = (step: Step): boolean => step.action.type === 'check' || (destroysSweep && destroys(step));
  let checks = 0;
  const arms: number[] = [];
  for (const step of steps) {
    if (step.delayed === 'surely') continue;
    const { action } = step;
    if (destroys(step) && arms.at(-1) !== destroying) arms.push(destroying);
    if (isSweep(step)) {
      checks++;
      if (check === undefined || (mayBeArmed && !armedAtCheck)) check = step;
      armedAtCheck ||= mayBeArmed;
    }
    if (action.type !== 'condition') continue;
    for (const other of action.enable) if (other >= 0 && other < destroying) arms.push(other);
    if (action.enable.includes(index)) mayBeArmed = true;
    if (step.certain && action.disable.includes(index)) mayBeArmed = false;
  }
  const lateCheck = steps.find((step) => step.delayed === 'surely' && isSweep(step));
  // What is behind a delay is not followed, so that this is how it stands when the delay begins.
  return {
    check,
    armedAtCheck,
    lateCheck,
    armedAtDelay: mayBeArmed,
    checks,
    repeats: mayBeArmed || armedAtCheck,
    arms,
  };
}

/**
 * The nodes that can fire again and again: those that repeat, and those that another such one arms. Found by striking
 * out those that nobody arms any more.
 */
export function endlessNodes(nodes: readonly Node[]): boolean[] {
  const armers = new Uint32Array(nodes.length);
  nodes.forEach(({ arms }, from) => {
    for (const to of arms) if (to !== from) armers[to]++;
  });
  const endless = nodes.map(() => true);
  const isDone = (index: number): boolean => !nodes[index].repeats && armers[index] === 0;
  const waiting = nodes.map((_, index) => index).filter(isDone);
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    endless[index] = false;
    for (const to of nodes[index].arms) {
      if (to === index) continue;
      armers[to]--;
      if (isDone(to)) waiting.push(to);
    }
  }
  return endless;
}
