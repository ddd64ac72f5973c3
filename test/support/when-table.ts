import {
  type Policy,
  type Level,
  type Reference,
  type When,
  type WhenType,
  equalities,
  orders,
} from '../../src/content/antares/syntax.js';
import {
  type LevelStage,
  type Question,
  baseOf,
  control,
  flagship,
  initial,
  initialOf,
  levelOf,
  targeted,
  whenOf,
} from './level-stage.js';

/** What conditions say in a small level, each by hand: which operators are true. */

export interface Row {
  readonly name: string;
  /** What is different from the start of the level. */
  readonly setUp?: ((stage: LevelStage) => void) | undefined;
  readonly question: Question;
  /** Operators that are true, in any order. */
  readonly isTrue: Readonly<Record<Policy, string>>;
}

/** Operators of each type, once more and by hand. */
export const operators: Readonly<Record<WhenType, readonly string[]>> = {
  autopilot: equalities,
  building: equalities,
  cash: orders,
  computer: equalities,
  count: orders,
  destroyed: equalities,
  distance: orders,
  health: orders,
  identity: equalities,
  message: equalities,
  owner: equalities,
  score: orders,
  ships: orders,
  speed: orders,
  target: equalities,
  time: orders,
  zoom: orders,
};

/** Of comparisons whose left side is equal, less or greater. */
const equal = 'eq le ge';
const less = 'ne lt le';
const greater = 'ne gt ge';

export const tableLevel: Level = levelOf({
  players: [
    { type: 'human', cash: 1_280_000 },
    { type: 'cpu', cash: 0 },
  ],
  bases: [
    baseOf('ship'),
    baseOf('planet', { maxHealth: -1, destination: true }),
    baseOf('station', { destination: true }),
  ],
  initials: [
    initialOf('planet', { owner: 1, position: [0, -300] }),
    initialOf('ship', { owner: 0, flagship: true, velocity: [3, -4] }),
    initialOf('ship', { owner: 0, position: [400, 300], target: 0, health: 500 }),
    initialOf('ship', { owner: 0, hidden: true, position: [400, 300] }),
    initialOf('planet', { position: [0, 300] }),
    initialOf('station', { owner: 0, build: ['ship'] }),
    initialOf('ship', { owner: 1 }),
  ],
});

/** Takes an initial out of use; it is freed when the next step begins. */
export const removed =
  (...numbers: readonly number[]) =>
  (stage: LevelStage): void => {
    for (const number of numbers) stage.tell({ [`initial.${String(number)}.exists`]: false });
  };
const freed =
  (...numbers: readonly number[]) =>
  (stage: LevelStage): void => {
    removed(...numbers)(stage);
    stage.free();
  };
const revealedAgain =
  (number: number) =>
  (stage: LevelStage): void => {
    removed(number)(stage);
    stage.tell({ [`initial.${String(number)}.exists`]: true });
  };
const told =
  (facts: Parameters<LevelStage['tell']>[0]) =>
  (stage: LevelStage): void => {
    stage.tell(facts);
  };
const inOrder =
  (...steps: readonly ((stage: LevelStage) => void)[]) =>
  (stage: LevelStage): void => {
    for (const step of steps) step(stage);
  };

