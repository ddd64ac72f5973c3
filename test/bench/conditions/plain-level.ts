import type { Writes } from '../../../bench/conditions/changes.js';
import { cellSorts } from '../../../bench/conditions/cells.js';
import type { Condition, Level, Order, Reference, When } from '../../../src/content/antares/syntax.js';

interface Body {
  place: readonly [number, number];
  owner: number | null;
  health: number;
  exists: boolean;
}

/**
 * A level as objects, evaluated as its rules are written: slowly, and sharing nothing with the loop that it is compared
 * with.
 */
export class PlainLevel {
  time = 0;
  readonly bodies: Body[];
  readonly scores: number[][];
  readonly cash: number[];
  readonly enabled: Set<number>;

  constructor(readonly level: Level) {
    this.bodies = level.initials.map(({ position, owner, health, hidden }) => ({
      place: position,
      owner: owner ?? null,
      health: health ?? 1_000,
      exists: !hidden,
    }));
    this.scores = level.players.map(() => [0, 0, 0]);
    this.cash = level.players.map(({ cash }) => cash);
    this.enabled = new Set(level.conditions.keys());
  }

  write({ count, sort, at, first, second }: Writes): void {
    for (let i = 0; i < count; i++) {
      const body = this.bodies[at[i]];
      switch (cellSorts[sort[i]]) {
        case 'owner':
          body.owner = first[i] === -1 ? null : first[i];
          break;
        case 'place':
          body.place = [first[i], second[i]];
          break;
        case 'health':
          body.health = first[i];
          break;
        case 'exists':
          body.exists = first[i] === 1;
          break;
        case 'counter':
          this.scores[Math.floor(at[i] / 3)][at[i] % 3] = first[i];
          break;
      }
    }
  }

  sweep(): number[] {
    const fired: number[] = [];
    this.level.conditions.forEach((condition, i) => {
      if (!this.enabled.has(i) || !this.isTrue(condition.when)) return;
      if (!condition.persistent) this.enabled.delete(i);
      fired.push(i);
      this.act(condition);
    });
    return fired;
  }

  isTrue(when: When): boolean {
    switch (when.type) {
      case 'owner': {
        const body = this.find(when.object);
        return body !== undefined && compare(when.op, body.owner ?? -1, when.player);
      }
      case 'score':
        return compare(when.op, this.scores[when.counter.player][when.counter.which], when.value);
      case 'distance': {
        const [from, to] = [this.find(when.from), this.find(when.to)];
        if (from === undefined || to === undefined) return false;
        return compare(
          when.op,
          (from.place[0] - to.place[0]) ** 2 + (from.place[1] - to.place[1]) ** 2,
          Math.floor(when.value * when.value),
        );
      }
      case 'time':
        return compare(when.op, this.time, when.duration);
      case 'destroyed':
        return compare(when.op, Number(this.find(when.object) === undefined), Number(when.value));
      case 'health':
        return compare(when.op, (this.find(when.object)?.health ?? 0) / 1_000, when.value);
      case 'count':
        return compare(when.op, when.of.filter((member) => this.isTrue(member)).length, when.value);
      default:
        throw new Error(`no ${when.type} in this level`);
    }
  }

  private find({ index }: Reference): Body | undefined {
    return this.bodies[index].exists ? this.bodies[index] : undefined;
  }

  private act({ action, subject }: Condition): void {
    const owner = subject === undefined ? null : (this.find(subject)?.owner ?? null);
    for (const one of action) {
      switch (one.type) {
        case 'score': {
          const player = one.counter.player ?? owner;
          if (player !== null) this.scores[player][one.counter.which] += one.value;
          break;
        }
        case 'pay': {
          const player = one.player ?? owner;
          if (player !== null) this.cash[player] = Math.max(0, this.cash[player] + one.value);
          break;
        }
        case 'condition':
          for (const index of one.enable) this.enabled.add(index);
          for (const index of one.disable) this.enabled.delete(index);
          break;
        default:
          throw new Error(`no ${one.type} in this level`);
      }
    }
  }
}

function compare(op: Order, left: number, right: number): boolean {
  switch (op) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'lt':
      return left < right;
    case 'gt':
      return left > right;
    case 'le':
      return left <= right;
    case 'ge':
      return left >= right;
  }
}
