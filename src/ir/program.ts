import type { Model } from '../model/model.js';
import type { Environment } from './environment.js';
import type { RuleBook } from './rule.js';

/** Checked content, ready to run: what every dialect lowers to and every world is made of. */
export interface Program {
  readonly model: Model;
  readonly rules: RuleBook;
  /** What agents see, do and want, where content says so. */
  readonly environment?: Environment | undefined;
  /** Of the content's meaning (its model, rules and environment in text form); a saved world names it. */
  readonly fingerprint: string;
}

/** The form of a program: what hosts pass for one may be something else, such as what `loadContent` returned. */
export function isProgram(given: unknown): given is Program {
  if (typeof given !== 'object' || given === null) return false;
  const { model, rules } = given as Partial<Program>;
  // Some make their fingerprint when it is first asked for, which takes long.
  return 'fingerprint' in given && typeof model === 'object' && typeof rules === 'object';
}