/** Ways to name nobody. Only the raw flagship of the engine names what is removed and not freed yet. */
export const nobody: readonly {
  readonly name: string;
  readonly setUp?: (stage: LevelStage) => void;
  readonly reference: Reference;
  readonly onlySound?: boolean;
}[] = [
  { name: 'an initial that is hidden', reference: initial(3) },
  { name: 'an initial that is removed', setUp: removed(6), reference: initial(6) },
  { name: 'an initial that is freed', setUp: freed(6), reference: initial(6) },
  {
    name: 'an initial that was revealed again and removed again',
    setUp: inOrder(revealedAgain(6), removed(6)),
    reference: initial(6),
  },
  { name: 'an initial that there is not', reference: initial(7) },
  { name: 'a negative initial', reference: initial(-1) },
  { name: 'the flagship of who has none', reference: flagship(1) },
  { name: 'a flagship that is removed', setUp: removed(1), reference: flagship(0), onlySound: true },
  { name: 'a flagship that is freed', setUp: freed(1), reference: flagship(0) },
  { name: 'a flagship that the host took away', setUp: told({ 'player.0.flagship': null }), reference: flagship(0) },
  { name: 'the flagship of a seat where nobody plays', reference: flagship(2) },
  { name: 'the flagship of a seat that there is not', reference: flagship(9) },
  { name: 'the flagship of a negative seat', reference: flagship(-1) },
  { name: 'a selection that there is none of', reference: control(1) },
  { name: 'a selection that is removed', setUp: removed(5), reference: control(0) },
  { name: 'a selection that is freed', setUp: freed(5), reference: control(0) },
  { name: 'a selection that was captured', setUp: told({ 'initial.5.owner': 1 }), reference: control(0) },
  { name: "a selection that is nobody's any more", setUp: told({ 'initial.5.owner': null }), reference: control(0) },
  { name: 'a selection that was revealed again', setUp: revealedAgain(5), reference: control(0) },
  { name: 'the selection at a seat where nobody plays', reference: control(2) },
  { name: 'the selection at a seat that there is not', reference: control(-3) },
  { name: 'a target that there is none of', reference: targeted(1) },
  { name: 'a target that is removed', setUp: removed(0), reference: targeted(0) },
  { name: 'a target that is freed', setUp: freed(0), reference: targeted(0) },
  { name: 'a target that was revealed again', setUp: revealedAgain(0), reference: targeted(0) },
  { name: 'the target of a seat where nobody plays', reference: targeted(3) },
  { name: 'the target of a seat that there is not', reference: targeted(4) },
];

/** Ways to name somebody. */
export const somebody: typeof nobody = [
  { name: 'an initial', reference: initial(2) },
  { name: 'an initial that was revealed again', setUp: revealedAgain(6), reference: initial(6) },
  {
    name: 'an initial that was revealed again when it had been freed',
    setUp: inOrder(freed(6), told({ 'initial.6.exists': true })),
    reference: initial(6),
  },
  { name: 'a flagship', reference: flagship(0) },
  { name: 'a flagship that was revealed again', setUp: revealedAgain(1), reference: flagship(0) },
  { name: 'a flagship that the host gave', setUp: told({ 'player.1.flagship': 6 }), reference: flagship(1) },
  { name: 'a flagship of which no more is known', setUp: told({ 'player.1.flagship': 'x3' }), reference: flagship(1) },
  { name: 'a selection', reference: control(0) },
  { name: 'a selection of which no more is known', setUp: told({ 'player.1.control': 'x3' }), reference: control(1) },
  { name: 'a target', reference: targeted(0) },
  { name: "a target that is nobody's", setUp: told({ 'player.1.target': 4 }), reference: targeted(1) },
  { name: 'a target of which no more is known', setUp: told({ 'player.1.target': 'x3' }), reference: targeted(1) },
];

const both = (isTrue: string): Row['isTrue'] => ({ compat: isTrue, sound: isTrue });

function row(name: string, question: Question, isTrue: string | Row['isTrue'], setUp?: Row['setUp']): Row {
  return { name, question, isTrue: typeof isTrue === 'string' ? both(isTrue) : isTrue, setUp };
}

/**
 * Everything that is asked of objects, with nobody where an object is expected. The engine's raw flagship is left out
 * where it is somebody.
 */
export const rowsOfNobody: readonly Row[] = nobody.flatMap(({ name, setUp, reference, onlySound = false }) => {
  const [here, two] = [initial(2), initial(4)];
  const asked = (what: string, question: Question, isTrue: string, ofSomebody: string): Row =>
    row(`${what} of ${name}`, question, onlySound ? { compat: ofSomebody, sound: isTrue } : isTrue, setUp);
  return [
    asked('destroyed: true', { type: 'destroyed', object: reference, value: true }, 'eq', 'ne'),
    asked('destroyed: false', { type: 'destroyed', object: reference, value: false }, 'ne', 'eq'),
    asked('distance from', { type: 'distance', from: reference, to: here, value: 500 }, '', equal),
    asked('distance to', { type: 'distance', from: here, to: reference, value: 500 }, '', equal),
    asked('distance to itself', { type: 'distance', from: reference, to: reference, value: 0 }, '', equal),
    asked('health 0', { type: 'health', object: reference, value: 0 }, equal, greater),
    asked('health of a half', { type: 'health', object: reference, value: 0.5 }, less, greater),
    asked('negative health', { type: 'health', object: reference, value: -1 }, greater, greater),
    asked('identity with another', { type: 'identity', a: reference, b: two }, '', 'ne'),
    asked('identity of another', { type: 'identity', a: two, b: reference }, '', 'ne'),
    asked('identity with itself', { type: 'identity', a: reference, b: reference }, '', 'eq'),
    asked('owner 0', { type: 'owner', object: reference, player: 0 }, '', 'eq'),
    asked('owner 1', { type: 'owner', object: reference, player: 1 }, '', 'ne'),
    asked('owner nobody', { type: 'owner', object: reference, player: -1 }, '', 'ne'),
    asked('owner at a seat where nobody plays', { type: 'owner', object: reference, player: 2 }, '', 'ne'),
    asked('owner at a seat that there is not', { type: 'owner', object: reference, player: 8 }, '', 'ne'),
    asked('speed', { type: 'speed', object: reference, value: 4 }, '', equal),
    asked('speed 0', { type: 'speed', object: reference, value: 0 }, '', greater),
    asked('destination', { type: 'target', object: reference, target: two }, '', 'ne'),
    asked('as destination', { type: 'target', object: two, target: reference }, '', 'ne'),
    // Whose destination is gone is not under way to nobody either.
    asked('as destination of itself', { type: 'target', object: reference, target: reference }, '', 'ne'),
  ];
});

