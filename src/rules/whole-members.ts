import { type Code, js } from '../eval/emit/code.js';
import type { Segment } from '../eval/emit/emit-around.js';
import { type Emission, isTrue, memberIn } from '../eval/emit/emission.js';
import { emitRanked } from '../eval/emit/emit-ranked.js';
import { membersInFrame } from '../eval/emit/emit-members.js';
import { termOf } from '../eval/term-book.js';
import { ascending } from '../kernel/ascending.js';
import { type Room, createRoom, growRoom } from '../kernel/room.js';
import { type Identity, handleOf, idLimit, resolve } from '../kernel/identity.js';
import { type Frame, countVisits, sourceSlot, targetSlot } from '../ir/node.js';
import type { BranchEffect, Effect } from '../ir/rule.js';
import { columnStamp } from '../model/stamps.js';
import { type Bound, type Writing, emitEffect, emitOnSource } from './whole-effects.js';
import { type NamedMembers, mayEnd } from './whole-plan.js';
import { emitKind, emitTest } from './whole-tests.js';

/** Some targets of one source, by ascending ids: names of code. */
interface Targets {
  readonly room: Code;
  readonly count: Code;
  readonly kinds: readonly number[];
  /** Some of them may have ended. */
  readonly ends: boolean;
}

/** Handles are the numbers beside ids. */
function keepHandles({ ids, numbers: [handles] }: Room, count: number, identity: Identity): void {
  for (let i = 0; i < count; i++) handles[i] = handleOf(identity, ids[i]);
}

/**
 * Fires the effects of a source on the members of a collection, as `fireEffects` does: each effect on all of them, by
 * ascending ids, before the next effect. Goes on to the next source where there is none.
 */
export function emitOnMembers(
  writing: Writing,
  effects: readonly Effect[],
  source: Bound,
  members: NamedMembers,
  counted: Code,
): void {
  const { emission } = writing;
  const targets = emitMembers(emission, members, effects.some(mayEnd));
  emission.add(js`if (${targets.count} === 0) continue;
${counted} += ${targets.count};`);
  emitForAll({ ...writing, every: undefined }, effects, source, targets, false);
}

function emitMembers(emission: Emission, members: NamedMembers, ends: boolean): Targets {
  const { range, slot, filters } = members;
  let kinds: readonly number[] = [];
  const targets = emitTargets(emission, ends, (add) => {
    for (const segment of segmentsOf(members, emission))
      emission.overMembers({ ...segment, slot, kind: range.kind }, (member) => {
        for (const filter of filters) emission.add(js`if (!(${isTrue(emission.of(filter))})) continue;`);
        kinds = emitKind(emission, member, members);
        emission.bind(targetSlot, { value: member, kinds });
        if (members.tests.length > 0) emission.hold(targetSlot, member);
        for (const test of members.tests) emitTest(emission, test);
        add(member);
      });
  });
  const { room, count } = targets;
  emission.add(js`${count} = ${emission.thing('ascending', ascending)}(${room}.ids, ${count});`);
  if (ends) addHandles(emission, targets);
  return { ...targets, kinds };
}

function segmentsOf({ range, of, slot, nowhere }: NamedMembers, emission: Emission): readonly Segment[] {
  if (range.over === 'ranked') return [emitRanked(range, slot, of.args, emission)];
  const around = membersInFrame(range, of.args, emission, false);
  if (!nowhere) return [around];
  const { value, absence } = emission.of(of.args[0]);
  const isNowhere = absence === undefined ? js`${value} === 0` : js`${value} === 0 && ${absence} === 0`;
  const find = js`${emission.thing('orphans', orphans)}(frame, ${range.kind})`;
  const ids = emission.keep(js`${isNowhere} ? ${find} : ${emission.thing('none', none)}`);
  return [around, { memberAt: memberIn(ids), from: js`0`, to: js`${ids}.length` }];
}

const none: readonly number[] = [];

/** Objects of a kind that are attached to nothing. */
function orphans(frame: Frame, kind: number): readonly number[] {
  const { identity, parent } = frame.state;
  const ids: number[] = [];
  const limit = idLimit(identity);
  countVisits(frame, limit);
  for (let id = 1; id < limit; id++) if (identity.kind[id] === kind && parent[id] === 0) ids.push(id);
  return ids;
}

