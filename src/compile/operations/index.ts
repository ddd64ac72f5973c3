import type { Operation } from '../operation.js';
import { affiliation, unowned } from './affiliation.js';
import { aggregate } from './aggregate.js';
import * as arithmetic from './arithmetic.js';
import { available } from './available.js';
import { age, running, turn } from './clock.js';
import { compare } from './compare.js';
import { constant } from './constant.js';
import { distance, jumps } from './distance.js';
import { draw } from './draw.js';
import { follow } from './follow.js';
import * as logic from './logic.js';
import { read } from './read.js';
import { related } from './related.js';
import { role } from './role.js';
import { slot } from './slot.js';
import { classOf, kindOf } from './sort.js';
import { visible } from './visible.js';
import { within } from './within.js';

/** Every operation of the IR, by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    constant, slot, role, turn, age, running, read, follow, kindOf, classOf,
    ...Object.values(arithmetic), compare, ...Object.values(logic), within,
    affiliation, unowned, related, visible, distance, jumps, available, draw, aggregate,
  ].map((operation): [string, Operation] => [operation.name, operation]),
);