/** Everything that is asked of objects, with somebody there: what is not destroyed can be compared. */
export const rowsOfSomebody: readonly Row[] = somebody.flatMap(({ name, setUp, reference }) => [
  row(`destroyed: true of ${name}`, { type: 'destroyed', object: reference, value: true }, 'ne', setUp),
  row(`destroyed: false of ${name}`, { type: 'destroyed', object: reference, value: false }, 'eq', setUp),
  row(`identity of ${name} with itself`, { type: 'identity', a: reference, b: reference }, 'eq', setUp),
  row(
    `identity of ${name} with another`,
    { type: 'identity', a: reference, b: initial(5) },
    name.startsWith('a selection') && !name.includes('no more') ? 'eq' : 'ne',
    setUp,
  ),
  row(`owner of ${name} at a seat where nobody plays`, { type: 'owner', object: reference, player: 2 }, 'ne', setUp),
]);

const autopilot = (player: number, value: boolean): Question => ({ type: 'autopilot', player, value });
const building = (player: number, value: boolean): Question => ({ type: 'building', player, value });
const cash = (player: number, value: number): Question => ({ type: 'cash', player, value });
const score = (player: number, which: number, value: number): Question => ({
  type: 'score',
  counter: { player, which },
  value,
});
const ships = (player: number, value: number): Question => ({ type: 'ships', player, value });
const message = (id: number, page: number): Question => ({ type: 'message', id, page });
const screen = (name: 'main' | 'build', line?: number): Question => ({ type: 'computer', screen: name, line });
const distance = (value: number, to = initial(2)): Question => ({ type: 'distance', from: initial(1), to, value });
const health = (object: Reference, value: number): Question => ({ type: 'health', object, value });
const owner = (number: number, player: number): Question => ({ type: 'owner', object: initial(number), player });
const speed = (number: number, value: number): Question => ({ type: 'speed', object: initial(number), value });
const identity = (a: Reference, b: Reference): Question => ({ type: 'identity', a, b });
const target = (object: Reference, of: Reference): Question => ({ type: 'target', object, target: of });
const time = (duration: number, legacyStartTime = false): Question => ({ type: 'time', duration, legacyStartTime });
const zoom = (value: Extract<Question, { readonly type: 'zoom' }>['value']): Question => ({ type: 'zoom', value });

const yes = whenOf({ type: 'owner', op: 'eq', object: initial(1), player: 0 });
const no = whenOf({ type: 'owner', op: 'ne', object: initial(1), player: 0 });
const absent: readonly When[] = [
  whenOf({ type: 'owner', op: 'ne', object: initial(3), player: 0 }),
  whenOf({ type: 'speed', op: 'ne', object: initial(3), value: 1 }),
];
const count = (value: number, ...of: readonly When[]): Question => ({ type: 'count', value, of });

