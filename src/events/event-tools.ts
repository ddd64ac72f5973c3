import { checkBook } from './book/check-book.js';
import { createMachine } from './event-machine.js';
import { compiledFinder } from './finder/compiled-finder.js';
import { compiledWatcher } from './watcher/compiled-watcher.js';

/** What worlds take whose content has triggers, actions or occurrences. */
export const eventTools = { checkBook, createMachine, finder: compiledFinder, watcher: compiledWatcher };

export type EventTools = typeof eventTools;
