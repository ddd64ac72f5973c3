import { type Facts, type Thing, cityAt, listed, playerOf, plotOf } from './facts.js';

/** What is supposed to be otherwise than the world has it. */
export interface Supposed {
  readonly object: string;
  readonly gom?: string;
  readonly id?: string;
  readonly has?: boolean;
  readonly property?: string;
  readonly attribute?: string;
  readonly tag?: string;
  readonly value?: number;
}

/** Whom to ask, and what is counted on the way. */
export interface Asking {
  readonly facts: Facts;
  readonly supposed: readonly Supposed[];
  readonly counts: { overflow: number; divZero: number };
  /** The next number of the stream. */
  draw(): number;
}

/** A question about an object; truths are 1 and 0. */
export type Ask = (thing: Thing, asking: Asking) => number;

/** A world to ask, the stream at its beginning. */
export function askingOf(facts: Facts, supposed: readonly Supposed[] = []): Asking {
  let drawn = 0;
  const { random } = facts.data;
  return {
    facts,
    supposed,
    counts: { overflow: 0, divZero: 0 },
    draw: () => (random.length === 0 ? 0 : random[drawn++ % random.length]),
  };
}

const unitTags = [
  'ONLY_DEFENSIVE',
  'SPY',
  'FIRST_STRIKE_IMMUNE',
  'NO_DEFENSIVE_BONUS',
  'CAN_MOVE_IMPASSABLE',
  'HIDDEN_NATIONALITY',
  'BLITZ',
  'ALWAYS_HEAL',
  'ENEMY_ROUTE',
].map((tag) => `TAG_${tag}`);
const plotTags = ['WATER', 'FRESH_WATER', 'PEAK', 'HILL', 'FLATLAND', 'COASTAL', 'OWNED', 'CITY', 'ANARCHY'].map(
  (tag) => `TAG_${tag}`,
);

/** Every tag there is. */
export const allTags: readonly string[] = [...unitTags, ...plotTags];

/** Whether a tag can ever be true of a type. */
export function canBe(type: string, tag: string): boolean {
  if (tag === 'TAG_ANARCHY' && (type === 'PLAYER' || type === 'CITY')) return true;
  return type === 'UNIT' || (type === 'PLOT' && plotTags.includes(tag));
}

/** Whether a tag is true of an object. */
export function is(thing: Thing, tag: string, asking: Asking): boolean {
  const supposed = asking.supposed.find((each) => each.object === thing.id && each.tag === tag);
  if (supposed !== undefined) return supposed.has === true;
  if (!canBe(thing.type, tag)) return false;
  if (thing.type === 'UNIT' && plotTags.includes(tag)) return thing.plot !== undefined && is(thing.plot, tag, asking);
  if (thing.type !== 'PLOT') return thing.tags.has(tag);
  const city = cityAt(asking.facts, thing);
  if (tag === 'TAG_OWNED') return thing.owner !== undefined;
  if (tag === 'TAG_CITY') return city !== undefined;
  if (tag === 'TAG_ANARCHY') return city !== undefined && is(city, tag, asking);
  return thing.tags.has(tag);
}

/** A property of an object. */
export function property(thing: Thing, name: string, asking: Asking): number {
  const supposed = asking.supposed.find((each) => each.object === thing.id && each.property === name);
  return supposed?.value ?? thing.properties.get(name) ?? 0;
}

const cityAttributes = ['POPULATION', 'HEALTH', 'HAPPINESS'];
const gameAttributes = ['PLAYERS', 'TEAMS'];

/** Types that have an attribute, without its prefix; none where it is not known. */
export function havers(facts: Facts, attribute: string): readonly string[] {
  const declared = facts.data.attributes[`ATTRIBUTE_${attribute}`] ?? [];
  if (cityAttributes.includes(attribute)) return ['CITY', ...declared];
  return gameAttributes.includes(attribute) ? ['GAME', ...declared] : declared;
}

/** An attribute of an object, named without its prefix. */
export function attribute(thing: Thing, name: string, asking: Asking): number {
  const supposed = asking.supposed.find((each) => each.object === thing.id && each.attribute === name);
  if (supposed !== undefined) return supposed.value ?? 0;
  if (thing.type === 'GAME' && name === 'PLAYERS') return listed(asking.facts, 'PLAYER').length;
  if (thing.type === 'GAME' && name === 'TEAMS') return listed(asking.facts, 'TEAM').length;
  return havers(asking.facts, name).includes(thing.type) ? (thing.attributes.get(name) ?? 0) : 0;
}

/** An option of the game, as the object `game` is asked for it. */
export function gameOption(id: string, { facts, supposed }: Asking): number {
  const otherwise = supposed.find((each) => each.object === facts.game.id && each.gom === 'OPTION' && each.id === id);
  return otherwise === undefined ? (facts.options.get(id) ?? 0) : Number(otherwise.has === true);
}

/** An option of the player that an object is or belongs to. */
export function playerOption(thing: Thing, id: string): number {
  return Number(playerOf(thing)?.options[id] ?? 0);
}

/** What stands on a plot, or on the plot of an object. */
export function unitsAt({ units }: Facts, thing: Thing): readonly Thing[] {
  const plot = plotOf(thing);
  return plot === undefined ? [] : units.filter((unit) => unit.plot === plot);
}
