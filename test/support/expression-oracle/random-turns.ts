import type { Choices } from '../choices.js';
import { type Type, type WorldData, types } from './facts.js';
import { idsOf, properties, randomAmount, storing } from './random-world.js';
import { randomHolder } from './random-xml.js';
import { leads, relations } from './relations.js';
import type { EventData, TurnsData } from './run-turns.js';
import { carriedKinds } from './solver.js';

/** How random manipulators are made. */
interface Making {
  readonly choices: Choices;
  /** Types of what carries them. */
  readonly carriers: readonly Type[];
  readonly wrong: number;
  /** Properties that they are about: the fewer, the more they meet. */
  readonly about: readonly string[];
}

const element = (tag: string, ...inner: readonly string[]): string => `<${tag}>${inner.join('')}</${tag}>`;
const maybe = (choices: Choices, times: number, make: () => string): string => (choices.oneIn(times) ? make() : '');

/** Turns of a random world. */
export function randomTurns(choices: Choices, { objects, map }: WorldData, name: string): TurnsData {
  const plots = Array.from(
    { length: map.width * map.height },
    (_, i) => `plot:${String(i % map.width)},${String(Math.floor(i / map.width))}`,
  );
  const all = [...objects.filter(({ type }) => type !== 'PLOT').map(({ id }) => id), ...plots];
  const listed = new Map(objects.map(({ id, type }) => [id, type]));
  const typeNamed = (id: string): Type => listed.get(id) ?? 'PLOT';
  const about = choices.oneIn(2) ? [choices.pick(properties)] : properties;
  const wrong = choices.oneIn(5) ? 12 : 0;
  const carrying = [...new Set(Object.values(carriedKinds).flatMap((kinds) => kinds ?? []))].flatMap((kind) =>
    idsOf(kind).map((id) => [kind, id] as const),
  );
  const carriers = Array.from({ length: choices.below(4) }, () => choices.pick(carrying)).map(([kind, id]) => {
    const whose = types.filter((type) => carriedKinds[type]?.includes(kind) === true);
    return [id, randomManipulators({ choices, carriers: whose, wrong, about })] as const;
  });
  const turns = choices.between(1, 4);
  return {
    name,
    policy: choices.oneIn(2) ? 'compat' : 'intended',
    turns,
    global: Array.from({ length: choices.below(3) }, () =>
      randomManipulators({ choices, carriers: types, wrong, about }),
    ),
    carriers: Object.fromEntries(carriers),
    events: Array.from({ length: choices.below(5) }, () => randomEvent(choices, all, typeNamed, turns)),
    track: Object.fromEntries(all.map((id) => [id, properties])),
  };
}

function randomEvent(
  choices: Choices,
  objects: readonly string[],
  typeOf: (id: string) => Type,
  turns: number,
): EventData {
  const beforeTurn = choices.between(1, turns);
  const object = choices.pick(objects);
  const kinds = storing[typeOf(object)];
  if (choices.oneIn(2)) return { beforeTurn, object, property: choices.pick(properties), value: randomAmount(choices) };
  if (choices.oneIn(6))
    return {
      beforeTurn,
      object: 'game',
      gom: 'OPTION',
      id: choices.pick(['GAMEOPTION_A', 'GAMEOPTION_B']),
      has: choices.oneIn(2),
    };
  if (typeOf(object) === 'CITY' && choices.oneIn(2))
    return {
      beforeTurn,
      object,
      attribute: choices.pick(['POPULATION', 'HEALTH', 'WEALTH']),
      value: randomAmount(choices),
    };
  const kind = choices.pick(kinds);
  return { beforeTurn, object, gom: kind, id: choices.pick(idsOf(kind)), has: choices.oneIn(2) };
}

function randomManipulators(making: Making): string {
  const { choices } = making;
  return element(
    'PropertyManipulators',
    ...Array.from({ length: choices.between(1, 3) }, () =>
      choices.pick([source, source, interaction, propagator, propagator])(making),
    ),
  );
}

function source(making: Making): string {
  const { choices } = making;
  const does = choices.pick(['CONSTANT', 'CONSTANT', 'CONSTANT_LIMITED', 'DECAY', 'DECAY', 'ATTRIBUTE_CONSTANT']);
  const { scope, xml } = receivers(making);
  const amount =
    does === 'CONSTANT'
      ? randomHolder({ choices, scope, depth: choices.between(0, 2), wrong: making.wrong, pure: true }, 'int')
      : element('iAmountPerTurn', plain(choices));
  const numbers: Readonly<Record<string, readonly string[]>> = {
    CONSTANT: [amount],
    CONSTANT_LIMITED: [amount, element('iLimit', plain(choices))],
    DECAY: [
      element('iPercent', share(choices)),
      maybe(choices, 2, () => element('iNoDecayAmount', String(choices.below(20)))),
    ],
    ATTRIBUTE_CONSTANT: [element('AttributeType', `ATTRIBUTE_${attributeOf(choices, scope)}`), amount],
  };
  return element(
    'PropertySource',
    kind(making, 'Source', does),
    property(making, 'PropertyType'),
    ...xml,
    ...numbers[does],
    active(making, scope),
  );
}

