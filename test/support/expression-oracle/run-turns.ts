import { type Facts, type Type, type WorldData, factsOf, types } from './facts.js';
import type { Issue } from './issues.js';
import { loadManipulators } from './load-manipulators.js';
import type { Manipulator, Policy } from './manipulators.js';
import { carriedKinds, passTurn } from './solver.js';
import { readTree } from './xml.js';

/** What happens before a turn. */
export interface EventData {
  readonly beforeTurn: number;
  readonly object: string;
  readonly gom?: string;
  readonly id?: string;
  readonly has?: boolean;
  readonly property?: string;
  readonly attribute?: string;
  readonly value?: number;
}

/** Turns as a document states them. */
export interface TurnsData {
  readonly name: string;
  readonly policy: Policy;
  readonly global?: readonly string[];
  readonly carriers?: Readonly<Record<string, string>>;
  readonly events?: readonly EventData[];
  readonly turns: number;
  readonly track: Readonly<Record<string, readonly string[]>>;
}

/** What the rules say of turns. */
export interface TurnsVerdict {
  readonly issues: readonly (Issue & { readonly carrier: string })[];
  /** By object and property, after each turn; absent where something does not load. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** Decides turns. */
export function decideTurns(
  world: WorldData,
  { policy, global = [], carriers = {}, events = [], turns, track }: TurnsData,
): TurnsVerdict {
  const facts = factsOf(world);
  const issues: (Issue & { readonly carrier: string })[] = [];
  const load = (xml: string, carrier: string, scope: readonly Type[]): readonly Manipulator[] => {
    const loaded = loadManipulators(readTree(xml), facts, policy, scope);
    issues.push(...loaded.issues.map((issue) => ({ ...issue, carrier })));
    return loaded.manipulators;
  };
  const carried = {
    global: global.flatMap((xml) => load(xml, 'global', types)),
    byId: new Map(Object.entries(carriers).map(([id, xml]) => [id, load(xml, id, carrierTypes(facts, id))])),
  };
  if (issues.some(({ severity }) => severity === 'error')) return { issues };
  const values = Object.fromEntries(
    Object.entries(track).map(([id, names]) => [
      id,
      Object.fromEntries(names.map((name): [string, number[]] => [name, []])),
    ]),
  );
  for (let turn = 1; turn <= turns; turn++) {
    for (const event of events) if (event.beforeTurn === turn) happen(facts, event);
    passTurn(facts, carried, policy);
    for (const [id, lists] of Object.entries(values))
      for (const [name, list] of Object.entries(lists)) list.push(facts.thing(id).properties.get(name) ?? 0);
  }
  return { issues, values };
}

function carrierTypes({ data }: Facts, id: string): readonly Type[] {
  return types.filter((type) => carriedKinds[type]?.some((kind) => data.types[kind]?.includes(id)));
}

function happen(facts: Facts, { object, gom, id = '', has = false, property, attribute, value = 0 }: EventData): void {
  const thing = facts.thing(object);
  if (property !== undefined) thing.properties.set(property, value);
  else if (attribute !== undefined) thing.attributes.set(attribute, value);
  else if (gom === 'OPTION') facts.options.set(id, Number(has));
  else if (gom !== undefined) {
    const held = thing.stored.get(gom) ?? new Set<string>();
    thing.stored.set(gom, held);
    if (has) held.add(id);
    else held.delete(id);
  }
}
