import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../src/ir/rule.js';
import type { TriggerEvent } from '../../src/events/event.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createWorld } from '../../src/world.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { type HostAction, hostActions, roleNames, triggerPrograms } from '../support/random-triggers.js';
import { heavy } from '../support/heavy.js';

interface Stage {
  readonly world: World;
  readonly bodies: number[];
  readonly sides: readonly number[];
  readonly log: unknown[];
}

const limits = { actionsPerTick: 2_000 };

function open(program: Program, executor: ExecutorName): Stage {
  const world = createWorld(program, { executor, seed: 'triggers', reserve: { objects: 12 }, limits });
  const sides = ['red', 'blue'].map((name) => world.spawn({ kind: 'side', name }));
  sides.forEach((side, i) => {
    world.relations.setRole(roleNames[i], side);
  });
  const bodies = Array.from({ length: 6 }, (_, i) =>
    world.spawn({ kind: 'body', owner: sides[i % 2], place: { x: i, y: 2 }, values: { health: i, shield: 6 - i } }),
  );
  bodies.slice(0, 5).forEach((body, i) => {
    world.relations.setRole(roleNames[i + 2], body);
  });
  const stage: Stage = { world, bodies, sides, log: [] };
  world.triggers.hear((event) => {
    stage.log.push(event);
  });
  return stage;
}

/**
 * Runs something; what is refused is noted. `steps`: it is stopped so often, and each time the world is put back as it
 * was.
 */
function watched(
  stage: Stage,
  steps: number | undefined,
  begin: (options: { readonly listen: (event: TriggerEvent) => void; readonly steps?: number }) => boolean,
): void {
  const listen = (event: TriggerEvent): void => {
    stage.log.push(event);
  };
  try {
    let isDone = begin({ listen, ...(steps === undefined ? {} : { steps }) });
    while (!isDone) {
      const { world } = stage;
      world.restore(world.snapshot());
      isDone = world.triggers.resume({ listen, ...(steps === undefined ? {} : { steps }) });
    }
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    stage.log.push(error.code);
  }
}

function act(stage: Stage, action: HostAction, steps?: number): void {
  const { world, bodies, sides } = stage;
  const body = (index: number): number | undefined => {
    const live = bodies.filter((each) => world.isLive(each));
    return live.length === 0 ? undefined : live[index % live.length];
  };
  const withBody = (index: number, use: (body: number) => void): void => {
    const found = body(index);
    if (found !== undefined) use(found);
  };
  switch (action.does) {
    case 'set':
      return withBody(action.body, (one) => {
        world.set(one, action.column, action.to);
      });
    case 'mate':
      return withBody(action.body, (one) => {
        world.set(one, 'mate', body(action.to) ?? null);
      });
    case 'own':
      return withBody(action.body, (one) => {
        world.setOwner(one, sides.at(action.side) ?? null);
      });
    case 'move':
      return withBody(action.body, (one) => {
        world.move(one, { x: action.x, y: action.y });
      });
    case 'bind':
      return withBody(action.body, (one) => {
        world.relations.setRole(roleNames[action.role], one);
      });
    case 'spawn': {
      bodies.push(world.spawn({ kind: 'body', place: { x: 1, y: 1 } }));
      return;
    }
    case 'destroy':
      return withBody(action.body, (one) => {
        world.destroy(one);
      });
    case 'arm':
      return world.triggers.arm(action.trigger % world.program.model.triggers.length, action.armed);
    case 'poll':
      return watched(stage, steps, (options) => world.triggers.poll(options));
    case 'advance':
      return watched(stage, steps, (options) => world.triggers.advance(action.ticks, options));
    case 'turn':
      try {
        world.step();
      } catch (error) {
        if (!(error instanceof EdictError)) throw error;
        stage.log.push(error.code);
      }
  }
}

function truths({ world }: Stage): readonly boolean[] {
  return world.program.model.triggers.map((_, index) => world.triggers.isTrue(index));
}

function agree(a: Stage, b: Stage): void {
  expect(a.log).toEqual(b.log);
  expect(a.world.hash()).toBe(b.world.hash());
  expect(truths(a)).toEqual(truths(b));
}

const runs = { numRuns: Number(process.env.EDICT_TRIGGER_RUNS ?? heavy(8, 40)) };

describe('triggers', () => {
  test('watched over columns fire as those that are evaluated one by one', () => {
    let fired = 0;
    fc.assert(
      fc.property(triggerPrograms, hostActions, (program, actions) => {
        const [compiled, reference] = [open(program, 'compiled'), open(program, 'reference')];
        for (const action of actions) {
          act(compiled, action);
          act(reference, action);
          agree(compiled, reference);
        }
        fired += compiled.log.length;
      }),
      runs,
    );
    expect(fired).toBeGreaterThan(heavy(5, 50));
  });

  test('stopped anywhere and gone on with from a snapshot are as those that were not stopped', () => {
    fc.assert(
      fc.property(triggerPrograms, hostActions, fc.integer({ min: 1, max: 7 }), (program, actions, steps) => {
        const [whole, stopped] = [open(program, 'compiled'), open(program, 'compiled')];
        for (const action of actions) {
          act(whole, action);
          act(stopped, action, steps);
          agree(whole, stopped);
        }
      }),
      runs,
    );
  });

  test('a world saved while they run goes on where it was', () => {
    fc.assert(
      fc.property(triggerPrograms, hostActions, (program, actions) => {
        const stage = open(program, 'compiled');
        for (const action of actions) {
          const snapshots: { readonly at: number; readonly snapshot: ReturnType<World['snapshot']> }[] = [];
          const log: unknown[] = [];
          if (action.does !== 'poll' && action.does !== 'advance') {
            act(stage, action);
            continue;
          }
          const listen = (event: TriggerEvent): void => {
            log.push(event);
            if (snapshots.length < 5) snapshots.push({ at: log.length, snapshot: stage.world.snapshot() });
          };
          let how = 'done';
          try {
            if (action.does === 'poll') stage.world.triggers.poll({ listen });
            else stage.world.triggers.advance(action.ticks, { listen });
          } catch (error) {
            if (!(error instanceof EdictError)) throw error;
            how = error.code;
          }
          for (const { at, snapshot } of snapshots) {
            const twin = stage.world.fork();
            twin.restore(snapshot);
            const rest: unknown[] = [];
            let itsHow = 'done';
            try {
              twin.triggers.resume({
                listen: (event) => {
                  rest.push(event);
                },
              });
            } catch (error) {
              if (!(error instanceof EdictError)) throw error;
              itsHow = error.code;
            }
            expect(rest).toEqual(log.slice(at));
            expect([itsHow, twin.hash()]).toEqual([how, stage.world.hash()]);
          }
        }
      }),
      { numRuns: heavy(4, 16) },
    );
  });
});
