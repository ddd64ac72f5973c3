import { turnOf } from '../components/clock.js';
import { type Asking, askInOrder } from '../ask/asker.js';
import { createFrame } from '../eval/interpreter.js';
import { type Expression, type Node, type Suppositions, sourceSlot, targetSlot } from '../ir/node.js';
import { carries } from '../meaning/rule-sources.js';
import { type FactKey, factKey, type Readers, indexReaders, readersOf } from '../ask/fact-readers.js';
import { naming } from '../ask/survey.js';
import { classAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isObject, reading, shorten, truthGiven } from '../kernel/given.js';
import { asHandle } from '../kernel/identity.js';
import { keepingStreams } from '../kernel/streams.js';
import type { CellValue } from './host-values.js';
import { toHost } from './typed-value.js';
import { type MethodsOf, type WorldCore, answer, idOf, idOrNone } from './core.js';
import { checkedId, named, demandList, mistaken, optionsGiven } from './host-arguments.js';
import type { Answer, Effected, Enablement, Verdict, WhatIf, WorldQuestions } from './questions-api.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { wordingOf } from './past-clauses.js';
import { isInScope, wholeClauses } from './rule-clauses.js';
import { futures } from './futures.js';
import { whyNot } from './why-not.js';
import { evaluateOver, evaluateText } from './queries.js';
import { isNode, prepare } from './variables.js';
import { type Resolved, demandHolders, keyNamed, resolveOverrides, supposing } from './overrides.js';

type Asked = string | Expression;

export const questionMethods: MethodsOf<WorldCore, WorldQuestions> = {
  ask: (core, expression, object) => askOne(core, [], expression, object),
  askAll: (core, expression, objects) => askMany(core, [], expression, objects),
  askInOrder(core, asked, objects, next) {
    if (typeof next !== 'function') throw mistaken('askInOrder', 'a function that gives the next whole number', next);
    const expression = expressionOf(core, asked);
    prepare(core);
    const ids = demandList('askInOrder', 'objects', objects).map((object) => checkedId(core.state, expression, object));
    return answer(core, () =>
      naming(expression, () => askInOrder(core.state, expression.node, ids, { ...asking(core, undefined), next })),
    );
  },
  evaluate(core, text, given = {}) {
    const objects = optionsGiven('evaluate', given, ['source', 'target']);
    return evaluateOver(core, text, objects.source, objects.target);
  },
  whatIf: (core, overrides) => whatIf(core, resolveOverrides(core, overrides)),
  futures,
  enabled: (core, thing, object, overrides = []) =>
    enablement(core, resolveOverrides(core, overrides), requirementOf(core, thing), object),
  unlockedBy: (core, fact) =>
    readersOfKeys([keyNamed(core, fact)], readersOf(core.program)).flatMap(({ thing }) => thing || []),
  survey(core, expressions = core.program.rules.expressions) {
    const asked = expressionsGiven(core, 'survey', expressions);
    prepare(core);
    return answer(core, () => core.surveyor.survey(asked, asking(core, undefined)));
  },
  sweep(core, options) {
    const given = optionsGiven('sweep', options, ['facts', 'value', 'objects', 'expressions']);
    const { value = true } = given;
    const wanted = Number(truthGiven('the value of a sweep', value));
    const named = demandList('sweep', 'facts', given.facts);
    const swept = named.map((name) => ({ key: sweepable(keyNamed(core, name)), value: wanted }));
    const ids = Int32Array.from(demandList('sweep', 'objects', given.objects), (object) => idOf(core, object));
    const readers = readersAmong(core, 'sweep', given.expressions);
    for (const name of named) if ('holding' in name) demandHolders(core, name.holding, ids);
    prepare(core);
    return answer(core, () => core.sweeper.sweep(swept, ids, readers, asking(core, undefined)));
  },
  explainRule,
  whyNot,
};

/** By the list of a host. */
const indexes = new WeakMap<readonly unknown[], Readers>();

