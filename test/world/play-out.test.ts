import { describe, expect, it } from 'vitest';
import { firstAgent, scriptedAgent, goOn, playOut, playersOf, replay } from '../../src/world/play-out.js';
import type { TimingEvent } from '../../src/world/events-api.js';
import { loadWorld } from '../../src/world.js';
import { dealtDuel, randomPair } from '../support/duel.js';

describe('playing out', () => {
  it('lets each agent decide for the player in its place, by ascending id', () => {
    const world = dealtDuel();
    const asked: (readonly [string, number])[] = [];
    const agents = ['Ada', 'Bran'].map((name) => () => {
      asked.push([name, world.events.decider]);
      return 0;
    });
    playOut(world, agents, { decisions: 40 });
    expect(asked.length).toBe(40);
    const [ada, bran] = playersOf(world);
    expect(new Set(asked.map(String))).toEqual(new Set([`Ada,${ada}`, `Bran,${bran}`]));
  });

  it('has the last agent decide for those after it, and one agent for all', () => {
    const [one, list, both] = [dealtDuel(), dealtDuel(), dealtDuel()];
    const { decisions } = playOut(one, firstAgent());
    expect(playOut(list, [firstAgent()]).decisions).toBe(decisions);
    playOut(both, [firstAgent(), firstAgent()]);
    expect([list.hash(), both.hash()]).toEqual([one.hash(), one.hash()]);
  });

  it('stops at a limit of decisions or ticks, and goes on from there', () => {
    const [whole, parts] = [dealtDuel(), dealtDuel()];
    const agents = randomPair(5);
    const all = playOut(whole, randomPair(5), { log: true });
    const first = playOut(parts, agents, { ticks: 4 });
    expect(first).toMatchObject({ isOver: false, ticks: 4 });
    const { decisions: before } = first;
    const { decisions } = playOut(parts, agents, { decisions: 17 });
    expect(decisions).toBe(17);
    // It waits where the whole game took its next decision.
    const next = all.log?.decisions[before + decisions];
    const { player, kind, options } = parts.events.decision ?? { player: null, kind: undefined, options: [] };
    expect({
      player: parts.nameOf(player ?? 0),
      kind,
      option: options[next?.index ?? -1].name,
      index: next?.index,
    }).toEqual(next);
    expect(playOut(parts, agents).isOver).toBe(true);
    expect(parts.hash()).toBe(whole.hash());
    expect(parts.triggers.time).toBe(all.ticks);
    expect(playOut(parts, agents)).toEqual({ isOver: true, decisions: 0, ticks: 0, log: undefined });
  });

  it('tells of what happens, and lets the world alone where it is asked what comes next', () => {
    const world = dealtDuel();
    const told: string[] = [];
    playOut(world, firstAgent(), { decisions: 1, listen: (event) => void told.push(event.kind) });
    expect(told).toEqual(
      expect.arrayContaining(['fire', 'act', 'apply', 'decide'] satisfies (TimingEvent['kind'] | 'fire' | 'act')[]),
    );
    const hash = world.hash();
    expect([goOn(world, world.triggers.time), goOn(world, world.triggers.time + 5)]).toEqual(['decision', 'decision']);
    expect(world.hash()).toBe(hash);
  });

  it('refuses what makes no sense', () => {
    const world = dealtDuel();
    expect(() => playOut(world, [])).toThrow('playOut was given no agents; give one, or one for each player');
    for (const [agents, what] of [
      [undefined, 'undefined'],
      [null, 'null'],
      [{ Ada: firstAgent() }, 'an object'],
      ['first', '"first"'],
    ] as const) {
      expect(() => playOut(world, agents as never)).toThrow(
        expect.objectContaining({
          code: 'bad-option',
          message: `edict: playOut takes an agent or a list of them, not ${what}`,
        }),
      );
    }
    expect(() => playOut(world, [firstAgent(), 'first'] as never)).toThrow(
      expect.objectContaining({
        code: 'bad-option',
        message: 'edict: agent 2 of playOut is "first"; give a function that decides',
      }),
    );
    expect(() => playOut(world, firstAgent(), { tick: 3 } as never)).toThrow(
      'playOut knows no option "tick"; did you mean `ticks`?',
    );
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
    expect(() => {
      replay(world, log);
    }).toThrow(expect.objectContaining({ code: 'log-differs' }));
    expect(() => {
      replay(dealtDuel(), { ...log, content: 'x' });
    }).toThrow(expect.objectContaining({ code: 'foreign-log' }));
    expect(() => {
      replay(dealtDuel(), { ...log, format: 'x' } as never);
    }).toThrow(expect.objectContaining({ code: 'bad-log' }));
    expect(() => {
      replay(dealtDuel(), { ...log, decisions: log.decisions.slice(1) });
    }).toThrow(expect.objectContaining({ code: 'log-differs' }));
    expect(() => {
      replay(dealtDuel(), { ...log, decisions: log.decisions.slice(0, -1) });
    }).toThrow('the log ends in the state');
  });

  it('of a part of a game goes on from where that began, and says so on a world that is elsewhere', () => {
    const world = dealtDuel();
    playOut(world, randomPair(3), { ticks: 4 });
    const saved = world.save();
    const { log } = playOut(world, randomPair(4), { ticks: 2, log: true });
    if (log === undefined) throw new Error('there is no log');
    const there = loadWorld(world.program, saved);
    expect(log.start).toEqual({ time: 4, hash: there.hash() });
    replay(there, log);
    expect(there.hash()).toBe(world.hash());
    const fresh = dealtDuel();
    const before = fresh.hash();
    expect(() => {
      replay(fresh, log);
    }).toThrow(
      expect.objectContaining({
        code: 'log-differs',
        message: `edict: the log begins at time 4 in the state ${log.start?.hash ?? ''}, and this world is at time 0 in the state ${before}; replay the log on a world as it was where the log begins: one brought there as it was then, or loaded from what was saved there`,
      }),
    );
    expect(fresh.hash()).toBe(before);
    const { start: _start, ...old } = log;
    replay(loadWorld(world.program, saved), old);
  });

  it('on a world that has only other values says what is different about it', () => {
    const { log } = playOut(dealtDuel(), randomPair(3), { ticks: 2, log: true });
    const world = dealtDuel();
    world.set(playersOf(world)[0], 'life', 3);
    if (log === undefined) throw new Error('there is no log');
    expect(() => {
      replay(world, log);
    }).toThrow('one of the same content, seed and options, to which the same has been done');
  });

  it('says what is decided while it can be looked at', () => {
    const { log } = playOut(dealtDuel(), randomPair(2), { decisions: 30, log: true });
    const world = dealtDuel();
    const seen: (string | undefined)[] = [];
    if (log !== undefined)
      replay(world, log, { decides: ({ index }) => void seen.push(world.events.decision?.options[index].name) });
    expect(seen).toEqual(log?.decisions.map(({ option }) => option));
  });
});
