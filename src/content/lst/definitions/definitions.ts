import type { Defaults } from './defaults.js';
import type { FactTable } from './facts.js';
import type { FunctionTable } from './functions.js';
import type { ObjectTable } from './objects.js';
import type { ScopeTable } from './scopes.js';
import type { NameTable } from './variables.js';

/** Everything that a campaign defines. */
export interface Definitions {
  readonly scopes: ScopeTable;
  readonly defaults: Defaults;
  readonly variables: NameTable;
  readonly channels: NameTable;
  readonly facts: FactTable;
  readonly functions: FunctionTable;
  readonly objects: ObjectTable;
}
