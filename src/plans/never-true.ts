import { kept } from '../kernel/maps.js';
import { type Model, classAt } from '../model/model.js';
import type { Ability, AbilityCarrier, Continuous, OccurrenceType } from '../ir/occurrence.js';
import type { Block, Environment, Order } from '../ir/environment.js';
import { type Expression, type FlagBranch, type Node, type Origin, sourceSlot, targetSlot } from '../ir/node.js';
import type { Effect, Flow, Program, Rule } from '../ir/rule.js';
import type { Trigger } from '../ir/trigger.js';
import { type Bounding, type Possible, mayBeTrue, valuesOf } from '../eval/bounds.js';
import { asApplied, isConstant } from '../eval/node-shape.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import { mayBeUnfound, mayMiss } from '../eval/data.js';
import { absenceOf, operationOf } from '../eval/make-node.js';
import type { Term } from '../eval/term.js';

export interface NeverTrue {
  /** Its owner: "the rule `a/b`". */
  readonly owner: string;
  /** The condition as written, if known. */
  readonly text: string;
  /** Kinds of its objects; empty: any. */
  readonly kinds: readonly number[];
  readonly origin: Origin;
}

/**
 * False in every world, because objects lack what is read, or parts contradict. A written `false` is intended; nothing
 * that may be true is reported.
 */
export function neverTrue(program: Program): readonly NeverTrue[] {
  const { model, rules } = program;
  const asking: Asking = { model, book: createTermBook({ supposing: false }) };
  const { timing } = rules;
  return [
    ...among(rules.expressions, inExpression),
    ...[...(rules.names?.flags.values() ?? [])].flatMap(({ name, branches }) => among(branches, inBranch(name))),
    ...among(rules.rules, inRule),
    ...among(rules.flows.flows, inFlow),
    ...among(rules.triggers.triggers, inTrigger),
    ...among(timing.types, inOccurrence),
    ...among(timing.abilities, inAbility),
    ...among(timing.continuous, inContinuous),
    ...among(program.environment === undefined ? [] : [program.environment], inEnvironment),
  ];

  function among<Item extends { readonly origin?: Origin | undefined }>(
    items: readonly Item[],
    conditions: (item: Item, asking: Asking) => readonly Asked[],
  ): readonly NeverTrue[] {
    return items.flatMap((item) =>
      item.origin === undefined ? [] : neverAmong(conditions(item, asking), item.origin),
    );
  }

  function neverAmong(conditions: readonly Asked[], origin: Origin): readonly NeverTrue[] {
    return conditions
      .filter(({ nodes, about }) => nodes.every((node) => node !== undefined && isNever(node, about, asking)))
      .map(({ owner, about, text = '', kinds = kindsOf(about) }) => ({ owner, text, kinds, origin }));
  }
}

interface Asking {
  readonly model: Model;
  readonly book: TermBook;
}

/** Its clauses, and the whole where each may be true by itself. */
function inExpression({ name, thing, scope, node, clauses, text }: Expression, asking: Asking): readonly Asked[] {
  if (clauses.length === 0) return [];
  const owner = thing === '' ? `the expression ${quoted(name)}` : `what ${quoted(thing)} requires`;
  const about = ofKinds(scope);
  const isClauseNever = clauses.some((clause) => isNever(clause.node, about, asking));
  const parts = isClauseNever ? clauses : [{ node, text }];
  return parts.map((part) => ({ owner, nodes: [part.node], about, text: part.text, kinds: scope }));
}

const inBranch =
  (flag: string) =>
  ({ by, index, kind, node, text }: FlagBranch): readonly Asked[] => {
    const about = ofKinds([kind], by === 'class' ? new Map([[sourceSlot, index]]) : undefined);
    return [{ owner: `the flag ${quoted(flag)}`, nodes: [node], about, text }];
  };

function inRule({ name, carrier, activation, include, texts, effects }: Rule, { model }: Asking): readonly Asked[] {
  if (carrier.by !== 'class') return [];
  const { kind } = model.classes[carrier.class - 1];
  const classes = new Map([[sourceSlot, carrier.class]]);
  const owner = `the rule ${quoted(name)}`;
  const targets = model.kinds.map(({ index }): Carrying => ({ ...between(kind, index), classes }));
  return [
    ...activation.map(
      (node, i): Asked => ({ owner, nodes: [node], about: ofKinds([kind], classes), text: texts?.activation.at(i) }),
    ),
    ...include.map(
      (node, i): Asked => ({ owner, nodes: [node], about: targets, text: texts?.include.at(i), kinds: [] }),
    ),
    ...conditionsIn(effects).map((node): Asked => ({ owner, nodes: [node], about: targets, kinds: [] })),
  ];
}

/** Of lists of effects, in each other too. */
function conditionsIn(effects: readonly Effect[]): readonly Node[] {
  return effects.flatMap((effect) =>
    effect.kind === 'branch' ? [effect.condition, ...conditionsIn([...effect.then, ...effect.otherwise])] : [],
  );
}

function inFlow({ name, carrier, kind, active, form }: Flow, { model }: Asking): readonly Asked[] {
  const owner = `the flow ${quoted(name)}`;
  const asked = (node: Node | undefined, of: number): Asked => ({
    owner,
    nodes: [node],
    about: ofKinds(of === 0 ? model.kinds.map(({ index }) => index) : [of]),
    kinds: of === 0 ? [] : [of],
  });
  return [
    asked(carrier.where, carrier.kind),
    asked(active, kind),
    asked('targets' in form ? form.targets.where : undefined, 0),
  ];
}

