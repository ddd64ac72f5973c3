import { describe, expect, test } from 'vitest';
import { writeCell } from '../../../../src/components/cells.js';
import { destroy } from '../../../../src/state/objects.js';
import { setOwner } from '../../../../src/components/ownership.js';
import type { GameSession } from '../../../../src/content/focs/turn/game-session.js';
import { group, play } from './effects/play.js';

type Change = (session: GameSession, id: (gameId: number) => number, empire: (number: number) => number) => void;

/** Who stands for the Terrans after a change, by the game's own ids; and who acted for them. */
function seatAfter(change: Change): readonly [number, number] {
  const tech =
    'Tech name = "CASE_TECH" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1 effectsgroups = [ EffectsGroup scope = Source effects = AddSpecial name = "OLD" ]';
  const played = play(group('GiveEmpireTech name = "CASE_TECH" empire = 1'), {
    items: tech,
    before(session) {
      session.runPass('a');
      const { imported } = session;
      change(session, imported.idOf, (number) => imported.empires.get(number) ?? 0);
    },
  });
  const numberOf = (id: number): number => (id === 0 ? -1 : (played.value(id, 'id') ?? -1));
  const { cells, identity } = played.session.state;
  const since = played.session.game.model.specialSince.known.get('OLD');
  const actors = [...identity.kind.keys()].filter((id) => since !== undefined && cells[since.index][id] === 40);
  return [numberOf(played.value(played.empire(1), 'sourceObject') ?? 0), numberOf(actors.at(-1) ?? 0)];
}

describe('who stands for an empire', () => {
  test('stays as long as it is theirs', () => {
    expect(seatAfter(() => {})).toEqual([30, 30]);
  });

  test('is the capital when that is lost', () => {
    expect(
      seatAfter(({ state, game }, id, empire) => {
        writeCell(state, game.model.column('capital'), empire(1), id(31));
        setOwner(state, id(30), empire(2));
      })[0],
    ).toBe(31);
  });

  test('is the first of what they own where the capital is lost too', () => {
    expect(
      seatAfter(({ state }, id) => {
        destroy(state, id(30));
      }),
    ).toEqual([31, 31]);
    expect(
      seatAfter(({ state }, id, empire) => {
        for (const gone of [30, 31]) setOwner(state, id(gone), empire(2));
      })[0],
    ).toBe(40);
  });

  test('is nobody where nothing is theirs', () => {
    expect(
      seatAfter(({ state }, id) => {
        for (const gone of [30, 31, 40, 50, 51, 60, 61]) if (state.owner[id(gone)] !== 0) setOwner(state, id(gone), 0);
      })[0],
    ).toBe(-1);
  });
});
