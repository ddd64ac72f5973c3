import type { Bar, Result } from '../report.js';
import { figure } from '../report.js';
import type { Other } from './yardstick.js';

/** How many times as long as a peer a model in content may take, by result. */
const mostOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'wolfsheep-large': { objects: 1 },
  'wolfsheep-huge': { typed: 3 },
  'schelling-small': { typed: 4 },
  'schelling-huge': { typed: 4 },
  'flocking-large': { typed: 3 },
  'flocking-huge': { typed: 3 },
  'forestfire-large': { sweep: 2 },
  'sir-small': { typed: 4 },
  'sir-huge': { typed: 4 },
  'life-large': { typed: 3 },
  'sugarscape-small': { typed: 3 },
  'sugarscape-huge': { typed: 3 },
  merged: { separate: 1 },
};

export const mostMemory = 1.3;
export const mostSetUp = 2_000;
export const mostExponent = 1.05;

/** What is required of a result for its time. */
export function timeBars(name: string, ratios: Readonly<Record<string, number>>): readonly Bar[] {
  return Object.entries(mostOf[name] ?? {}).map(([peer, most]) =>
    bar(`${figure(most)} × ${peer}`, 1 / ratios[peer], most),
  );
}

/** A figure that may not be above another. What is no number does not pass. */
export function bar(text: string, value: number, most: number): Bar {
  return { text: `at most ${text}, is ${figure(value)}`, isMet: value <= most };
}

/** The name of a ratio to a program that was not run. */
export function anotherDay(program: Other): string {
  return `${program} (another day)`;
}

/** How many times as long as edict the others should take, where they take so many milliseconds. */
const aims: Readonly<Record<Other, { readonly times: number; readonly from: number }>> = {
  mason: { times: 1, from: 0 },
  krabmaga: { times: 1, from: 0 },
  flocc: { times: 10, from: 0 },
  mesa: { times: 50, from: 50 },
};

/** What the results amount to. */
export function conclusionsOf(results: readonly Result[]): readonly string[] {
  if (results.length === 0) return [];
  const missed = results.flatMap(({ name, bars = [] }) =>
    bars.filter(({ isMet }) => !isMet).map(({ text }) => `${name} (${text})`),
  );
  const behind = results.flatMap(aimsMissed);
  return [
    missed.length === 0 ? 'Required: all met.' : `Required and not met: ${missed.join('; ')}.`,
    behind.length === 0
      ? 'Aims beside other programs: all met.'
      : `Aims beside other programs not met: ${behind.join('; ')}.`,
  ];
}

function aimsMissed({ name, ms, ratios = {} }: Result): readonly string[] {
  return (Object.keys(aims) as Other[]).flatMap((program) => {
    const ratio = ratios[anotherDay(program)] as number | undefined;
    const { times, from } = aims[program];
    if (ratio === undefined || ms === undefined || ratio * ms.median < from || ratio >= times) return [];
    if (ratio < 1) return [`${program} is ahead in ${name}, ${figure(1 / ratio)} × as quick`];
    return [`${program} takes ${figure(ratio)} × as long in ${name}, not ${figure(times)} ×`];
  });
}
