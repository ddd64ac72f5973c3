import type { Action as KernelAction, ActionList } from '../../../ir/trigger.js';
import { memberPath } from '../level/path.js';
import { needsDirect } from '../needs-direct.js';
import type { Action } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import { lowerDeed } from './actions/deed.js';
import { lowerFilter } from './actions/filter.js';
import type { Kit } from './actions/kit.js';
import { createLists } from './actions/lists.js';
import { lowerReference } from './references.js';

export interface LoweredLists {
  /** Of conditions, of what becomes of bodies, of groups, and of parts of actions. */
  readonly lists: readonly ActionList[];
  /** The list of each condition. */
  readonly ofConditions: readonly number[];
}

/**
 * Lowers all actions of a level. Lists are named after where they are written, such as `conditions[3].action`; those of
 * parts of actions after what they do.
 */
export function lowerLists(model: LevelModel): LoweredLists {
  const lists = createLists();
  const { conditions, bases } = model.level;
  const ofConditions = conditions.map(({ path, action }) => lists.ofContent(`${path}.action`, action));
  const destroyLists = new Map<number, number>();
  for (const { name, destroyAction } of bases.values()) {
    const index = model.classes.get(name);
    if (index !== undefined && destroyAction.length > 0)
      destroyLists.set(index, lists.ofContent(`${memberPath('bases', name)}.destroyAction`, destroyAction));
  }
  const kit: Kit = { model, lists, destroyLists, deeds: new Map() };
  return { lists: lists.finish((action) => lowerAction(kit, action)), ofConditions };
}

function lowerAction(kit: Kit, action: Action): KernelAction {
  const { model } = kit;
  const {
    override: { subject, direct },
  } = action;
  return {
    name: action.type,
    subject: subject && lowerReference(model, subject),
    direct: direct && lowerReference(model, direct),
    filter: lowerFilter(model, action.filter),
    swaps: action.reflexive,
    silent: false,
    needsDirect: needsDirect(action),
    fields: action.fields,
    deed: lowerDeed(kit, action),
  };
}
