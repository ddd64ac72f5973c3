import type { World } from '../world/api.js';
import type { TriggerEvent } from '../world/trigger-api.js';
import { entityValues } from './entity-values.js';
import { idOf, nameOf } from './find-object.js';
import { grouped } from './table.js';

/** What triggers and their actions have done in a run. */
export interface RunEvents {
  readonly fired: readonly Fired[];
  readonly told: readonly Told[];
  /** Of all, also of what is not listed. */
  readonly totals: { readonly fired: number; readonly told: number; readonly skipped: number; readonly dropped: number };
  /** Lists of actions that wait at the end. */
  readonly delayed: number;
}

export interface Fired {
  readonly turn: number;
  readonly trigger: string;
  /** 1, one more in a sweep inside of another, 0 where the condition has risen. */
  readonly depth: number;
}

export interface Told {
  readonly turn: number;
  /** Whose action it is. */
  readonly rule: string;
  readonly text: string;
  /** Of objects their ids, null for nobody. */
  readonly values: Readonly<Record<string, number | null>>;
  /** For people. */
  readonly shown: string;
  /** Ids; null for nobody. */
  readonly source: number | null;
  readonly target: number | null;
}

/** Entries that are kept of each list: a run may have millions. */
const mostKept = 10_000;

/** The id of an object; null for nobody. */
function idIn(handle: number): number | null {
  return handle === 0 ? null : idOf(handle);
}

/** Listens to a world from now on. What it gives reads what has come about so far. */
export function listenTo(world: World): () => RunEvents {
  const fired: Fired[] = [];
  const told: Told[] = [];
  const totals = { fired: 0, told: 0, skipped: 0, dropped: 0 };
  const isEntity = entityValues(world.program);
  const hear = (event: TriggerEvent): void => {
    switch (event.kind) {
      case 'fire':
        if (totals.fired++ < mostKept) fired.push({ turn: world.turn, trigger: event.name, depth: event.depth });
        return;
      case 'message':
        if (totals.told++ < mostKept) told.push(tellingOf(event.message));
        return;
      case 'skip':
        totals.skipped++;
        return;
      case 'dropped':
        totals.dropped++;
        return;
      case 'act':
    }
  };
  world.hear(hear);
  return () => ({ fired, told, totals, delayed: world.delayed });

  function tellingOf({ rule, text, values, source, target }: Extract<TriggerEvent, { kind: 'message' }>['message']): Told {
    const entries = Object.entries(values).map(([name, value]) => {
      const isObject = isEntity(rule, text, name);
      return { name, value: isObject ? idIn(value) : value, shown: `${name} ${isObject ? objectText(value) : grouped(value)}` };
    });
    return {
      turn: world.turn, rule, text, values: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      shown: entries.length === 0 ? text : `${text} (${entries.map(({ shown }) => shown).join(', ')})`,
      source: idIn(source), target: idIn(target),
    };
  }

  function objectText(handle: number): string {
    return handle === 0 ? 'nobody' : world.isLive(handle) ? nameOf(world, handle) : `#${String(idIn(handle))} (gone)`;
  }
}
