import { turnOf } from '../components/clock.js';
import { askInOrder, type Asker, type Asking, compiledAsker, referenceAsker } from '../ask/asker.js';
import type { Expression } from '../ir/expression.js';
import { type FactKey, factKey, type Readers, indexReaders, readersOf } from '../ask/facts.js';
import { createSurveyor, naming } from '../ask/survey.js';
import { createSweeper } from '../ask/sweep.js';
import type { Node } from '../ir/node.js';
import type { Suppositions } from '../ir/suppositions.js';
import { kindAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isList, reading, shorten, truthGiven } from '../kernel/given.js';
import { keepingStreams } from '../kernel/streams.js';
import type { CellValue, Handle } from './host-values.js';
import { toHost } from './cell-value.js';
import { type WorldCore, answer, idOf } from './core.js';
import type { Effected, Enablement, Inquiring, WhatIf, Answer } from './inquiry-api.js';
import { closestOf } from './names.js';
import { optionsGiven } from './options.js';
import { isNode } from './solving.js';
import { type Resolved, demandHolders, keyNamed, prepare, resolveOverrides, supposing } from './overrides.js';

/** Evaluates a text of the expression language over one object, under suppositions. */
export type EvaluateText = (
  text: string,
  object: number,
  suppositions: Suppositions | undefined,
) => CellValue | undefined;

/** What the questions of a world share. */
interface Inquiry {
  readonly core: WorldCore;
  readonly asker: Asker;
  readonly evaluate: EvaluateText;
  readonly byName: ReadonlyMap<string, Expression>;
}

/** The part of a world that answers expressions, also as if some facts were otherwise. */
export function inquiryMethods(core: WorldCore, evaluate: EvaluateText): Inquiring {
  const { state, program } = core;
  const asker = core.executor.name === 'reference' ? referenceAsker(state) : compiledAsker(state);
  const inquiry: Inquiry = {
    core,
    asker,
    evaluate,
    byName: new Map(program.rules.expressions.map((expression) => [expression.name, expression])),
  };
  const [surveyor, sweeper] = [createSurveyor(state, asker), createSweeper(state, asker)];
  return {
    ask: (expression, object) => askOne(inquiry, [], expression, object),
    askAll: (expression, objects) => askMany(inquiry, [], expression, objects),
    askInOrder(asked, objects, next) {
      if (typeof next !== 'function')
        throw new EdictError(
          'bad-option',
          `askInOrder takes a function that gives the next whole number, not ${describe(next)}`,
        );
      const expression = expressionOf(inquiry, asked);
      prepare(core);
      const ids = demandList('askInOrder', 'objects', objects).map((object) => checkedId(inquiry, expression, object));
      return answer(core, () =>
        naming(expression, () => askInOrder(state, expression.node, ids, { ...asking(core, undefined), next })),
      );
    },
    whatIf: (overrides) => whatIf(inquiry, resolveOverrides(core, overrides)),
    enabled(thing, object, overrides = []) {
      return enablement(inquiry, resolveOverrides(core, overrides), requirementOf(inquiry, thing), object);
    },
    unlockedBy(fact) {
      const found = readersOfKeys([keyNamed(core, fact)], readersOf(program));
      return found.filter(({ thing }) => thing !== '').map(({ thing }) => thing);
    },
    survey(expressions = program.rules.expressions) {
      const asked = demandList('survey', 'expressions', expressions).map((each) => expressionOf(inquiry, each));
      prepare(core);
      return answer(core, () => surveyor.survey(asked, asking(core, undefined)));
    },
    sweep(options) {
      const {
        facts,
        value = true,
        objects,
        expressions,
      } = optionsGiven('sweep', options, ['facts', 'value', 'objects', 'expressions']);
      const wanted = Number(truthGiven('the value of a sweep', value));
      const named = demandList('sweep', 'facts', facts);
      const swept = named.map((name) => ({ key: sweepable(keyNamed(core, name)), value: wanted }));
      const ids = idsOf(core, demandList('sweep', 'objects', objects));
      const readers =
        expressions === undefined
          ? readersOf(program)
          : readersAmong(
              core,
              demandList('sweep', 'expressions', expressions).map((each) => expressionOf(inquiry, each)),
              expressions,
            );
      for (const name of named) if ('holding' in name) demandHolders(core, name.holding, ids);
      prepare(core);
      return answer(core, () => sweeper.sweep(swept, ids, readers, asking(core, undefined)));
    },
  };
}

