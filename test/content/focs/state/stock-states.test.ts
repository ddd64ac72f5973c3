import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkState } from '../../../../src/state/world-state.js';
import { laneCount } from '../../../../src/components/lanes.js';
import { placeHolder } from '../../../../src/components/place.js';
import { placeKind } from '../../../../src/components/place-kind.js';
import { readContent } from '../../../../src/content/focs/content.js';
import { createGameModel, type GameModel } from '../../../../src/content/focs/model/create-game-model.js';
import type { GameItems } from '../../../../src/content/focs/model/game-columns.js';
import { compareMeters } from '../../../../src/content/focs/state/compare-meters.js';
import { importState } from '../../../../src/content/focs/state/import-state.js';
import type { ImportedGame } from '../../../../src/content/focs/state/imported-game.js';
import { type GalaxyState, objectsOfType, parseState } from '../../../../src/content/focs/state/read-state.js';
import { clampMeters, resetMeters } from '../../../../src/content/focs/turn/meters.js';
import type { ItemKind } from '../../../../src/content/focs/syntax.js';
import { focsFixtures, hasFocsFixtures, stockContent } from '../../../support/focs-content.js';

interface Counts {
  readonly objects: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly meters: number;
  readonly partMeters: number;
  readonly metersDifferentFromReset: number;
  readonly excluded: number;
}

/** The model of the game's own content, with every column that a rule could ask for. */
function stockGame(): GameModel {
  const { items } = readContent(stockContent(), { keepGoing: true });
  const of: GameItems = (kind: ItemKind) => items.filter(({ item }) => item.kind === kind).map(({ item }) => item);
  const builder = createGameModel(of);
  for (const { name } of of('Special')) {
    builder.special(name);
    builder.specialSince(name);
    builder.specialCapacity(name);
  }
  for (const { name } of of('Part')) builder.partCount(name);
  for (const { name } of of('Tech')) builder.researched(name);
  for (const { name } of of('GameRule')) builder.rule(name);
  builder.allParts();
  return builder.finishGame();
}

describe.skipIf(!hasFocsFixtures)(
  'the states of the game in its own content (skipped where ../shared/fixtures/freeorion is absent)',
  () => {
    let game: GameModel;
    beforeAll(() => {
      game = stockGame();
    }, 60_000);

    describe.each(['mid_t118', 'mid_t119', 'large_t75'])('%s', (name) => {
      let source: GalaxyState;
      let counts: Counts;
      let made: ImportedGame;
      beforeAll(() => {
        const text = gunzipSync(readFileSync(join(focsFixtures, `${name}.json.gz`))).toString('utf8');
        ({ counts } = JSON.parse(text) as { counts: Counts });
        source = parseState(name, text);
        made = importState(game, source);
      }, 60_000);

      it('is a sound world with every object', () => {
        checkState(made.state);
        const { kind } = made.state.identity;
        const found = Object.keys(counts.byType).map((type) => [
          type,
          kind.filter((each) => game.model.kinds[each - 1]?.name === type.toLowerCase()).length,
        ]);
        expect(Object.fromEntries(found)).toEqual(counts.byType);
        expect(made.objects.size).toBe(counts.objects);
      });

      it('puts everything where it is', () => {
        const { state, idOf } = made;
        for (const { id, system, x, y } of source.objects) {
          const holder = placeHolder(state, idOf(id));
          if (state.x[holder] !== x || state.y[holder] !== y)
            throw new Error(`object ${id} is at ${state.x[holder]}, ${state.y[holder]}`);
          if (system !== -1 && holder !== idOf(system)) throw new Error(`object ${id} is not in system ${system}`);
        }
        const travelling = objectsOfType(source, 'Fleet')
          .filter((fleet) => fleet.system === -1)
          .map(({ id }) => state.place[idOf(id)]);
        expect(travelling.length).toBeGreaterThan(50);
        expect(travelling.every((place) => place === placeKind.lane)).toBe(true);
        const lanes = new Set(
          objectsOfType(source, 'System').flatMap(({ id, starlanes }) =>
            starlanes.map((other) => `${Math.min(id, other)} ${Math.max(id, other)}`),
          ),
        );
        expect(laneCount(state)).toBe(lanes.size);
      });

      it('has the meters that are recorded, which are clamped already', () => {
        const compared = {
          meters: counts.meters + counts.partMeters - counts.excluded,
          excluded: counts.excluded,
          different: 0,
          worst: [],
        };
        expect(compareMeters(made)).toMatchObject(compared);
        const { last } = made.state.stamps;
        clampMeters(made.state, game);
        expect(made.state.stamps.last).toBe(last);
        expect(compareMeters(made)).toMatchObject(compared);
      });

      it('differs from them after a reset as often as the game says', () => {
        resetMeters(made.state, game);
        expect(compareMeters(made, 0)).toMatchObject({ different: counts.metersDifferentFromReset, worst: [] });
      });
    });
  },
);
