import type { CivExpression, ObjectType, Policy, RelationName } from '../../src/content/civ/syntax.js';
import type { CivDeclaration, CivObject, CivObjectOf } from '../../src/content/civ/world/declaration.js';

/**
 * What expressions of the dialect mean, over the declaration itself: no model, no nodes, no columns. Written apart from
 * the lowering, to be compared with it.
 */
export interface CivOracle {
  evaluate(expression: CivExpression, id: string): number;
  /** Ids of related objects. */
  related(id: string, relation: RelationName, to: ObjectType, distance: number): readonly string[];
  readonly mishaps: { overflows: number; zeroDivisions: number };
}

/** Facts that are supposed: by object, question and word (empty for numbers). */
export type Supposed = ReadonlyMap<string, number>;

export function factKey(object: string, question: string, word = ''): string {
  return `${object} ${question} ${word}`;
}

type Objects = readonly CivObject[];

export function civOracle(
  declaration: CivDeclaration,
  policy: Policy,
  supposed: Supposed = new Map(),
  next = (): number => 0,
): CivOracle {
  const { map, options, bugOptions, types } = declaration;
  const objects = withAllPlots(declaration);
  const byId = new Map(objects.map((object) => [object.id, object]));
  const all = <T extends ObjectType>(type: T) =>
    objects.filter((object): object is CivObjectOf<T> => object.type === type);
  const players = all('PLAYER');
  const living = players.filter(({ alive }) => alive);
  const game = all('GAME')[0];
  const mishaps = { overflows: 0, zeroDivisions: 0 };
  const find = (id: string | null | undefined): CivObject | undefined =>
    id === null || id === undefined ? undefined : byId.get(id);

  const ownerOf = (object: CivObject): CivObject | undefined =>
    object.type === 'PLAYER' ? object : 'owner' in object ? find(object.owner) : undefined;
  const plotOf = (object: CivObject): CivObject | undefined =>
    object.type === 'PLOT' ? object : 'plot' in object ? find(object.plot) : undefined;
  const teamOf = (player: CivObject | undefined): CivObject | undefined =>
    player?.type === 'PLAYER' ? find(player.team) : undefined;
  const on = (plot: CivObject | undefined, type: 'CITY' | 'UNIT'): Objects =>
    plot === undefined ? [] : all(type).filter((each) => plotOf(each) === plot);
  const owned = (player: CivObject, type: 'CITY' | 'UNIT' | 'PLOT'): Objects =>
    all(type).filter(({ owner }) => owner === player.id);
  const members = (team: CivObject): readonly CivObjectOf<'PLAYER'>[] =>
    living.filter((player) => player.team === team.id);
  const livingTeams = (): Objects => all('TEAM').filter((team) => members(team).length > 0);

  function ofPlayers(some: Objects, to: ObjectType): Objects {
    if (to === 'PLAYER') return some;
    if (to === 'TEAM') return all('TEAM').filter((team) => some.some((player) => teamOf(player) === team));
    if (to === 'PLOT') return all('PLOT').filter(({ owner }) => some.some(({ id }) => id === owner));
    return some.flatMap((player) => owned(player, to as 'CITY' | 'UNIT'));
  }

  function associated(from: CivObject, to: ObjectType): Objects {
    if (from.type === to) return [from];
    if (to === 'GAME') return [game];
    switch (from.type) {
      case 'GAME':
        return to === 'PLOT' ? all('PLOT') : ofPlayers(living, to);
      case 'TEAM':
        return ofPlayers(members(from), to);
      case 'PLAYER':
        return to === 'TEAM' ? some(teamOf(from)) : owned(from, to as 'CITY' | 'UNIT' | 'PLOT');
      default:
        if (to === 'PLAYER') return some(ownerOf(from));
        if (to === 'TEAM') return some(teamOf(ownerOf(from)));
        return to === 'PLOT' ? some(plotOf(from)) : on(plotOf(from), to);
    }
  }

  function near(from: CivObject, to: ObjectType, distance: number): Objects {
    const centre = plotOf(from);
    if (centre?.type !== 'PLOT') return [];
    const found: CivObject[] = [];
    for (let x = centre.x - distance; x <= centre.x + distance; x++) {
      for (let y = centre.y - distance; y <= centre.y + distance; y++) {
        const [column, row] = [wrapped(x, map.width, map.wrapX), wrapped(y, map.height, map.wrapY)];
        const plot = all('PLOT').find((each) => each.x === column && each.y === row);
        if (plot !== undefined) found.push(...associated(plot, to));
      }
    }
    return policy === 'intended' ? [...new Set(found)] : found;
  }

  function relatedTo(from: CivObject, relation: RelationName, to: ObjectType, distance: number): Objects {
    const plot = plotOf(from);
    switch (relation) {
      case 'ASSOCIATED':
        return associated(from, to);
      case 'SAME_PLOT':
        return plot === undefined ? [] : associated(plot, to);
      case 'NEAR':
        return near(from, to, distance);
      case 'TRADE':
        return from.type === 'CITY' && to === 'CITY' ? from.trade.flatMap((id) => some(find(id))) : [];
      case 'WORKING':
        if (from.type === 'CITY' && to === 'PLOT') return from.working.flatMap((id) => some(find(id)));
        return from.type === 'PLOT' && to === 'CITY'
          ? all('CITY').filter(({ working }) => working.includes(from.id))
          : [];
    }
  }

  const stored = (object: CivObject, kind: string, id: string): boolean => object.gom.get(kind)?.includes(id) === true;

  function has(object: CivObject | undefined, kind: string, id: string): boolean {
    if (object === undefined) return false;
    const known = supposed.get(factKey(object.id, kind, id));
    return known === undefined ? found(object, kind, id) : known === 1;
  }

  function present(city: CivObject, kind: string, id: string): boolean {
    const known = supposed.get(factKey(city.id, kind, id));
    return known === undefined ? stored(city, kind, id) : known === 1;
  }

  function found(object: CivObject, kind: string, id: string): boolean {
    const own = (): boolean => stored(object, kind, id);
    if (kind === 'OPTION') return object.type === 'GAME' ? (options.get(id) ?? 0) !== 0 || own() : has(game, kind, id);
    if (kind === 'GAMESPEED') return object.type === 'GAME' ? own() : has(game, kind, id);
    const any = (list: Objects): boolean => list.some((each) => has(each, kind, id));
    const isOf = (...kinds: readonly string[]): boolean => kinds.includes(kind);
    switch (object.type) {
      case 'GAME':
        return isOf('TECH')
          ? any(livingTeams())
          : (isOf('BUILDING', 'UNITTYPE', 'RELIGION', 'CORPORATION', 'HANDICAP') && own()) ||
              (isOf('BUILDING', 'UNITTYPE', 'TRAIT', 'CIVIC') && any(living));
      case 'TEAM':
        return (
          (isOf('TECH', 'HANDICAP') && own()) ||
          (isOf('BUILDING', 'UNITTYPE', 'BONUS', 'TRAIT', 'CIVIC', 'RELIGION', 'CORPORATION') && any(members(object)))
        );
      case 'PLAYER':
        return (
          ofPlayer(object, kind, id) ||
          (isOf('BONUS', 'TRAIT', 'CIVIC', 'RELIGION', 'CORPORATION', 'HANDICAP') && own())
        );
      default:
        return onGround(object, kind, id, own());
    }
  }

  function ofPlayer(player: CivObject, kind: string, id: string): boolean {
    if (kind === 'BUILDING') return owned(player, 'CITY').some((city) => present(city, kind, id));
    if (kind === 'UNITTYPE') return owned(player, 'UNIT').some((unit) => has(unit, kind, id));
    return kind === 'TECH' && has(teamOf(player), kind, id);
  }

  /** Of a city, unit or plot. */
  function onGround(object: CivObject, kind: string, id: string, own: boolean): boolean {
    const isOf = (...kinds: readonly string[]): boolean => kinds.includes(kind);
    const cityThere = (): CivObject | undefined => on(plotOf(object), 'CITY').at(0);
    if (isOf('TECH', 'TRAIT', 'CIVIC', 'HANDICAP')) return has(ownerOf(object), kind, id);
    switch (object.type) {
      case 'CITY':
        if (isOf('BUILDING')) return own && !object.inactive.includes(id);
        if (isOf('UNITTYPE', 'UNITCOMBAT')) return has(plotOf(object), kind, id);
        return isOf('FEATURE', 'TERRAIN', 'ROUTE', 'IMPROVEMENT')
          ? relatedTo(object, 'WORKING', 'PLOT', 0).some((plot) => has(plot, kind, id))
          : own;
      case 'UNIT':
        if (isOf('BUILDING')) return has(cityThere(), kind, id);
        if (isOf('RELIGION', 'CORPORATION')) return has(ownerOf(object), kind, id);
        return isOf('FEATURE', 'TERRAIN', 'ROUTE', 'IMPROVEMENT', 'BONUS') ? has(plotOf(object), kind, id) : own;
      default:
        if (isOf('BUILDING', 'RELIGION', 'CORPORATION')) return has(cityThere(), kind, id);
        return isOf('UNITTYPE', 'UNITCOMBAT', 'PROMOTION')
          ? on(object, 'UNIT').some((unit) => has(unit, kind, id))
          : own;
    }
  }

  function is(object: CivObject | undefined, tag: string): boolean {
    if (object === undefined) return false;
    const known = supposed.get(factKey(object.id, 'TAG', tag));
    if (known !== undefined) return known === 1;
    const own = object.tags.includes(tag);
    if (tag === 'TAG_ANARCHY') {
      if (object.type === 'PLAYER' || object.type === 'CITY') return own;
      return object.type === 'PLOT'
        ? is(on(object, 'CITY').at(0), tag)
        : object.type === 'UNIT' && is(plotOf(object), tag);
    }
    if (
      [
        'TAG_WATER',
        'TAG_FRESH_WATER',
        'TAG_PEAK',
        'TAG_HILL',
        'TAG_FLATLAND',
        'TAG_COASTAL',
        'TAG_OWNED',
        'TAG_CITY',
      ].includes(tag)
    ) {
      if (object.type === 'UNIT') return is(plotOf(object), tag);
      if (object.type !== 'PLOT') return false;
      if (tag === 'TAG_OWNED') return object.owner !== null;
      return tag === 'TAG_CITY' ? on(object, 'CITY').length > 0 : own;
    }
    return object.type === 'UNIT' && own;
  }

  function attribute(object: CivObject, name: string): number {
    const known = supposed.get(factKey(object.id, name));
    if (known !== undefined) return known;
    if (object.type === 'GAME' && name === 'ATTRIBUTE_PLAYERS') return living.length;
    if (object.type === 'GAME' && name === 'ATTRIBUTE_TEAMS') return livingTeams().length;
    return object.attributes.get(name.slice('ATTRIBUTE_'.length)) ?? 0;
  }

  function option(object: CivObject, of: string, id: string): number {
    if (of === 'BUG') return bugOptions.get(id) ?? 0;
    if (of === 'GAME')
      return (
        supposed.get(factKey(game.id, 'OPTION', id)) ?? (has(game, 'OPTION', id) ? declaredOption(options.get(id)) : 0)
      );
    const owner = ownerOf(object);
    return owner?.type === 'PLAYER' ? (owner.options.get(id) ?? 0) : 0;
  }

  function adapted(object: CivObject, id: string, value: number): number {
    const { gamespeed, worldsize, handicap } = declaration.adapt;
    const percents = [gamespeed.get(id) ?? 100, worldsize.get(id) ?? 100];
    const owner = ['PLAYER', 'CITY', 'UNIT'].includes(object.type) ? ownerOf(object) : undefined;
    const level = types.HANDICAP?.find((each) => owner !== undefined && stored(owner, 'HANDICAP', each));
    if (level !== undefined) percents.push(handicap.get(level)?.get(id) ?? 100);
    return percents.reduce((amount, percent) => whole((BigInt(amount) * BigInt(percent)) / 100n), value);
  }

  function whole(exact: bigint): number {
    const result = Number(BigInt.asIntN(32, exact));
    if (BigInt(result) !== exact) mishaps.overflows++;
    return result;
  }

  function divided(a: number, b: number): number {
    if (b !== 0) return whole(BigInt(a) / BigInt(b));
    mishaps.zeroDivisions++;
    return policy === 'intended' ? 0 : a;
  }

  function modulo(a: number, b: number): number {
    if (b !== 0) return Number(BigInt(a) % BigInt(b));
    mishaps.zeroDivisions++;
    return 0;
  }

  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => whole(BigInt(total) + BigInt(value)), 0);

  const aggregators: Readonly<Record<string, (values: readonly number[]) => number>> = {
    AND: (values) => Number(values.every((value) => value === 1)),
    OR: (values) => Number(values.includes(1)),
    NUM: (values) => values.filter((value) => value === 1).length,
    SUM: sum,
    MEAN: (values) => (values.length === 0 ? 0 : Math.trunc(sum(values) / values.length)),
    MIN: (values) => (values.length === 0 ? 0 : Math.min(...values)),
    MAX: (values) => (values.length === 0 ? 0 : Math.max(...values)),
  };

  function integrated(
    object: CivObject,
    {
      aggregator,
      relation,
      objectType,
      distance,
      operands: [operand],
    }: Extract<CivExpression, { readonly node: 'integrate' }>,
  ): number {
    const list = relatedTo(object, relation, objectType, distance);
    // The first that decides ends it, which mishaps tell.
    if (aggregator === 'AND') return Number(list.every((each) => evaluate(operand, each) === 1));
    if (aggregator === 'OR') return Number(list.some((each) => evaluate(operand, each) === 1));
    return aggregators[aggregator](list.map((each) => evaluate(operand, each)));
  }

  function evaluate(expression: CivExpression, object: CivObject): number {
    const of = (operand: CivExpression): number => evaluate(operand, object);
    switch (expression.node) {
      case 'literal':
        return expression.value;
      case 'option':
        return expression.type === 'number'
          ? option(object, expression.of, expression.id)
          : Number(option(object, expression.of, expression.id) !== 0);
      case 'and':
        return Number(expression.operands.every((operand) => of(operand) === 1));
      case 'or':
        return Number(expression.operands.some((operand) => of(operand) === 1));
      case 'not':
        return 1 - of(expression.operands[0]);
      case 'iff':
        return Number(of(expression.operands[0]) === of(expression.operands[1]));
      case 'if':
        return of(expression.operands[0]) === 1 ? of(expression.operands[1]) : of(expression.operands[2]);
      case 'compare':
        return Number(compared[expression.comparison](of(expression.operands[0]), of(expression.operands[1])));
      case 'has':
        return Number(has(object, expression.kind, expression.id));
      case 'is':
        return Number(is(object, expression.name));
      case 'attribute':
        return attribute(object, expression.name);
      case 'property':
        return supposed.get(factKey(object.id, expression.name)) ?? object.properties.get(expression.name) ?? 0;
      case 'plus':
        return expression.operands.map(of).reduce((a, b) => whole(BigInt(a) + BigInt(b)));
      case 'mult':
        return expression.operands.map(of).reduce((a, b) => whole(BigInt(a) * BigInt(b)));
      case 'min':
        return Math.min(...expression.operands.map(of));
      case 'max':
        return Math.max(...expression.operands.map(of));
      case 'minus':
        return whole(BigInt(of(expression.operands[0])) - BigInt(of(expression.operands[1])));
      case 'div':
        return divided(of(expression.operands[0]), of(expression.operands[1]));
      case 'modulo':
        return modulo(of(expression.operands[0]), of(expression.operands[1]));
      case 'abs': {
        const value = of(expression.operands[0]);
        return whole(value < 0 ? -BigInt(value) : BigInt(value));
      }
      case 'integrate':
        return integrated(object, expression);
      case 'adapt':
        return adapted(object, expression.id, of(expression.operands[0]));
      case 'random': {
        const limit = of(expression.operands[0]);
        return limit > 0 ? next() % limit : 0;
      }
      case 'callback': {
        const values = declaration.python.get(expression.name);
        return values?.get(object.id) ?? values?.get('*') ?? 0;
      }
    }
  }

  const demand = (id: string): CivObject => {
    const object = byId.get(id);
    if (object === undefined) throw new Error(`there is no ${id}`);
    return object;
  };
  return {
    mishaps,
    evaluate: (expression, id) => evaluate(expression, demand(id)) + 0,
    related: (id, relation, to, distance) => relatedTo(demand(id), relation, to, distance).map((object) => object.id),
  };
}

/** What an option is that nothing but the declaration sets: what is supposed to be set is 1. */
function declaredOption(value: number | undefined): number {
  return value === undefined || value === 0 ? 1 : value;
}

const compared: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
};

function some(object: CivObject | undefined): Objects {
  return object === undefined ? [] : [object];
}

function wrapped(place: number, length: number, wraps: boolean): number {
  return wraps ? ((place % length) + length) % length : place;
}

/** All objects, plots row by row. */
function withAllPlots({ objects, map }: CivDeclaration): Objects {
  const plots: CivObject[] = [];
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      const listed = objects.find((object) => object.type === 'PLOT' && object.x === x && object.y === y);
      plots.push(
        listed ?? {
          type: 'PLOT',
          id: `plot:${x},${y}`,
          x,
          y,
          owner: null,
          gom: new Map(),
          tags: [],
          properties: new Map(),
          attributes: new Map(),
        },
      );
    }
  }
  return [...objects.filter(({ type }) => type !== 'PLOT'), ...plots];
}
