import type { World } from '../world/api.js';
import type { TriggerEvent } from '../world/trigger-api.js';
import { idOf, nameOf } from './find-object.js';
import { grouped } from './table.js';
import type { Program } from '../ir/program.js';

/** What triggers and their actions have done in a run, and what has occurred. */
export interface RunEvents {
  /** What the content has of what can fire and occur. */
  readonly has: { readonly triggers: boolean; readonly occurrences: boolean };
  readonly fired: readonly Fired[];
  readonly occurred: readonly Occurred[];
  readonly told: readonly Told[];
  /** Of all, also of what is not listed. */
  readonly totals: {
    readonly fired: number;
    readonly occurred: number;
    readonly told: number;
    readonly skipped: number;
    readonly dropped: number;
  };
  /** Lists of actions that wait at the end. */
  readonly delayed: number;
}

export interface Fired {
  readonly turn: number;
  readonly trigger: string;
  /** 1, one more in a sweep inside of another, 0 where the condition has risen. */
  readonly depth: number;
}

/** Occurrences of a type that came about in a turn; what was cancelled or failed did not. */
export interface Occurred {
  readonly turn: number;
  readonly occurrence: string;
  times: number;
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
  const totals = { fired: 0, occurred: 0, told: 0, skipped: 0, dropped: 0 };
  const occurred: Occurred[] = [];
  const ofTurn = new Map<string, Occurred>();
  let turn = NaN;
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
      case 'apply':
        totals.occurred++;
        count(event.occurrence.name);
        return;
      default:
    }
  };
  world.hear(hear);
  const {
    model: { triggers, occurrences },
  } = world.program;
  const has = { triggers: triggers.length > 0, occurrences: occurrences.length > 0 };
  return () => ({ has, fired, occurred, told, totals, delayed: world.delayed });

  function count(occurrence: string): void {
    if (world.turn !== turn) ofTurn.clear();
    turn = world.turn;
    const known = ofTurn.get(occurrence);
    if (known !== undefined) {
      known.times++;
      return;
    }
    const first: Occurred = { turn, occurrence, times: 1 };
    ofTurn.set(occurrence, first);
    if (occurred.length < mostKept) occurred.push(first);
  }

  function tellingOf({
    rule,
    text,
    values,
    source,
    target,
  }: Extract<TriggerEvent, { kind: 'message' }>['message']): Told {
    const entries = Object.entries(values).map(([name, value]) => {
      const isObject = isEntity(rule, text, name);
      return {
        name,
        value: isObject ? idIn(value) : value,
        shown: `${name} ${isObject ? objectText(value) : grouped(value)}`,
      };
    });
    return {
      turn: world.turn,
      rule,
      text,
      values: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      shown: entries.length === 0 ? text : `${text} (${entries.map(({ shown }) => shown).join(', ')})`,
      source: idIn(source),
      target: idIn(target),
    };
  }

  function objectText(handle: number): string {
    return handle === 0 ? 'nobody' : world.isLive(handle) ? nameOf(world, handle) : `#${String(idIn(handle))} (gone)`;
  }
}

/** Says whether a value that an action tells, by the rule, text and name, is an object. */
function entityValues({ rules }: Program): (rule: string, text: string, name: string) => boolean {
  const names = new Set<string>();
  for (const list of rules.triggers.lists) {
    for (const { deed } of list.actions) {
      if (deed.by !== 'effects') continue;
      for (const effect of deed.effects) {
        if (effect.kind !== 'message') continue;
        for (const { name, value } of effect.values)
          if (value.type.name === 'entity') names.add(keyOf(list.name, effect.text, name));
      }
    }
  }
  return (rule, text, name) => names.has(keyOf(rule, text, name));
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\0');
}
