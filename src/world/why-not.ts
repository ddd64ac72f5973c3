import type { Environment, Order } from '../ir/environment.js';
import type { Expression } from '../ir/node.js';
import type { Ability } from '../ir/occurrence.js';
import type { Flow, Growth, Rule } from '../ir/rule.js';
import type { Trigger } from '../ir/trigger.js';
import { EdictError } from '../kernel/errors.js';
import { shorten } from '../kernel/given.js';
import { type Handle, asHandle } from '../kernel/identity.js';
import { keepingStreams } from '../kernel/streams.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { listTexts } from '../content/text/quote.js';
import type { World } from './api.js';
import { type WorldCore, betweenTurns, idOf, idOrNone, insideOf } from './core.js';
import { checkedId, nameGiven } from './host-arguments.js';
import { nodeOfText } from './queries.js';
import { prepare, visibleVariable } from './variables.js';
import type { WhyNot } from './why-not-api.js';
import { whyNotAbility } from './why-not-ability.js';
import { whyNotExpression } from './why-not-expression.js';
import { whyNotFlow } from './why-not-flow.js';
import { whyNotGrowth } from './why-not-growth.js';
import { whyNotOrder } from './why-not-order.js';
import { whyNotRule } from './why-not-rule.js';
import { whyNotTrigger } from './why-not-trigger.js';
import { whyNotVariable } from './why-not-variable.js';

/** What can be asked about, by its name. */
type Asked =
  | { readonly of: 'rule'; readonly name: string; readonly rule: Rule }
  | { readonly of: 'trigger'; readonly name: string; readonly trigger: Trigger }
  | { readonly of: 'ability'; readonly name: string; readonly ability: Ability }
  | { readonly of: 'flow'; readonly name: string; readonly flow: Flow }
  | { readonly of: 'growth'; readonly name: string; readonly growth: Growth }
  | { readonly of: 'variable'; readonly name: string }
  | { readonly of: 'order'; readonly name: string; readonly order: Order; readonly environment: Environment }
  | {
      readonly of: 'expression';
      readonly name: string;
      readonly expression: Pick<Expression, 'node'> & Partial<Expression>;
    };

/** Tells why something did not happen, and when it was asked whether it should. */
export function whyNot(core: WorldCore, given: string, object?: number | null, target?: number | null): WhyNot {
  const name = nameGiven('rule, trigger, ability, flow, meter with growth, variable, order or expression', given);
  betweenTurns(core, 'whyNot');
  prepare(core);
  const asked = askedAbout(core, name);
  const objects = { first: handleGiven(object), second: handleGiven(target) };
  return keepingStreams(core.state.streams, () =>
    asked === undefined
      ? whyNotExpression(core, name, expressionIn(core, name), idOrNone(core, objects.first))
      : answerTo(core, asked, objects),
  );
}

function handleGiven(handle: number | null | undefined): Handle | undefined {
  return handle === null || handle === undefined ? undefined : asHandle(handle);
}

interface Objects {
  readonly first: Handle | undefined;
  readonly second: Handle | undefined;
}

function answerTo(core: WorldCore, asked: Asked, objects: Objects): WhyNot {
  const { first, second } = objects;
  if (second !== undefined && !takesSecond.includes(asked.of))
    throw new EdictError('bad-option', `whyNot takes one object for ${titleOf(asked)}; leave the second out`);
  switch (asked.of) {
    case 'rule':
      return whyNotRule(core, asked.rule, { source: needed(asked, objects), target: second });
    case 'flow':
      return whyNotFlow(core, asked.flow, { giver: needed(asked, objects), taker: second });
    case 'growth':
      return whyNotGrowth(core, asked.growth, needed(asked, objects));
    case 'order': {
      const agent = idOf(core, needed(asked, objects));
      return whyNotOrder(core, asked.environment, asked.order, agent, idOrNone(core, second));
    }
    case 'trigger':
      return whyNotTrigger(core, asked.trigger, first);
    case 'ability':
      return whyNotAbility(core, asked.ability, first);
    case 'variable': {
      const id = idOf(core, needed(asked, objects));
      return whyNotVariable(core, visibleVariable(core, id, asked.name), id);
    }
    case 'expression': {
      const { node, scope } = asked.expression;
      const object = needed(asked, objects);
      const id = scope === undefined ? idOf(core, object) : checkedId(core.state, { name: asked.name, scope }, object);
      return whyNotExpression(core, asked.name, node, id);
    }
  }
}

const takesSecond: readonly Asked['of'][] = ['rule', 'flow', 'order'];

function needed(asked: Asked, { first }: Objects): Handle {
  if (first !== undefined) return first;
  throw new EdictError('bad-option', `whyNot needs ${firstOf[asked.of]} for ${titleOf(asked)}; pass its handle`);
}

const firstOf: Readonly<Record<Asked['of'], string>> = {
  rule: 'the object that carries it',
  trigger: 'its subject',
  ability: 'the object that has it',
  flow: 'the object that carries it or receives it',
  growth: 'the object that has the meter',
  variable: 'the object that has it',
  order: 'the agent',
  expression: 'an object',
};

function titleOf({ of, name }: Asked): string {
  return `${of} ${name}`;
}

