import { type Model, classAt } from '../model/model.js';
import type { Ability, AbilityCarrier, Continuous, OccurrenceType } from '../ir/occurrence.js';
import type { Block, Environment, Order } from '../ir/environment.js';
import { type Expression, type Flag, type Node, type Origin, sourceSlot, targetSlot } from '../ir/node.js';
import type { Flow, Program, Rule } from '../ir/rule.js';
import type { Trigger } from '../ir/trigger.js';
import { type Bounding, type Possible, mayBeTrue, valuesOf } from '../eval/bounds.js';
import { asApplied, isConstant } from '../eval/shape.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import { mayBeUnfound, mayMiss } from '../eval/data.js';
import { absenceOf, operationOf } from '../eval/make-node.js';
import type { Term } from '../eval/term.js';

/** A condition that can never be true of what it is asked of. */
export interface NeverTrue {
  /** What it belongs to: "the rule `a/b`". */
  readonly owner: string;
  /** The condition as it was written, where that is known. */
  readonly text: string;
  /** Kinds that it is asked of; empty for any. */
  readonly kinds: readonly number[];
  readonly origin: Origin;
}

/**
 * Conditions of a program that can never be true, whatever the world is like: the objects that they are asked of lack
 * what they look at, or what they say contradicts itself. What is written as `false` is meant so. Of what can be true
 * sometimes none is named.
 */
export function neverTrue(program: Program): readonly NeverTrue[] {
  const { model, rules } = program;
  const asking: Asking = { model, book: createTermBook({ supposing: false }) };
  return [
    ...rules.expressions.flatMap((expression) => inExpression(expression, asking)),
    ...[...(rules.names?.flags.values() ?? [])].flatMap((flag) => inFlag(flag, asking)),
    ...rules.rules.flatMap((rule) => inRule(rule, asking)),
    ...rules.flows.flows.flatMap((flow) => inFlow(flow, asking)),
    ...rules.triggers.triggers.flatMap((trigger) => inTrigger(trigger, asking)),
    ...rules.timing.types.flatMap((type) => inOccurrence(type, asking)),
    ...rules.timing.abilities.flatMap((ability) => inAbility(ability, asking)),
    ...rules.timing.continuous.flatMap((each) => inContinuous(each, asking)),
    ...(program.environment === undefined ? [] : inEnvironment(program.environment, asking)),
  ];
}

interface Asking {
  readonly model: Model;
  readonly book: TermBook;
}

function inExpression(
  { name, thing, scope, node, clauses, text, origin }: Expression,
  asking: Asking,
): readonly NeverTrue[] {
  if (clauses.length === 0) return [];
  const owner = thing === '' ? `the expression ${quoted(name)}` : `what ${quoted(thing)} requires`;
  const found = clauses
    .filter((clause) => isNever(clause.node, sourceSlot, scope, asking))
    .map((clause) => ({ owner, text: clause.text, kinds: scope, origin }));
  if (found.length > 0 || !isNever(node, sourceSlot, scope, asking)) return found;
  return [{ owner, text, kinds: scope, origin }];
}

function inFlag({ name, branches }: Flag, asking: Asking): readonly NeverTrue[] {
  return branches
    .filter(({ by, index, kind, node }) =>
      isNever(node, sourceSlot, [kind], asking, by === 'class' ? new Map([[sourceSlot, index]]) : undefined),
    )
    .map(({ kind, text, origin }) => ({ owner: `the flag ${quoted(name)}`, text, kinds: [kind], origin }));
}

function inRule({ name, carrier, activation, include, texts, origin }: Rule, asking: Asking): readonly NeverTrue[] {
  if (carrier.by !== 'class') return [];
  const { model } = asking;
  const { kind } = model.classes[carrier.class - 1];
  const classes = new Map([[sourceSlot, carrier.class]]);
  const owner = `the rule ${quoted(name)}`;
  const idle = activation.flatMap((node, i) =>
    isNever(node, sourceSlot, [kind], asking, classes)
      ? [{ owner, text: texts?.activation.at(i) ?? '', kinds: [kind], origin }]
      : [],
  );
  const known = new Map([[sourceSlot, kind]]);
  const all = model.kinds.map(({ index }) => index);
  const empty = include.flatMap((node, i) =>
    isNever(node, targetSlot, all, asking, classes, known)
      ? [{ owner, text: texts?.include.at(i) ?? '', kinds: [], origin }]
      : [],
  );
  return [...idle, ...empty];
}

