import { expect, test } from 'vitest';
import { createAudiences, createKnownObjects, enforce, fitKnown, learn, withdraw } from '../../src/solve/records.js';
import { demandRoom } from '../../src/meaning/cell-solver.js';
import { createCellTables } from '../../src/solve/cell-tables.js';
import { type Linking, closePools, createParts, linkCell } from '../../src/solve/link.js';
import { createModifierBook } from '../../src/solve/modifier-book.js';
import { createShapeBook } from '../../src/solve/cell-forms.js';
import { createState } from '../../src/state/world-state.js';
import { bear } from '../../src/state/object-life.js';
import { limitsFrom } from '../../src/kernel/world-limits.js';
import { handSheet, int, sum } from '../support/hand-sheet.js';

test('programs that grow and shrink for ever take no more room than the largest of them', () => {
  const { model, rules } = handSheet({
    sheet: ['=in', 'total'],
    classes: { extra: 'item' },
    modifiers: (read) => [
      { by: 'sheet', of: 'total', amount: sum(read('in'), int(1)) },
      ...Array.from({ length: 40 }, (_, i) => ({
        by: 'extra',
        of: 'total',
        do: 'add' as const,
        amount: sum(read('in'), int(i)),
      })),
    ],
  });
  const state = createState(
    model,
    limitsFrom(undefined),
    { capacity: 8, lanes: 1, factions: 1, streams: 1 },
    '1',
    false,
  );
  const birth = { class: 0, name: '', owner: 0, created: 0 };
  const sheet = bear(state, { ...birth, kind: 1, place: { at: 'nowhere' } });
  const item = bear(state, { ...birth, kind: 2, class: 1, place: { at: 'object', object: sheet } });
  const shapes = createShapeBook();
  const book = createModifierBook(model, rules.modifiers, shapes);
  const known = createKnownObjects();
  fitKnown(known, state);
  for (const id of [sheet, item]) learn(known, state, id);
  const tables = createCellTables(state.cellValues.length);
  for (const [cell, variable] of [
    [1, 0],
    [2, 1],
  ]) {
    tables.entity[cell] = sheet;
    tables.variable[cell] = variable;
  }
  const linking: Linking = {
    state,
    book,
    shapes,
    known,
    parts: createParts(),
    folds: new Map(),
    tables,
    objectOf: () => 0,
    charge: () => undefined,
    list: () => {
      throw new Error('there are no lists');
    },
  };
  const recording = {
    model,
    book,
    known,
    audiences: createAudiences(),
    tables,
    changing: () => undefined,
    changingList: () => undefined,
  };
  enforce(recording, sheet);
  for (let round = 0; round < 5_000; round++) {
    if (round % 2 === 0) enforce(recording, item);
    else withdraw(recording, item);
    linkCell(linking, 2);
    closePools(linking);
    const readers: number[] = [];
    for (let edge = tables.firstReader[1]; edge !== 0; edge = tables.nextReader[edge])
      readers.push(tables.reader[edge]);
    expect(readers).toEqual(Array.from({ length: round % 2 === 0 ? 41 : 1 }, () => 2));
  }
  expect(tables.inputsUsed + tables.constantsUsed + tables.recordsUsed).toBeLessThan(10_000);
});

test('modifiers that are kept are counted before there are more than fit into memory', () => {
  expect(() => {
    demandRoom(16_777_215, 'v');
  }).not.toThrow();
  expect(() => {
    demandRoom(16_777_216, 'v');
  }).toThrow(expect.objectContaining({ code: 'limit-modifiers', culprit: 'v' }) as Error);
  expect(() => {
    demandRoom(10, 'v', 10);
  }).toThrow('more than 10 modifiers of variables');
});