export const rowsOfPlayers: readonly Row[] = [
  row('autopilot off, asked for on', autopilot(0, true), 'ne'),
  row('autopilot off, asked for off', autopilot(0, false), 'eq'),
  row('autopilot on, asked for on', autopilot(0, true), 'eq', told({ 'player.0.autopilot': true })),
  row('autopilot on, asked for off', autopilot(0, false), 'ne', told({ 'player.0.autopilot': true })),
  row('autopilot without a flagship, asked for off', autopilot(1, false), ''),
  row('autopilot without a flagship, asked for on', autopilot(1, true), ''),
  row(
    'autopilot of a computer with a flagship',
    autopilot(1, false),
    { compat: 'eq', sound: '' },
    told({ 'player.1.flagship': 6 }),
  ),
  row('autopilot of a human whose flagship is removed', autopilot(0, false), { compat: 'eq', sound: '' }, removed(1)),
  row('autopilot of a human whose flagship is freed', autopilot(0, false), '', freed(1)),
  row(
    'autopilot of a human whose flagship the host took away',
    autopilot(0, true),
    '',
    told({ 'player.0.flagship': null }),
  ),
  row('autopilot at a seat where nobody plays', autopilot(2, false), ''),
  row('autopilot at a seat that there is not', autopilot(7, true), ''),
  row('autopilot at a negative seat', autopilot(-1, false), ''),
  row('idle, asked for idle', building(0, false), 'eq'),
  row('idle, asked for building', building(0, true), 'ne'),
  row('building, asked for idle', building(0, false), 'ne', told({ 'player.0.building': true })),
  row('building, asked for building', building(0, true), 'eq', told({ 'player.0.building': true })),
  row('nothing to build at, asked for idle', building(1, false), ''),
  row('nothing to build at, asked for building', building(1, true), ''),
  row('what was built at is removed', building(0, false), '', removed(5)),
  row('what was built at is freed', building(0, false), '', freed(5)),
  row('what was built at is captured', building(0, false), '', told({ 'initial.5.owner': 1 })),
  row('what was built at was revealed again', building(0, false), '', revealedAgain(5)),
  row('the host took away what was built at', building(0, true), '', told({ 'player.0.building': null })),
  row('the host says that another is idle', building(1, false), 'eq', told({ 'player.1.building': false })),
  row('the host says that another is building', building(1, true), 'eq', told({ 'player.1.building': true })),
  row('building at a seat where nobody plays', building(3, false), ''),
  row('building at a seat that there is not', building(4, false), ''),
  row('as much cash', cash(0, 1_280_000), equal),
  row('less cash', cash(0, 1_280_001), less),
  row('more cash', cash(0, 1_279_999), greater),
  row('cash against a debt', cash(1, -200), greater),
  row('cash that the host changed', cash(1, 51_200), equal, told({ 'player.1.cash': 51_200 })),
  row('no cash at a seat where nobody plays', cash(2, 0), { compat: equal, sound: '' }),
  row('some cash at a seat where nobody plays', cash(3, 1), { compat: less, sound: '' }),
  row('cash at a seat that there is not', cash(4, 0), ''),
  row('cash at a negative seat', cash(-1, 0), ''),
  row('the counter at 0', score(0, 0, 0), equal),
  row('a negative counter', score(1, 2, -3), equal, told({ 'player.1.score': [1, 2, -3] })),
  row('a counter below', score(1, 1, 3), less, told({ 'player.1.score': [1, 2, -3] })),
  row('a counter above', score(1, 0, -1), greater, told({ 'player.1.score': [1, 2, -3] })),
  row('a fourth counter', score(0, 3, 0), equal, told({ 'player.0.score': [5, 5, 5] })),
  row('a counter before the first', score(0, -1, 1), less, told({ 'player.0.score': [5, 5, 5] })),
  row('the counter of a seat where nobody plays', score(2, 0, 0), equal),
  row('the counter of a seat that there is not', score(9, 0, -1), greater),
  row('ships before they are counted', ships(0, 0), equal),
  row('ships that the host counted', ships(0, 3), equal, told({ 'player.0.ships': 3 })),
  row('fewer ships', ships(1, 3), less, told({ 'player.1.ships': 2 })),
  row('more ships', ships(1, 1), greater, told({ 'player.1.ships': 2 })),
  row('ships of a seat where nobody plays', ships(2, 0), equal),
  row('ships of a seat that there is not', ships(7, 1), less),
  row('ships of a negative seat', ships(-1, 0), equal),
];