/** Indexes of expressions that hosts bring along, while they use the list. */
const indexes = new WeakMap<readonly unknown[], Readers>();

function readersAmong({ program }: WorldCore, expressions: readonly Expression[], list: readonly unknown[]): Readers {
  let known = indexes.get(list);
  // A list may be filled anew.
  if (
    known?.expressions.length !== expressions.length ||
    !expressions.every((expression, i) => expression === known?.expressions[i])
  )
    indexes.set(list, (known = indexReaders(program, expressions)));
  return known;
}

function sweepable(key: FactKey): FactKey {
  if (key.startsWith('question') || key.startsWith('holding')) return key;
  throw new EdictError('bad-option', 'a sweep supposes questions and words that are held; for other facts ask whatIf');
}

function whatIf(inquiry: Inquiry, overrides: readonly Resolved[]): WhatIf {
  const { core } = inquiry;
  return {
    ask: (expression, object) =>
      keepingStreams(core.state.streams, () => askOne(inquiry, overrides, expression, object)),
    askAll: (expression, objects) =>
      keepingStreams(core.state.streams, () => askMany(inquiry, overrides, expression, objects)),
    answers: (objects, expressions) =>
      demandList('answers', 'expressions', expressions).flatMap((each) =>
        answersOf(inquiry, overrides, expressionOf(inquiry, each), objects),
      ),
    changes(objects, expressions) {
      const readers =
        expressions === undefined
          ? readersOf(core.program)
          : readersAmong(
              core,
              demandList('changes', 'expressions', expressions).map((each) => expressionOf(inquiry, each)),
              expressions,
            );
      return readersOfKeys(
        overrides.map(({ key }) => key),
        readers,
      )
        .flatMap((expression) => answersOf(inquiry, overrides, expression, objects))
        .filter(({ before, after }) => before !== after);
    },
    evaluate(expression, object) {
      if (typeof expression !== 'string')
        throw new EdictError('bad-option', `evaluate takes the text of an expression, not ${describe(expression)}`);
      const id = idOf(core, object);
      return supposing(core, overrides, (suppositions) => inquiry.evaluate(expression, id, suppositions));
    },
  };
}

/** Expressions that read any of the facts, in their order; others cannot change. */
function readersOfKeys(keys: readonly FactKey[], readers: Readers): readonly Expression[] {
  const asked = new Set(keys);
  // Which class is asked for may only be known when it is; where things hang decides which modifiers variables have.
  if (keys.some((key) => key.startsWith('available'))) asked.add(factKey.available(0));
  if (keys.some((key) => key === factKey.place || key === factKey.owner)) asked.add(factKey.variables);
  const found = new Set([...asked].flatMap((key) => readers.of(key)));
  return readers.expressions.filter((expression) => found.has(expression));
}

/** For the objects of the kinds that the expression is asked of. */
function answersOf(
  inquiry: Inquiry,
  overrides: readonly Resolved[],
  expression: Expression,
  objects: readonly Handle[],
): readonly Effected[] {
  const { core } = inquiry;
  const fitting = demandList('an overlay', 'objects', objects).filter((object) =>
    expression.scope.includes(core.state.identity.kind[idOf(core, object)]),
  );
  const before = keepingStreams(core.state.streams, () => askMany(inquiry, [], expression, fitting));
  const after = keepingStreams(core.state.streams, () => askMany(inquiry, overrides, expression, fitting));
  return fitting.map((object, i) => effectOf(core, expression, object, before[i], after[i]));
}

/** What an overlay does to an expression of one object. */
function effectOf(
  { state }: WorldCore,
  { name, node }: Expression,
  object: Handle,
  before: number,
  after: number,
): Effected {
  const answer = node.type.name === 'boolean' ? becomes(before === 1, after === 1) : undefined;
  return {
    expression: name,
    object,
    before: toHost(state, node.type, before),
    after: toHost(state, node.type, after),
    answer,
  };
}

function enablement(
  inquiry: Inquiry,
  overrides: readonly Resolved[],
  expression: Expression,
  object: Handle,
): Enablement {
  const id = checkedId(inquiry, expression, object);
  return supposing(inquiry.core, overrides, (suppositions) => {
    const failing = naming(expression, () =>
      expression.clauses.filter(({ node }) => valueOf(inquiry, node, id, suppositions) !== 1).map(({ text }) => text),
    );
    return { enabled: failing.length === 0, failing };
  });
}

