import { describe, expect } from 'vitest';
import type { Rule } from '../../../../src/ir/rule.js';
import { compareMeters } from '../../../../src/content/focs/state/compare-meters.js';
import { type GameSession, createSession } from '../../../../src/content/focs/turn/game-session.js';
import { hasFocsFixtures } from '../../../support/focs-content.js';
import { stockGame, stockState, traceOf } from '../../../support/focs-games.js';
import { longTest } from '../../../support/heavy.js';

interface TargetsLine {
  readonly kind: string;
  readonly item: string;
  readonly group: number;
  readonly implicit?: boolean;
  readonly random?: boolean;
  readonly sources: number;
  readonly activeCount: number;
  readonly targets: readonly (readonly [number, readonly number[]])[];
}

interface WritesLine {
  readonly kind: string;
  readonly item: string;
  readonly group: number;
  readonly implicit?: boolean;
  readonly source: number;
  readonly targets: readonly number[];
}

/** `Hull SH_X implicit 0`: how a group is called here and in the trace. */
function groupName({
  kind,
  item,
  group,
  implicit,
}: Pick<TargetsLine, 'kind' | 'item' | 'group'> & { readonly implicit?: boolean }): string {
  return `${kind} ${item} ${implicit === true ? 'implicit ' : ''}${String(group)}`;
}

function ascending(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join(' ');
}

interface Firing {
  readonly rule: Rule;
  readonly source: number;
  readonly targets: string;
}

/** Runs pass c and notes what fired, by the game's own ids. */
function observed(session: GameSession): readonly Firing[] {
  const ids = new Map([...session.imported.objects].map(([gameId, id]) => [id, gameId]));
  const idOf = (id: number): number => ids.get(id) ?? -1;
  const firings: Firing[] = [];
  session.runPass('c', {
    observe: (rule, source, targets) => {
      firings.push({ rule, source: idOf(source), targets: ascending(targets.map(idOf)) });
    },
  });
  return firings;
}

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

describe.skipIf(!hasFocsFixtures)(`pass c of real games${skipped}`, () => {
  longTest.each(['mid_t118', 'mid_t119', 'large_t75'])(
    '%s: every meter is as the game made it, to the last bit',
    (name) => {
      const session = createSession(stockGame(), stockState(name), { executor: 'compiled' });
      session.runPass('c');
      const { meters, different, worst } = compareMeters(session.imported);
      expect(worst).toEqual([]);
      expect(different).toBe(0);
      expect(meters).toBeGreaterThan(10_000);
    },
    60_000,
  );

  longTest(
    'mid_t119: groups fire on the sources and targets of the trace, in its order',
    () => {
      const game = stockGame();
      const firings = observed(createSession(game, stockState('mid_t119'), { executor: 'compiled' }));
      const ours = firings.map(
        ({ rule, source, targets }) => `${groupName(originOf(rule))} by ${String(source)} on ${targets}`,
      );
      const traced = traceOf<WritesLine>('mid_t119.trace_writes.jsonl.gz').map(
        (line) => `${groupName(line)} by ${String(line.source)} on ${ascending(line.targets)}`,
      );
      expect(ours).toEqual(traced);

      function originOf(rule: Rule): Parameters<typeof groupName>[0] {
        const origin = game.origins.get(rule);
        if (origin === undefined) throw new Error(`rule ${rule.name} is of no item`);
        return origin;
      }
    },
    60_000,
  );

  longTest(
    'mid_t119: as many sources and active ones as in the trace, and the same scopes',
    () => {
      const game = stockGame();
      const session = createSession(game, stockState('mid_t119'), { executor: 'compiled' });
      session.runPass('c');
      const { activity } = session.executor;
      const meters = game.program.rules.passes.find(({ name }) => name === 'meters')?.rules ?? [];
      const ours = new Map(
        meters.map((rule) => {
          const origin = game.origins.get(rule);
          return [origin === undefined ? '' : groupName(origin), rule];
        }),
      );
      const lines = traceOf<TargetsLine>('mid_t119.trace_targets.jsonl.gz');
      expect(lines.length).toBeGreaterThan(1_000);
      // Techs have a line for each empire.
      const traced = new Map<string, { asked: number; active: number; targets: number }>();
      for (const line of lines) {
        const name = groupName(line);
        const rule = ours.get(name);
        const sum = traced.get(name) ?? { asked: 0, active: 0, targets: 0 };
        traced.set(name, {
          asked: sum.asked + line.sources,
          // What the game draws, it draws otherwise.
          active:
            line.random === true && rule !== undefined ? activity.active[rule.index] : sum.active + line.activeCount,
          targets:
            line.random === true && rule !== undefined
              ? activity.targets[rule.index]
              : sum.targets + line.targets.reduce((total, [, ids]) => total + ids.length, 0),
        });
      }
      for (const [name, expected] of traced) {
        const rule = ours.get(name);
        const found =
          rule === undefined
            ? undefined
            : {
                asked: activity.asked[rule.index],
                active: activity.active[rule.index],
                targets: activity.targets[rule.index],
              };
        expect({ name, ...found }).toEqual({ name, ...expected });
      }
    },
    60_000,
  );
});