export const rowsOfScreens: readonly Row[] = [
  row('that screen', screen('main'), 'eq'),
  row('another screen', screen('build'), 'ne'),
  row('that screen and line', screen('main', 1), 'eq'),
  row('that screen and another line', screen('main', 2), 'ne'),
  row('another screen and that line', screen('build', 1), 'ne'),
  row('another screen and another line', screen('build', 2), 'ne'),
  row(
    'the screen and line that the host says',
    screen('build', -1),
    'eq',
    told({ 'ui.screen': 'build', 'ui.line': -1 }),
  ),
  row('line 0', screen('main', 0), 'eq', told({ 'ui.line': 0 })),
  row('no message', message(5, 1), ''),
  row('no message, page 0', message(0, 0), ''),
  row('that message and page', message(5, 1), 'eq', told({ 'ui.message': [5, 1] })),
  row('that message and another page', message(5, 2), 'ne', told({ 'ui.message': [5, 1] })),
  row('another message and that page', message(6, 1), 'ne', told({ 'ui.message': [5, 1] })),
  row('another message and page', message(6, 2), 'ne', told({ 'ui.message': [5, 1] })),
  row('a message that was dismissed', message(5, 1), { compat: 'ne', sound: '' }, told({ 'ui.message': [5, 0] })),
  row(
    'page 0 of a message that was dismissed',
    message(5, 0),
    { compat: 'eq', sound: '' },
    told({ 'ui.message': [5, 0] }),
  ),
  row(
    'another message than the one that was dismissed',
    message(6, 0),
    { compat: 'ne', sound: '' },
    told({ 'ui.message': [5, 0] }),
  ),
  row(
    'a message that is no longer there',
    message(5, 1),
    '',
    inOrder(told({ 'ui.message': [5, 1] }), told({ 'ui.message': null })),
  ),
  row('that zoom', zoom('foe'), equal),
  row('a zoom after it', zoom('object'), less),
  row('the last zoom', zoom('all'), less),
  row('a zoom before it', zoom('1:16'), greater),
  row('the first zoom', zoom('2:1'), greater),
  row('the zoom that the host says', zoom('2:1'), equal, told({ 'ui.zoom': '2:1' })),
  row('all against the first', zoom('2:1'), greater, told({ 'ui.zoom': 'all' })),
];

export const rowsOfBodies: readonly Row[] = [
  row('just so far', distance(500), equal),
  row('farther', distance(501), less),
  row('nearer', distance(499), greater),
  row('just so far, with a square that is cut off', distance(500.0009), equal),
  row('farther, with a square that is cut off', distance(500.001), less),
  row('just so far, negative', distance(-500), equal),
  row('farther, negative', distance(-501), less),
  row('no distance to itself', distance(0, initial(1)), equal),
  row('a distance whose square is cut off to 0', distance(0.9, initial(1)), equal),
  row('far away', distance(1e300), less),
  row('where the host says, without fractions', distance(5), equal, told({ 'initial.2.position': [3.9, -4.9] })),
  row(
    'the whole circle of a large level',
    distance(50_000_000),
    equal,
    told({ 'initial.2.position': [30_000_000, 40_000_000] }),
  ),
  row('one more than that', distance(50_000_000), greater, told({ 'initial.2.position': [30_000_000, 40_000_001] })),
  row('full health', health(initial(1), 1), equal),
  row('half of its health', health(initial(2), 0.5), equal),
  row('less than its health', health(initial(2), 0.25), greater),
  row('more than its health', health(initial(2), 0.75), less),
  row('a tenth, as doubles divide', health(initial(1), 0.1), equal, told({ 'initial.1.health': 100 })),
  row(
    'a third, as doubles divide',
    health(initial(1), 1 / 3),
    equal,
    told({ 'initial.1.health': 1, 'initial.1.maxHealth': 3 }),
  ),
  row('more than all of its health', health(initial(1), 1), greater, told({ 'initial.1.health': 1500 })),
  row('health below nothing', health(initial(1), 0), less, told({ 'initial.1.health': -10 })),
  row('health without end', health(initial(0), 1), equal),
  row('the health of what no more is known of', health(flagship(1), 1), equal, told({ 'player.1.flagship': 'x1' })),
  row('an initial that is the flagship', identity(initial(1), flagship(0)), 'eq'),
  row('the flagship that is another', identity(flagship(0), initial(2)), 'ne'),
  row('what is selected', identity(initial(5), control(0)), 'eq'),
  row('what is selected and targeted', identity(targeted(0), control(0)), 'ne'),
  row('what is targeted', identity(targeted(0), initial(0)), 'eq'),
  row('a new selection', identity(initial(2), control(0)), 'eq', told({ 'player.0.control': 2 })),
  row(
    'two bodies of which no more is known',
    identity(flagship(0), flagship(1)),
    'ne',
    told({ 'player.0.flagship': 'x1', 'player.1.flagship': 'x2' }),
  ),
  row(
    'one body of which no more is known',
    identity(targeted(0), targeted(1)),
    'eq',
    told({ 'player.0.target': 'x1', 'player.1.target': 'x1' }),
  ),
  row('its owner', owner(1, 0), 'eq'),
  row('another owner', owner(1, 1), 'ne'),
  row('nobody, of what is owned', owner(1, -1), 'ne'),
  row('a seat where nobody plays', owner(1, 2), 'ne'),
  row('a seat that there is not', owner(1, 7), 'ne'),
  row('a seat below nobody', owner(1, -2), 'ne'),
  row('a player, of what nobody owns', owner(4, 0), 'ne'),
  row('nobody, of what nobody owns', owner(4, -1), 'eq'),
  row('a seat where nobody plays, of what nobody owns', owner(4, 2), 'ne'),
  row('a seat below nobody, of what nobody owns', owner(4, -2), 'ne'),
  row('the owner that the host says', owner(1, 1), 'eq', told({ 'initial.1.owner': 1 })),
  row('nobody, as the host says', owner(1, -1), 'eq', told({ 'initial.1.owner': null })),
  row('the larger component', speed(1, 4), { compat: equal, sound: greater }),
  row('the length of the velocity', speed(1, 5), { compat: less, sound: equal }),
  row('a negative speed, of which documents say no more than its square', speed(1, -5), {
    compat: greater,
    sound: equal,
  }),
  row('a speed just below half a 256th more', speed(1, 4 + 0.499 / 256), { compat: equal, sound: greater }),
  row('a speed half a 256th more', speed(1, 4 + 0.5 / 256), { compat: less, sound: greater }),
  row('a length half a 256th more', speed(1, 5 + 0.5 / 256), { compat: less, sound: less }),
  row('what stands still', speed(2, 0), equal),
  row('what stands still against a speed', speed(2, 0.1), less),
  row('what stands still against less than a 256th', speed(2, 0.001), equal),
  row('the velocity that the host says', speed(2, 0.5), equal, told({ 'initial.2.velocity': [0, -0.5] })),
  row('its destination', target(initial(2), initial(0)), 'eq'),
  row('another destination', target(initial(2), initial(1)), 'ne'),
  row('no destination', target(initial(1), initial(0)), 'ne'),
  row('its destination by what its player targets', target(initial(2), targeted(0)), 'eq'),
  row('a destination that was revealed again', target(initial(2), initial(0)), 'ne', revealedAgain(0)),
  row('a destination that is removed', target(initial(2), initial(0)), '', removed(0)),
  row('a destination that the host says', target(initial(1), initial(1)), 'eq', told({ 'initial.1.dest': 1 })),
  row('a destination that the host took away', target(initial(2), initial(0)), 'ne', told({ 'initial.2.dest': null })),
];

