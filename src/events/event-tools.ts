import { checkBook } from './book/check-book.js';
import { createMachine } from './event-machine.js';
import { compiledFinder } from './finder/compiled-finder.js';
import { compiledLists } from '../rules/run/fire-lists.js';
import { compiledWatcher } from './watcher/compiled-watcher.js';

/** What worlds take whose content has triggers, actions or occurrences. */
export const eventTools = {
  checkBook,
  createMachine,
  finder: compiledFinder,
  watcher: compiledWatcher,
  lists: compiledLists,
};

export type EventTools = typeof eventTools;