/** Undefined where nothing has the name. Throws where several have. */
function askedAbout(core: WorldCore, name: string): Asked | undefined {
  const all = allAsked(core);
  const named = all.filter((each) => each.name === name || titleOf(each) === name);
  // A meter's name alone means its growth only where nothing else is called so.
  const others = named.filter((each) => each.of !== 'growth' || titleOf(each) === name);
  const found = others.length > 0 ? others : named;
  if (found.length <= 1) return found.at(0);
  const titles = [...new Set(found.map(titleOf))];
  const advice =
    titles.length > 1
      ? `ask about ${titles.map((title) => JSON.stringify(title)).join(' or ')}`
      : 'give each its own name';
  throw new EdictError('ambiguous', `${found.length} things are called ${shorten(name)}; ${advice}`, name);
}

/** What a text asks about. Throws where it is neither a name nor an expression, and where several have the name. */
export function kindAsked(world: World, text: string): WhyNot['of'] {
  const { core } = insideOf(world);
  const asked = askedAbout(core, text);
  if (asked === undefined) expressionIn(core, text);
  return asked?.of ?? 'expression';
}

function allAsked({ program }: WorldCore): readonly Asked[] {
  const { rules, environment, model } = program;
  const allRules = new Set([...rules.rules, ...rules.passes.flatMap((pass) => pass.rules)]);
  return [
    ...[...allRules].map((rule) => ({ of: 'rule', name: rule.name, rule }) as const),
    ...rules.triggers.triggers.map((trigger) => ({ of: 'trigger', name: trigger.name, trigger }) as const),
    ...rules.timing.abilities.map((ability) => ({ of: 'ability', name: ability.name, ability }) as const),
    ...rules.flows.flows.map((flow) => ({ of: 'flow', name: flow.name, flow }) as const),
    ...rules.growths.map((growth) => ({ of: 'growth', name: model.columns[growth.column].name, growth }) as const),
    ...[...new Set(model.variables.map((each) => each.name))].map((each) => ({ of: 'variable', name: each }) as const),
    ...(environment?.orders ?? []).map((order) => ({ of: 'order', name: order.name, order, environment }) as const),
    ...rules.expressions.map((expression) => ({ of: 'expression', name: expression.name, expression }) as const),
    // What holds while its condition holds: the condition is what there is to ask.
    ...rules.timing.continuous.map(
      ({ name, condition }) => ({ of: 'expression', name, expression: { node: condition } }) as const,
    ),
  ].filter((each): each is Asked => each.of !== 'order' || each.environment !== undefined);
}

/** A text that is no name: an expression, or a mistake in a name. */
function expressionIn(core: WorldCore, text: string) {
  const { model } = core.program;
  if (model.columnByName.has(text))
    throw new EdictError(
      'unknown-name',
      `${shorten(text)} is a meter or property without growth; use explain to see what wrote it`,
      text,
    );
  refuseWord(core, text);
  try {
    return nodeOfText(core, text);
  } catch (error) {
    if (!isLikeName.test(text) || !(error instanceof EdictError)) throw error;
    const all = allAsked(core).slice(0, mostCompared);
    const meant = [
      ...all.filter(({ of, name }) => of === 'rule' && name.endsWith(`/${text}`)).map(({ name }) => name),
      ...(core.program.rules.names?.flags.has(text) === true ? [`self.${text}`] : []),
    ];
    if (meant.length > 0) throw unknownThing(text, `did you mean ${listTexts(meant)}?`);
    const isTitle = all.some(({ of }) => text.startsWith(`${of} `));
    const known = meantOrKnown(
      text,
      all.map((each) => (isTitle ? titleOf(each) : each.name)),
    );
    throw unknownThing(text, known);
  }
}

function unknownThing(text: string, advice: string): EdictError {
  return new EdictError(
    'unknown-name',
    `there is no rule, trigger, ability, flow, meter with growth, variable, order or expression ${shorten(text)}; ${advice}`,
    shorten(text),
  );
}

/** A word that says what is asked about stands before a name. */
function refuseWord(core: WorldCore, text: string): void {
  const form = Object.hasOwn(forms, text) ? forms[text as Asked['of']] : undefined;
  if (form === undefined) return;
  const found = allAsked(core).find(({ of }) => of === text);
  const advice =
    found === undefined
      ? `this content has ${absent[text as Asked['of']]}`
      : `write ${JSON.stringify(`${text} ${form}`)} in one pair of quotes, such as ${JSON.stringify(titleOf(found))}`;
  throw new EdictError('unknown-name', `${JSON.stringify(text)} alone does not say which; ${advice}`, text);
}

const forms: Readonly<Record<Asked['of'], string>> = {
  rule: 'CLASS/GROUP',
  trigger: 'NAME',
  ability: 'NAME',
  flow: 'NAME',
  growth: 'METER',
  variable: 'NAME',
  order: 'NAME',
  expression: 'NAME',
};

const absent: Readonly<Record<Asked['of'], string>> = {
  rule: 'no rule',
  trigger: 'no trigger',
  ability: 'no ability',
  flow: 'no flow',
  growth: 'no meter with growth',
  variable: 'no variable',
  order: 'no order',
  expression: 'no named expression',
};

/** An error among very many names must not be slow. */
const mostCompared = 10_000;

/** Words, as in `farm/harvest` or `first blood`; signs make an expression. */
const isLikeName = /^[\p{L}\p{N}_/:' -]+$/u;
