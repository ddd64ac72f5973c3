import { describe, expect, it } from 'vitest';
import type { Ability, Given, Occurrence, When } from '../../../../src/content/l5r/syntax.js';
import { playScenario } from '../../../../src/content/l5r/turn/play-scenario.js';
import { refusal } from '../../../support/errors.js';

const trait = (id: string, type: string, more: Partial<Ability> = {}): Ability =>
  ({ id, class: 'trait', at: 'after', on: { type }, ...more }) as Ability;
const raise = (type: string, more: Partial<Occurrence> = {}): When => ({ raise: { type, ...more } });

function logOf(given: Given, ...when: readonly When[]): readonly string[] {
  return playBoth(given, when).log;
}

/** Plays with both executors, which must do the same. */
function playBoth(given: Given, when: readonly When[]): ReturnType<typeof playScenario> {
  const [compiled, reference] = (['compiled', 'reference'] as const).map((executor) =>
    playScenario({ given, when }, { executor }),
  );
  expect(reference).toEqual(compiled);
  return compiled;
}

describe('what occurrences change', () => {
  const entities = {
    scout: { controller: 'P1', location: 'hill' },
    lamp: { attachedTo: 'scout' },
    ghost: { inPlay: false },
  };

  it('is told and stands', () => {
    const {
      log,
      entities: after,
      honor,
    } = playBoth({ entities, honor: { P2: 3 } }, [
      raise('bow', { card: 'scout' }),
      raise('dishonor', { card: 'scout' }),
      raise('assign', { card: 'scout', target: 'ford' }),
      raise('attach', { card: 'lamp', target: 'mule' }),
      raise('gainHonor', { player: 'P1', amount: 2 }),
      raise('loseHonor', { player: 'P2', amount: 4 }),
      raise('destroy', { card: 'mule' }),
      raise('wave', { card: 'scout', player: 'P2' }),
    ]);
    expect(log).toEqual([
      'apply bow:scout',
      'apply dishonor:scout',
      'apply assign:scout->ford',
      'apply attach:lamp->mule',
      'apply gainHonor:P1=2',
      'apply loseHonor:P2=4',
      'apply destroy:mule',
      'apply wave:scout:P2',
    ]);
    expect(after.scout).toEqual({
      controller: 'P1',
      attachedTo: null,
      inPlay: true,
      bowed: true,
      dishonored: true,
      location: 'ford',
      force: 0,
    });
    expect(after.lamp).toMatchObject({ attachedTo: 'mule' });
    expect(after.mule).toMatchObject({ inPlay: false, location: 'discard' });
    expect(honor).toEqual({ P1: 2, P2: -1 });
  });

  it('fails where it is so already or the card is out of play, and goes home whatever it is', () => {
    expect(
      logOf(
        { entities },
        raise('straighten', { card: 'scout' }),
        raise('bow', { card: 'ghost' }),
        raise('die', { card: 'ghost' }),
        raise('moveHome', { card: 'ghost' }),
        raise('bow'),
      ),
    ).toEqual(['fail straighten:scout', 'fail bow:ghost', 'fail die:ghost', 'apply moveHome:ghost', 'fail bow']);
  });

  it('fizzles where it has become impossible', () => {
    const abilities = [trait('haste', 'bow', { at: 'before', do: [{ raise: { type: 'destroy', card: 'scout' } }] })];
    expect(logOf({ entities, abilities }, raise('bow', { card: 'scout' }))).toEqual([
      'B:haste(bow:scout)',
      'apply destroy:scout',
      'end haste',
      'fizzle bow:scout',
    ]);
  });

  it('comes to nothing where the amount does', () => {
    const abilities = [
      trait('miser', 'gainHonor', { class: 'reduction', at: 'before', do: [{ adjust: -5 }] }),
      trait('cheer', 'gainHonor'),
    ];
    expect(
      logOf(
        { abilities },
        raise('gainHonor', { player: 'P1', amount: 3 }),
        raise('gainHonor', { player: 'P2', amount: 6 }),
      ),
    ).toEqual([
      'B:miser(gainHonor:P1)',
      'adjust -5',
      'end miser',
      'zero gainHonor:P1',
      'B:miser(gainHonor:P2)',
      'adjust -5',
      'end miser',
      'apply gainHonor:P2=1',
      'B:cheer(gainHonor:P2)',
      'end cheer',
    ]);
  });
});