/** A list that code fills. */
function emitTargets(emission: Emission, ends: boolean, fill: (add: (id: Code) => void) => void): Targets {
  const room = emission.thing('', createRoom(ends ? 1 : 0));
  const [ids, count] = [emission.variable(js`${room}.ids`), emission.variable(0)];
  fill((id) => {
    emission.add(js`if (${count} === ${ids}.length) ${ids} = ${emission.thing('growRoom', growRoom)}(${room});
${ids}[${count}++] = ${id};`);
  });
  return { room, count, kinds: [], ends };
}

function addHandles(emission: Emission, { room, count }: Targets): void {
  const identity = emission.once(js`frame.state.identity`);
  emission.add(js`${emission.thing('keepHandles', keepHandles)}(${room}, ${count}, ${identity});`);
}

function emitForAll(
  writing: Writing,
  effects: readonly Effect[],
  source: Bound,
  targets: Targets,
  ended: boolean,
): boolean {
  const { emission } = writing;
  let after = ended;
  for (const effect of effects) {
    if (effect.kind === 'branch') after = emitBranch(writing, effect, source, targets, after);
    else {
      const isOnSource = effect.recipient === 'source';
      forgetChanged(emission, effect, source);
      const code = emission.inside(() => {
        if (isOnSource) emitOnSource(writing, effect, { source, target: source }, after);
        else
          emitEach(emission, targets, (target) => {
            emitEffect(writing, effect, { source, target }, target);
          });
      });
      emission.add(isOnSource && after ? js`if (${source.name} !== 0) { ${code} }` : js`{ ${code} }`);
      after ||= mayEnd(effect);
    }
  }
  return after;
}

/** All conditions are evaluated before the first effect of either list fires. Effects on the source need a target. */
function emitBranch(
  writing: Writing,
  { condition, then, otherwise }: BranchEffect,
  source: Bound,
  targets: Targets,
  ended: boolean,
): boolean {
  const { emission } = writing;
  const { kinds, ends } = targets;
  const node = termOf(writing.book, condition);
  const lists: Targets[] = [];
  const others = emitTargets(emission, ends, (addOther) => {
    lists.push(
      emitTargets(emission, ends, (addChosen) => {
        emitEach(emission, targets, ({ name }) => {
          const isChosen = isTrue(emission.of(node));
          const [yes, no] = [addChosen, addOther].map((add) =>
            emission.inside(() => {
              add(name);
            }),
          );
          emission.add(js`if (${isChosen}) { ${yes} } else { ${no} }`);
        });
      }),
    );
  });
  lists.push(others);
  if (ends) for (const list of lists) addHandles(emission, list);
  return [then, otherwise].reduce((after, effects, i) => {
    const some: Targets = { ...lists[i], kinds };
    let left = after;
    const code = emission.inside(() => {
      left = emitForAll(writing, effects, source, some, after);
    });
    emission.add(js`if (${some.count} > 0) { ${code} }`);
    return left;
  }, ended);
}

/** A loop over targets that have not ended. What it changes must have been forgotten. */
function emitEach(emission: Emission, { room, count, kinds, ends }: Targets, fill: (target: Bound) => void): void {
  const at = emission.name();
  const body = emission.inside(() => {
    const handle = ends ? emission.keep(js`${room}.numbers[0][${at}]`) : undefined;
    const identity = emission.once(js`frame.state.identity`);
    const name =
      handle === undefined
        ? emission.keep(js`${room}.ids[${at}]`)
        : emission.variable(js`${emission.thing('resolve', resolve)}(${identity}, ${handle})`);
    if (ends) emission.add(js`if (${name} === 0) continue;`);
    emission.bind(targetSlot, { value: name, kinds });
    emission.hold(targetSlot, name);
    emission.forget(({ free }) => ((free >>> targetSlot) & 1) === 1);
    fill({ slot: targetSlot, name, handle, kinds });
  });
  emission.add(js`for (let ${at} = 0; ${at} < ${count}; ${at}++) { ${body} }`);
}

/** A loop must not know from before what it changes. */
function forgetChanged(emission: Emission, effect: Effect, { name }: Bound): void {
  if (effect.kind === 'modify') {
    const stamp = columnStamp(effect.column);
    emission.forget(({ runs, stamps }) => runs || stamps.includes(stamp));
  } else emission.forget(() => true);
  if (mayEnd(effect)) emission.bind(sourceSlot, { value: name, kinds: [] });
}
