import type { Message } from '../../meaning/effects/message.js';
import type { ExpectationData, TellingData } from './scenario-schema.js';
import { type Stage, handleOf } from './stage.js';

/** What is not as it should be of triggers, a sentence each; undefined where the expectation is not about them. */
export function checkTriggers(
  stage: Stage,
  { trigger, armed, holds, delayed, fired, told }: ExpectationData,
): readonly string[] | undefined {
  if (trigger !== undefined) return checkTrigger(stage, trigger, armed, holds);
  if (delayed !== undefined) return checkDelayed(stage.world.delayed, delayed);
  if (fired !== undefined) return checkFired(stage, fired);
  return told === undefined ? undefined : checkTold(stage, told);
}

function checkTrigger(
  { world }: Stage,
  name: string,
  armed: boolean | undefined,
  holds: boolean | undefined,
): readonly string[] {
  const faults: string[] = [];
  if (armed !== undefined && world.isArmed(name) !== armed)
    faults.push(`the trigger ${name} is ${armed ? 'not ' : ''}armed, expected ${armed ? 'it to be' : 'not'}`);
  if (holds !== undefined && world.isTrue(name) !== holds)
    faults.push(
      `the condition of the trigger ${name} is ${holds ? 'not ' : ''}true, expected ${holds ? 'it to be' : 'not'}`,
    );
  return faults;
}

function checkDelayed(found: number, wanted: number): readonly string[] {
  return found === wanted
    ? []
    : [`${found === 1 ? '1 list of actions waits' : `${found} lists of actions wait`}, expected ${wanted}`];
}

function checkFired({ events }: Stage, wanted: readonly string[]): readonly string[] {
  const fired = events.flatMap((event) => (event.kind === 'fire' ? [event.name] : []));
  return sameList(fired, wanted)
    ? []
    : [`the triggers that fired are ${listText(fired)}, expected ${listText(wanted)}`];
}

function checkTold(stage: Stage, wanted: readonly (string | TellingData)[]): readonly string[] {
  const told = stage.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  const texts = told.map(({ text }) => text);
  const wantedTexts = wanted.map((each) => (typeof each === 'string' ? each : each.tell));
  if (!sameList(texts, wantedTexts)) return [`what was told is ${listText(texts)}, expected ${listText(wantedTexts)}`];
  return wanted.flatMap((each, i) => (typeof each === 'string' ? [] : checkValues(stage, told[i], each)));
}

function checkValues(stage: Stage, { text, values }: Message, wanted: TellingData): readonly string[] {
  return Object.entries(wanted.values).flatMap(([name, value]) => {
    const expected = typeof value === 'string' ? handleOf(stage, value) : Number(value);
    const actual = Object.hasOwn(values, name) ? values[name] : undefined;
    return actual === expected
      ? []
      : [`${name} of ${JSON.stringify(text)} is ${actual ?? 'absent'}, expected ${value}`];
  });
}

function sameList(found: readonly string[], wanted: readonly string[]): boolean {
  return found.length === wanted.length && wanted.every((each, i) => each === found[i]);
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