describe('the order of answers', () => {
  it('is negations, then what is triggered, then reactions', () => {
    const abilities = [
      trait('shout', 'march', { class: 'reaction', at: 'before', controller: 'P2' }),
      trait('drum', 'march', { at: 'before' }),
      trait('mud', 'march', { class: 'substitute', at: 'before', into: { type: 'halt' } }),
      trait('rest', 'halt'),
    ];
    const decisions = { P2: ['shout'] };
    expect(
      logOf(
        { abilities, decisions, entities: { scout: {} } },
        raise('march', { card: 'scout', target: 'ford', amount: 2 }),
      ),
    ).toEqual(['A:mud(march:scout)', 'apply halt:scout', 'B:rest(halt:scout)', 'end rest']);
    expect(
      logOf({ abilities: abilities.filter(({ id }) => id !== 'mud'), decisions }, raise('march', { target: 'ford' })),
    ).toEqual(['B:drum(march)', 'end drum', 'pass P1', 'C:shout(march)', 'end shout', 'apply march->ford']);
  });

  it('is what the orderer says: the active player, or the next', () => {
    const abilities = ['one', 'two', 'three'].map((id) => trait(id, 'ring', { printed: true }));
    const decisions = { Ada: ['two', 'three'], Ben: ['nothing', 'three(ring:bell)', 'two'] };
    const players = ['Ada', 'Ben'];
    const started = (given: Given, ...when: readonly When[]): readonly string[] =>
      logOf({ players, abilities, decisions, ...given }, ...when, raise('ring', { card: 'bell' }))
        .filter((line) => line.startsWith('B:'))
        .map((line) => line.slice(2, line.indexOf('(')));
    expect(started({})).toEqual(['two', 'three', 'one']);
    expect(started({ active: 'Ben' })).toEqual(['three', 'two', 'one']);
    expect(started({ active: null, next: 'Ben' })).toEqual(['three', 'two', 'one']);
    expect(started({ active: null })).toEqual(['two', 'three', 'one']);
    expect(started({}, { endTurn: true })).toEqual(['three', 'two', 'one']);
    expect(started({}, { endTurn: true, next: 'Ada' })).toEqual(['two', 'three', 'one']);
    expect(started({}, { beginTurn: 'Ben' })).toEqual(['three', 'two', 'one']);
  });

  it('is the listed one where nobody says, and names occurrences of a batch', () => {
    const abilities = [trait('one', 'ring'), trait('two', 'ring', { class: 'reaction', controller: 'P1' })];
    const batch: When = {
      raise: [
        { type: 'ring', card: 'a' },
        { type: 'ring', card: 'b' },
      ],
    };
    const rung = (decisions: Given['decisions'], policy: Given['policy'] = {}): readonly string[] =>
      logOf({ abilities, policy, decisions: decisions ?? {} }, batch).filter((line) => /^[BC]:/.test(line));
    expect(rung({})).toEqual(['B:one(ring:a)', 'B:one(ring:b)']);
    expect(rung({ P1: ['one(ring:b)', 'two(ring:b)', 'pass', 'two'] })).toEqual([
      'B:one(ring:b)',
      'B:one(ring:a)',
      'C:two(ring:b)',
    ]);
    expect(rung({ P1: ['ring:b', 'two', 'two'] }, { grouping: 'perOccurrence' })).toEqual([
      'B:one(ring:b)',
      'C:two(ring:b)',
      'B:one(ring:a)',
      'C:two(ring:a)',
    ]);
  });
});