export const rowsOfCounts: readonly Row[] = [
  row('as many', count(1, yes, no, ...absent), equal),
  row('fewer', count(2, yes, no, ...absent), less),
  row('more', count(0, yes, no, ...absent), greater),
  row('none of none', count(0), equal),
  row('none of none, asked for one', count(1), less),
  row('none of what is absent', count(0, ...absent), equal),
  row('a negative count', count(-1, ...absent), greater),
  row('the same twice', count(2, yes, yes), equal),
  row(
    'counts inside of one another',
    count(
      1,
      whenOf({ type: 'count', op: 'eq', value: 0, of: absent }),
      whenOf({ type: 'count', op: 'ne', value: 0, of: absent }),
    ),
    equal,
  ),
  row(
    'the opposite of a condition with a precondition',
    count(0, whenOf({ type: 'owner', op: 'eq', object: initial(3), player: 0 })),
    equal,
  ),
];

const atTime =
  (ticks: number) =>
  (stage: LevelStage): void => {
    stage.world.triggers.setTime(ticks);
  };

export const rowsOfTimes: readonly Row[] = [
  row('at that tick', time(90), equal, atTime(90)),
  row('before that tick', time(91), less, atTime(90)),
  row('after that tick', time(89), greater, atTime(90)),
  row('at the beginning', time(0), equal),
  row('in setup', time(-180), equal, atTime(-180)),
  row('in setup, before play', time(0), less, atTime(-3)),
  row('in the old count without setup', time(90, true), equal, atTime(90)),
  row('in the old count without setup, negative', time(-90, true), equal, atTime(-270)),
];

export const rows: readonly Row[] = [
  ...rowsOfNobody,
  ...rowsOfSomebody,
  ...rowsOfPlayers,
  ...rowsOfScreens,
  ...rowsOfBodies,
  ...rowsOfCounts,
  ...rowsOfTimes,
];
