import { expect, test } from 'vitest';
import { EdictError } from '../../src/kernel/errors.js';
import { createModifierBook } from '../../src/solve/modifier-book.js';
import { createShapeBook } from '../../src/solve/cell-forms.js';
import { makeShapeFunction } from '../../src/solve/shape-function.js';
import { choicesOf } from '../support/choices.js';
import { randomSheet } from '../support/random-sheet.js';

test('functions are made of most formulas, and of the rest it is said that they cannot be', () => {
  let [made, refused] = [0, 0];
  for (let seed = 0; seed < 60; seed++) {
    const { model, rules } = randomSheet(choicesOf(seed));
    const shapes = createShapeBook();
    const book = createModifierBook(model, rules.modifiers, shapes);
    for (const step of book.step) {
      const shape = shapes.of(shapes.next(shapes.begin(true), step));
      try {
        makeShapeFunction(shape);
        made++;
      } catch (error) {
        expect(error).toBeInstanceOf(EdictError);
        expect((error as EdictError).code).toBe('not-generated');
        refused++;
      }
    }
  }
  // Arrays are left to the interpreter.
  expect(refused).toBeGreaterThan(0);
  expect(made).toBeGreaterThan(refused);
});

test('equal formulas over other cells and numbers are one shape', () => {
  const shapes = createShapeBook();
  const step = shapes.step([3, 2, 60], 106, 1, 1);
  expect(shapes.step([3, 2, 60], 106, 1, 1)).toBe(step);
  expect(shapes.step([3, 2, 60], 107, 1, 1)).not.toBe(step);
  expect(shapes.next(shapes.begin(false), step)).toBe(shapes.next(shapes.begin(false), step));
  expect(shapes.next(shapes.begin(false), step)).not.toBe(shapes.next(shapes.begin(true), step));
  // Numbers that only differ above 16 bits are told apart in long code, where branches lead far.
  const long = Array.from({ length: 1_200 }, () => 3);
  expect(shapes.step([...long, 5, 70_000], 106, 0, 0)).not.toBe(shapes.step([...long, 5, 70_000 - 65_536], 106, 0, 0));
});