describe('choices', () => {
  const abilities = [
    trait('detour', 'move', { at: 'when', choice: true, controller: 'P2', do: [{ retarget: 'bog' }] }),
    trait('tired', 'move'),
  ];
  const move = raise('move', { card: 'scout', target: 'ford' });

  it('lead elsewhere before anything applies, unless they are declined', () => {
    const taken = ['B:detour(move:scout)', 'end detour', 'apply move:scout->bog', 'B:tired(move:scout)', 'end tired'];
    for (const word of ['yes', 'detour', 'detour(move:scout)', 'nonsense'])
      expect(logOf({ abilities, decisions: { P2: [word] } }, move)).toEqual(taken);
    for (const word of ['no', 'pass'])
      expect(logOf({ abilities, decisions: { P2: ['x', word, 'yes'] } }, move)).toEqual([
        'apply move:scout->ford',
        'B:tired(move:scout)',
        'end tired',
      ]);
  });
});

describe('phases and turns', () => {
  const abilities = [
    trait('dusk', 'PhaseEnds', { on: { type: 'PhaseEnds', where: { name: 'Day' } }, do: [{ notePhase: true }] }),
    trait('eve', 'PhaseEnds', { at: 'before', do: [{ notePhase: true }] }),
    trait('dawn', 'PhaseBegins', { do: [{ notePhase: true }] }),
    trait('farewell', 'TurnEnds', { on: { type: 'TurnEnds', where: { player: 'P1' } } }),
  ];

  it('end and begin, and are none between', () => {
    expect(
      logOf({ phase: 'Day', abilities }, { endPhase: 'Day' }, { beginPhase: 'Night' }, { endPhase: 'Night' }),
    ).toEqual([
      'B:eve(PhaseEnds)',
      'phase is Day',
      'end eve',
      'phase ends Day',
      'B:dusk(PhaseEnds)',
      'phase is none',
      'end dusk',
      'phase begins Night',
      'B:dawn(PhaseBegins)',
      'phase is Night',
      'end dawn',
      'B:eve(PhaseEnds)',
      'phase is Night',
      'end eve',
      'phase ends Night',
    ]);
    expect(
      logOf({ abilities }, { beginTurn: 'P2' }, { endTurn: true }, { beginTurn: 'P1' }, { endTurn: true }),
    ).toEqual([
      'turn begins P2',
      'turn ends P2',
      'turn begins P1',
      'turn ends P1',
      'B:farewell(TurnEnds:P1)',
      'end farewell',
    ]);
  });

  it('take what is temporary with them', () => {
    const lasting: readonly Ability[] = [
      trait('next', 'ring', { next: true }),
      trait('nextOfGame', 'ring', { next: true, until: 'game' }),
      trait('delayed', 'ring', { class: 'delayed' }),
      trait('printed', 'ring', { class: 'delayed', printed: true }),
      trait('always', 'ring'),
    ];
    const rung = (...when: readonly When[]): readonly string[] =>
      logOf({ abilities: lasting }, ...when, raise('ring')).filter((line) => line.startsWith('B:'));
    expect(rung()).toEqual([
      'B:next(ring)',
      'B:nextOfGame(ring)',
      'B:delayed(ring)',
      'B:printed(ring)',
      'B:always(ring)',
    ]);
    expect(rung({ endTurn: true })).toEqual(['B:nextOfGame(ring)', 'B:printed(ring)', 'B:always(ring)']);
  });

  it('are points of time at which nothing need happen', () => {
    const points = (['before', 'when', 'after'] as const).map((at) => trait(at, 'Noon', { at }));
    expect(
      logOf(
        { abilities: points },
        { timePoint: 'Noon' },
        { timePoint: 'Noon', at: 'before' },
        { timePoint: 'Noon', at: 'when' },
      ).filter((line) => line.startsWith('B:')),
    ).toEqual(['B:after(Noon)', 'B:before(Noon)', 'B:when(Noon)']);
  });
});

