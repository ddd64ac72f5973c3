import { bases, initials } from './action-stage.js';

/**
 * Actions on bodies and players once more, as plainly as can be: objects that point at one another. What the lowered
 * ones do is compared with it.
 */

export interface PlainAction {
  readonly type: string;
  readonly value?: number;
  readonly player?: number;
  readonly which?: number;
  readonly base?: BaseName;
  readonly initial?: readonly number[];
  readonly counter?: { readonly player?: number; readonly which: number };
  readonly reflexive?: boolean;
  readonly override?: {
    readonly subject?: { readonly initial: number };
    readonly direct?: { readonly initial: number };
  };
  readonly if?: {
    readonly owner?: 'any' | 'same' | 'different';
    readonly tags?: Readonly<Record<string, boolean>>;
    readonly attributes?: Readonly<Record<string, boolean>>;
  };
  readonly of?: readonly PlainAction[];
}

export type BaseName = keyof typeof bases;

interface Body {
  readonly initial: number;
  base: BaseName;
  owner: number;
  health: number;
  inUse: boolean;
  attributes: Set<string>;
  destination: Body | undefined;
  occupation: [number, number];
}

interface Player {
  control: Body | undefined;
  target: Body | undefined;
  buildAt: Body | undefined;
  flagship: Body | undefined;
  cash: number;
  readonly scores: [number, number, number];
}

export interface PlainLevel {
  readonly bodies: (Body | undefined)[];
  readonly players: readonly [Player, Player];
  winner: number | null;
  over: number | null;
}

type Role = Body | undefined;

/** What the destroy action of a base does, by base. */
export type DestroyActions = Readonly<Partial<Record<BaseName, readonly PlainAction[]>>>;

export function openPlain(): PlainLevel {
  const player = (cash: number): Player => ({
    control: undefined,
    target: undefined,
    buildAt: undefined,
    flagship: undefined,
    cash,
    scores: [0, 0, 0],
  });
  const level: PlainLevel = {
    bodies: initials.map((_, number) => (initials[number].hidden === true ? undefined : born(number))),
    players: [player(1_280_000), player(0)],
    winner: null,
    over: null,
  };
  const [ship, , depot] = level.bodies;
  level.players[0].flagship = ship;
  Object.assign(level.players[1], { control: depot, target: depot, buildAt: depot });
  return level;
}

function born(number: number): Body {
  const base = initials[number].base as BaseName;
  return {
    initial: number,
    base,
    owner: Number(initials[number].owner ?? -1),
    health: bases[base].maxHealth,
    inUse: true,
    attributes: new Set(bases[base].attributes),
    destination: undefined,
    occupation: [0, 0],
  };
}

export function runPlain(
  level: PlainLevel,
  destroyActions: DestroyActions,
  actions: readonly PlainAction[],
  listSubject: Role,
  listDirect: Role,
): void {
  const resolve = (number: number): Role => (level.bodies[number]?.inUse === true ? level.bodies[number] : undefined);
  for (const action of actions) {
    const { override, reflexive } = action;
    let subject = override?.subject === undefined ? listSubject : resolve(override.subject.initial);
    let direct = override?.direct === undefined ? listDirect : resolve(override.direct.initial);
    direct ??= subject;
    if (!passes(action.if, subject, direct)) continue;
    if (reflexive === true) [subject, direct] = [direct, subject];
    if (action.type === 'group') runPlain(level, destroyActions, action.of ?? [], subject, direct);
    else act(level, destroyActions, action, subject, direct);
  }
}

function passes(filter: PlainAction['if'], subject: Role, direct: Role): boolean {
  if (filter === undefined) return true;
  if (
    subject !== undefined &&
    direct !== undefined &&
    filter.owner !== undefined &&
    filter.owner !== 'any' &&
    (subject.owner === direct.owner) !== (filter.owner === 'same')
  )
    return false;
  const tags = Object.entries(filter.tags ?? {});
  const attributes = Object.entries(filter.attributes ?? {})
    .filter(([, wanted]) => wanted)
    .map(([name]) => name);
  if (tags.length + attributes.length === 0) return true;
  if (direct === undefined) return false;
  const has: Readonly<Record<string, boolean>> = bases[direct.base].tags;
  return (
    tags.every(([tag, wanted]) => (has[tag] ?? false) === wanted) &&
    attributes.every((name) => direct.attributes.has(name))
  );
}

function act(
  level: PlainLevel,
  destroyActions: DestroyActions,
  action: PlainAction,
  subject: Role,
  direct: Role,
): void {
  if (['score', 'pay', 'win', 'reveal'].includes(action.type)) actOnPlayers(level, action, direct?.owner ?? -1);
  else if (direct !== undefined) actOnBody(level, destroyActions, action, subject, direct);
}

