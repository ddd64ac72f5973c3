import type { Deed } from '../../../../ir/trigger.js';
import { type Action, screens, zooms } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { booleanNode, numberNode, roleNode, wordNode } from '../nodes.js';
import { effectsDeed, hold, writeLevel } from './effects.js';

/**
 * Actions on what the player has before them. The host shows it and corrects it; conditions see at once what it is to
 * be.
 */

/** Begins at page 1, in place of what is shown. */
export function messageDeed(model: LevelModel, { id }: Extract<Action, { readonly type: 'message' }>): Deed {
  const { columns } = model;
  return effectsDeed(
    writeLevel(model, columns.hasMessage, booleanNode(id !== undefined)),
    writeLevel(model, columns.messageId, numberNode(id ?? 0)),
    writeLevel(model, columns.messagePage, numberNode(1)),
  );
}

export function zoomDeed(model: LevelModel, { value }: Extract<Action, { readonly type: 'zoom' }>): Deed {
  return effectsDeed(writeLevel(model, model.columns.zoom, wordNode(model, model.columns.zoom, zooms.indexOf(value))));
}

export function selectDeed(model: LevelModel, { screen, line }: Extract<Action, { readonly type: 'select' }>): Deed {
  const { columns } = model;
  return effectsDeed(
    writeLevel(model, columns.screen, wordNode(model, columns.screen, screens.indexOf(screen))),
    writeLevel(model, columns.line, numberNode(line)),
  );
}

/** The level has a set of keys that are switched off. Enabled first, so that a key that is named twice is off. */
export function keyDeed(model: LevelModel, { enable, disable }: Extract<Action, { readonly type: 'key' }>): Deed {
  const level = roleNode(model.roles.level);
  const switched = (keys: readonly string[], isOff: boolean) =>
    keys.flatMap((key) => {
      const word = model.words.keys.get(key);
      return word === undefined ? [] : [hold(model, model.holdings.keys, word, isOff, level)];
    });
  // No arguments of a call: there may be any number of keys.
  return { by: 'effects', effects: [...switched(enable, false), ...switched(disable, true)] };
}
