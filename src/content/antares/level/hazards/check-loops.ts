import type { Action, Level } from '../../syntax.js';
import { armersOf, repeatedly } from '../../../../events/book/endless-polls.js';
import type { LevelProblem } from '../fields.js';
import { destroys, hazard, stepsOfBases, type Step, type WalkedList } from './find-hazards.js';

/**
 * Finds endless nested sweeps. They need conditions that fire repeatedly within one step: conditions that stay armed,
 * or that such conditions arm. Conditions that check while they can be armed again are dangerous, as is every check of
 * a destroy action, because its body can be destroyed again. Sweeps after a delay do not nest, but each lets armed
 * conditions begin more delays.
 */
export function* findCheckLoops(level: Level, lists: readonly WalkedList[]): Generator<LevelProblem> {
  for (const { action } of stepsOfBases(lists))
    if (action.type === 'check')
      yield hazard(
        'check-in-destroy',
        action,
        'a check in a destroy action: the body is still there meanwhile, so that a condition that destroys it again runs this again, and so on until `sweep-depth`',
      );
  const nodes = summarize(level, lists);
  const endless = repeatedly(nodes);
  const sweeps = nodes.reduce((sum, node, index) => (endless[index] ? sum + node.checks : sum), 0);
  // A later condition in sweep order arms it after its turn: in time for a further sweep.
  const armers = armersOf(nodes, endless, (from, to) => {
    const isInTime = from < to || sweeps > 1 || from === level.conditions.length;
    return endless[to] && nodes[to].check !== undefined && isInTime;
  });
  // The sweep after a delay always reaches it.
  const lateArmers = armersOf(nodes, endless, (_from, to) => nodes[to].lateCheck !== undefined);
  for (const index of level.conditions.keys()) {
    const [armer, lateArmer] = [armers, lateArmers].map((found) => nodes.at(found.get(index) ?? nodes.length));
    const loop = loopAt(nodes[index], armer) ?? lateLoopAt(nodes[index], lateArmer);
    if (loop !== undefined) yield loop;
  }
}

function loopAt({ name, check, armedAtPoll }: Node, armer: Node | undefined): LevelProblem | undefined {
  const why = whyArmed(name, armedAtPoll, armer);
  if (check === undefined || why === undefined) return undefined;
  return hazard(
    'check-loop',
    check.action,
    `${why} at ${nameOf(check.action)}: as long as it is true it fires in itself, until \`sweep-depth\``,
  );
}

function lateLoopAt({ name, lateCheck, armedAtEnd }: Node, armer: Node | undefined): LevelProblem | undefined {
  const why = whyArmed(name, armedAtEnd, armer, ' when its delay begins', ' while its delay lasts');
  if (lateCheck === undefined || why === undefined) return undefined;
  return hazard(
    'check-loop',
    lateCheck.action,
    `${why}: at ${nameOf(lateCheck.action)}, and at every other sweep, it fires again as long as it is true, and each time adds to what waits; let something \`disable\` it before the delay, or make it true only for a moment`,
  );
}

function whyArmed(name: string, isArmed: boolean, armer: Node | undefined, still = '', later = ''): string | undefined {
  if (isArmed) return `${name} is still armed${still}`;
  return armer && `${armer.name} may arm ${name} again${later}`;
}

function nameOf({ type }: Action): string {
  return type === 'check' ? 'this check' : 'a check of what this destroys';
}

type Node = ReturnType<typeof summarize>[number];

/** Looks at each condition before its first delay. The last node stands for all destroy actions. */
function summarize({ conditions }: Level, lists: readonly WalkedList[]) {
  const destroying = conditions.length;
  const ofBases = stepsOfBases(lists);
  const destroysSweep = ofBases.some((step) => step.delayed !== 'surely' && step.action.type === 'check');
  const isSweep = (step: Step) => step.action.type === 'check' || (destroysSweep && destroys(step));
  /** Tracks whether the condition may be armed while its list runs. Actions with a filter arm, but do not disarm. */
  const follow = (index: number, name: string, persistent: boolean, steps: readonly Step[]) => {
    let mayBeArmed = persistent;
    let check: Step | undefined;
    let armedAtPoll = false;
    let checks = 0;
    const arms = new Set<number>();
    for (const step of steps) {
      if (step.delayed === 'surely') continue;
      const { action } = step;
      if (destroys(step)) arms.add(destroying);
      if (isSweep(step)) {
        checks++;
        if (check === undefined || (mayBeArmed && !armedAtPoll)) check = step;
        armedAtPoll ||= mayBeArmed;
      }
      if (action.type !== 'condition') continue;
      for (const other of action.enable) if (other >= 0 && other < destroying) arms.add(other);
      if (action.enable.includes(index)) mayBeArmed = true;
      if (step.certain && action.disable.includes(index)) mayBeArmed = false;
    }
    arms.delete(index);
    return {
      name,
      /** An action that causes a sweep, if possible one at which the condition may be armed. */
      check,
      armedAtPoll,
      lateCheck: steps.find((step) => step.delayed === 'surely' && isSweep(step)),
      /** True if the condition may be armed at the end of the part before the first delay. */
      armedAtEnd: mayBeArmed,
      checks,
      arms,
    };
  };
  return [
    ...conditions.map(({ path, persistent }, index) => follow(index, path, persistent, lists[index].steps)),
    follow(destroying, 'a destroy action', false, ofBases),
  ];
}