function interaction(making: Making): string {
  const { choices } = making;
  const does = choices.pick(['CONVERT_CONSTANT', 'CONVERT_PERCENT', 'CONVERT_PERCENT', 'INHIBITED_GROWTH']);
  const { scope, xml } = receivers(making);
  const numbers: Readonly<Record<string, readonly string[]>> = {
    CONVERT_CONSTANT: [element('iAmountPerTurn', plain(choices))],
    CONVERT_PERCENT: [
      element('iPercent', share(choices)),
      maybe(choices, 2, () => element('iNoConvertAmount', plain(choices))),
    ],
    INHIBITED_GROWTH: [element('iGrowthPercent', share(choices)), element('iInhibitionPercent', share(choices))],
  };
  return element(
    'PropertyInteraction',
    kind(making, 'Interaction', does),
    property(making, 'SourcePropertyType'),
    property(making, 'TargetPropertyType'),
    ...xml,
    ...numbers[does],
    active(making, scope),
  );
}

function propagator(making: Making): string {
  const { choices } = making;
  const does = choices.pick(['SPREAD', 'DIFFUSE', 'DIFFUSE', 'GATHER']);
  const { scope, xml } = receivers(making);
  const [name, to] = choices.pick(roadsFrom(scope));
  const targets = choices.oneIn(6) ? [] : [element('TargetObjectType', `GAMEOBJECT_${to}`)];
  const relation = making.wrong !== 0 && choices.oneIn(10) ? '' : element('TargetRelationType', name);
  const distance =
    name === 'RELATION_NEAR' || choices.oneIn(9) ? element('iTargetDistance', String(choices.below(4))) : '';
  const condition = maybe(choices, 3, () =>
    randomHolder(
      {
        choices,
        scope: targets.length === 0 ? types : [to],
        depth: choices.between(0, 2),
        wrong: making.wrong,
        pure: true,
      },
      'bool',
      'TargetCondition',
    ),
  );
  const number = does === 'GATHER' ? element('iAmountPerTurn', plain(choices)) : element('iPercent', share(choices));
  return element(
    'PropertyPropagator',
    kind(making, 'Propagator', does),
    property(making, 'PropertyType'),
    ...xml,
    ...targets,
    relation,
    distance,
    number,
    condition,
    active(making, scope),
  );
}

function receivers({ choices, carriers, wrong }: Making): {
  readonly scope: readonly Type[];
  readonly xml: readonly string[];
} {
  if (wrong !== 0 && choices.oneIn(wrong))
    return { scope: carriers, xml: [element('RelationType', 'RELATION_ASSOCIATED')] };
  if (choices.oneIn(5)) return { scope: carriers, xml: [] };
  if (choices.oneIn(2)) {
    const own = choices.pick(choices.oneIn(5) ? types : carriers);
    return { scope: [own], xml: [element('GameObjectType', `GAMEOBJECT_${own}`)] };
  }
  const [name, to] = choices.pick(roadsFrom(carriers));
  const distance = name === 'RELATION_NEAR' || choices.oneIn(9) ? element('iDistance', String(choices.below(4))) : '';
  return { scope: [to], xml: [element('GameObjectType', `GAMEOBJECT_${to}`), element('RelationType', name), distance] };
}

function roadsFrom(scope: readonly Type[]): readonly (readonly [string, Type])[] {
  return relations.flatMap((name) =>
    types.filter((to) => scope.some((from) => leads(name, from, to))).map((to) => [name, to] as const),
  );
}

function kind({ choices, wrong }: Making, stage: string, does: string): string {
  const said = wrong !== 0 && choices.oneIn(wrong * 2) ? 'SOMEHOW' : does;
  return element(`Property${stage}Type`, `PROPERTY${stage.toUpperCase()}_${said}`);
}

function property({ choices, wrong, about }: Making, tag: string): string {
  return element(tag, wrong !== 0 && choices.oneIn(wrong * 2) ? 'PROPERTY_X' : choices.pick(about));
}

function active({ choices, wrong }: Making, scope: readonly Type[]): string {
  return maybe(choices, 2, () =>
    randomHolder(
      { choices, scope, depth: choices.between(0, 2), wrong, pure: wrong === 0 || !choices.oneIn(8) },
      'bool',
    ),
  );
}

function attributeOf(choices: Choices, scope: readonly Type[]): string {
  return scope.includes('CITY')
    ? choices.pick(['POPULATION', 'HEALTH'])
    : choices.pick(['PLAYERS', 'WEALTH', 'STRENGTH']);
}

const plain = (choices: Choices): string => String(choices.oneIn(15) ? randomAmount(choices) : choices.between(-9, 30));
const share = (choices: Choices): string =>
  String(choices.oneIn(12) ? choices.pick([-20, 0, 100, 150, 300, 2147483647]) : choices.between(1, 60));
