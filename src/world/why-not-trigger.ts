import { isArmed, wasTrue } from '../components/armed-triggers.js';
import { momentOf, turnOf } from '../components/clock.js';
import { delayCount, delayRow } from '../components/delays.js';
import type { WorldState } from '../components/state.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { Trigger } from '../ir/trigger.js';
import { handleOf } from '../kernel/identity.js';
import { watchedRule } from '../meaning/drawing-rules.js';
import type { WorldCore } from './core.js';
import type { Handle } from './host-values.js';
import { handleOrNull, readsIn, toldClauses, writesAround } from './past-cells.js';
import { clausesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import { demandKnown, repeatedTurn } from './repeat-turn.js';
import type { TriggerVerdict } from './why-not-api.js';

const purpose = 'ask why a trigger did not fire';

/** Clauses of so many tests are looked at; of more, only tests that come nearer. */
const mostLooked = 10_000;

/** Runs the last turn twice: to find the test that came nearest, and to learn who wrote what it read. */
export function whyNotTrigger(core: WorldCore, trigger: Trigger, subject: Handle | undefined): TriggerVerdict {
  const { failed: _failed, ...found } = nearestTest(core, trigger, subject);
  const { name, index, list, looks } = trigger;
  const listName = core.machine?.book.lists[list].name;
  const written = writesAround(core, {
    purpose,
    reads: readsIn(found.clauses),
    arrange(twin, isNow) {
      let tests = 0;
      twin.asks.events = {
        tested: (kind, from, at) => {
          if (isTested(trigger, kind, from, at) && ++tests === found.test) isNow();
        },
      };
      return () => {
        tests = 0;
      };
    },
    isOwn: ({ rule }) => rule === listName,
  });
  return {
    of: 'trigger',
    trigger: name,
    turn: turnOf(core.state),
    looks,
    ...found,
    clauses: toldClauses(found.clauses, written),
    delayed: delayedOf(core.state, index),
    writes: written.writes,
    writeCount: written.writeCount,
  };
}

type Test = Omit<TriggerVerdict, 'of' | 'trigger' | 'turn' | 'looks' | 'delayed' | 'writes' | 'writeCount'> & {
  /** Conditions that were not met. */
  readonly failed: number;
};

const untested: Test = {
  outcome: 'not tested',
  tests: 0,
  test: 0,
  fired: 0,
  depth: 0,
  armed: false,
  wasTrue: false,
  subject: null,
  direct: null,
  clauses: [],
  failed: Infinity,
};

function nearestTest(core: WorldCore, trigger: Trigger, subject: Handle | undefined): Test {
  const { twin, run } = repeatedTurn(core, purpose);
  if (subject !== undefined) demandKnown(core, twin, [subject]);
  let nearest = untested;
  let [tests, fired] = [0, 0];
  twin.asks.events = {
    tested(looks, from, index, depth) {
      if (!isTested(trigger, looks, from, index)) return;
      tests++;
      const test = testNow(twin, trigger, subject, { hasChanged: index === trigger.index, depth, test: tests });
      if (test.outcome === 'fired' || test.outcome === 'other subject') fired++;
      if (test.failed < nearest.failed || (test.failed === nearest.failed && tests <= mostLooked)) nearest = test;
    },
  };
  run(undefined, () => {
    nearest = untested;
    [tests, fired] = [0, 0];
  });
  return { ...nearest, tests, fired };
}

/** A test has come to the trigger, armed or not. */
function isTested(trigger: Trigger, looks: Trigger['looks'], from: number, index: number): boolean {
  return looks === trigger.looks && trigger.index >= from && (index < 0 || trigger.index <= index);
}

/** `hasChanged`: it was found true and armed, or, of those that look for rises, otherwise than before. */
interface Now {
  readonly hasChanged: boolean;
  readonly depth: number;
  readonly test: number;
}

function testNow(
  { state, program }: WorldCore,
  trigger: Trigger,
  subject: Handle | undefined,
  { hasChanged, depth, test }: Now,
): Test {
  const { index, looks, when } = trigger;
  const frame = unlimitedFrame(state);
  frame.rule = watchedRule(index, momentOf(state));
  // No object is in a slot.
  const wording = { ...wordingOf(program, 'source'), slots: ['v0', 'v1'] };
  const clauses = clausesOf('when', when, frame, wording);
  const armed = isArmed(state, index);
  const was = looks === 'rise' && wasTrue(state, index);
  const roles = { subject: roleIn(frame, trigger.subject), direct: roleIn(frame, trigger.direct) };
  const isOther = subject !== undefined && roles.subject !== subject;
  const untrue = clauses.filter(({ answer }) => answer !== 'true').length;
  const isRise = looks === 'sweep' || !was;
  const outcome =
    untrue > 0
      ? 'not true'
      : !isRise
        ? 'no rise'
        : !armed
          ? 'not armed'
          : !hasChanged
            ? 'not tested'
            : isOther
              ? 'other subject'
              : 'fired';
  const failed = untrue + Number(!isRise) + Number(!armed) + (isOther ? 0.5 : 0);
  return { outcome, tests: 0, test, fired: 0, depth, armed, wasTrue: was, ...roles, clauses, failed };
}

function roleIn(frame: Frame, node: Node | undefined): Handle | null {
  if (node === undefined) return null;
  frame.slots[sourceSlot] = frame.slots[targetSlot] = 0;
  return handleOrNull(handleOf(frame.state.identity, frame.evaluate(node) ?? 0));
}

/** Ticks that the lists of a trigger still wait. */
function delayedOf(state: WorldState, trigger: number): readonly number[] {
  const { delays, parked } = state;
  return Array.from({ length: delayCount(state) }, (_, position) => delayRow(state, position))
    .filter((row) => parked.trigger[delays.start[row]] === trigger)
    .map((row) => delays.left[row]);
}