function actOnPlayers(level: PlainLevel, action: PlainAction, ownerOfDirect: number): void {
  const { type, value = 0 } = action;
  const owner = action.player ?? ownerOfDirect;
  switch (type) {
    case 'score': {
      const player = level.players.at(seat(action.counter?.player ?? ownerOfDirect));
      if (player !== undefined) player.scores[action.counter?.which ?? 0] += value;
      return;
    }
    case 'pay': {
      const player = level.players.at(seat(owner));
      if (player !== undefined) player.cash = Math.max(0, player.cash + 51_200 * value);
      return;
    }
    case 'win':
      if (owner === -1) level.over = 0;
      else if (level.winner === null) {
        level.winner = owner;
        level.over ??= 180;
      }
      return;
    default:
      for (const number of action.initial ?? []) reveal(level, number);
  }
}

function actOnBody(
  level: PlainLevel,
  destroyActions: DestroyActions,
  action: PlainAction,
  subject: Role,
  direct: Body,
): void {
  const { type, value = 0 } = action;
  switch (type) {
    case 'destroy':
      destroy(level, destroyActions, direct);
      return;
    case 'remove':
      direct.inUse = false;
      loseBuildObject(level, direct);
      return;
    case 'heal':
      direct.health = Math.min(2 ** 31 - 1, direct.health + value);
      if (direct.health < 0) destroy(level, destroyActions, direct);
      return;
    case 'capture':
      setOwner(level, direct, action.player ?? subject?.owner ?? -1);
      return;
    case 'occupy':
      occupy(level, direct, subject?.owner ?? -1, value);
      return;
    case 'target':
      if (subject === undefined) return;
      if (subject.owner === -1) subject.destination = undefined;
      else if (subject.attributes.has('can_accept_destination') && direct.inUse) subject.destination = direct;
      return;
    case 'morph':
      direct.base = action.base ?? direct.base;
      direct.attributes = new Set(bases[direct.base].attributes);
      return;
    case 'assume': {
      const number = (action.which ?? 0) + level.players[0].scores[0];
      if (number >= 0 && number < level.bodies.length) level.bodies[number] = direct;
      return;
    }
    default:
      throw new Error(`no action ${type}`);
  }
}

/** As `at` takes it: nobody is beyond the last. */
function seat(owner: number): number {
  return owner === -1 ? 2 : owner;
}

function destroy(level: PlainLevel, destroyActions: DestroyActions, body: Body): void {
  if (!body.inUse) return;
  const run = (): void => {
    runPlain(level, destroyActions, destroyActions[body.base] ?? [], body, undefined);
  };
  if (body.attributes.has('neutral_death')) {
    body.health = bases[body.base].maxHealth;
    setOwner(level, body, -1);
    for (const lost of ['hated', 'can_engage', 'can_collide', 'can_be_hit']) body.attributes.delete(lost);
    run();
    return;
  }
  run();
  if (body.base === 'rock') return;
  body.inUse = false;
  loseBuildObject(level, body);
}

function loseBuildObject({ players }: PlainLevel, body: Body): void {
  const player = players.at(seat(body.owner));
  if (player?.buildAt === body) player.buildAt = undefined;
}

function setOwner(level: PlainLevel, body: Body, owner: number): void {
  if (body.owner === owner) return;
  loseBuildObject(level, body);
  body.owner = owner;
  const player = level.players.at(seat(owner));
  if (player !== undefined && body.attributes.has('is_destination')) {
    const has = (held: Role): boolean => held?.inUse === true && held.owner === owner;
    const [controls, builds] = [has(player.control), has(player.buildAt)];
    if (body.attributes.has('can_accept_build') && initials[body.initial].build !== undefined && !(controls && builds))
      player.buildAt = body;
    if (!controls) player.control = body;
    if (player.target?.inUse !== true) player.target = body;
  }
  if (!body.attributes.has('neutral_death')) return;
  body.attributes = new Set(bases[body.base].attributes);
  body.occupation = [0, 0];
  if (owner !== -1) body.occupation[owner] = 5;
}

function occupy(level: PlainLevel, body: Body, owner: number, value: number): void {
  if (owner === -1 || !body.attributes.has('neutral_death') || !body.attributes.has('is_destination')) return;
  body.occupation[owner] += value;
  if (body.occupation[owner] >= 5) setOwner(level, body, owner);
}

function reveal(level: PlainLevel, number: number): void {
  if (level.bodies[number]?.inUse === true) return;
  const body = born(number);
  level.bodies[number] = body;
  const player = level.players.at(seat(body.owner));
  if (player === undefined) return;
  if (initials[number].build !== undefined) {
    const has = (held: Role): boolean => held?.inUse === true && held.owner === body.owner;
    if (!has(player.control) || !has(player.buildAt)) player.buildAt = body;
    if (!has(player.control)) player.control = body;
    if (player.target?.inUse !== true) player.target = body;
  }
  if (initials[number].flagship === true && player.flagship?.inUse !== true) player.flagship = body;
  const aim = initials[number].target;
  if (typeof aim === 'number' && level.bodies[aim]?.inUse === true) body.destination = level.bodies[aim];
}
