import { type LoadOptions, loadOptions } from '../../compiled/load-options.js';
import type { Program } from '../../ir/rule.js';
import { listGiven, reading, refused, textGiven } from '../../kernel/given.js';
import { createCollector } from '../text/collector.js';
import type { Diagnostic } from '../text/diagnostic.js';
import type { Position } from '../text/line-index.js';
import type { ContentFile } from './source-tree.js';
import { createLoading, sound } from './load-context.js';
import { lowerContent } from './lower-content.js';
import { validate } from './validate.js';
import { type YamlParser, readYaml } from './yaml-file.js';
import { createYamlPlaces } from './yaml-places.js';

export type { ContentFile } from './source-tree.js';

export type { LoadOptions } from '../../compiled/load-options.js';

/** A program, or all errors. Diagnostics are in the order of files, lines and columns. */
export type LoadResult =
  | { readonly ok: true; readonly program: Program; readonly warnings: Diagnostic[] }
  | { readonly ok: false; readonly errors: Diagnostic[]; readonly warnings: Diagnostic[] };

/**
 * Loads and checks content: YAML files in the native format (docs/content.md), whose sections are merged. Returns
 * either a program or all errors, never a part of the content. The texts may be hostile: the function does not throw
 * for any text. It throws only if two aggregators have the same name.
 *
 * @param files in the order in which their definitions count; `file` is the name that diagnostics give
 */
export function loadContent(given: readonly ContentFile[], options: LoadOptions = {}): LoadResult {
  return loadFiles(filesGiven(given), options);
}

/** As `loadContent`. */
export function loadFiles(files: readonly ContentFile[], options: LoadOptions = {}, parser?: YamlParser): LoadResult {
  const places = createYamlPlaces();
  const collector = createCollector(files.map(({ file }) => file));
  const { limits, aggregators } = loadOptions(options);
  const loading = createLoading(places, collector, limits);
  const data = files.map(
    (file) => readYaml(file, limits, { places, damage: loading.damage, collector, left: loading.left, parser })?.data,
  );
  const read = sound(data);
  let program: Program | undefined;
  if (read.length === files.length) program = lowerContent(read, aggregators, loading);
  // Declarations of an unreadable file are unknown, so only the form of the others can be checked.
  else for (const document of read) validate(document, loading);
  const warnings = collector.warnings();
  return program === undefined ? { ok: false, errors: collector.errors(), warnings } : { ok: true, program, warnings };
}

function filesGiven(given: readonly ContentFile[]): readonly ContentFile[] {
  return listGiven('what loadContent is given', given, 'a list of files, each with file and text').map(
    (each: unknown, place) =>
      reading(`file ${place} of loadContent`, () => {
        if (typeof each !== 'object' || each === null)
          throw refused(`file ${place} of loadContent`, each, 'an object with file, its name, and text');
        const { file, text, at } = each as Partial<ContentFile>;
        const whole = {
          file: textGiven(`file of file ${place}`, file, 'its name, for messages'),
          text: textGiven(`text of file ${place}`, text, 'what it says'),
        };
        return at === undefined ? whole : { ...whole, at: positionGiven(`at of file ${place}`, at) };
      }),
  );
}

function positionGiven(name: string, given: unknown): Position {
  const { line, column } =
    typeof given === 'object' && given !== null ? (given as Partial<Record<keyof Position, unknown>>) : {};
  if (isPlace(line) && isPlace(column)) return { line, column };
  throw refused(name, given, 'the line and column where the text begins, whole numbers from 1');
}

function isPlace(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 1;
}
