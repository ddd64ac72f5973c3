import { type Possible, isThere } from '../../eval/bounds.js';
import { termOf } from '../../eval/term-book.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import type { Node } from '../../ir/node.js';
import type { Column } from '../../model/model.js';
import { type Carrying, possibleOf, quoted } from '../never-true.js';
import { type EffectSite, effectSites } from './effect-sites.js';
import { type Finding, type Subject, titleOf } from './finding.js';
import type { Studied } from './rule-writes.js';

/** Amounts that are absent in every world, so that their effect or formula never does anything. */
export function absentAmounts(studied: Studied): readonly Finding[] {
  const { model, rules } = studied.program;
  return [
    ...effectSites(studied).flatMap(({ of, about, firings }) =>
      firings.flatMap(({ effect }) =>
        amountsOf(effect)
          .filter(([node]) => isAbsent(node, about, studied))
          .map(([, what]) => absentFinding(of, `${what} of its effect ${effectName(effect, studied)}`)),
      ),
    ),
    ...rules.growths
      .filter(({ formula }) => isAbsent(formula, { kinds: new Map() }, studied))
      .map(({ column }) => absentFinding({ what: 'meter', name: model.columns[column].name }, 'its growth formula')),
  ];
}

/** What an effect does nothing without. */
function amountsOf(effect: PlainEffect): readonly (readonly [node: Node, what: string])[] {
  switch (effect.kind) {
    case 'modify':
      return [[effect.amount, 'the amount']];
    case 'step':
      return [[effect.by, 'the number of places']];
    case 'create':
      return [[effect.count, 'the number']];
    case 'put':
      return [
        [effect.x, 'the x'],
        [effect.y, 'the y'],
      ];
    default:
      return [];
  }
}

function isAbsent(node: Node, about: Carrying, { program: { model }, book }: Studied): boolean {
  const term = termOf(book, node);
  return term.absence !== 0 && !isThere(possibleOf(term, { model, ...about }));
}

function effectName(effect: PlainEffect, { program: { model } }: Studied): string {
  const column = effect.kind === 'modify' || effect.kind === 'step' ? effect.column : undefined;
  return column === undefined ? quoted(effect.kind) : `on ${quoted(model.columns[column].name)}`;
}

function absentFinding(of: Subject, what: string): Finding {
  return {
    code: 'always-absent',
    of,
    message: `${what} is always absent in ${titleOf(of)}, so it never does anything`,
    suggestion: 'check that the objects have what it reads, or write `default(…, 0)`',
  };
}

/** First values and amounts outside of the bounds of their meter, which the phase `clamp` changes at once. */
export function beyondBounds(studied: Studied): readonly Finding[] {
  const { columns, classes } = studied.program.model;
  if (!columns.some(isBounded)) return [];
  return [
    ...classes.flatMap(({ name, initial, origin }) =>
      [...initial]
        .filter(([column, value]) => isBounded(columns[column]) && misses(certain(value), columns[column]))
        .map(([column, value]) =>
          boundsFinding({ what: 'class', name, origin }, `begins with ${value} in`, columns[column]),
        ),
    ),
    ...effectSites(studied).flatMap((site) => site.firings.flatMap(({ effect }) => beyondIn(effect, site, studied))),
  ];
}

function certain(value: number): Possible {
  return { least: value, most: value, absent: false };
}

function isBounded({ minimum, maximum }: Column): boolean {
  return minimum > -Infinity || maximum < Infinity;
}

/** No possible value lies within the bounds. */
function misses({ least, most }: Possible, { minimum, maximum }: Column): boolean {
  return least <= most && (most < minimum || least > maximum);
}

function beyondIn(
  effect: PlainEffect,
  { of, about }: EffectSite,
  { program: { model }, book }: Studied,
): readonly Finding[] {
  const possible = (node: Node) => possibleOf(termOf(book, node), { model, ...about });
  if (effect.kind === 'create')
    return effect.initial
      .map(({ column, value }) => ({ column: model.columns[column], value }))
      .filter(({ column, value }) => isBounded(column) && misses(possible(value), column))
      .map(({ column, value }) => boundsFinding(of, `creates objects with ${textOf(possible(value))} in`, column));
  if (effect.kind !== 'modify') return [];
  const column = model.columns[effect.column];
  if (!isBounded(column)) return [];
  const amount = possible(effect.amount);
  switch (effect.modification) {
    case 'set':
      return misses(amount, column) ? [boundsFinding(of, `writes ${textOf(amount)} to`, column)] : [];
    // At least the amount.
    case 'maximum':
      return isThere(amount) && amount.least > column.maximum
        ? [boundsFinding(of, `writes at least ${amount.least} to`, column)]
        : [];
    case 'minimum':
      return isThere(amount) && amount.most < column.minimum
        ? [boundsFinding(of, `writes at most ${amount.most} to`, column)]
        : [];
    default:
      return [];
  }
}

function textOf({ least, most }: Possible): string {
  return least === most
    ? `${least}`
    : least === -Infinity
      ? `at most ${most}`
      : most === Infinity
        ? `at least ${least}`
        : `${least} to ${most}`;
}

function boundsFinding(of: Subject, what: string, { name, minimum, maximum }: Column): Finding {
  const range =
    minimum === -Infinity
      ? `at most ${maximum}`
      : maximum === Infinity
        ? `at least ${minimum}`
        : `${minimum} to ${maximum}`;
  return {
    code: 'beyond-bounds',
    of,
    message: `${titleOf(of)} ${what} ${quoted(name)}, whose bounds are ${range}: the phase \`clamp\` changes the value`,
    suggestion: 'write a value within the bounds, or change `bounds` of the meter',
  };
}
