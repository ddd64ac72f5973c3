import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { diffLogs } from '../../src/world/diff-logs.js';
import { type DecisionLog, playOut, randomAgent, replay } from '../../src/world/play-out.js';
import { createWorld } from '../../src/world.js';
import { dealtDuel } from '../support/duel.js';

function played(seed: number, decisions = 30): DecisionLog {
  const { log } = playOut(dealtDuel(), randomAgent(seed), { decisions, log: true });
  if (log === undefined) throw new Error('no log');
  return log;
}

test('two logs differ at a decision, and the worlds by what it led to', () => {
  const [first, second] = [played(1), played(2)];
  const world = dealtDuel();
  const hash = world.hash();
  const found = diffLogs(world, first, second);
  expect(world.hash()).toBe(hash);
  const { common, firstDecision, secondDecision } = found;
  expect(first.decisions.slice(0, common)).toEqual(second.decisions.slice(0, common));
  expect(firstDecision).toEqual(first.decisions[common]);
  expect(secondDecision).toEqual(second.decisions[common]);
  expect(firstDecision).not.toEqual(secondDecision);
  expect(found).toMatchObject({ isSame: false });
  expect(found.parts.length).toBeGreaterThan(0);
  // Each world is the one that a replay of the log leads to, up to there.
  const short = { ...first, decisions: first.decisions.slice(0, common) };
  expect(() => replay(dealtDuel(), short)).toThrow(/the log ends in the state/);
});

test('a log that is a part of another one, and equal logs', () => {
  const [whole, part] = [played(1, 30), played(1, 12)];
  expect(diffLogs(dealtDuel(), whole, whole)).toMatchObject({ isSame: true, common: 30, parts: [], differences: [] });
  const found = diffLogs(dealtDuel(), part, whole);
  expect(found).toMatchObject({ isSame: false, common: 12, firstDecision: undefined });
  expect(found.secondDecision).toEqual(whole.decisions[12]);
});

test('of equal decisions that end at two times, gives the worlds at both ends', () => {
  const clocks = defineContent({ kinds: { clock: {} } });
  const idle = (ticks: number): DecisionLog => {
    const { log } = playOut(createWorld(clocks), randomAgent(1), { ticks, log: true });
    if (log === undefined) throw new Error('no log');
    return log;
  };
  const [short, long] = [idle(2), idle(5)];
  const found = { isSame: false, common: 0, time: short.time, parts: ['clock'] };
  expect(diffLogs(createWorld(clocks), short, long)).toMatchObject(found);
  expect(diffLogs(createWorld(clocks), long, short)).toMatchObject(found);
});

test('refuses a number of differences that is no number', () => {
  expect(() => diffLogs(dealtDuel(), played(1, 2), played(1, 2), { most: -1 })).toThrow(/most|differences/);
});

test('refuses logs of another beginning', () => {
  const world = dealtDuel();
  playOut(world, randomAgent(3), { decisions: 1 });
  expect(() => diffLogs(world, played(1), played(2))).toThrow(/the log begins at time/);
});
