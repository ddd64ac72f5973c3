import { timeOf } from '../../components/clock.js';
import { copyRow, dropCopies, setGone } from '../../components/copies.js';
import { numberOccurrence, setField, status } from '../../components/occurrences.js';
import { type Identity, handleOf, resolve } from '../../kernel/identity.js';
import type { Ability, OccurrenceField, Raised } from '../../ir/occurrence.js';
import { firePlain } from '../../meaning/effects/fire.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { bindAnswer, copyOf, handleIn, listRule } from '../../meaning/answering.js';
import type { Step } from '../../meaning/finder.js';
import { countRaised } from './guards.js';
import { pointOfFrame } from './points.js';
import { addFrame, addUse } from './rows.js';
import { tellOf, viewOf } from './view.js';

/**
 * Lets the candidate at a place of the question answer, or asks its controller first whether it is to. In either case
 * it has been used for its occurrence.
 */
export function startAbility(run: Run, chosen: number, step: Step, point: number): void {
  const {
    state,
    resolver: {
      book,
      question: { candidates },
    },
  } = run;
  const ability = book.abilities[candidates.ability[chosen]];
  const occurrence = candidates.occurrence[chosen];
  const source = candidates.source[chosen];
  const number = candidates.number[chosen];
  const isShared = ability.copy !== undefined;
  addUse(run, occurrence, copyOf(ability), isShared ? 0 : source, isShared ? 0 : number);
  // Whoever takes a reaction has chosen.
  if (!ability.optional || step === 'C') {
    useAbility(run, chosen, step, point);
    return;
  }
  const { depth, trigger } = state.frames;
  const row = addFrame(run, frameSort.choice, ability.index, depth[point], trigger[point]);
  const { frames } = state;
  frames.occurrence[row] = occurrence;
  frames.subject[row] = source;
  frames.direct[row] = number;
  frames.controller[row] = candidates.controller[chosen];
  frames.memo[row] = step === 'A' ? 0 : 1;
}

/** Lets the candidate at a place of the question answer. */
export function useAbility(run: Run, chosen: number, step: Step, point: number): void {
  const {
    state,
    resolver: {
      book,
      question: { candidates },
    },
    tell,
  } = run;
  const ability = book.abilities[candidates.ability[chosen]];
  const row = candidates.occurrence[chosen];
  const source = candidates.source[chosen];
  const controller = candidates.controller[chosen];
  const number = candidates.number[chosen];
  countRaised(run, 1, ability.name);
  spend(run, ability, number);
  if (tell !== undefined && step !== 'pay') {
    tell({
      kind: 'start',
      time: timeOf(state),
      step,
      at: pointOfFrame(state, point),
      ability: ability.index,
      name: ability.name,
      source: source || null,
      occurrence: viewOf(state, book.types, row),
    });
  }
  const subject = handleIn(state, row, book.types[state.occurrences.type[row]].subject);
  if (step === 'A') {
    if (ability.into === undefined) {
      state.occurrences.status[row] = status.cancelled;
      tellOf(run, 'cancel', row);
    } else substitute(run, ability.into, row, source, controller);
  }
  const isDone = ability.list < 0 || fireAtOnce(run, ability, row, source, subject, controller);
  if (!isDone) runAbility(run, ability, step, point, row, source, subject, controller);
  else if (step === 'B' || step === 'C')
    tell?.({ kind: 'end', time: timeOf(state), ability: ability.index, name: ability.name });
}

/** A list that is nothing but effects needs no frame. */
function fireAtOnce(
  run: Run,
  { list }: Ability,
  row: number,
  source: number,
  subject: number,
  controller: number,
): boolean {
  const { state, resolver, context } = run;
  const effects = resolver.plainEffects(list, run.tell !== undefined, subject);
  if (effects === undefined) return false;
  const { frame } = context;
  frame.occurrence = row;
  frame.controller = resolve(state.identity, controller);
  frame.rule = listRule(state, list, row);
  firePlain(context, run.ruleOf(list), effects, source, subject);
  run.settle?.();
  return true;
}

