import { isArmed, setArmed, setWasTrue, wasTrue } from '../../components/armed-triggers.js';
import { setSeed, seedOf, setStep, setTimeOf, setTurn, stepOf, timeOf, turnOf } from '../../components/clock.js';
import { copyCount, hasOccurrences, isGone, setGone } from '../../components/copies.js';
import { isTurnPending } from '../../components/decided.js';
import { delayCount, delayRow } from '../../components/delays.js';
import { copyFrame, frameCount } from '../../components/frames.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { EdictError, damaged } from '../../kernel/errors.js';
import { runsActions } from '../../model/model.js';
import type { Carry } from './carry.js';
import { counted } from '../../kernel/grouped.js';
import { namesGone, namesNew, sameNames } from './names.js';
import { eventsDigest, listsOf } from './outline.js';
import { carryRunning, fieldsOf } from './carry-running.js';

/** Clock, triggers, delays, abilities and all that runs. Throws for what could not go on. */
export function carryEvents(carry: Carry): void {
  const { from, to } = carry;
  demandResumable(carry);
  carryClock(carry);
  carryTriggers(carry);
  if (runsActions(from.model) && runsActions(to.model)) {
    carryDelays(carry);
    if (frameCount(from) > 0) carryRunning(carry);
  } else if (delayCount(from) > 0) noteDelays(carry, delayCount(from));
  if (hasOccurrences(from.model) && hasOccurrences(to.model)) {
    carryAbilities(carry);
    carryCopies(carry);
    carryPast(carry);
  }
}

/** Frames are positions in lists, triggers and abilities: among others they mean nothing. */
function demandResumable({ from, outline, program, to }: Carry): void {
  if (frameCount(from) === 0) return;
  const isSame = runsActions(to.model) && outline.running === eventsDigest(program);
  // The place of an effect among all rules.
  const { effect } = from.occurrences;
  const isFree = effect.every((place) => place === 0);
  if (isSame && isFree) return;
  const why = isSame
    ? 'they answer an effect of a rule'
    : 'the triggers, actions, occurrences or abilities of its content have changed since';
  throw new EdictError(
    'foreign-file',
    `the world was saved in the middle of unfinished actions, and ${why}; load it with the content that it was ` +
      'saved with, finish them by triggers.resume or events.decide, and save it again',
  );
}

const kept = [
  header.acted,
  header.polls,
  header.copyNumber,
  header.occurredLow,
  header.occurredHigh,
  header.raised,
] as const;

function carryClock({ from, to, outline, program, names, notes }: Carry): void {
  setTurn(to, turnOf(from));
  setTimeOf(to, timeOf(from));
  setSeed(to, seedOf(from));
  for (const word of kept) to.arena.header[word] = from.arena.header[word];
  const { steps } = program.rules.timing;
  const step = stepOf(from);
  if (step > 0) {
    const word = steps < 0 || outline.steps === undefined ? 0 : (names.words(outline.steps, steps).at(step) ?? 0);
    setStep(to, word);
    if (word === 0)
      notes.note('defaulted', 'step', 'of play', 1, 'none, because the last one is no longer in the content');
  }
  if (isTurnPending(from))
    notes.note('dropped', 'decisions', 'of a turn', 1, 'the turn that waited for one runs again from its start');
}

function carryTriggers({ from, to, names, notes }: Carry): void {
  names.triggers.forEach((into, index) => {
    if (into < 0) return;
    setArmed(to, into, isArmed(from, index));
    setWasTrue(to, into, wasTrue(from, index));
  });
  for (const at of namesGone(names.triggers, 0))
    notes.note('dropped', 'trigger', from.model.triggers[at], 0, 'no longer in the content');
  for (const at of namesNew(names.triggers, 0, to.model.triggers.length))
    notes.note('added', 'trigger', to.model.triggers[at], 0, isArmed(to, at) ? 'armed' : 'not armed');
}