function inFlow({ name, carrier, kind, active, form, origin }: Flow, asking: Asking): readonly NeverTrue[] {
  const owner = `the flow ${quoted(name)}`;
  const asked: readonly (readonly [Node | undefined, number])[] = [
    [carrier.where, carrier.kind],
    [active, kind],
    ['targets' in form ? form.targets.where : undefined, 0],
  ];
  return asked
    .filter(
      ([node, of]) =>
        node !== undefined &&
        isNever(node, sourceSlot, of === 0 ? asking.model.kinds.map(({ index }) => index) : [of], asking),
    )
    .map(([, of]) => ({ owner, text: '', kinds: of === 0 ? [] : [of], origin }));
}

function inTrigger({ name, when, origin }: Trigger, asking: Asking): readonly NeverTrue[] {
  return isNeverAmong(when, [{ kinds: new Map() }], asking)
    ? [{ owner: `the trigger ${quoted(name)}`, text: '', kinds: [], origin }]
    : [];
}

/** Whom it is about and who does it may be nobody. */
function inOccurrence({ name, possible, origin }: OccurrenceType, asking: Asking): readonly NeverTrue[] {
  const isIdle =
    possible !== undefined &&
    origin !== undefined &&
    isNeverAmong(possible, [{ kinds: new Map(), nobody: new Set([sourceSlot, targetSlot]) }], asking);
  return isIdle ? [{ owner: `the occurrence ${quoted(name)}`, text: '', kinds: [], origin }] : [];
}

function inAbility({ name, carrier, condition, live, on, origin }: Ability, asking: Asking): readonly NeverTrue[] {
  // Its object may be gone where it answers to what befalls that.
  const isCarried = (carrier.by === 'kind' || carrier.by === 'classes') && !carrier.own;
  const about = carriersOf(carrier, asking).map(
    (each): Carrying => ({ ...each, nobody: new Set(isCarried ? [targetSlot] : [sourceSlot, targetSlot]) }),
  );
  const conditions: readonly (readonly [string, Node | undefined])[] = [
    [`the ability ${quoted(name)}`, condition],
    [`the existence of the ability ${quoted(name)}`, live],
    ...on.map(({ where }) => [`what the ability ${quoted(name)} listens to`, where] as const),
  ];
  return conditions
    .filter(([, node]) => node !== undefined && isNeverAmong(node, about, asking))
    .map(([owner]) => ({ owner, text: '', kinds: kindsOf(about), origin }));
}

function inContinuous({ name, carrier, condition, origin }: Continuous, asking: Asking): readonly NeverTrue[] {
  const about = carriersOf(carrier, asking);
  return isNeverAmong(condition, about, asking)
    ? [{ owner: `the continuous ${quoted(name)}`, text: '', kinds: kindsOf(about), origin }]
    : [];
}

/** Slot 0 is the agent, or the world as a whole; slot 1 what is in a slot. */
function inEnvironment(
  { name, agents, blocks, orders, lives, terminated, origin }: Environment,
  asking: Asking,
): readonly NeverTrue[] {
  const agent: Carrying = { kinds: new Map([[sourceSlot, agents.kind]]) };
  const whole = `the environment ${quoted(name)}`;
  const conditions: readonly Asked[] = [
    { owner: `\`agents\` of ${whole}`, nodes: [agents.where], about: agent },
    ...blocks.flatMap((block) => inSlots(block, agents.kind)),
    ...orders.flatMap((order) => [...inSlots(order, agents.kind), ...inChoices(order, agents.kind)]),
    { owner: `\`lives\` of ${whole}`, nodes: [lives], about: agent },
    { owner: `\`terminated\` of ${whole}`, nodes: [terminated], about: { kinds: new Map() } },
  ];
  return conditions
    .filter(({ nodes, about }) => nodes.every((node) => node !== undefined && isNeverAmong(node, [about], asking)))
    .map(({ owner, about }) => ({ owner, text: '', kinds: kindsOf([about]), origin }));
}

/**
 * A condition of an environment, as it is for each choice; undefined where it says nothing. That one choice of several
 * is never allowed may be meant.
 */
interface Asked {
  readonly owner: string;
  readonly nodes: readonly (Node | undefined)[];
  readonly about: Carrying;
}

function inSlots({ name, slots }: Block | Order, agent: number): readonly Asked[] {
  return slots === undefined
    ? []
    : [
        {
          owner: `the slots of ${quoted(name)}`,
          nodes: [slots.where],
          about: {
            kinds: new Map([
              [sourceSlot, agent],
              [targetSlot, slots.kind],
            ]),
          },
        },
      ];
}

