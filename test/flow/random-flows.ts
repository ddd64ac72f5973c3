import type { Step } from '../../src/model/connection.js';
import type { FlowForm, FlowTargets, Program } from '../../src/ir/rule.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { aggregate } from '../../src/eval/ops/member-folds.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { draw } from '../../src/eval/ops/draws.js';
import { integerMultiply } from '../../src/eval/ops/integers.js';
import type { Handle, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import type { WorldOptions } from '../../src/world/api.js';
import type { Choices } from '../support/choices.js';
import { boolean, number } from '../support/nodes.js';
import { type GivenFlow, type KindName, all, carriedBy, column, kind, near, valueOf } from './flow-worlds.js';

/** Random flows, and random worlds of fields, towns and guilds for them. */

const kinds: readonly KindName[] = ['guild', 'town', 'field'];
const percents = [0, 1, 5, 5, 8, 10, 33, 50, 100, 150, -20, 2 ** 31 - 1];
const amounts = [-9, 0, 1, 3, 10, 100, 2 ** 31 - 1, -(2 ** 31)];
const floors = [0, 0, 5, 50, -10];
const values = [0, 0, 1, 2, 7, 20, 55, 100, 333, 1_000, -4, -60, -700];
const extremes = [2 ** 31 - 1, -(2 ** 31), 2 ** 30, -5, 100];

const routes: readonly (readonly Step[])[] = [
  near(1, 1),
  near(1, 1),
  near(2, 1),
  [{ by: 'square', grid: 1, distance: 1 }],
  [{ by: 'square', grid: 1, distance: 3 }, { by: 'once' }],
  near(2),
  [{ by: 'parent' }],
  [{ by: 'parent' }, { by: 'attached', kind: 0 }],
  [{ by: 'attached', kind: kind.town }],
  [{ by: 'owner' }],
  [{ by: 'owner' }, { by: 'owned', kind: kind.field }],
  [{ by: 'owned', kind: kind.town }],
  all('town'),
  [{ by: 'kind', kind: kind.field }],
];

/** A diffusion of all fields to their neighbours, and a decay: what real content is made of. */
export function plainFlows(choices: Choices): readonly GivenFlow[] {
  return ['crime', 'filth', 'lore'].flatMap((name): readonly GivenFlow[] => [
    {
      form: {
        does: 'diffuse',
        column: column(name),
        percent: choices.between(1, 20),
        targets: { steps: new Map([[kind.field, [near(1, 1)]]]), itself: false },
      },
    },
    {
      form: {
        does: 'decay',
        column: column(name),
        percent: choices.between(0, 30),
        floor: choices.between(0, 9),
        negative: choices.pick(['mirrored', 'plain']),
      },
    },
  ]);
}

export function randomFlow(choices: Choices): GivenFlow {
  const carrier = choices.pick<KindName>(['field', 'field', 'field', 'town', 'guild']);
  return {
    carrier: carriedBy(carrier, {
      ...(choices.oneIn(5) ? { where: condition(choices.split('where')) } : {}),
      ...(choices.oneIn(6) ? { times: valueOf('heads') } : {}),
    }),
    ...(choices.oneIn(3) ? { receivers: choices.oneIn(9) ? [] : choices.pick(routes) } : {}),
    kind: choices.oneIn(9) ? kind[choices.pick(kinds)] : 0,
    ...(choices.oneIn(4) ? { active: condition(choices.split('active')) } : {}),
    form: formFrom(choices.split('form')),
  };
}

function condition(choices: Choices): Node {
  switch (choices.below(6)) {
    case 0:
      return boolean(!choices.oneIn(4));
    case 1:
      return makeNode(compare, { comparison: '<' }, makeNode(draw, { site: 1, slots: 1 }), number(0.5));
    case 2:
      return makeNode(
        compare,
        { comparison: choices.pick(['>', '<='] as const) },
        valueOf(choices.pick(['crime', 'heads'])),
        number(choices.pick(values)),
      );
    default:
      return valueOf('watched');
  }
}

function amount(choices: Choices): Node {
  switch (choices.below(5)) {
    case 0:
      return valueOf(choices.pick(['crime', 'lore', 'heads']));
    case 1:
      return makeNode(integerMultiply, undefined, valueOf('heads'), number(choices.pick([2, -3])));
    case 2:
      return makeNode(
        aggregate,
        { fold: 'sum', range: { over: 'objects', kind: kind.town, class: 0 }, slot: 2 },
        boolean(true),
        number(2),
      );
    default:
      return number(choices.pick(amounts));
  }
}

function formFrom(choices: Choices): FlowForm {
  const [one, other] = [choices.pick(['crime', 'filth', 'lore']), choices.pick(['crime', 'filth', 'lore'])].map(column);
  const [percent, floor] = [choices.pick(percents), choices.pick(floors)];
  switch (choices.below(11)) {
    case 0:
      return { does: 'constant', column: one, amount: amount(choices.split('amount')) };
    case 1:
      return { does: 'limited', column: one, amount: choices.pick(amounts), limit: choices.pick(values) };
    case 2:
    case 3:
      return { does: 'decay', column: one, percent, floor, negative: choices.pick(['mirrored', 'plain']) };
    case 4:
      return { does: 'convert', from: one, to: other, amount: choices.pick(amounts) };
    case 5:
      return {
        does: 'convertPercent',
        from: one,
        to: other,
        percent,
        floor,
        correction: choices.pick(['others', 'rest']),
      };
    case 6:
      return {
        does: 'inhibitedGrowth',
        column: one,
        inhibitor: other,
        growth: percent,
        inhibition: choices.pick(percents),
        divisor: choices.pick([1, 100] as const),
      };
    case 7:
      return {
        does: 'gather',
        column: one,
        amount: choices.pick(amounts),
        negative: choices.pick(['nothing', 'taken']),
        targets: targetsFrom(choices.split('targets')),
      };
    default:
      return {
        does: choices.pick(['spread', 'diffuse', 'diffuse']),
        column: one,
        percent,
        targets: targetsFrom(choices.split('targets')),
      };
  }
}

function targetsFrom(choices: Choices): FlowTargets {
  const some = choices.oneIn(2) ? kinds : ['field' as const];
  return {
    steps: new Map(
      some.map((name) => [kind[name], Array.from({ length: choices.pick([1, 1, 2, 3]) }, () => choices.pick(routes))]),
    ),
    ...(choices.oneIn(4) ? { where: condition(choices.split('where')) } : {}),
    itself: choices.oneIn(2),
  };
}

export function randomLand(choices: Choices, program: Program, options: WorldOptions, isWild: boolean): World {
  const world = createWorld(program, { ...options, reserve: { objects: 4, ...options.reserve } });
  const guilds = Array.from({ length: choices.between(0, 3) }, () =>
    world.spawn({ kind: 'guild', values: some(choices, ['crime', 'filth'], isWild) }),
  );
  const fields: Handle[] = [];
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 5; x++) {
      if (!isWild || !choices.oneIn(6))
        fields.push(
          world.spawn({
            kind: 'field',
            place: { x, y },
            owner: choices.oneIn(2) ? null : choices.pick([null, ...guilds]),
            values: some(choices, ['crime', 'filth', 'lore'], isWild),
          }),
        );
    }
  for (let i = choices.between(0, 8); i > 0 && fields.length > 0; i--) {
    const place = { in: choices.pick(fields) };
    if (choices.oneIn(4)) world.spawn({ kind: 'stone', place });
    else
      world.spawn({
        kind: 'town',
        place,
        owner: choices.pick([null, ...guilds]),
        values: some(choices, ['crime', 'filth', 'lore'], isWild),
      });
  }
  return world;
}

