import { type Order, type Reference, type When, type WhenType, zooms } from '../../src/content/antares/syntax.js';
import { boundBody } from '../../src/content/antares/world/open-level.js';
import type { LevelModel } from '../../src/content/antares/world/level-model.js';
import type { World } from '../../src/world/api.js';

/** What conditions say, told once more from what a host sees of a world, one condition at a time and without the IR. */
export function saysOracle(world: World, model: LevelModel, when: When): boolean {
  return says(viewOf(world, model), when);
}

/** What a host sees. */
type View = ReturnType<typeof viewOf>;

function viewOf(world: World, model: LevelModel) {
  const { level, policy } = model;
  const isCompat = policy === 'compat';
  const player = (seat: number): number | null =>
    seat >= 0 && seat < level.players.length ? (world.find(`player ${seat}`) ?? null) : null;
  const get = (object: number, column: string): unknown => world.get(object, column);
  const number = (object: number, column: string): number => Number(get(object, column));
  const inUse = (body: unknown): body is number => typeof body === 'number' && get(body, 'inUse') === true;
  const ownerOf = (body: number): number | undefined => world.ownersOf(body)[0];

  function flagshipOf(seat: number): number | null {
    const who = player(seat);
    const body = who === null ? null : get(who, 'flagship');
    return typeof body === 'number' && (isCompat || inUse(body)) ? body : null;
  }

  function initialOf(index: number): number | null {
    const body = index >= 0 && index < level.initials.length ? boundBody(world, model, index) : null;
    return inUse(body) ? body : null;
  }

  function resolve({ by, index }: Reference): number | null {
    if (by === 'flagship') return flagshipOf(index);
    if (by === 'initial') return initialOf(index);
    const who = player(index);
    const body = who === null ? null : get(who, by);
    return inUse(body) && (by === 'target' || ownerOf(body) === who) ? body : null;
  }

  return {
    world,
    level,
    isCompat,
    player,
    get,
    number,
    inUse,
    ownerOf,
    flagshipOf,
    resolve,
    whole: world.find('level') ?? 0,
  };
}

function says(view: View, when: When): boolean {
  const of = answers[when.type] as (view: View, when: When) => boolean;
  return of(view, when);
}

const answers: { readonly [Type in WhenType]: (view: View, when: Extract<When, { readonly type: Type }>) => boolean } =
  {
    autopilot({ player, get, flagshipOf, isCompat }, when) {
      const seat = player(when.player);
      return (
        seat !== null &&
        flagshipOf(when.player) !== null &&
        (isCompat || get(seat, 'human') === true) &&
        same(when.op, get(seat, 'autopilot') === when.value)
      );
    },
    building({ player, get, inUse, ownerOf }, when) {
      const seat = player(when.player);
      const place = seat === null ? null : get(seat, 'buildAt');
      return (
        seat !== null && inUse(place) && ownerOf(place) === seat && same(when.op, get(seat, 'building') === when.value)
      );
    },
    cash({ player, number, isCompat }, when) {
      const seat = player(when.player);
      if (seat !== null) return compared(when.op, number(seat, 'cash'), when.value);
      return isCompat && when.player >= 0 && when.player < 4 && compared(when.op, 0, when.value);
    },
    computer: ({ get, whole }, when) =>
      same(
        when.op,
        get(whole, 'screen') === when.screen && (when.line === undefined || get(whole, 'line') === when.line),
      ),
    count: (view, when) => compared(when.op, when.of.filter((member) => says(view, member)).length, when.value),
    destroyed: ({ resolve }, when) => same(when.op, (resolve(when.object) === null) === when.value),
    distance({ resolve, world }, when) {
      const [a, b] = [resolve(when.from), resolve(when.to)].map((body) =>
        body === null ? null : world.positionOf(body),
      );
      return (
        a !== null && b !== null && compared(when.op, (a.x - b.x) ** 2 + (a.y - b.y) ** 2, Math.floor(when.value ** 2))
      );
    },
    health({ resolve, number }, when) {
      const body = resolve(when.object);
      return compared(when.op, body === null ? 0 : number(body, 'health') / number(body, 'maxHealth'), when.value);
    },
    identity({ resolve }, when) {
      const [a, b] = [resolve(when.a), resolve(when.b)];
      return a !== null && b !== null && same(when.op, a === b);
    },
    message({ get, whole, isCompat }, when) {
      const page = get(whole, 'messagePage');
      return (
        get(whole, 'hasMessage') === true &&
        (isCompat || page !== 0) &&
        same(when.op, get(whole, 'messageId') === when.id && page === when.page)
      );
    },
    owner({ resolve, ownerOf, player }, when) {
      const body = resolve(when.object);
      if (body === null) return false;
      const owner = ownerOf(body);
      return same(
        when.op,
        when.player === -1 ? owner === undefined : owner !== undefined && owner === player(when.player),
      );
    },
    score({ player, number }, { op, counter, value }) {
      const seat = player(counter.player);
      return compared(
        op,
        seat !== null && [0, 1, 2].includes(counter.which) ? number(seat, `score ${counter.which}`) : 0,
        value,
      );
    },
    ships({ player, number }, when) {
      const seat = player(when.player);
      return compared(when.op, seat === null ? 0 : number(seat, 'ships'), when.value);
    },
    speed({ resolve, number, isCompat }, when) {
      const body = resolve(when.object);
      if (body === null) return false;
      const [x, y] = [256 * number(body, 'velocityX'), 256 * number(body, 'velocityY')];
      const limit = Math.sign(when.value) * Math.round(Math.abs(when.value) * 256);
      return isCompat
        ? compared(when.op, Math.max(Math.abs(x), Math.abs(y)), limit)
        : compared(when.op, x * x + y * y, limit * limit);
    },
    target({ resolve, get }, when) {
      const [body, target] = [resolve(when.object), resolve(when.target)];
      return body !== null && target !== null && same(when.op, get(body, 'destination') === target);
    },
    time({ level, world }, when) {
      const setup = level.startTime ?? 0;
      const old =
        3 * when.duration < 60 * setup ? 3 * when.duration - 60 * setup : when.duration - 60 * Math.floor(setup / 3);
      return compared(when.op, world.triggers.time, when.legacyStartTime ? old : when.duration);
    },
    zoom: ({ get, whole }, when) =>
      compared(
        when.op,
        zooms.findIndex((zoom) => zoom === get(whole, 'zoom')),
        zooms.indexOf(when.value),
      ),
  };

function same(op: 'eq' | 'ne', isEqual: boolean): boolean {
  return isEqual === (op === 'eq');
}

function compared(op: Order, left: number, right: number): boolean {
  switch (op) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'lt':
      return left < right;
    case 'gt':
      return left > right;
    case 'le':
      return left <= right;
    case 'ge':
      return left >= right;
  }
}
