import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScenario } from '../../../src/scenarios/native/open-scenario.js';
import { createWorld, loadWorld } from '../../../src/world.js';
import type { ExecutorName, World } from '../../../src/world/api.js';
import { playOut, randomAgent } from '../../../src/world/play-out.js';
import type { LoadReport } from '../../../src/world/saves/load-report.js';
import { folderWith } from '../../cli/files.js';
import { sound } from '../../content/native/samples.js';
import { duelFile } from '../../support/duel.js';
import { refusal } from '../../support/errors.js';
import { heavy } from '../../support/heavy.js';

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

const dusk = `
meters: { walls: { default: 40 } }
roles: [capital]
kinds: { city: { meters: [walls] } }
triggers:
  - { name: dusk, when: time >= 1, do: [{ tell: Dusk }, { delay: 3 }, { tell: Night falls }] }
  - { name: siege, when: capital.walls < 9, looks: rise, persistent: true, do: [{ tell: Help }] }
`;

function loadedReport(text: string, bytes: Uint8Array, executor: ExecutorName) {
  let report: LoadReport | undefined;
  const world: World = loadWorld(sound(text), bytes, { executor, changed: (given) => (report = given) });
  return { world, texts: report?.changes.map(({ event, text: shown }) => `${event} ${shown}`) };
}

function told(world: World, turns: number): readonly unknown[] {
  const heard: unknown[] = [];
  world.triggers.hear((event) => {
    if (event.kind === 'message') heard.push(event.message.text);
  });
  world.run(turns);
  return heard;
}

describe.each(executors)('what waits, with executor %s', (executor) => {
  const waiting = () => {
    const world: World = createWorld(sound(dusk), { executor });
    world.relations.setRole('capital', world.spawn({ kind: 'city', values: { walls: 5 } }));
    world.run(2);
    expect(world.triggers.delayed).toBe(1);
    return world;
  };

  test('goes on where its actions still do the same things', () => {
    const more = dusk
      .replace('Night falls', 'Night comes')
      .replace('triggers:\n', 'triggers:\n  - { name: dawn, when: time > 99, do: [{ tell: Day }] }\n');
    const { world, texts } = loadedReport(more, waiting().save(), executor);
    // The rise has been seen, and dusk is disarmed.
    expect(told(world, 5)).toEqual(['Night comes']);
    expect(texts).toEqual(['added trigger dawn: armed']);
  });

  test('is dropped where they do others, or are gone', () => {
    const saved = waiting().save();
    const other = loadedReport(dusk.replace('{ delay: 3 }, ', ''), saved, executor);
    const lost = 'dropped delays of actions: 1 list of actions dropped, because they changed or are gone';
    expect([other.world.triggers.delayed, other.texts]).toEqual([0, [lost]]);
    const none = loadedReport(dusk.slice(0, dusk.indexOf('triggers:')), saved, executor);
    expect(none.texts).toEqual([
      'dropped trigger dusk: no longer in the content',
      'dropped trigger siege: no longer in the content',
      lost,
    ]);
    none.world.run(2);
  });

  test('amid its actions goes on, if nothing of that has changed', () => {
    const world: World = createWorld(sound(dusk), { executor });
    world.triggers.advance(1, { steps: 3 });
    expect(world.triggers.isPaused).toBe(true);
    const saved = world.save();
    const { world: twin } = loadedReport(dusk.replace('kinds: {', 'kinds: { ship: {},'), saved, executor);
    for (const each of [world, twin]) {
      each.triggers.resume();
      expect([each.triggers.isPaused, each.triggers.delayed, each.triggers.time]).toEqual([false, 1, 1]);
    }
    const { code, message } = refusal(() => loadedReport(dusk.replace('{ delay: 3 }, ', ''), saved, executor));
    expect([code, message]).toEqual([
      'foreign-file',
      'edict: the world was saved in the middle of unfinished actions, and the triggers, actions, occurrences or abilities of its content have changed since; load it with the content that it was saved with, finish them by triggers.resume or events.decide, and save it again',
    ]);
  });
});

describe('a duel of other content', () => {
  const text = readFileSync(duelFile, 'utf8');
  const worldOf = (scenario: string) => openScenario(join(folderWith({ 'duel.yaml': scenario }), 'duel.yaml')).world;
  const turned = text
    .replace('zone: [deck, hand, table, discard]', 'zone: [discard, table, hand, deck]')
    .replace(/(\n {4}squire: .*)(\n {4}warden: .*)/, '$2$1');

  test('is the same game from any decision on', () => {
    expect(turned).not.toBe(text);
    const [world, other] = [worldOf(text), worldOf(turned)];
    const start = world.save();
    for (const decisions of [1, 17, ...(heavy(0, 1) === 0 ? [] : [40, 71, 99])]) {
      const stopped = loadWorld(world.program, start);
      playOut(stopped, randomAgent(3), { decisions });
      let report: LoadReport | undefined;
      const twin = loadWorld(other.program, stopped.save(), { changed: (given) => (report = given) });
      expect(report?.changes).toEqual([]);
      const [played, again] = [stopped, twin].map((each) => playOut(each, randomAgent(decisions), { decisions: 60 }));
      expect(again).toEqual(played);
      expect(loadWorld(world.program, twin.save()).hash()).toBe(stopped.hash());
    }
  });

  test('amid a decision is refused by other abilities', () => {
    const stopped = worldOf(text);
    playOut(stopped, randomAgent(3), { decisions: 5 });
    const other = worldOf(
      text.replace('\n  abilities:\n', '\n  abilities:\n    - { name: extra, class: trait, on: upkeep }\n'),
    );
    expect(other.program.fingerprint).not.toBe(stopped.program.fingerprint);
    expect(refusal(() => loadWorld(other.program, stopped.save())).message).toContain(
      'saved in the middle of unfinished actions',
    );
  });
});