function inChoices({ name, slots, choices }: Order, agent: number): readonly Asked[] {
  const about = slots?.kind ?? agent;
  if (choices.by === 'object')
    return [
      {
        owner: `the choices of ${quoted(name)}`,
        nodes: [choices.where],
        about: {
          kinds: new Map([
            [sourceSlot, about],
            [targetSlot, choices.kind],
          ]),
        },
      },
    ];
  return [
    {
      owner: `\`allowed\` of ${quoted(name)}`,
      nodes: choices.allowed,
      about: {
        kinds: new Map([
          [sourceSlot, agent],
          [targetSlot, about],
        ]),
      },
    },
  ];
}

/** What is known of those whom a condition is asked of. */
type Carrying = Omit<Assumed, 'model'>;

/** Whose ability it is, in slot 0, may be of any of these. */
function carriersOf(carrier: AbilityCarrier, { model }: Asking): readonly Carrying[] {
  switch (carrier.by) {
    case 'kind':
      return [{ kinds: new Map([[sourceSlot, carrier.kind]]) }];
    case 'classes':
      return [...carrier.classes].map((each) => ({
        kinds: new Map([[sourceSlot, classAt(model, each).kind]]),
        classes: new Map([[sourceSlot, each]]),
      }));
    default:
      return [{ kinds: new Map() }];
  }
}

function kindsOf(about: readonly Carrying[]): readonly number[] {
  return [...new Set(about.map(({ kinds }) => kinds.get(sourceSlot)).filter((kind) => kind !== undefined))];
}

/** Whether a condition can never be true whatever, of some things, is so. */
function isNeverAmong(node: Node, about: readonly Carrying[], { model, book }: Asking): boolean {
  if (isWrittenSo(node)) return false;
  const term = termOf(book, node);
  return !about.some((each) => mayBeTrue(possibleOf(term, { model, ...each })));
}

/** Whether a condition can never be true whatever kind, of some, the object in a slot is of. */
function isNever(
  node: Node,
  slot: number,
  kinds: readonly number[],
  asking: Asking,
  classes?: ReadonlyMap<number, number>,
  known: ReadonlyMap<number, number> = new Map(),
): boolean {
  return isNeverAmong(
    node,
    kinds.map((kind) => ({ kinds: new Map(known).set(slot, kind), ...(classes === undefined ? {} : { classes }) })),
    asking,
  );
}

/** A constant is meant. */
function isWrittenSo(node: Node): boolean {
  return isConstant(asApplied(node) ?? node);
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** What is known of the objects that an expression is about. */
interface Assumed {
  readonly model: Model;
  /** Kinds by slot; a slot that is not there holds an object of any kind. */
  readonly kinds: ReadonlyMap<number, number>;
  /** Classes by slot, where they are known. */
  readonly classes?: ReadonlyMap<number, number>;
  /** Slots that may hold nobody. */
  readonly nobody?: ReadonlySet<number>;
}

/**
 * What an expression can be, each part looked at once. Never less than it can be: what is not understood may be
 * anything.
 */
export function possibleOf(term: Term, assumed: Assumed): Possible {
  const known = new Map<Term, Possible>();
  const bounding: Bounding = {
    model: assumed.model,
    of(each) {
      let possible = known.get(each);
      if (possible === undefined) {
        possible = operationOf(each).bounds?.(each, bounding) ?? anything(each, bounding);
        known.set(each, possible);
      }
      return possible;
    },
    slot: (slot) => ({
      least: assumed.nobody?.has(slot) === true ? 0 : 1,
      most: Infinity,
      absent: false,
      kind: assumed.kinds.get(slot),
      class: assumed.classes?.get(slot),
    }),
    ofMember: (each, slot, kind) => possibleOf(each, withMember(assumed, slot, kind)),
  };
  return bounding.of(term);
}

/** Anything of its type, absent where its arguments make it so. */
function anything(term: Term, { model, of }: Bounding): Possible {
  const absences = term.args.map((arg) => (of(arg).absent ? mayMiss | mayBeUnfound : 0));
  return { ...valuesOf(term.type, model), absent: absenceOf(term, absences) !== 0 };
}

function withMember(assumed: Assumed, slot: number, kind: number): Assumed {
  const kinds = new Map(assumed.kinds);
  kinds.delete(slot);
  if (kind !== 0) kinds.set(slot, kind);
  const classes = new Map(assumed.classes);
  classes.delete(slot);
  const nobody = new Set(assumed.nobody);
  nobody.delete(slot);
  return { ...assumed, kinds, classes, nobody };
}
