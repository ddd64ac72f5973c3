import type { FindingCode } from '../../ir/meant.js';
import type { Origin } from '../../ir/node.js';
import type { Rule } from '../../ir/rule.js';
import { quoted } from '../never-true.js';

/** A likely mistake in content without errors. */
export interface Finding {
  readonly code: FindingCode;
  readonly of: Subject;
  readonly message: string;
  /** What to do. */
  readonly suggestion: string;
}

/** The subject of a finding. Programs keep no places of meters, properties and enumerations. */
export interface Subject {
  readonly what:
    | 'rule'
    | 'meter'
    | 'property'
    | 'class'
    | 'trigger'
    | 'ability'
    | 'continuous'
    | 'occurrence'
    | 'start';
  /** The name used in `meant` of content. */
  readonly name: string;
  readonly origin?: Origin | undefined;
}

export function subjectOfRule({ name, origin }: Rule): Subject {
  return { what: 'rule', name, origin };
}

/** "the rule `a/b`". */
export function titleOf({ what, name }: Subject): string {
  return `the ${what} ${quoted(name)}`;
}
