import type { Program } from '../ir/rule.js';
import { type Held, type Shape } from '../ir/shape.js';
import { optional, record } from '../ir/record-shape.js';
import { budget } from './budget-shape.js';
import { environment } from './environment-shape.js';
import { model } from './model-shape.js';
import { operationTable } from './operation-table.js';
import { ruleBook } from './rule-shape.js';

/** A program, and its expressions apart. */
interface Compiled extends Pick<Program, 'model' | 'rules' | 'environment' | 'budget'> {
  readonly operations?: readonly Held[];
}

/** Operations are checked against the model, and all else against both. */
export const compiled: Shape<Compiled> = record<Compiled>({
  model,
  operations: operationTable,
  rules: ruleBook,
  environment: optional(environment),
  budget: optional(budget),
});
