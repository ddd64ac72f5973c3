import { emptyState, plain } from '../../../support/focs-state.js';

/** Content of a small game, by paths in its folder. */
export const sound = {
  'species/SP_HUMAN.focs.txt': `Species
    name = "SP_HUMAN" description = "" gameplay_description = "" CanProduceShips CanColonize
    effectsgroups = [
        [[GROWTH(3,GOOD_LABEL)]]
        EffectsGroup
            scope = Source
            activation = Planet
            accountinglabel = "LATE_LABEL"
            priority = 200
            effects = SetTargetPopulation value = Value * 2
    ]
    environments = [ type = Tundra environment = Good ]
    graphic = ""

#include "shared.macros"
`,
  'species/shared.macros': `GROWTH
'''EffectsGroup
    scope = Source
    activation = Planet
    accountinglabel = "@2@"
    effects = SetTargetPopulation value = Value + @1@
'''
`,
  'ship_parts/LASER.focs.txt': `Part name = "SR_LASER" description = "" class = ShortRange damage = 18 shots = 3
    mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
`,
  'ship_hulls/SMALL.focs.txt': `Hull name = "SH_SMALL" description = "" speed = 75 fuel = 8 stealth = 5 structure = 16
    buildcost = 1 buildtime = 1 location = All icon = "" graphic = ""
`,
} as const;

const meter = (initial: number, current = initial): { initial: number; current: number } => ({ initial, current });

/** A state of that game, with its meters as content makes them. */
export const state = {
  ...emptyState,
  turn: 5,
  galaxy: {
    ...emptyState.galaxy,
    rules: { RULE_SHIP_STRUCTURE_FACTOR: 6, RULE_SHIP_SPEED_FACTOR: 1, RULE_SHIP_WEAPON_DAMAGE_FACTOR: 6 },
  },
  empires: [{ ...plain.empire, id: 1, name: 'Terrans', capital: 30, sourceObject: 30 }],
  designs: [{ ...plain.design, id: 100, name: 'Gunboat', hull: 'SH_SMALL', parts: ['SR_LASER'] }],
  objects: [
    { ...plain.system, id: 10, name: 'Alpha', meters: { STEALTH: meter(0) } },
    {
      ...plain.planet,
      id: 30,
      name: 'Home',
      owner: 1,
      system: 10,
      planetType: 'Tundra',
      originalPlanetType: 'Tundra',
      species: 'SP_HUMAN',
      meters: { TARGET_POPULATION: meter(3, 6), POPULATION: meter(2) },
    },
    {
      ...plain.ship,
      id: 40,
      name: 'Twin',
      owner: 1,
      system: 10,
      fleet: 50,
      design: 100,
      meters: { SPEED: meter(75) },
      partMeters: [
        ['MAX_CAPACITY', 18],
        ['CAPACITY', 18],
        ['MAX_SECONDARY_STAT', 3],
        ['SECONDARY_STAT', 3],
      ].map(([name, value]) => ({ part: 'SR_LASER', meter: name, ...meter(Number(value)) })),
    },
    {
      ...plain.fleet,
      id: 50,
      name: 'Twin',
      owner: 1,
      system: 10,
      ships: [40],
      previousSystem: 10,
      meters: { STEALTH: meter(2000) },
    },
  ],
  excludeFromComparison: [[50, 'STEALTH']],
};
