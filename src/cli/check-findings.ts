import type { SourceMap, SourceValue } from '../content/native/source-tree.js';
import { isList, isMap } from '../content/native/source-tree.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { readDocument } from '../content/native/source-document.js';
import type { Place } from '../content/native/source-tree.js';
import type { Program } from '../ir/rule.js';
import { firstBy } from '../kernel/lists.js';
import { findingsOf } from '../plans/findings/find-all.js';
import type { Finding, Subject } from '../plans/findings/finding.js';
import { type ContentDocuments, firstSpot, originSpot } from './content-documents.js';
import { createMentions } from './mentions.js';

/** Of a program, as warnings. `scenario`: the scenario file that the content stands in or that names it. */
export function findingWarnings(
  program: Program,
  documents: ContentDocuments,
  scenario: { readonly file: string; readonly text: string } | undefined,
): readonly Diagnostic[] {
  const made = scenario === undefined ? undefined : namesIn(scenario);
  // One that makes objects of no class only loads the content.
  const isMaking = made !== undefined && program.model.classes.some(({ name }) => made.has(name));
  const options = isMaking ? { made } : {};
  const found = findingsOf(program, options).filter(
    // Content that a scenario names may be meant for others.
    ({ code, of }) => code !== 'never-made' || scenario === undefined || of.origin?.file === scenario.file,
  );
  // Classes of one mixin share its groups.
  return firstBy(found, keyOf).map((finding) => warningOf(finding, documents));
}

function keyOf({ code, of: { origin, name }, message }: Finding): string {
  const place = origin === undefined ? name : [origin.file, origin.line, origin.column];
  return JSON.stringify([code, place, message.replaceAll(/`[^`/]*\//g, '`')]);
}

function warningOf({ code, of, message, suggestion }: Finding, documents: ContentDocuments): Diagnostic {
  return { severity: 'warning', code, ...spotOf(of, documents), message, suggestion };
}

function spotOf({ what, name, origin }: Subject, documents: ContentDocuments): Place {
  if (origin !== undefined) return originSpot(origin, documents.files);
  const section = what === 'meter' ? 'meters' : 'properties';
  return documents.spot([section, name], 'key') ?? firstSpot(documents);
}

/** All that a scenario mentions outside of its content. */
export function namesIn({ file, text }: { readonly file: string; readonly text: string }): ReadonlySet<string> {
  const read = readDocument(file, text);
  const mentions = createMentions();
  if (read.ok) for (const value of outsideContent(read.document.value)) mentions.add(value);
  return mentions.names;
}

function outsideContent(value: SourceValue): readonly SourceValue[] {
  if (!isMap(value)) return [value];
  const { cases } = value;
  return [without(value, 'content', 'cases'), ...(isList(cases) ? cases.map(withoutContent) : [])];
}

function withoutContent(value: SourceValue): SourceValue {
  return isMap(value) ? without(value, 'content') : value;
}

function without(map: SourceMap, ...keys: readonly string[]): SourceMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}
