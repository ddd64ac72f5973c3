import type { Program } from '../ir/rule.js';
import type { World } from '../world/api.js';
import type { TriggerEvent } from '../world/events-api.js';
import { idOrNull } from './find-object.js';
import { grouped } from './terminal.js';
import { objectText } from './value-text.js';

const noTotals = { fired: 0, occurred: 0, told: 0, skipped: 0, dropped: 0 };

export type RunEvents = ReturnType<ReturnType<typeof listenTo>>;

export const nothing: Omit<RunEvents, 'has' | 'times'> = {
  fired: [],
  occurred: [],
  told: [],
  totals: noTotals,
  delayed: 0,
};

const mostKept = 10_000;

export function listenTo(world: World) {
  // `depth`: of sweeps, 0 for a risen condition.
  const fired: { turn: number; trigger: string; depth: number }[] = [];
  const told: ReturnType<typeof messageOf>[] = [];
  const totals = { ...noTotals };
  const occurred: { turn: number; occurrence: string; times: number }[] = [];
  const ofTurn = new Map<string, { times: number }>();
  const { triggers, abilities, occurrences } = world.program.model;
  const times = { triggers: noneOf(triggers), abilities: noneOf(abilities) };
  let turn = NaN;
  const isEntity = entityValues(world.program);
  world.triggers.hear((event: TriggerEvent): void => {
    switch (event.kind) {
      case 'fire':
        countIn(times.triggers, event.name);
        if (totals.fired++ < mostKept) fired.push({ turn: world.turn, trigger: event.name, depth: event.depth });
        return;
      case 'message':
        if (totals.told++ < mostKept) told.push(messageOf(world, event.message, isEntity));
        return;
      case 'start':
        countIn(times.abilities, event.name);
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
  });
  const has = { triggers: triggers.length > 0, occurrences: occurrences.length > 0 };
  // `has`: declared by the content; `delayed`: waiting lists of actions; `times`: each trigger fired, ability started.
  return () => ({ has, fired, occurred, told, totals, times, delayed: world.triggers.delayed });

  function count(occurrence: string): void {
    if (world.turn !== turn) ofTurn.clear();
    turn = world.turn;
    const known = ofTurn.get(occurrence);
    if (known !== undefined) {
      known.times++;
      return;
    }
    const first = { turn, occurrence, times: 1 };
    ofTurn.set(occurrence, first);
    if (occurred.length < mostKept) occurred.push(first);
  }
}

function noneOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name) => [name, 0]));
}

function countIn(times: Map<string, number>, name: string): void {
  times.set(name, (times.get(name) ?? 0) + 1);
}

function messageOf(
  world: World,
  { rule, text, values, source, target }: Extract<TriggerEvent, { kind: 'message' }>['message'],
  isEntity: ReturnType<typeof entityValues>,
) {
  const isObject = (name: string) => isEntity(rule, text, name);
  const entries = Object.entries(values);
  const shown = entries.map(([name, value]) => `${name} ${isObject(name) ? objectText(world, value) : grouped(value)}`);
  return {
    turn: world.turn,
    rule,
    text,
    values: Object.fromEntries(entries.map(([name, value]) => [name, isObject(name) ? idOrNull(value) : value])),
    shown: shown.length === 0 ? text : `${text} (${shown.join(', ')})`,
    source: idOrNull(source),
    target: idOrNull(target),
  };
}

function entityValues({ rules }: Program): (rule: string, text: string, name: string) => boolean {
  const names = new Set<string>();
  for (const list of rules.triggers.lists) {
    for (const { task } of list.actions) {
      if (task.by !== 'effects') continue;
      for (const effect of task.effects) {
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
