import { describe, expect, it } from 'vitest';
import { firstAgent, scriptedAgent } from '../../src/world/agents.js';
import type { TimingEvent } from '../../src/world/timing-api.js';
import { goOn, playOut } from '../../src/world/play-out.js';
import { playersOf } from '../../src/world/is-over.js';
import { replay } from '../../src/world/replay.js';
import { dealtDuel, randomPair } from '../support/duel.js';

describe('playing out', () => {
  it('lets each agent decide for the player in its place, by ascending id', () => {
    const world = dealtDuel();
    const asked: (readonly [string, number])[] = [];
    const agents = ['Ada', 'Bran'].map((name) => () => {
      asked.push([name, world.decider]);
      return 0;
    });
    playOut(world, agents, { decisions: 40 });
    expect(asked.length).toBe(40);
    const [ada, bran] = playersOf(world);
    expect(new Set(asked.map(String))).toEqual(new Set([`Ada,${ada}`, `Bran,${bran}`]));
  });

  it('has the last agent decide for those behind it, and one agent for all', () => {
    const [one, list, both] = [dealtDuel(), dealtDuel(), dealtDuel()];
    const { decisions } = playOut(one, firstAgent());
    expect(playOut(list, [firstAgent()]).decisions).toBe(decisions);
    playOut(both, [firstAgent(), firstAgent()]);
    expect([list.hash(), both.hash()]).toEqual([one.hash(), one.hash()]);
  });

  it('stops at a limit of decisions or ticks, and goes on from there', () => {
    const [whole, parts] = [dealtDuel(), dealtDuel()];
    const agents = randomPair(5);
    const all = playOut(whole, randomPair(5));
    expect(playOut(parts, agents, { ticks: 4 })).toMatchObject({ isOver: false, ticks: 4 });
    const { decisions } = playOut(parts, agents, { decisions: 17 });
    expect(decisions).toBe(17);
    expect(parts.decision).toBeDefined();
    expect(playOut(parts, agents).isOver).toBe(true);
    expect(parts.hash()).toBe(whole.hash());
    expect(parts.time).toBe(all.ticks);
    expect(playOut(parts, agents)).toEqual({ isOver: true, decisions: 0, ticks: 0, log: undefined });
  });

  it('tells of what happens, and lets the world alone where it is asked what comes next', () => {
    const world = dealtDuel();
    const told: string[] = [];
    playOut(world, firstAgent(), { decisions: 1, listen: (event) => void told.push(event.kind) });
    expect(told).toEqual(expect.arrayContaining(['fire', 'act', 'apply', 'decide'] satisfies (TimingEvent['kind'] | 'fire' | 'act')[]));
    const hash = world.hash();
    expect([goOn(world, world.time), goOn(world, world.time + 5)]).toEqual(['decision', 'decision']);
    expect(world.hash()).toBe(hash);
  });

  it('refuses what makes no sense', () => {
    const world = dealtDuel();
    expect(() => playOut(world, [])).toThrow('playOut was given no agents; give one, or one for each player');
    for (const [agents, what] of [[undefined, 'undefined'], [null, 'null'], [{ Ada: firstAgent() }, 'an object'], ['first', '"first"']] as const) {
      expect(() => playOut(world, agents as never)).toThrow(expect.objectContaining({ code: 'bad-option', message: `edict: playOut takes an agent or a list of them, not ${what}` }));
    }
    expect(() => playOut(world, [firstAgent(), 'first'] as never)).toThrow(expect.objectContaining({ code: 'bad-option', message: 'edict: agent 2 of playOut is "first"; give a function that decides' }));
    expect(() => playOut(world, firstAgent(), { tick: 3 } as never)).toThrow('playOut knows no option "tick"; did you mean ticks?');
    expect(() => playOut(world, () => 99, { log: true })).toThrow('option 99 was decided, and there are ');
    expect(() => playOut(world, () => 1.5)).toThrow(expect.objectContaining({ code: 'not-an-option' }));
    expect(() => playOut(world, scriptedAgent(['frobnicate']))).toThrow('the script says "frobnicate"');
    // The decision is still there.
    expect(playOut(world, firstAgent(), { decisions: 1 }).decisions).toBe(1);
  });
});

describe('a replay', () => {
  it('is refused on a world that is elsewhere, of other content, and by what is no log', () => {
    const { log } = playOut(dealtDuel(), randomPair(1), { decisions: 30, log: true });
    if (log === undefined) throw new Error('there is no log');
    const world = dealtDuel();
    replay(world, log);
    expect(() => { replay(world, log); }).toThrow(expect.objectContaining({ code: 'log-differs' }));
    expect(() => { replay(dealtDuel(), { ...log, content: 'x' }); }).toThrow(expect.objectContaining({ code: 'foreign-log' }));
    expect(() => { replay(dealtDuel(), { ...log, format: 'x' } as never); }).toThrow(expect.objectContaining({ code: 'bad-log' }));
    expect(() => { replay(dealtDuel(), { ...log, decisions: log.decisions.slice(1) }); }).toThrow(expect.objectContaining({ code: 'log-differs' }));
    expect(() => { replay(dealtDuel(), { ...log, decisions: log.decisions.slice(0, -1) }); }).toThrow('the log ends in the state');
  });

  it('says what is decided while it can be looked at', () => {
    const { log } = playOut(dealtDuel(), randomPair(2), { decisions: 30, log: true });
    const world = dealtDuel();
    const seen: (string | undefined)[] = [];
    if (log !== undefined) replay(world, log, { decides: ({ index }) => void seen.push(world.decision?.options[index].name) });
    expect(seen).toEqual(log?.decisions.map(({ option }) => option));
  });
});
