import { type ChainCase, type ChainTimes, runChainCase } from './chain-case.js';
import { type ChangeCase, type ChangeTimes, runChangeCase } from './change-case.js';
import { type CharactersCase, type CharactersTimes, runCharactersCase } from './characters-case.js';
import { type ColumnCase, type ColumnTimes, runColumnCase } from './column-case.js';
import { type ParseCase, type ParseTimes, runParseCase } from './parse-case.js';

/** What can be measured in a process of its own, and what comes of it. */
export interface Cases {
  readonly change: { readonly asked: ChangeCase; readonly found: ChangeTimes };
  readonly chain: { readonly asked: ChainCase; readonly found: ChainTimes };
  readonly characters: { readonly asked: CharactersCase; readonly found: CharactersTimes };
  readonly column: { readonly asked: ColumnCase; readonly found: ColumnTimes };
  readonly parse: { readonly asked: ParseCase; readonly found: ParseTimes };
}

export type AnyCase = Cases[keyof Cases]['asked'];

/** Runs a case, here or in a process of its own. */
export type RunCase = <Name extends keyof Cases>(
  asked: Cases[Name]['asked'] & { readonly case: Name },
) => Cases[Name]['found'];

export function runCase(asked: AnyCase): Cases[keyof Cases]['found'] {
  switch (asked.case) {
    case 'change':
      return runChangeCase(asked);
    case 'chain':
      return runChainCase(asked);
    case 'characters':
      return runCharactersCase(asked);
    case 'column':
      return runColumnCase(asked);
    case 'parse':
      return runParseCase(asked);
  }
}