/** Pushes the list of an ability. Where its end is told, its mark is above 0. */
function runAbility(
  run: Run,
  { index, list }: Ability,
  step: Step,
  point: number,
  occurrence: number,
  source: number,
  subject: number,
  controller: number,
): void {
  const { state } = run;
  const { depth, trigger } = state.frames;
  const row = addFrame(run, frameSort.run, list, depth[point], trigger[point]);
  const { frames } = state;
  frames.mark[row] = step === 'B' || step === 'C' ? index + 1 : -1 - index;
  frames.occurrence[row] = occurrence;
  frames.subject[row] = source;
  frames.direct[row] = subject;
  frames.controller[row] = controller;
}

/** What answers but once is gone as soon as it starts. */
function spend({ state }: Run, { next, index, carrier }: Ability, number: number): void {
  if (!next) return;
  if (number === 0) {
    if (carrier.by === 'world') setGone(state, index);
    return;
  }
  const gone = copyRow(state, number);
  dropCopies(state, (row) => row === gone);
}

/** Puts another occurrence in the place of one: what has been used for that has been used for it too. */
function substitute(run: Run, into: Raised, row: number, source: number, controller: number): void {
  const {
    state,
    resolver: { book },
    context: { frame },
    tell,
  } = run;
  const { occurrences, fieldCount } = state;
  const before = tell === undefined ? undefined : viewOf(state, book.types, row);
  const [from, to] = [book.types[occurrences.type[row]], book.types[into.type]];
  bindAnswer(frame, book, row, source, controller);
  const values = valuesOf(run, into);
  for (const [old, field] of [
    [from.subject, to.subject],
    [from.player, to.player],
  ]) {
    if (field >= 0 && old >= 0 && into.values[field] === undefined)
      values[field] = occurrences.values[row * fieldCount + old];
  }
  occurrences.type[row] = into.type;
  occurrences.parent[row] = occurrences.id[row];
  occurrences.id[row] = numberOccurrence(state);
  occurrences.effect[row] =
    occurrences.maker[row] =
    occurrences.rule[row] =
    occurrences.answered[row] =
    occurrences.controller[row] =
      0;
  for (let field = 0; field < fieldCount; field++) setField(state, row, field, values[field] ?? NaN);
  if (before !== undefined)
    tell?.({ kind: 'replace', time: timeOf(state), before, occurrence: viewOf(state, book.types, row) });
}

/** The values of what is about to occur, by field, as they are stored. The frame is bound to whoever raises it. */
export function valuesOf(run: Run, raised: Raised): number[] {
  return run.resolver.book.types[raised.type].fields.map((_, field) => valueOf(run, raised, field));
}

/** The same, into the row of an occurrence. */
export function putValues(run: Run, row: number, raised: Raised): void {
  const {
    state,
    resolver: { book },
  } = run;
  const { length } = book.types[raised.type].fields;
  for (let field = 0; field < length; field++) {
    const value = valueOf(run, raised, field);
    state.occurrences.values[row * state.fieldCount + field] = value;
  }
}

function valueOf(
  { state: { identity }, resolver: { book }, context }: Run,
  { type, values }: Raised,
  field: number,
): number {
  const node = values[field];
  const value = node === undefined ? undefined : context.evaluate(node);
  if (value === undefined || value === null) return NaN;
  const declared = book.types[type].fields[field];
  if (declared?.type.name !== 'entity') return value;
  return isOfKind(identity, declared, value) ? handleOf(identity, value) : NaN;
}

/** Whether an object may stand in a field; none may not. */
function isOfKind({ kind }: Identity, field: OccurrenceField | undefined, id: number): boolean {
  return id !== 0 && (field?.kind === undefined || kind[id] === field.kind);
}
