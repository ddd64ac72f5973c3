import { type GamesCase, type GamesFound, runGamesCase } from './games-case.js';
import { type RaiseCase, type RaiseTimes, runRaiseCase } from './raise-cases.js';
import { type WindowCase, type WindowTimes, runWindowCase } from './window-case.js';

/** What can be measured in a process of its own, and what comes of it. */
export interface Cases {
  readonly unheard: { readonly asked: RaiseCase; readonly found: RaiseTimes };
  readonly 'unheard-change': { readonly asked: RaiseCase; readonly found: RaiseTimes };
  readonly 'three-answers': { readonly asked: RaiseCase; readonly found: RaiseTimes };
  readonly 'snapshot-in-window': { readonly asked: WindowCase; readonly found: WindowTimes };
  readonly games: { readonly asked: GamesCase; readonly found: GamesFound };
}

export type AnyCase = Cases[keyof Cases]['asked'];

/** Runs a case, here or in a process of its own. */
export type RunCase = <Name extends keyof Cases>(
  asked: Cases[Name]['asked'] & { readonly case: Name },
) => Cases[Name]['found'];

export function runCase(asked: AnyCase): Cases[keyof Cases]['found'] {
  switch (asked.case) {
    case 'unheard':
    case 'unheard-change':
    case 'three-answers':
      return runRaiseCase(asked);
    case 'snapshot-in-window':
      return runWindowCase(asked);
    case 'games':
      return runGamesCase(asked);
  }
}
