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
 * Hot reload: returns a new world with the state of `world` and the content of `program`. The given world does not
 * change. The content must keep its shape: kinds, classes, meters, properties, variables, words, parameters and all
 * else that is stored, and tables, by name and in the same order. Rules, conditions, amounts, values of tables, initial
 * values and limits may differ.
 *
 * The whole state carries over: turn, seed, random streams, objects with handles and values, host components. So do
 * phases, systems and options of the host, and the series of reports that both contents have. Values derived from the
 * state are computed again. Listeners and agents must be set again.
 *
 * @throws EdictError `other-shape` with the first difference, also if delayed actions wait in lists that have changed;
 * `paused` while a decision or an action is unfinished; `bad-option` for an argument that is no world or no program
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
    : `delayed actions are waiting, and their list ${JSON.stringify(before.rules.triggers.lists[at].name)} has changed`;
}

function listText({ actions }: ActionList): string {
  return JSON.stringify(actions.map(({ name, task }) => [name, task.by]));
}

function otherShape(difference: string): EdictError {
  return new EdictError(
    'other-shape',
    `the shape of the content differs from that of the world: ${difference}; make a new world with createWorld`,
    difference,
  );
}
