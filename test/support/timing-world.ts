import { type ContentSource, defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World, WorldOptions } from '../../src/world/api.js';
import type { TriggerEvent } from '../../src/world/events-api.js';

/** Small worlds in which things occur: two sides that decide, with units that are hit, fall and are strengthened. */

export type AbilitySource = NonNullable<ContentSource['abilities']>[number];
type ContinuousSource = NonNullable<ContentSource['continuous']>[number];
type TimingSource = NonNullable<ContentSource['timing']>;

export interface Given {
  readonly abilities?: readonly AbilitySource[];
  readonly continuous?: readonly ContinuousSource[];
  readonly policy?: TimingSource['policy'];
  /** Further occurrences. */
  readonly occurrences?: ContentSource['occurrences'];
  /** Left out: sides decide. */
  readonly players?: 'side' | 'nobody';
  /** Turns of players are there. Default true. */
  readonly turns?: boolean;
  readonly rules?: NonNullable<ContentSource['classes']>[string]['groups'];
}

/** What occurs in them. Types with a unit have it as their subject. */
const occurrences: NonNullable<ContentSource['occurrences']> = {
  hit: {
    fields: { unit: 'unit', player: 'side', target: 'unit', amount: 'number' },
    subject: 'unit',
    possible: 'occurrence.unit.health > 0',
    do: [{ meter: 'health', add: '-occurrence.amount' }],
  },
  boost: {
    fields: { unit: 'unit', amount: 'number' },
    subject: 'unit',
    do: [{ meter: 'strength', add: 'occurrence.amount' }],
  },
  roll: {
    fields: { unit: 'unit' },
    subject: 'unit',
    do: [{ meter: 'strength', set: 'floor(random() * 7)' }, { tell: 'rolled' }],
  },
  swap: {
    fields: { unit: 'unit', target: 'unit' },
    subject: 'unit',
    do: [
      { meter: 'strength', add: 1, direct: 'occurrence.target' },
      { meter: 'strength', add: -1 },
    ],
  },
  fall: {
    fields: { unit: 'unit', player: 'side' },
    subject: 'unit',
    possible: 'has(occurrence.unit)',
    do: [{ destroy: true }],
  },
  note: { fields: { unit: 'unit', amount: 'number' }, subject: 'unit' },
  toll: { fields: { player: 'side', amount: 'number' } },
  paid: { fields: { player: 'side' }, do: [{ meter: 'gold', add: 1, direct: 'source' }] },
  march: { fields: { part: 'step' }, change: { stepBegins: 'part' } },
  halt: { fields: { part: 'step' }, change: { stepEnds: 'part' } },
};
const turnsOfPlayers: NonNullable<ContentSource['occurrences']> = {
  dawn: { fields: { player: 'side' }, change: { turnBegins: 'player' } },
  dusk: { fields: { player: 'side' }, change: { turnEnds: 'player' } },
};

export function timingProgram({
  abilities = [],
  continuous = [],
  policy = {},
  occurrences: further = {},
  players = 'side',
  turns = true,
  rules = [],
}: Given): Program {
  return defineContent({
    meters: { health: { default: 5 }, strength: { default: 2 }, gold: {} },
    roles: ['hero'],
    timing: { ...(players === 'side' ? { players } : {}), steps: ['journey', 'battle'], policy },
    kinds: { side: { faction: true, meters: ['gold'] }, unit: { meters: ['health', 'strength'] } },
    classes: { scout: { kind: 'unit', groups: [...rules] }, guard: { kind: 'unit' } },
    occurrences: { ...occurrences, ...(turns ? turnsOfPlayers : {}), ...further },
    abilities: [...abilities],
    continuous: [...continuous],
  });
}

export interface TimingStage {
  readonly world: World;
  readonly sides: readonly Handle[];
  readonly units: readonly Handle[];
}

/** Ada and Bran, with a scout and a guard of Ada's and a scout of Bran's. */
export function timingStage(given: Given | Program, options: WorldOptions = {}): TimingStage {
  const world = createWorld('rules' in given && 'model' in given ? given : timingProgram(given), {
    seed: 'timing',
    ...options,
  });
  const sides = ['Ada', 'Bran'].map((name) => world.spawn({ kind: 'side', name }));
  const units = (['scout', 'guard', 'scout'] as const).map((sort, i) =>
    world.spawn({ class: sort, owner: sides[i === 2 ? 1 : 0] }),
  );
  return { world, sides, units };
}

/** What is told while something runs, in short. */
export function toldIn(
  run: (options: { readonly listen: (event: TriggerEvent) => void }) => unknown,
): readonly string[] {
  const said: string[] = [];
  run({
    listen: (event) => {
      const brief = shortly(event);
      if (brief !== undefined) said.push(brief);
    },
  });
  return said;
}

export function shortly(event: TriggerEvent): string | undefined {
  switch (event.kind) {
    case 'start':
      return `${event.step} ${event.name}`;
    case 'end':
      return `end ${event.name}`;
    case 'create':
    case 'lapse':
      return `${event.kind} ${event.name}`;
    case 'apply':
    case 'fail':
    case 'fizzle':
    case 'zero':
    case 'cancel':
    case 'adjust':
    case 'retarget':
    case 'replace':
      return `${event.kind} ${event.occurrence.name}`;
    case 'pass':
      return 'pass';
    case 'pay':
      return event.isPaid ? 'paid' : 'not paid';
    case 'yield':
      return `${event.name} yields ${event.amount}`;
    case 'begin-continuous':
      return `begin ${event.name}`;
    case 'end-continuous':
      return `end ${event.name}`;
    case 'loop':
      return `loop ${event.cycle.join(' ')}`;
    case 'decide':
      return `${event.decision} ${event.option}`;
    case 'message':
      return `says ${event.message.text}`;
    default:
      return undefined;
  }
}
