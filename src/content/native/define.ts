import type { Program } from '../../ir/program.js';
import { EdictError } from '../../kernel/errors.js';
import { reading } from '../../kernel/given.js';
import { createCollector } from '../diagnostics/collector.js';
import { printable } from '../diagnostics/quote.js';
import { type LoadOptions, loadOptions } from './load.js';
import { createLoading } from './loading.js';
import { lowerContent } from './lower.js';
import { createObjectPlaces, readObject } from './object-data.js';
import type { ContentSource } from './schema.js';

export type { ContentSource } from './schema.js';

/**
 * Checks content that is given as a TypeScript object of the same form as the YAML files, and makes it a program with
 * the same fingerprint.
 *
 * @throws EdictError `content` with all problems, each with its path in the object, such as
 * `classes.farm.groups[0].activation`
 */
export function defineContent(content: ContentSource, options: LoadOptions = {}): Program {
  const places = createObjectPlaces();
  const { limits, aggregators } = loadOptions(options);
  const data = reading('the content', () => readObject(content, places));
  const collector = createCollector(places.paths);
  const loading = createLoading(places, collector, limits);
  const program = lowerContent([data], aggregators, loading);
  if (program !== undefined) return program;
  const problems = collector
    .errors()
    .map(
      ({ file, message, suggestion }) =>
        `  ${printable(file)}: ${printable(message)}${suggestion === undefined ? '' : ` (${printable(suggestion)})`}`,
    );
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw new EdictError('content', `the content has ${count}, expected none:\n${problems.join('\n')}`);
}
