import type { Action, Level, Order, Reference, When } from '../../src/content/antares/syntax.js';
import { EdictError } from '../../src/kernel/errors.js';
import { counterCount } from './syntax.js';

/** What a row of the table looks at. */
export const looks = { owner: 0, score: 1, distance: 2, time: 3, destroyed: 4, health: 5, count: 6 } as const;
/** Orders, as sets of answers: less 1, equal 2, more 4. */
export const orderCodes: Readonly<Record<Order, number>> = { lt: 1, eq: 2, le: 3, gt: 4, ne: 5, ge: 6 };
/** What an action does; the first two to the owner of the condition's object, or to a player. */
export const deeds = { score: 0, pay: 1, enable: 2 } as const;

/**
 * Conditions as somebody would write them down for a loop: rows of numbers. The first are those of the level; members
 * of counts stand after them.
 */
export interface PeerRules {
  readonly conditions: number;
  readonly look: Uint8Array;
  /** As `orderCodes`. */
  readonly order: Uint8Array;
  /** Initial, or counter, or first member of a count. */
  readonly a: Int32Array;
  /** Initial or player, or end of the members of a count. */
  readonly b: Int32Array;
  readonly value: Float64Array;
  readonly persistent: Uint8Array;
  /** Of conditions: the initial that they are about, or -1. */
  readonly subject: Int32Array;
  /** Of conditions: actions from `actionsFrom[i]` to `actionsFrom[i + 1]`. */
  readonly actionsFrom: Int32Array;
  readonly deed: Uint8Array;
  /** Player, or -1: the owner of the object; number of a counter or condition; what is added. */
  readonly player: Int32Array;
  readonly which: Int32Array;
  readonly amount: Float64Array;
}

/** Writes a level down for the loop. Throws for what it does not know. */
export function peerRulesOf({ conditions }: Level): PeerRules {
  const rows: Row[] = conditions.map(() => blank);
  conditions.forEach(({ when }, i) => {
    rows[i] = rowOf(when, rows);
  });
  const actions = conditions.map(({ action }) => action.flatMap(stepsOf));
  const steps = actions.flat();
  const from = new Int32Array(conditions.length + 1);
  actions.forEach((list, i) => {
    from[i + 1] = from[i] + list.length;
  });
  return {
    conditions: conditions.length,
    look: Uint8Array.from(rows, ({ look }) => look),
    order: Uint8Array.from(rows, ({ order }) => order),
    a: Int32Array.from(rows, ({ a }) => a),
    b: Int32Array.from(rows, ({ b }) => b),
    value: Float64Array.from(rows, ({ value }) => value),
    persistent: Uint8Array.from(conditions, ({ persistent }) => Number(persistent)),
    subject: Int32Array.from(conditions, ({ subject }) => (subject === undefined ? -1 : initialOf(subject))),
    actionsFrom: from,
    deed: Uint8Array.from(steps, ({ deed }) => deed),
    player: Int32Array.from(steps, ({ player }) => player),
    which: Int32Array.from(steps, ({ which }) => which),
    amount: Float64Array.from(steps, ({ amount }) => amount),
  };
}

interface Row {
  readonly look: number;
  readonly order: number;
  readonly a: number;
  readonly b: number;
  readonly value: number;
}

const blank: Row = { look: 0, order: 0, a: 0, b: 0, value: 0 };

function rowOf(when: When, rows: Row[]): Row {
  const order = orderCodes[when.op];
  switch (when.type) {
    case 'owner':
      return { look: looks.owner, order, a: initialOf(when.object), b: when.player, value: 0 };
    case 'score':
      return {
        look: looks.score,
        order,
        a: counterCount * when.counter.player + when.counter.which,
        b: 0,
        value: when.value,
      };
    case 'distance':
      return {
        look: looks.distance,
        order,
        a: initialOf(when.from),
        b: initialOf(when.to),
        value: Math.floor(when.value ** 2),
      };
    case 'time':
      return { look: looks.time, order, a: 0, b: 0, value: when.duration };
    case 'destroyed':
      return { look: looks.destroyed, order, a: initialOf(when.object), b: Number(when.value), value: 0 };
    case 'health':
      return { look: looks.health, order, a: initialOf(when.object), b: 0, value: when.value };
    case 'count': {
      const start = rows.length;
      for (let i = 0; i < when.of.length; i++) rows.push(blank);
      when.of.forEach((member, i) => {
        rows[start + i] = rowOf(member, rows);
      });
      return { look: looks.count, order, a: start, b: start + when.of.length, value: when.value };
    }
    default:
      throw new EdictError('benchmark', `the loop knows no conditions of type ${when.type}`);
  }
}

interface Step {
  readonly deed: number;
  readonly player: number;
  readonly which: number;
  readonly amount: number;
}

function stepsOf(action: Action): readonly Step[] {
  switch (action.type) {
    case 'score':
      return [
        { deed: deeds.score, player: action.counter.player ?? -1, which: action.counter.which, amount: action.value },
      ];
    case 'pay':
      return [{ deed: deeds.pay, player: action.player ?? -1, which: 0, amount: action.value }];
    case 'condition':
      return action.enable.map((which) => ({ deed: deeds.enable, player: -1, which, amount: 0 }));
    default:
      throw new EdictError('benchmark', `the loop knows no actions of type ${action.type}`);
  }
}

function initialOf({ by, index }: Reference): number {
  if (by !== 'initial') throw new EdictError('benchmark', `the loop knows objects as initials, not as ${by}`);
  return index;
}