describe('what is remembered, and what is so now', () => {
  const entities = { scout: { attachedTo: 'mule', brave: true }, mule: { brave: 2, rank: 'old' } };
  const asks = (tests: readonly unknown[], more: Partial<Ability> = {}): Ability =>
    trait('asks', 'destroy', { if: tests, ...more } as Partial<Ability>);
  const answers = (ability: Ability): boolean =>
    logOf({ entities, abilities: [ability] }, raise('destroy', { card: 'scout' })).includes('B:asks(destroy:scout)');

  it.each([
    ['what it was attached to', [{ lki: 'attachedTo.rank', eq: 'old' }], true],
    ['what that was not', [{ lki: 'attachedTo.rank', eq: 'young' }], false],
    ['that it was in play', [{ lki: 'inPlay', eq: true }], true],
    ['that it is not now', [{ ent: 'scout', key: 'inPlay', eq: false }], true],
    ['who it was attached to', [{ lki: 'attachedTo', eq: 'mule' }], true],
    ['that it is attached to nothing now', [{ ent: 'scout', key: 'attachedTo', eq: null }], true],
    ['a number', [{ lki: 'attachedTo.brave', eq: 2 }], true],
    ['a value of another sort', [{ lki: 'attachedTo.brave', eq: true }], false],
    ['nothing where there is something of another sort', [{ lki: 'attachedTo.brave', eq: false }], false],
    ['a flag that nobody has', [{ lki: 'magic', eq: true }], false],
    ['no flag where nobody has it', [{ lki: 'magic', eq: false }], true],
    [
      'several things of which one is not so',
      [
        { lki: 'brave', eq: true },
        { lki: 'bowed', eq: true },
      ],
      false,
    ],
  ])('answers by %s', (_what, tests, is) => {
    expect(answers(asks(tests))).toBe(is);
  });

  it('exists only while what it lives by is so', () => {
    expect(answers(asks([], { live: ['mule', 'inPlay', true] }))).toBe(true);
    expect(
      answers(
        asks([], {
          live: [
            ['mule', 'inPlay', true],
            ['scout', 'inPlay', true],
          ],
        }),
      ),
    ).toBe(false);
  });
});

describe('bonuses', () => {
  const moss: Ability = { id: 'moss', class: 'continuous', card: 'rock', while: 'bowed', force: 4 };
  const weigh = (at: 'before' | 'when' | 'after'): Ability =>
    trait(`weigh ${at}`, 'bow', { at, do: [{ noteForce: 'rock' }] });
  const forces = (given: Given, ...when: readonly When[]): readonly string[] =>
    logOf(given, ...when).filter((line) => line.startsWith('force'));

  it('hold while a flag is set, from the start on', () => {
    const abilities = [
      moss,
      weigh('before'),
      weigh('when'),
      trait('up', 'straighten', { do: [{ noteForce: 'rock' }] }),
    ];
    expect(
      forces(
        { entities: { rock: { force: 1 } }, abilities },
        raise('bow', { card: 'rock' }),
        raise('straighten', { card: 'rock' }),
      ),
    ).toEqual(['force rock=1', 'force rock=5', 'force rock=1']);
    expect(
      forces(
        {
          entities: { rock: { force: 1, bowed: true } },
          abilities: [moss, trait('look', 'look', { at: 'before', do: [{ noteForce: 'rock' }] })],
        },
        raise('look'),
      ),
    ).toEqual(['force rock=5']);
  });

  it('leave the force itself as it is', () => {
    const { entities } = playBoth({ entities: { rock: { force: 1 } }, abilities: [moss] }, [
      raise('bow', { card: 'rock' }),
    ]);
    expect(entities.rock.force).toBe(1);
  });

  it('can be created, hold at once, and are as many as were created', () => {
    const abilities = [trait('grow', 'rain', { do: [{ noteForce: 'rock' }, { add: moss }, { noteForce: 'rock' }] })];
    const rain = (...forces: readonly number[]): readonly string[] => [
      'apply rain',
      'B:grow(rain)',
      `force rock=${String(forces[0])}`,
      'create moss',
      `force rock=${String(forces[1])}`,
      'end grow',
    ];
    expect(
      logOf(
        { entities: { rock: { bowed: true } }, abilities },
        raise('rain'),
        raise('rain'),
        raise('straighten', { card: 'rock' }),
        raise('rain'),
        raise('bow', { card: 'rock' }),
        raise('rain'),
      ),
    ).toEqual([
      ...rain(0, 4),
      ...rain(4, 8),
      'apply straighten:rock',
      ...rain(0, 0),
      'apply bow:rock',
      ...rain(12, 16),
    ]);
  });
});

