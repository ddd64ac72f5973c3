import type { ObjectType } from '../../src/content/civ/syntax.js';
import { type CivDeclaration, type CivObjectOf, declaredObjects } from '../../src/content/civ/world/declaration.js';
import type { LogicData } from './logic.js';

type Flags = Readonly<Record<string, true>>;

/**
 * The objects of a declaration as peers see them, by type, each in listing order: what they have of what they are
 * asked, worked out beforehand.
 */
export function peerData(declaration: CivDeclaration): Readonly<Partial<Record<ObjectType, readonly LogicData[]>>> {
  const options = flags([...declaration.options].filter(([, value]) => value !== 0).map(([id]) => id));
  const teams = new Map(
    declaredObjects(declaration, 'TEAM').map((team) => [team.id, flags(team.gom.get('TECH') ?? [])]),
  );
  const techs = new Map(
    declaredObjects(declaration, 'PLAYER').map((player) => [player.id, teams.get(player.team) ?? {}]),
  );
  const cities = new Set(declaredObjects(declaration, 'CITY').map(({ plot }) => plot));
  const plots = new Map(
    declaredObjects(declaration, 'PLOT').map((plot) => [plot.id, plotData(plot, cities.has(plot.id), techs, options)]),
  );
  const own = (gom: ReadonlyMap<string, readonly string[]>): Record<string, Flags> =>
    Object.fromEntries([...gom].map(([kind, ids]) => [kind, flags(ids)]));
  return {
    GAME: [{ OPTION: options }],
    PLOT: [...plots.values()],
    CITY: declaredObjects(declaration, 'CITY').map(
      (city): LogicData => ({
        ...own(city.gom),
        TECH: techs.get(city.owner),
        OPTION: options,
        TAG: flags(city.tags),
        ...Object.fromEntries([...city.attributes].map(([name, value]) => [`ATTRIBUTE_${name}`, value])),
        ...Object.fromEntries(city.properties),
      }),
    ),
    UNIT: declaredObjects(declaration, 'UNIT').map((unit): LogicData => {
      const plot = plots.get(unit.plot);
      return { ...plot, ...own(unit.gom), TECH: techs.get(unit.owner), OPTION: options };
    }),
  };
}

function plotData(
  { gom, tags, owner, properties }: CivObjectOf<'PLOT'>,
  isCity: boolean,
  techs: ReadonlyMap<string, Flags>,
  options: Flags,
): LogicData {
  const derived = [...(owner === null ? [] : ['TAG_OWNED']), ...(isCity ? ['TAG_CITY'] : [])];
  return {
    FEATURE: {},
    TERRAIN: {},
    IMPROVEMENT: {},
    BONUS: {},
    ...Object.fromEntries([...gom].map(([kind, ids]) => [kind, flags(ids)])),
    TECH: owner === null ? {} : techs.get(owner),
    OPTION: options,
    TAG: flags([...tags, ...derived]),
    ...Object.fromEntries(properties),
  };
}

function flags(ids: readonly string[]): Flags {
  return Object.fromEntries(ids.map((id) => [id, true as const]));
}
