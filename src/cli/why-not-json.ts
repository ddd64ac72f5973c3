import type { Handle } from '../world/api.js';
import type { OwnWrite, PastClause, PastRead, PastWrite } from '../world/past-api.js';
import type { Kept } from '../world/why-not-api.js';
import { idOf, idOrNull } from './find-object.js';
import { isReference, valueJson } from './value-text.js';
import type { Report } from './why-not-parts.js';

/** The answer of `why-not` for programs: objects are ids, and what is absent is null. */
export function reportJson(report: Report) {
  const { world, object, target, verdict } = report;
  const named = (handle: Handle | undefined) =>
    handle === undefined ? null : { id: idOf(handle), name: world.isLive(handle) ? world.nameOf(handle) : '' };
  const clauses = verdict.clauses.map(clauseJson);
  const writes = (of: readonly OwnWrite[]) =>
    of.map((write) => ({ ...writeJson(write, isReference(world, write.column)), object: idOf(write.object) }));
  switch (verdict.of) {
    case 'rule':
      return {
        ...verdict,
        source: named(object),
        target: named(target),
        clauses,
        kept: verdict.kept.map(keptJson),
        writes: writes(verdict.writes),
      };
    case 'trigger':
      return {
        ...verdict,
        subject: idOrNull(verdict.subject),
        direct: idOrNull(verdict.direct),
        clauses,
        writes: writes(verdict.writes),
      };
    case 'ability':
      return {
        ...verdict,
        source: idOrNull(verdict.source),
        controller: idOrNull(verdict.controller),
        occurrence: verdict.occurrence && occurrenceJson(verdict.occurrence),
        clauses,
        kept: verdict.kept && keptJson(verdict.kept),
        instead: verdict.instead.map((each) => ({ ...each, source: idOrNull(each.source) })),
        writes: writes(verdict.writes),
      };
    case 'flow':
      return {
        ...verdict,
        object: named(object),
        target: named(target),
        clauses,
        values: verdict.values.map(readJson),
        writes: writes(verdict.writes),
      };
    case 'growth':
      return {
        ...verdict,
        object: named(object),
        before: valueJson(verdict.before, false),
        result: valueJson(verdict.result, false),
        clauses,
        reads: verdict.reads.map(readJson),
        writes: writes(verdict.writes),
      };
    case 'variable':
      return {
        ...verdict,
        object: named(verdict.object),
        clauses,
        modifiers: verdict.modifiers.map((each) => ({
          ...each,
          carrier: idOrNull(each.carrier),
          clauses: each.clauses.map(clauseJson),
          reads: each.reads.map(readJson),
        })),
      };
    case 'order':
      return {
        ...verdict,
        object: named(object),
        target: named(target),
        clauses,
        choices: verdict.choices.map((each) => ({ ...each, clauses: each.clauses.map(clauseJson) })),
      };
    case 'expression':
      return {
        ...verdict,
        object: named(object),
        value: valueJson(verdict.value, verdict.isObject),
        clauses,
        reads: verdict.reads.map(readJson),
      };
  }
}

function clauseJson(clause: PastClause) {
  const { reads, witness } = clause;
  return {
    ...clause,
    reads: reads.map(readJson),
    witness: witness && { ...witness, object: idOrNull(witness.object), reads: witness.reads.map(readJson) },
  };
}

function readJson(read: PastRead) {
  return {
    ...read,
    value: valueJson(read.value, read.isObject),
    object: idOrNull(read.object),
    written: read.written === null ? null : writeJson(read.written, read.isObject),
    later: read.later.map((write) => writeJson(write, read.isObject)),
  };
}

function writeJson({ source, before, after, priority, ...write }: PastWrite, isObject: boolean) {
  return {
    ...write,
    source: idOrNull(source),
    priority: priority ?? null,
    before: valueJson(before, isObject),
    after: valueJson(after, isObject),
  };
}

function keptJson({ object, source, ...kept }: Kept) {
  return { ...kept, object: idOrNull(object), source: idOrNull(source) };
}

type Occurrence = NonNullable<Extract<Report['verdict'], { readonly of: 'ability' }>['occurrence']>;

function occurrenceJson({ values, subject, ...occurrence }: Occurrence) {
  return {
    ...occurrence,
    subject: idOrNull(subject),
    values: Object.fromEntries(
      Object.entries(values).map(([name, { value, isObject }]) => [name, valueJson(value, isObject)]),
    ),
  };
}
