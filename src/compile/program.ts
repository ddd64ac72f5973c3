import type { Model } from '../components/model.js';
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