describe('payments', () => {
  const mine = (id: string, gold: number, more: Partial<Ability> = {}): Ability =>
    ({ id, class: 'rulebook', at: 'when', controller: 'P1', gold, on: { type: 'payGold' }, ...more }) as Ability;

  it('gather what the payer takes, until it is enough', () => {
    const abilities = [
      mine('pit', 2),
      mine('lode', 5),
      mine('vein', 3, { class: 'reaction' }),
      mine('theirs', 9, { controller: 'P2' }),
    ];
    expect(logOf({ abilities, decisions: { P1: ['vein'] } }, { pay: { player: 'P1', cost: 5 } })).toEqual([
      'gold vein 3',
      'gold pit 2',
      'paid 5',
      'apply paidGold:P1',
    ]);
    expect(logOf({ abilities }, { pay: { player: 'P1', cost: 11 } })).toEqual([
      'gold pit 2',
      'gold lode 5',
      'gold vein 3',
      'not paid',
    ]);
  });

  it('are made good where something interferes, and are answered', () => {
    const abilities = [mine('pit', 2, { interfered: true }), mine('lode', 2), trait('receipt', 'paidGold')];
    expect(logOf({ abilities }, { pay: { player: 'P1', cost: 2 } })).toEqual([
      'gold pit 0',
      'gold lode 2',
      'paid 2',
      'apply paidGold:P1',
      'B:receipt(paidGold:P1)',
      'end receipt',
    ]);
  });
});

describe('actions', () => {
  it('cancel, raise one and several, and create what answers later', () => {
    const abilities = [
      trait('guard', 'strike', { at: 'before', controller: 'P2', do: [{ negate: true }, { note: 'parried' }] }),
      trait('feast', 'win', {
        do: [
          { raise: { type: 'sing' } },
          {
            raiseAll: [
              { type: 'dance', card: 'scout' },
              { type: 'dance', card: 'mule' },
            ],
          },
          { add: { id: 'hangover', class: 'delayed', on: { type: 'dawn' } } },
        ],
      }),
    ];
    expect(logOf({ abilities }, raise('strike'), { raise: [{ type: 'win' }] }, raise('dawn'))).toEqual([
      'B:guard(strike)',
      'parried',
      'end guard',
      'apply win',
      'B:feast(win)',
      'apply sing',
      'apply dance:scout',
      'apply dance:mule',
      'create hangover',
      'end feast',
      'apply dawn',
      'B:hangover(dawn)',
      'end hangover',
    ]);
  });
});

describe('what is wrong', () => {
  it('is refused before anything is done', () => {
    const { code, message } = refusal(() => playScenario({ given: { active: 'P7' }, when: [] }));
    expect([code, message]).toEqual([
      'bad-scenario',
      'edict: the scenario does not fit its format: given.active is "P7", expected a player (did you mean P1?)',
    ]);
  });

  it('is told with the entry and the abilities that lead in a circle', () => {
    const abilities = [trait('echo', 'ring', { do: [{ raise: { type: 'ring' } }] })];
    const { code, message } = refusal(() =>
      playScenario({ given: { abilities }, when: [raise('hum'), raise('ring')] }),
    );
    expect(code).toBe('nesting');
    expect(message).toMatch(/^edict: when\[1\]: .*echo/);
  });
});