function inTrigger({ name, when }: Trigger): readonly Asked[] {
  return [{ owner: `the trigger ${quoted(name)}`, nodes: [when], about: [anyone] }];
}

/** Its subject and actor may be nobody. */
function inOccurrence({ name, possible }: OccurrenceType): readonly Asked[] {
  const about = [{ ...anyone, nobody: new Set([sourceSlot, targetSlot]) }];
  return [{ owner: `the occurrence ${quoted(name)}`, nodes: [possible], about }];
}

function inAbility({ name, carrier, condition, live, on }: Ability, asking: Asking): readonly Asked[] {
  // Its object may be destroyed in answers to its own fate.
  const isCarried = (carrier.by === 'kind' || carrier.by === 'classes') && !carrier.own;
  const nobody = new Set(isCarried ? [targetSlot] : [sourceSlot, targetSlot]);
  const about = carriersOf(carrier, asking).map((each): Carrying => ({ ...each, nobody }));
  return [
    { owner: `the ability ${quoted(name)}`, nodes: [condition], about },
    { owner: `the existence of the ability ${quoted(name)}`, nodes: [live], about },
    ...on.map(({ where }) => ({ owner: `what the ability ${quoted(name)} listens to`, nodes: [where], about })),
  ];
}

function inContinuous({ name, carrier, condition }: Continuous, asking: Asking): readonly Asked[] {
  return [{ owner: `the continuous ${quoted(name)}`, nodes: [condition], about: carriersOf(carrier, asking) }];
}

/** Slot 0 is the agent, or the world; slot 1 the object in a slot. */
function inEnvironment({ name, agents, blocks, orders, lives, terminated }: Environment): readonly Asked[] {
  const about: readonly Carrying[] = [{ kinds: new Map([[sourceSlot, agents.kind]]) }];
  const whole = `the environment ${quoted(name)}`;
  return [
    { owner: `\`agents\` of ${whole}`, nodes: [agents.where], about },
    ...blocks.flatMap((block) => inSlots(block, agents.kind)),
    ...orders.flatMap((order) => [...inSlots(order, agents.kind), ...inChoices(order, agents.kind)]),
    { owner: `\`lives\` of ${whole}`, nodes: [lives], about },
    { owner: `\`terminated\` of ${whole}`, nodes: [terminated], about: [anyone] },
  ];
}

/** For each choice of an environment; undefined where absent. A single choice may be excluded on purpose. */
interface Asked {
  readonly owner: string;
  readonly nodes: readonly (Node | undefined)[];
  readonly about: readonly Carrying[];
  /** As `NeverTrue` has them; by default empty, and the kinds in slot 0. */
  readonly text?: string | undefined;
  readonly kinds?: readonly number[];
}

function inSlots({ name, slots }: Block | Order, agent: number): readonly Asked[] {
  return slots === undefined
    ? []
    : [{ owner: `the slots of ${quoted(name)}`, nodes: [slots.where], about: [between(agent, slots.kind)] }];
}

function inChoices({ name, slots, choices }: Order, agent: number): readonly Asked[] {
  const about = slots?.kind ?? agent;
  return choices.by === 'object'
    ? [{ owner: `the choices of ${quoted(name)}`, nodes: [choices.where], about: [between(about, choices.kind)] }]
    : [{ owner: `\`allowed\` of ${quoted(name)}`, nodes: choices.allowed, about: [between(agent, about)] }];
}

function between(source: number, target: number): Carrying {
  return {
    kinds: new Map([
      [sourceSlot, source],
      [targetSlot, target],
    ]),
  };
}

export type Carrying = Omit<Assumed, 'model'>;

const anyone: Carrying = { kinds: new Map() };

/** Possible carriers in slot 0. */
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
      return [anyone];
  }
}

function kindsOf(about: readonly Carrying[]): readonly number[] {
  return [...new Set(about.map(({ kinds }) => kinds.get(sourceSlot)).filter((kind) => kind !== undefined))];
}

function isNever(node: Node, about: readonly Carrying[], { model, book }: Asking): boolean {
  // A constant is meant.
  if (isConstant(asApplied(node) ?? node)) return false;
  const term = termOf(book, node);
  return !about.some((each) => mayBeTrue(possibleOf(term, { model, ...each })));
}

/** Objects of these kinds in slot 0. */
function ofKinds(kinds: readonly number[], classes?: ReadonlyMap<number, number>): readonly Carrying[] {
  return kinds.map((kind) => ({ kinds: new Map([[sourceSlot, kind]]), classes }));
}

export function quoted(name: string): string {
  return `\`${name}\``;
}

/** Assumptions on the objects of an expression. */
interface Assumed {
  readonly model: Model;
  /** Kinds by slot; any where missing. */
  readonly kinds: ReadonlyMap<number, number>;
  readonly classes?: ReadonlyMap<number, number> | undefined;
  readonly nobody?: ReadonlySet<number>;
}

/** Never too narrow: unknown parts may be anything. */
export function possibleOf(term: Term, assumed: Assumed): Possible {
  const known = new Map<Term, Possible>();
  const bounding: Bounding = {
    model: assumed.model,
    of: (each) => kept(known, each, () => operationOf(each).bounds?.(each, bounding) ?? anything(each, bounding)),
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

/** Anything of the type, absent if arguments make it so. */
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