function askOne(
  inquiry: Inquiry,
  overrides: readonly Resolved[],
  asked: string | Expression,
  object: Handle,
): CellValue {
  const expression = expressionOf(inquiry, asked);
  const id = checkedId(inquiry, expression, object);
  const value = supposing(inquiry.core, overrides, (suppositions) =>
    naming(expression, () => valueOf(inquiry, expression.node, id, suppositions)),
  );
  return toHost(inquiry.core.state, expression.node.type, value);
}

function askMany(
  inquiry: Inquiry,
  overrides: readonly Resolved[],
  asked: string | Expression,
  objects: readonly Handle[],
): Float64Array {
  const { core, asker } = inquiry;
  const expression = expressionOf(inquiry, asked);
  const ids = Int32Array.from(demandList('askAll', 'objects', objects), (object) =>
    checkedId(inquiry, expression, object),
  );
  const values = new Float64Array(ids.length);
  supposing(core, overrides, (suppositions) => {
    naming(expression, () => {
      asker.ask(expression.node, ids, ids.length, values, asking(core, suppositions));
    });
  });
  return values;
}

function valueOf({ core, asker }: Inquiry, node: Node, id: number, suppositions: Suppositions | undefined): number {
  const value = new Float64Array(1);
  asker.ask(node, Int32Array.of(id), 1, value, asking(core, suppositions));
  return value[0];
}

function asking(core: WorldCore, suppositions: Suppositions | undefined): Asking {
  return { turn: turnOf(core.state), suppositions };
}

function expressionOf({ byName }: Inquiry, asked: string | Expression): Expression {
  if (isExpression(asked)) return asked;
  const known = byName.get(asked);
  if (known !== undefined) return known;
  return refuse('there is no expression', asked, [...byName.keys()]);
}

/** Made for the content; what only resembles one is refused where it is read first. */
function isExpression(asked: unknown): asked is Expression {
  if (typeof asked !== 'object' || asked === null) return false;
  return reading('the expression', () => {
    const { node, scope, clauses } = asked as Partial<Record<keyof Expression, unknown>>;
    return isNode(node) && Array.isArray(scope) && Array.isArray(clauses);
  });
}

/** A list that a host gives. Throws for anything else. */
function demandList<Item>(call: string, what: string, given: readonly Item[]): readonly Item[] {
  if (!isList(given)) throw new EdictError('bad-option', `${call} takes a list of ${what}, not ${describe(given)}`);
  return reading(`what ${call} is given`, () => Array.from(given));
}

function refuse(what: string, asked: unknown, known: readonly string[]): never {
  if (typeof asked !== 'string')
    throw new EdictError('bad-option', `expressions and things are asked for by their name, not by ${describe(asked)}`);
  throw new EdictError('unknown-name', `${what} ${shorten(asked)}; ${closestOf(asked, known)}`, shorten(asked));
}

function requirementOf({ core }: Inquiry, thing: string): Expression {
  const requirements = core.program.rules.expressions.filter((expression) => expression.thing !== '');
  const found = requirements.find((expression) => expression.thing === thing);
  if (found !== undefined) return found;
  return refuse(
    'no requirements are stated of',
    thing,
    requirements.map((each) => each.thing),
  );
}

function checkedId({ core: { state }, core }: Inquiry, { name, scope }: Expression, object: Handle): number {
  const id = idOf(core, object);
  const kind = state.identity.kind[id];
  if (scope.includes(kind)) return id;
  const kinds = scope.map((index) => kindAt(state.model, index).name).join(' or ');
  throw new EdictError(
    'scope',
    `${shorten(name)} is asked of a ${kinds}, but object ${id} is a ${kindAt(state.model, kind).name}`,
    name,
  );
}

function idsOf(core: WorldCore, objects: readonly Handle[]): Int32Array {
  return Int32Array.from(objects, (object) => idOf(core, object));
}

/** What becomes of a condition. */
export function becomes(before: boolean, after: boolean): Answer {
  if (before) return after ? 'stays true' : 'becomes false';
  return after ? 'becomes true' : 'stays false';
}
