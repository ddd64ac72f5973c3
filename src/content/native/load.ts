import type { Aggregator } from '../../components/aggregator.js';
import { registryOf } from '../../components/aggregators.js';
import type { Program } from '../../compile/program.js';
import { type Limits, defaultLimits } from '../../kernel/limits.js';
import { createCollector } from '../diagnostics/collector.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { createNameBudget } from '../diagnostics/nearest-name.js';
import { createDamage } from './damage.js';
import type { Loading } from './loading.js';
import { lowerContent } from './lower.js';
import { validate } from './validate.js';
import { type ContentFile, readYaml } from './yaml-file.js';
import { createYamlPlaces } from './yaml-places.js';

export type { ContentFile } from './yaml-file.js';

export interface LoadOptions {
  /** Limits on what content can make long; `fileLength`, `expressionDepth` and `aggregateDepth` count here. */
  readonly limits?: Partial<Limits>;
  /** Folds that `collect` may name, besides the built-in ones. */
  readonly aggregators?: readonly Aggregator[];
}

/** A program, or everything that is wrong. Diagnostics are in the order of files, lines and columns. */
export type LoadResult =
  | { readonly ok: true; readonly program: Program; readonly warnings: Diagnostic[] }
  | { readonly ok: false; readonly errors: Diagnostic[]; readonly warnings: Diagnostic[] };

/**
 * Loads and checks content: YAML files in the native format (docs/content.md), whose sections are merged. Nothing is loaded in part: either all
 * of it is sound, or all that is wrong with it comes back. The texts may be hostile. It does not throw on anything that they say, only for two aggregators of one name.
 *
 * @param files in the order in which their definitions count; `file` is the name that diagnostics give
 */
export function loadContent(files: readonly ContentFile[], options: LoadOptions = {}): LoadResult {
  const places = createYamlPlaces();
  const collector = createCollector(files.map(({ file }) => file));
  const limits = { ...defaultLimits, ...options.limits };
  const aggregators = registryOf(options.aggregators ?? []);
  const loading: Loading = { places, damage: createDamage(), collector, budget: createNameBudget(), limits };
  const data = files.map((file) => readYaml(file, limits.fileLength, { places, damage: loading.damage, collector }));
  const read = data.filter((document) => document !== undefined);
  let program: Program | undefined;
  if (read.length === files.length) program = lowerContent(read, aggregators, loading);
  // What a file that cannot be read would have declared is unknown, so of the others only the form can be judged.
  else for (const document of read) validate(document, loading);
  const warnings = collector.warnings();
  return program === undefined ? { ok: false, errors: collector.errors(), warnings } : { ok: true, program, warnings };
}