function some(choices: Choices, names: readonly string[], isWild: boolean): Record<string, number | boolean> {
  const numbers = Object.fromEntries(
    names.map((name) => [name, isWild && choices.oneIn(8) ? choices.pick(extremes) : choices.pick(values)]),
  );
  return names.includes('lore')
    ? { ...numbers, watched: choices.oneIn(2), heads: choices.pick([0, 1, 1, 2, 3, -1]) }
    : numbers;
}

/** Something that the flows may look at becomes another. */
export function changeLand(world: World, choices: Choices): void {
  const objects = world.query();
  if (objects.length === 0) return;
  const object = choices.pick(objects);
  const fields = world.query({ kind: 'field' });
  const name = world.kindOf(object);
  switch (choices.below(6)) {
    case 0:
      if (name !== 'stone') world.set(object, 'crime', choices.pick(values));
      break;
    case 1:
      if (name === 'town' || name === 'field') world.set(object, 'watched', choices.oneIn(2));
      break;
    case 2:
      if (name === 'town' || name === 'field') world.set(object, 'heads', choices.pick([0, 1, 2]));
      break;
    case 3:
      if (name === 'town' && fields.length > 0) world.move(object, { in: choices.pick(fields) });
      break;
    case 4:
      if (choices.oneIn(3)) world.destroy(object);
      break;
    default:
      if (fields.length > 0) world.spawn({ kind: 'town', place: { in: choices.pick(fields) }, values: { crime: 30 } });
  }
}