function readersAmong(core: WorldCore, call: string, list: readonly Asked[] | undefined): Readers {
  const { program } = core;
  if (list === undefined) return readersOf(program);
  const expressions = expressionsGiven(core, call, list);
  let known = indexes.get(list);
  // A list may change.
  if (
    known?.expressions.length !== expressions.length ||
    !expressions.every((expression, i) => expression === known?.expressions[i])
  )
    indexes.set(list, (known = indexReaders(program, expressions)));
  return known;
}

function sweepable(key: FactKey): FactKey {
  if (key.startsWith('question') || key.startsWith('holding')) return key;
  throw new EdictError(
    'bad-option',
    'a sweep supposes questions and words that are held; for other facts ask questions.whatIf',
  );
}

function whatIf(core: WorldCore, overrides: readonly Resolved[]): WhatIf {
  const { streams } = core.state;
  return {
    ask: (expression, object) => keepingStreams(streams, () => askOne(core, overrides, expression, object)),
    askAll: (expression, objects) => keepingStreams(streams, () => askMany(core, overrides, expression, objects)),
    answers: (objects, expressions) =>
      demandList('answers', 'expressions', expressions).flatMap((each) =>
        answersOf(core, overrides, expressionOf(core, each), objects),
      ),
    changes: (objects, expressions) =>
      readersOfKeys(
        overrides.map(({ key }) => key),
        readersAmong(core, 'changes', expressions),
      )
        .flatMap((expression) => answersOf(core, overrides, expression, objects))
        .filter(({ before, after }) => before !== after),
    evaluate(expression, object) {
      if (typeof expression !== 'string') throw mistaken('evaluate', 'the text of an expression', expression);
      const id = idOf(core, object);
      return supposing(core, overrides, (suppositions) => evaluateText(core, expression, id, suppositions));
    },
  };
}

/** In order; others cannot change. */
function readersOfKeys(keys: readonly FactKey[], readers: Readers): readonly Expression[] {
  const asked = new Set(keys);
  // Classes may be computed, and places decide which modifiers there are.
  if (keys.some((key) => key.startsWith('available'))) asked.add(factKey.available(0));
  if (keys.some((key) => key === factKey.place || key === factKey.owner)) asked.add(factKey.variables);
  const found = new Set([...asked].flatMap((key) => readers.of(key)));
  return readers.expressions.filter((expression) => found.has(expression));
}

/** For the kinds in its scope. */
function answersOf(
  core: WorldCore,
  overrides: readonly Resolved[],
  expression: Expression,
  objects: readonly number[],
): readonly Effected[] {
  const { state } = core;
  const { name, node, scope } = expression;
  const fitting = demandList('an overlay', 'objects', objects).filter((object) =>
    scope.includes(state.identity.kind[idOf(core, object)]),
  );
  const [before, after] = [[], overrides].map((supposed) =>
    keepingStreams(state.streams, () => askMany(core, supposed, expression, fitting)),
  );
  return fitting.map((object, i) => ({
    expression: name,
    object: asHandle(object),
    before: toHost(state, node.type, before[i]),
    after: toHost(state, node.type, after[i]),
    answer: node.type.name === 'boolean' ? becomes(before[i] === 1, after[i] === 1) : undefined,
  }));
}

function enablement(
  core: WorldCore,
  overrides: readonly Resolved[],
  expression: Expression,
  object: number,
): Enablement {
  const id = checkedId(core.state, expression, object);
  return supposing(core, overrides, (suppositions) => {
    const failing = naming(expression, () =>
      expression.clauses.filter(({ node }) => valueOf(core, node, id, suppositions) !== 1).map(({ text }) => text),
    );
    return { enabled: failing.length === 0, failing };
  });
}

function askOne(core: WorldCore, overrides: readonly Resolved[], asked: Asked, object: number): CellValue {
  const expression = expressionOf(core, asked);
  const id = checkedId(core.state, expression, object);
  const value = supposing(core, overrides, (suppositions) =>
    naming(expression, () => valueOf(core, expression.node, id, suppositions)),
  );
  return toHost(core.state, expression.node.type, value);
}

