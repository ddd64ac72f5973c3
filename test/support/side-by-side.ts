import type { Instances } from '../../src/batch/instances-and-seats.js';
import type { Environment } from '../../src/ir/environment.js';
import type { World } from '../../src/world/api.js';
import { insideOf } from '../../src/world/core.js';

/** Rows of one ordinary world as if they were instances side by side: for tests of what only looks at them. */
export function sideBySide(world: World, environment: Environment, count: number, stride: number): Instances {
  const refuse = (): never => {
    throw new Error('these instances are only looked at');
  };
  return {
    count,
    stride,
    state: insideOf(world).core.state,
    environment,
    put: refuse,
    copy: refuse,
    clear: refuse,
    run: refuse,
    undo: refuse,
    turnOf: refuse,
    hash: refuse,
    world: refuse,
    snapshot: refuse,
    restore: refuse,
    take: refuse,
    give: refuse,
    save: refuse,
    read: refuse,
  };
}
