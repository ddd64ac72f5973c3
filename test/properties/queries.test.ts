import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ObjectView, Query } from '../../src/world/api.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';

/** A query as a filter over what `describe` shows. */
function meets(view: ObjectView, { kind, class: className, owner }: Query): boolean {
  return (
    (kind === undefined || view.kind === kind) &&
    (className === undefined || view.class === className) &&
    (owner === undefined || (owner === null ? view.owners.length === 0 : view.owners.some((each) => each === owner)))
  );
}

describe('a query', () => {
  test('gives what a filter over all descriptions gives, by ascending id', () => {
    let found = 0;
    fc.assert(
      fc.property(randomCases({ groups: 1, objects: 40 }), fc.nat(), (given, number) => {
        const world = randomWorld(
          choicesOf(given.seed),
          defineContent(randomContent(choicesOf(given.seed), []).source),
          given.objects,
        );
        const { kinds, classes } = world.program.model;
        const views = world.query().map((handle) => world.describe(handle));
        expect(views.map(({ id }) => id)).toEqual(views.map(({ id }) => id).sort((a, b) => a - b));
        expect(views).toHaveLength(world.size);
        const choices = choicesOf(number);
        for (let i = 0; i < 12; i++) {
          const empires = world.query({ kind: 'empire' });
          const query: Query = {
            ...(choices.oneIn(2) ? { kind: choices.pick(kinds).name } : {}),
            ...(choices.oneIn(3) ? { class: choices.pick(classes).name } : {}),
            ...(choices.oneIn(2)
              ? { owner: empires.length > 0 && !choices.oneIn(3) ? choices.pick(empires) : null }
              : {}),
          };
          const expected = views.filter((view) => meets(view, query)).map(({ handle }) => handle);
          expect(world.query(query), JSON.stringify(query)).toEqual(expected);
          expect(world.query({ ...query, where: 'self.owner == null' })).toEqual(
            views.filter((view) => meets(view, query) && view.owners.length !== 1).map(({ handle }) => handle),
          );
          found += expected.length;
        }
      }),
      propertyRuns(80),
    );
    expect(found).toBeGreaterThan(100);
  });
});
