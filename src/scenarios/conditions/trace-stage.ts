import { lowerLevel } from '../../content/antares/lower/lower-level.js';
import type { Reference } from '../../content/antares/syntax.js';
import { playerAt } from '../../content/antares/world/bodies.js';
import { createLevelModel, initialName } from '../../content/antares/world/create-level-model.js';
import type { FactValue } from '../../content/antares/world/fact-values.js';
import { applyFact } from '../../content/antares/world/level-facts.js';
import type { LevelModel } from '../../content/antares/world/level-model.js';
import { columnName, kindName } from '../../content/antares/world/level-world.js';
import { fillLevel, levelSizes } from '../../content/antares/world/open-level.js';
import { EdictError } from '../../kernel/errors.js';
import type { Handle, World } from '../../world/api.js';
import { createWorld } from '../../world.js';
import { type TraceLevel, tracePolicy } from './trace-level.js';

/** A world in which facts of a trace are so. */
export interface TraceStage {
  readonly world: World;
  /** Facts that have changed; null: no longer so. Throws `bad-scenario` or `bad-fact` for those that there are not. */
  apply(facts: Readonly<Record<string, FactValue>>): void;
}

interface Props {
  readonly world: World;
  readonly model: LevelModel;
  readonly trace: TraceLevel;
  readonly facts: Map<string, FactValue>;
  /** Bodies by what they stand for: an object, or a slot. */
  readonly bodies: Map<string, Handle>;
}

export function openTrace(trace: TraceLevel): TraceStage {
  const model = createLevelModel(trace.level, tracePolicy);
  const world = createWorld(lowerLevel(model), { ...levelSizes(model) });
  fillLevel(world, model);
  const props: Props = { world, model, trace, facts: new Map(), bodies: new Map() };
  return {
    world,
    apply(facts) {
      for (const [name, value] of Object.entries(facts)) props.facts.set(name, value);
      const about = new Set(Object.keys(facts).map((name) => name.split('.', 2).join('.')));
      for (let number = 0; number < trace.initials; number++)
        if (about.delete(`initial.${String(number)}`)) applyInitial(props, number);
      // What a player has selected is compared by its owner, which may only be known now.
      for (let seat = 0; seat < trace.level.players.length; seat++)
        if (about.delete(`player.${String(seat)}`)) applyPlayer(props, seat);
      for (const name of Object.keys(facts).filter((each) => each.startsWith('ui.'))) {
        about.delete(name);
        applyOther(props, name);
      }
      const [unknown] = about;
      if (unknown !== undefined)
        throw new EdictError(
          'bad-scenario',
          `the trace has facts of ${unknown}, which its level has not; say in \`level\` how many initials and players there are`,
          unknown,
        );
      for (const [place, reference] of trace.compared.entries()) bindStandIn(props, trace.initials + place, reference);
    },
  };
}

/** What facts of an initial are while nothing is known. */
const unknownOfInitial: Readonly<Record<string, FactValue>> = {
  owner: null,
  velocity: [0, 0],
  health: -1,
  maxHealth: -1,
};

/** All that is known of an initial is true of the object that it is now. */
function applyInitial(props: Props, number: number): void {
  const { world, model, facts } = props;
  const of = `initial.${String(number)}`;
  const body = bodyOf(props, `${of}.object`);
  world.setRole(initialName(number), body);
  for (const name of [...facts.keys()].filter((each) => each.startsWith(`${of}.`))) {
    const field = name.slice(of.length + 1);
    if (field === 'object' || body === null) continue;
    if (field === 'dest') world.set(body, columnName(model, model.columns.destination), bodyOf(props, name));
    else if (field === 'position' && facts.get(name) === null) world.move(body, null);
    else applyFact(world, model, name, facts.get(name) ?? unknownOfInitial[field], new Map());
  }
}

const objectFacts = ['flagship', 'control', 'target'] as const;

const unknownOfPlayer: Readonly<Record<string, FactValue>> = { cash: 0, ships: 0, score: [0, 0, 0], autopilot: false };

function applyPlayer(props: Props, seat: number): void {
  const { world, model, facts } = props;
  const of = `player.${String(seat)}`;
  const player = playerAt(world, model, seat);
  for (const name of [...facts.keys()].filter((each) => each.startsWith(`${of}.`))) {
    const field = name.slice(of.length + 1);
    const named = objectFacts.find((each) => each === field);
    if (named === undefined || player === undefined) {
      applyFact(world, model, name, facts.get(name) ?? unknownOfPlayer[field] ?? null, new Map());
      continue;
    }
    const body = bodyOf(props, name);
    world.set(player, columnName(model, model.columns[named]), body);
    // Of an object that is no initial it is not said whose it is, but that it is selected.
    if (named === 'control' && body !== null && !hasOwner(props, facts.get(name))) world.setOwner(body, player);
  }
}

function applyOther({ world, model, facts }: Props, name: string): void {
  const value = facts.get(name) ?? null;
  if (value !== null || name === 'ui.message') applyFact(world, model, name, value, new Map());
}

/** Whether a fact says whose an object is, or that it is nobody's. */
function hasOwner({ facts, trace }: Props, object: FactValue | undefined): boolean {
  for (let number = 0; number < trace.initials; number++)
    if (facts.get(`initial.${String(number)}.object`) === object && facts.has(`initial.${String(number)}.owner`))
      return true;
  return false;
}

/** The body that stands for the object that a fact names; null where it names none. */
function bodyOf(props: Props, fact: string): Handle | null {
  const name = objectIn(props, fact);
  return name === undefined ? null : bodyNamed(props, name);
}

/** An object is called by its slot and its own number. */
function objectIn({ facts }: Props, fact: string): string | undefined {
  const value = facts.get(fact) ?? null;
  if (value === null) return undefined;
  if (typeof value === 'string' && value.includes(':')) return value;
  throw new EdictError(
    'bad-scenario',
    `the fact ${fact} of the trace is ${JSON.stringify(value)}; give the name of an object, such as "5:14726", or null`,
    fact,
  );
}

function bodyNamed({ world, model, bodies }: Props, name: string): Handle {
  const known = bodies.get(name);
  if (known !== undefined) return known;
  const body = world.spawn({ kind: kindName(model, model.kinds.body), name });
  bodies.set(name, body);
  return body;
}

/** Binds a stand-in to what stands for the slot of the object that a reference names, as far as it resolves. */
function bindStandIn(props: Props, number: number, reference: Reference): void {
  const name = nameBy(props, reference);
  props.world.setRole(initialName(number), name === undefined ? null : bodyNamed(props, `slot ${name.split(':')[0]}`));
}

function nameBy(props: Props, { by, index }: Reference): string | undefined {
  if (by === 'initial') return objectIn(props, `initial.${String(index)}.object`);
  const name = objectIn(props, `player.${String(index)}.${by}`);
  if (name === undefined || by !== 'control') return name;
  // As everywhere, what is selected must be the player's own.
  const player = playerAt(props.world, props.model, index);
  return player !== undefined && props.world.ownersOf(bodyNamed(props, name)).includes(player) ? name : undefined;
}
