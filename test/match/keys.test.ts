import { describe, expect, it } from 'vitest';
import { targetSlot } from '../../src/ir/node.js';
import { keysOf } from '../../src/match/keys.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { type Wording } from '../../src/eval/printer.js';
import { printExpression } from '../../src/eval/print-expression.js';
import { plannedGroup } from '../plans/plans.js';

function keys(include: string): readonly string[] {
  const {
    program: { rules, model },
  } = plannedGroup({ scope: { include } });
  const wording: Wording = { model, first: 'source', longest: 200 };
  return keysOf(termOf(createTermBook(), rules.rules[0].include[0]), targetSlot)
    .map((key) =>
      key.of === 'slot'
        ? `slot ${key.slot}`
        : `${printExpression(key.term, wording)}${key.projection === undefined ? '' : ` by ${key.projection}`}`,
    )
    .sort();
}

describe('what a test takes from outer objects', () => {
  it.each([
    ['target.wealth > 3', []],
    ['target.wealth > source.crew', ['source.crew']],
    ['target.wealth > source.crew * 2 + source.rank', ['source.crew * 2 + source.rank']],
    ['target.wealth + source.crew > source.rank && target.rank > source.crew', ['source.crew', 'source.rank']],
    ['ownedBy(target, source)', ['source by factions']],
    ['ownedBy(source.planet, target)', ['source.planet']],
    ['sees(source, target) && !sees(target, source)', ['source', 'source by factions']],
    ['distance(target, source) + jumps(source.system, target) > 3', ['source by place', 'source.system by place']],
    ['chance(0.5)', ['slot 0']],
    ['target.wealth > 3 && source.crew > 2', ['source.crew > 2']],
    [
      'attached(target, building).exists(b, b.rank > source.rank && ownedBy(b, source))',
      ['source by factions', 'source.rank'],
    ],
    ['objects(ship).exists(s, s.system == source.system && s.wealth > target.wealth)', ['source.system']],
  ])('%s', (include, expected) => {
    expect(keys(include)).toEqual([...expected].sort());
  });
});