/** Those whose lists still do the same things in the same order go on; the others are dropped. */
function carryDelays(carry: Carry): void {
  const { from, to, outline, program } = carry;
  const textOf = ({ name, tasks }: { readonly name: string; readonly tasks: string }) => `${name}: ${tasks}`;
  const lists = sameNames(outline.lists.map(textOf), listsOf(program).map(textOf), 0);
  const words = to.arena.header;
  let lost = 0;
  for (let position = 0; position < delayCount(from); position++) {
    const row = delayRow(from, position);
    const frames = parkedFrames(carry, row, lists);
    if (frames === undefined) {
      lost++;
      continue;
    }
    const into = ++words[header.delays];
    to.delays.left[into] = from.delays.left[row];
    to.delays.stuck[into] = from.delays.stuck[row];
    to.delays.place[into] = from.delays.place[row];
    to.delays.start[into] = words[header.parked] + 1;
    to.delays.count[into] = frames.length;
    for (const { at, list, trigger, mark } of frames) {
      const parked = ++words[header.parked];
      copyFrame(from.parked, at, to.parked, parked);
      to.parked.list[parked] = list;
      to.parked.trigger[parked] = trigger;
      to.parked.mark[parked] = mark;
    }
  }
  if (lost > 0) noteDelays(carry, lost);
}

function noteDelays({ notes }: Carry, lost: number): void {
  notes.note(
    'dropped',
    'delays',
    'of actions',
    lost,
    `${counted(lost, 'list')} of actions dropped, because they changed or are gone`,
  );
}

interface ParkedFrame {
  readonly at: number;
  readonly list: number;
  readonly trigger: number;
  readonly mark: number;
}

/** Undefined where a list of them, or the ability that they belong to, is gone. */
function parkedFrames({ from, names }: Carry, row: number, lists: Int32Array): readonly ParkedFrame[] | undefined {
  const [start, count] = [from.delays.start[row], from.delays.count[row]];
  if (!(start >= 1 && count >= 1 && start + count - 1 <= from.arena.header[header.parked]))
    throw damaged('a delay parks no frames');
  const found: ParkedFrame[] = [];
  for (let at = start; at < start + count; at++) {
    const list = numberIn(lists, from.parked.list[at]);
    const mark = markIn(names.abilities, from.parked.mark[at]);
    if (list < 0 || mark === undefined) return undefined;
    found.push({ at, list, mark, trigger: numberIn(names.triggers, from.parked.trigger[at]) });
  }
  return found;
}

function numberIn(numbers: Int32Array, at: number): number {
  return at >= 0 && at < numbers.length ? numbers[at] : -1;
}

/** The place of an ability from 1, perhaps negative; 0: none. */
function markIn(abilities: Int32Array, mark: number): number | undefined {
  if (mark === 0) return 0;
  const into = numberIn(abilities, Math.abs(mark) - 1);
  return into < 0 ? undefined : Math.sign(mark) * (into + 1);
}

function carryAbilities({ from, to, names, program, notes }: Carry): void {
  const { abilities } = program.rules.timing;
  names.abilities.forEach((into, index) => {
    if (into >= 0 && isGone(from, index) && abilities[into].carrier.by === 'world') setGone(to, into);
  });
  for (const at of namesGone(names.abilities, 0))
    notes.note('dropped', 'ability', from.model.abilities[at], 0, 'no longer in the content');
  for (const at of namesNew(names.abilities, 0, to.model.abilities.length))
    notes.note('added', 'ability', to.model.abilities[at], 0, 'new in the content');
}

function carryCopies({ from, to, names, program, notes }: Carry): void {
  const { abilities } = program.rules.timing;
  const words = to.arena.header;
  let lost = 0;
  for (let row = 1; row <= copyCount(from); row++) {
    const ability = numberIn(names.abilities, from.copies.ability[row]);
    if (ability < 0 || abilities[ability].carrier.by !== 'creation') {
      lost++;
      continue;
    }
    const into = ++words[header.copies];
    to.copies.ability[into] = ability;
    to.copies.source[into] = from.copies.source[row];
    to.copies.controller[into] = from.copies.controller[row];
    to.copies.number[into] = from.copies.number[row];
  }
  if (lost > 0)
    notes.note(
      'dropped',
      'abilities',
      'that actions created',
      lost,
      'dropped, because the content no longer creates them',
    );
}

/** Those that are needed until the turn ends. */
function carryPast(carry: Carry): void {
  const { from, to, names, notes } = carry;
  const words = to.arena.header;
  let lost = 0;
  for (let row = 1; row <= pastCount(from); row++) {
    const type = numberIn(names.occurrences, from.past.type[row]);
    if (type < 0) {
      lost++;
      continue;
    }
    const into = ++words[header.past];
    to.past.type[into] = type;
    to.past.id[into] = from.past.id[row];
    fieldsOf(carry, from.past, row, to.past, into);
  }
  if (lost > 0)
    notes.note('dropped', 'occurrences', 'of this turn', lost, `${counted(lost, 'occurrence')} of a type that is gone`);
}

function pastCount({ arena }: WorldState): number {
  return arena.header[header.past];
}
