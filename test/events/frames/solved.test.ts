import { expect, test } from 'vitest';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import type { TriggerEvent } from '../../../src/world/events-api.js';

/** A unit whose pace hangs on what occurs, and an ability that asks for it after that. */
function content(pace: string, abilities: NonNullable<ContentSource['abilities']>) {
  return defineContent({
    meters: { health: { default: 5 } },
    variables: { pace: {} },
    timing: { players: 'side', steps: ['journey', 'battle'] },
    kinds: {
      side: { faction: true, meters: ['health'] },
      unit: { meters: ['health'], variables: ['pace'], modifiers: [{ variable: 'pace', set: pace }] },
    },
    occurrences: {
      march: { fields: { part: 'step' }, change: { stepBegins: 'part' } },
      dawn: { fields: { player: 'side' }, change: { turnBegins: 'player' } },
      rain: { fields: { unit: 'unit' }, subject: 'unit' },
    },
    abilities,
  });
}

const tired: NonNullable<ContentSource['abilities']>[number] = {
  name: 'tired',
  class: 'rulebook',
  on: 'rain',
  do: [{ meter: 'health', add: -1 }],
};

test.each(['compiled', 'reference'] as const)(
  'variables are solved before anything answers what has changed them (%s)',
  (executor) => {
    const given = [
      ['dawn', "role('active').health", 'dawn'],
      ['march', 'step == battle ? 5 : 0', 'march'],
      ['rain', 'self.health == 4 ? 5 : 0', { loses: 'health' }],
    ] as const;
    for (const [type, pace, on] of given) {
      const world = createWorld(
        content(pace, [
          tired,
          {
            name: 'strides',
            class: 'trait',
            carrier: { kind: 'unit' },
            on,
            if: 'self.pace == 5',
            do: [{ tell: 'strides' }],
          },
        ]),
        { executor },
      );
      const [side, unit] = [world.spawn({ kind: 'side' }), world.spawn({ kind: 'unit' })];
      expect(world.get(unit, 'pace')).toBe(0);
      const said: string[] = [];
      const listen = (event: TriggerEvent): void => {
        if (event.kind === 'message') said.push(event.message.text);
      };
      world.events.raise(type, { dawn: { player: side }, march: { part: 'battle' }, rain: { unit } }[type], { listen });
      expect([type, said, world.get(unit, 'pace')]).toEqual([type, ['strides'], 5]);
    }
  },
);
