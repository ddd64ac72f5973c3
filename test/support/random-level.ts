import {
  type Level,
  type Reference,
  type When,
  type WhenType,
  equalities,
  orders,
  referenceKinds,
  screens,
  zooms,
} from '../../src/content/antares/syntax.js';
import type { FactValue } from '../../src/content/antares/world/level-facts.js';
import type { Choices } from './choices.js';
import { at, baseOf, conditionOf, initialOf, levelOf, whenOf } from './level-stage.js';

/** Small levels, so that what is asked about is often the same, near or gone. */

export function randomLevel(choices: Choices): Level {
  const players = Array.from({ length: choices.between(1, 4) }, () => ({
    type: choices.pick(['human', 'cpu'] as const),
    cash: choices.between(0, 2),
  }));
  const initials = choices.between(2, 6);
  const owner = (): number | undefined => (choices.oneIn(4) ? undefined : choices.below(players.length));
  return levelOf({
    players,
    startTime: choices.oneIn(3) ? choices.between(0, 4) : undefined,
    bases: [baseOf('ship', { maxHealth: 4 }), baseOf('station', { maxHealth: -1, destination: true })],
    initials: Array.from({ length: initials }, () =>
      initialOf(choices.pick(['ship', 'station']), {
        owner: owner(),
        position: [choices.between(-2, 2), choices.between(-2, 2)],
        hidden: choices.oneIn(4),
        flagship: choices.oneIn(3),
        target: choices.oneIn(2) ? choices.below(initials) : undefined,
        build: choices.oneIn(2) ? ['ship'] : [],
        velocity: [choices.between(-2, 2) / 2, choices.between(-2, 2) / 2],
      }),
    ),
    conditions: Array.from({ length: choices.between(1, 24) }, (_, i) =>
      conditionOf(i, {
        when: randomWhen(choices.split(i), 2),
        persistent: choices.oneIn(2),
        disabled: choices.oneIn(5),
      }),
    ),
  });
}

const types: readonly WhenType[] = [
  'autopilot',
  'building',
  'cash',
  'computer',
  'count',
  'destroyed',
  'distance',
  'health',
  'identity',
  'message',
  'owner',
  'score',
  'ships',
  'speed',
  'target',
  'time',
  'zoom',
];

/** Now and then about what there is not. */
export function randomWhen(choices: Choices, depth: number): When {
  const [op, equality] = [choices.pick(orders), choices.pick(equalities)];
  const seat = (): number => choices.between(-1, 4);
  const small = (): number => choices.between(-1, 3);
  const type = choices.pick(depth > 0 ? types : types.filter((each) => each !== 'count'));
  switch (type) {
    case 'autopilot':
    case 'building':
      return whenOf({ type, op: equality, player: seat(), value: choices.oneIn(2) });
    case 'cash':
    case 'ships':
      return whenOf({ type, op, player: seat(), value: small() });
    case 'computer':
      return whenOf({
        type,
        op: equality,
        screen: choices.pick(screens.slice(0, 2)),
        line: choices.oneIn(2) ? small() : undefined,
      });
    case 'count':
      return whenOf({
        type,
        op,
        value: small(),
        of: Array.from({ length: choices.below(5) }, (_, i) => randomWhen(choices.split(`member ${i}`), depth - 1)),
      });
    case 'destroyed':
      return whenOf({ type, op: equality, object: reference(choices), value: choices.oneIn(2) });
    case 'distance':
      return whenOf({
        type,
        op,
        from: reference(choices),
        to: reference(choices),
        value: choices.pick([-1, 0, 1, 1.5, 2, Math.SQRT2, Math.sqrt(5), 3]),
      });
    case 'health':
      return whenOf({ type, op, object: reference(choices), value: choices.pick([0, 0.25, 0.5, 1, -0.5]) });
    case 'identity':
      return whenOf({ type, op: equality, a: reference(choices), b: reference(choices) });
    case 'message':
      return whenOf({ type, op: equality, id: choices.below(3), page: choices.below(3) });
    case 'owner':
      return whenOf({ type, op: equality, object: reference(choices), player: seat() });
    case 'score':
      return whenOf({ type, op, counter: { player: seat(), which: choices.between(-1, 3) }, value: small() });
    case 'speed':
      return whenOf({
        type,
        op,
        object: reference(choices),
        value: choices.pick([0, 0.5, 1, -0.5, Math.SQRT1_2, 0.5 + 1 / 512]),
      });
    case 'target':
      return whenOf({ type, op: equality, object: reference(choices), target: reference(choices) });
    case 'time':
      return whenOf({ type, op, duration: choices.between(-4, 8), legacyStartTime: choices.oneIn(3) });
    case 'zoom':
      return whenOf({ type, op, value: choices.pick(zooms.slice(4, 7)) });
  }
}

function reference(choices: Choices): Reference {
  return { at, by: choices.pick(['initial', ...referenceKinds]), index: choices.between(-1, 6) };
}

/** What a host may say of a level. */
export function randomFact(choices: Choices, level: Level): readonly [string, FactValue] {
  const [initials, players] = [level.initials.length, level.players.length];
  const body = (): FactValue =>
    choices.oneIn(4) ? null : choices.oneIn(4) ? `x${choices.below(2)}` : choices.below(initials);
  const small = (): number => choices.between(-1, 3);
  const whole = (): readonly (readonly [string, FactValue])[] => [
    ['ui.screen', choices.pick(screens.slice(0, 2))],
    ['ui.line', small()],
    ['ui.zoom', choices.pick(zooms.slice(4, 7))],
    ['ui.message', choices.oneIn(3) ? null : [choices.below(3), choices.below(3)]],
  ];
  const ofInitial: readonly (readonly [string, FactValue])[] = [
    ['exists', false],
    ['exists', true],
    ['owner', choices.oneIn(4) ? null : choices.below(players)],
    ['position', [choices.between(-2, 2), choices.between(-2, 2)]],
    ['velocity', [choices.between(-2, 2) / 2, choices.between(-2, 2) / 2]],
    ['health', small()],
    ['maxHealth', choices.between(1, 4)],
    ['dest', body()],
  ];
  const ofPlayer: readonly (readonly [string, FactValue])[] = [
    ['cash', small()],
    ['ships', small()],
    ['score', [small(), small(), small()]],
    ['autopilot', choices.oneIn(2)],
    ['building', choices.pick([null, true, false])],
    ['flagship', body()],
    ['control', body()],
    ['target', body()],
  ];
  const of = choices.below(5);
  if (of === 0) return choices.pick(whole());
  const [field, value] = choices.pick(of < 3 ? ofInitial : ofPlayer);
  return [of < 3 ? `initial.${choices.below(initials)}.${field}` : `player.${choices.below(players)}.${field}`, value];
}
