import { type AllCase, type AllTimes, runAllCase } from './all-case.js';
import { type FlowCase, type FlowTimes, runFlowCase } from './flow-case.js';
import { type RelationCase, type RelationTimes, runRelationCase } from './relation-case.js';
import { type SweepCase, type SweepTimes, runSweepCase } from './sweep-case.js';

/** What can be measured in a process of its own, and what comes of it. */
export interface Cases {
  readonly all: { readonly asked: AllCase; readonly found: AllTimes };
  readonly relation: { readonly asked: RelationCase; readonly found: RelationTimes };
  readonly sweep: { readonly asked: SweepCase; readonly found: SweepTimes };
  readonly flows: { readonly asked: FlowCase; readonly found: FlowTimes };
}

export type AnyCase = Cases[keyof Cases]['asked'];

/** Runs a case, here or in a process of its own. */
export type RunCase = <Name extends keyof Cases>(
  asked: Cases[Name]['asked'] & { readonly case: Name },
) => Cases[Name]['found'];

export function runCase(asked: AnyCase): Cases[keyof Cases]['found'] {
  switch (asked.case) {
    case 'all':
      return runAllCase(asked);
    case 'relation':
      return runRelationCase(asked);
    case 'sweep':
      return runSweepCase(asked);
    case 'flows':
      return runFlowCase(asked);
  }
}
