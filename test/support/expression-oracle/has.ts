import { type Asking, gameOption, unitsAt } from './asking.js';
import { type Thing, type Type, cityAt, listed } from './facts.js';

type Answer = (thing: Thing, id: string, asking: Asking, kind: string) => boolean;
type Row = Readonly<Record<Type, Answer | undefined>>;

const stored: Answer = ({ stored: held }, id, _asking, kind) => held.get(kind)?.has(id) === true;
const asks =
  (others: (thing: Thing, asking: Asking) => readonly (Thing | undefined)[]): Answer =>
  (thing, id, asking, kind) =>
    others(thing, asking).some((other) => other !== undefined && has(other, kind, id, asking));
const either =
  (one: Answer, other: Answer): Answer =>
  (...all) =>
    one(...all) || other(...all);

const livingPlayers = asks((_, { facts }) => listed(facts, 'PLAYER'));
const livingMembers = asks((team, { facts }) => listed(facts, 'PLAYER').filter((player) => player.team === team));
const owner = asks(({ owner: whose }) => [whose]);
const game = asks((_, { facts }) => [facts.game]);
const itsPlot = asks(({ plot }) => [plot]);
const cityThere = asks((thing, { facts }) => [cityAt(facts, thing)]);
const unitsThere = asks((plot, { facts }) => unitsAt(facts, plot));
const workedPlots = asks(({ working }) => working);

/** The override on the city if there is one, else whether it stands there, active or not. */
const present: Answer = (city, id, asking, kind) =>
  supposition(city, kind, id, asking) ?? stored(city, id, asking, kind);
const activeThere: Answer = (city, id, asking, kind) => stored(city, id, asking, kind) && !city.inactive.has(id);
const inOwnCities: Answer = (player, id, asking, kind) =>
  asking.facts.cities.some((city) => city.owner === player && present(city, id, asking, kind));

const none = undefined;
const row = (...[GAME, TEAM, PLAYER, CITY, UNIT, PLOT]: readonly (Answer | undefined)[]): Row => ({
  GAME,
  TEAM,
  PLAYER,
  CITY,
  UNIT,
  PLOT,
});
const onLand = row(none, none, none, workedPlots, itsPlot, stored);
const ofPlayers = row(livingPlayers, livingMembers, stored, owner, owner, owner);
const ofCities = row(stored, livingMembers, stored, stored, owner, cityThere);

const table: Readonly<Partial<Record<string, Row>>> = {
  BUILDING: row(either(stored, livingPlayers), livingMembers, inOwnCities, activeThere, cityThere, cityThere),
  UNITTYPE: row(
    either(stored, livingPlayers),
    livingMembers,
    asks((player, { facts }) => facts.units.filter((unit) => unit.owner === player)),
    itsPlot,
    stored,
    unitsThere,
  ),
  UNITCOMBAT: row(none, none, none, itsPlot, stored, unitsThere),
  PROMOTION: row(none, none, none, stored, stored, unitsThere),
  FEATURE: onLand,
  TERRAIN: onLand,
  ROUTE: onLand,
  IMPROVEMENT: onLand,
  BONUS: row(none, livingMembers, stored, stored, itsPlot, stored),
  TECH: row(
    asks((_, { facts }) => listed(facts, 'TEAM')),
    stored,
    asks(({ team }) => [team]),
    owner,
    owner,
    owner,
  ),
  TRAIT: ofPlayers,
  CIVIC: ofPlayers,
  RELIGION: ofCities,
  CORPORATION: ofCities,
  HANDICAP: row(stored, stored, stored, owner, owner, owner),
  OPTION: row((_, id, asking) => gameOption(id, asking) !== 0, game, game, game, game, game),
  GAMESPEED: row(stored, game, game, game, game, game),
};

/** The kinds that can be asked for. */
export const gomKinds: readonly string[] = Object.keys(table);

/** Whether a type can ever have something of a kind. */
export function canHave(type: Type, kind: string): boolean {
  return table[kind]?.[type] !== undefined;
}

/** Whether an object has something. */
export function has(thing: Thing, kind: string, id: string, asking: Asking): boolean {
  return supposition(thing, kind, id, asking) ?? table[kind]?.[thing.type]?.(thing, id, asking, kind) ?? false;
}

function supposition(thing: Thing, kind: string, id: string, { supposed }: Asking): boolean | undefined {
  const found = supposed.find((each) => each.object === thing.id && each.gom === kind && each.id === id);
  return found === undefined ? undefined : found.has === true;
}
