import { delayCount } from '../components/delays.js';
import type { Program } from '../ir/rule.js';
import type { ActionList } from '../ir/trigger.js';
import { EdictError } from '../kernel/errors.js';
import type { ContentShape } from '../model/content-shape.js';
import type { World } from './api.js';
import { betweenTurns, demandNothingRuns, insideOf } from './core.js';
import { checkLoaded, checkProgram } from './make-world.js';
import { shapeDifference } from './shape-difference.js';

/**
 * A world with the state of another one, which goes on with changed content: a hot reload. The other world stays as it
 * is. The content must keep its shape: kinds, classes, meters, properties, variables, words, parameters and all else
 * that is stored, by name and in the same order. Rules, conditions, amounts, initial values and limits may differ.
 *
 * The state goes along whole: turn, seed, random streams, objects with handles and values, host components. So do
 * phases, systems and options of the host, and the series of reports that both have. What follows from the state is
 * computed again. Listeners and agents are to be set again.
 *
 * @throws EdictError `other-shape` with the first difference, also where actions wait for their delay in lists that
 * have changed; `paused` while a decision or an action is unfinished, `bad-option` for what is no world or no program
 */
export function reload<Shape extends ContentShape>(world: World, program: Program<Shape>): World<Shape> {
  const { core } = insideOf(world);
  checkProgram(program);
  betweenTurns(core, 'reload');
  demandNothingRuns(core, 'reload');
  const difference =
    shapeDifference(world.program.model, program.model) ??
    (delayCount(core.state) > 0 ? listDifference(world.program, program) : undefined);
  if (difference !== undefined) throw otherShape(difference);
  const twin = core.fork(0, undefined, program);
  try {
    checkLoaded(twin.core);
  } catch (error) {
    if (error instanceof EdictError && error.code === 'damaged-file') throw otherShape(error.message);
    throw error;
  }
  return twin.world as World<Shape>;
}

/** Of lists of actions, in which those that wait go on at their place. */
function listDifference(before: Program, after: Program): string | undefined {
  const texts = ({ rules: { triggers } }: Program) => triggers.lists.map(listText);
  const [old, now] = [texts(before), texts(after)];
  const at = old.findIndex((text, i) => text !== now.at(i));
  return at < 0
    ? undefined
    : `actions wait for their delay, and the list ${JSON.stringify(before.rules.triggers.lists[at].name)} has changed`;
}

function listText({ actions }: ActionList): string {
  return JSON.stringify(actions.map(({ name, task }) => [name, task.by]));
}

function otherShape(difference: string): EdictError {
  return new EdictError(
    'other-shape',
    `the content has another shape than that of the world: ${difference}; make a new world with createWorld`,
  );
}