function askMany(
  core: WorldCore,
  overrides: readonly Resolved[],
  asked: Asked,
  objects: readonly number[],
): Float64Array {
  const expression = expressionOf(core, asked);
  const ids = Int32Array.from(demandList('askAll', 'objects', objects), (object) =>
    checkedId(core.state, expression, object),
  );
  const values = new Float64Array(ids.length);
  supposing(core, overrides, (suppositions) => {
    naming(expression, () => {
      core.asker.ask(expression.node, ids, ids.length, values, asking(core, suppositions));
    });
  });
  return values;
}

function valueOf(core: WorldCore, node: Node, id: number, suppositions: Suppositions | undefined): number {
  const value = new Float64Array(1);
  core.asker.ask(node, Int32Array.of(id), 1, value, asking(core, suppositions));
  return value[0];
}

function asking(core: WorldCore, suppositions: Suppositions | undefined): Asking {
  return { turn: turnOf(core.state), suppositions };
}

function expressionsGiven(core: WorldCore, call: string, given: readonly Asked[]): readonly Expression[] {
  return demandList(call, 'expressions', given).map((each) => expressionOf(core, each));
}

function expressionOf({ expressions }: WorldCore, asked: Asked): Expression {
  if (isExpression(asked)) return asked;
  return expressions.get(asked) ?? refuse('there is no expression', asked, [...expressions.keys()]);
}

function isExpression(asked: unknown): asked is Expression {
  if (!isObject(asked)) return false;
  return reading('the expression', () => {
    const { node, scope, clauses } = asked as Partial<Record<keyof Expression, unknown>>;
    return isNode(node) && Array.isArray(scope) && Array.isArray(clauses);
  });
}

function refuse(what: string, asked: unknown, known: readonly string[]): never {
  if (typeof asked !== 'string')
    throw new EdictError('bad-option', `expressions and things are asked for by their name, not by ${describe(asked)}`);
  throw new EdictError('unknown-name', `${what} ${shorten(asked)}; ${meantOrKnown(asked, known)}`, shorten(asked));
}

function requirementOf(core: WorldCore, thing: string): Expression {
  const requirements = core.program.rules.expressions.filter((expression) => expression.thing !== '');
  return (
    requirements.find((expression) => expression.thing === thing) ??
    refuse(
      'no requirements are stated of',
      thing,
      requirements.map((each) => each.thing),
    )
  );
}

export function becomes(before: boolean, after: boolean): Answer {
  return `${before === after ? 'stays' : 'becomes'} ${after}`;
}

function explainRule(core: WorldCore, ruleName: string, source: number, target?: number | null): Verdict {
  const rule = named('rule', core.program.rules.rules, ruleName);
  const carrier = idOf(core, source);
  const { state } = core;
  const frame = createFrame(state, turnOf(state) + (core.running > 0 ? 0 : 1));
  frame.rule = rule.index;
  if (!carries(rule.carrier, carrier, frame)) {
    const whom =
      rule.carrier.by === 'class'
        ? `an object of class ${classAt(state.model, rule.carrier.class).name}`
        : 'one of its sources';
    throw new EdictError('not-a-source', `object ${carrier} does not carry rule ${rule.name}; pass ${whom}`, rule.name);
  }
  frame.slots[sourceSlot] = carrier;
  const wording = wordingOf(core.program, 'source');
  const activation = wholeClauses(rule, 'activation', frame, wording);
  const active = activation.every(({ answer }) => answer === 'true');
  if (target === null || target === undefined)
    return { rule: rule.name, active, inScope: undefined, clauses: activation };
  frame.slots[targetSlot] = idOrNone(core, target);
  const [include, exclude] = (['include', 'exclude'] as const).map((part) => wholeClauses(rule, part, frame, wording));
  return {
    rule: rule.name,
    active,
    inScope: isInScope(include, exclude),
    clauses: [...activation, ...include, ...exclude],
  };
}
