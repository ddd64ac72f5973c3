import { printable } from '../content/text/quote.js';
import { classAt } from '../model/model.js';
import type { World } from '../world/api.js';
import type { TypedValue } from '../world/variables-api.js';
import type {
  AbilityVerdict,
  ExpressionVerdict,
  FlowVerdict,
  GrowthVerdict,
  ModifierVerdict,
  OrderVerdict,
  PastVerdict,
  TriggerVerdict,
  VariableVerdict,
} from '../world/why-not-api.js';
import { nameOf } from './find-object.js';
import { type Colors, cellText, counted, right, tableText } from './terminal.js';
import { objectText } from './value-text.js';
import {
  type Report,
  clauseLines,
  clausesText,
  firstOf,
  keptText,
  lateWrite,
  readText,
  readValueText,
  writesText,
} from './why-not-parts.js';

/** The answer of `why-not` for people. */
export function reportText(report: Report, colors: Colors): string {
  return `${linesOf(report, colors).join('\n')}\n`;
}

function linesOf({ verdict, ...rest }: Report, colors: Colors): readonly string[] {
  switch (verdict.of) {
    case 'rule':
      return ruleLines({ verdict, ...rest }, colors);
    case 'trigger':
      return triggerLines({ verdict, ...rest }, colors);
    case 'ability':
      return abilityLines({ verdict, ...rest }, colors);
    case 'flow':
      return flowLines({ verdict, ...rest }, colors);
    case 'growth':
      return growthLines({ verdict, ...rest }, colors);
    case 'variable':
      return variableLines({ verdict, ...rest }, colors);
    case 'order':
      return orderLines({ verdict, ...rest }, colors);
    case 'expression':
      return expressionLines({ verdict, ...rest }, colors);
  }
}

function title({ bold }: Colors, text: string): string {
  return bold(printable(text));
}

function ruleLines(report: Report<PastVerdict>, colors: Colors): readonly string[] {
  const { world, object, target, verdict } = report;
  const { rule, turn, phase, priority, outcome, clauses, scope, kept, keptCount } = verdict;
  const on = target === undefined ? '' : ` on ${objectText(world, target)}`;
  const hasScope = scope.length > 0 && outcome === 'empty scope';
  const rows = scope.map(({ part, text, left }) => [part, text, right(left)]);
  const more = keptCount - kept.length;
  return [
    title(colors, `${rule} of ${objectText(world, object ?? null)}${on} in turn ${turn}: ${ruleOutcome(report)}`),
    `place in the turn: phase ${phase}, priority ${priority}`,
    ...clausesText(world, clauses, colors, phase),
    ...(hasScope ? ['', tableText(['scope', 'condition', right('objects left')], rows, colors)] : []),
    ...(keptCount === 0 ? [] : ['', 'Kept from happening', ...kept.map((each) => `  ${keptText(world, each)}`)]),
    ...(more > 0 ? [`  and ${counted(more, 'object')} more`] : []),
    ...ruleWrites(report),
    ...ruleAdvice(verdict),
  ];
}

function ruleOutcome({ world, target, verdict }: Report<PastVerdict>): string {
  const { outcome, targets } = verdict;
  switch (outcome) {
    case 'fired':
      return target === undefined ? `fired on ${counted(targets, 'object')}` : 'fired';
    case 'negated':
      return 'fired, but all its effects were kept from happening';
    case 'claimed':
      return 'active, but others had claimed its targets';
    case 'not active':
      return 'not active';
    case 'not in scope':
      return 'not in scope';
    case 'empty scope':
      return 'active, with no object in its scope';
    case 'no such object':
      return 'one of the objects did not exist yet, or no longer existed';
    case 'too young':
      return 'made in this turn, so its first turn is the next one';
    case 'not carried':
      return `the object did not carry the rule${carriersText(world, verdict.rule)}`;
    case 'not reached':
      return 'the turn did not reach this rule';
  }
}

/** Some that carry a rule now; empty for a name of anything else. */
export function carriersText(world: World, name: string): string {
  const carrier = world.program.rules.rules.find((rule) => rule.name === name || `rule ${rule.name}` === name)?.carrier;
  if (carrier?.by !== 'class') return '';
  const { name: carrying } = classAt(world.program.model, carrier.class);
  const objects = world.query({ class: carrying });
  const some = objects.slice(0, 3).map((object) => nameOf(world, object));
  if (objects.length === 0) return `; there is no object of class ${carrying}, which carries it`;
  return `; objects of class ${carrying} carry it: ${firstOf(some, objects.length)}`;
}

function ruleWrites({ world, verdict }: Report<PastVerdict>): readonly string[] {
  if (verdict.outcome !== 'fired') return [];
  return verdict.writeCount === 0 ? ['', 'It wrote no meter and no property.'] : writesText(world, verdict);
}

/** What designers overlook: the value comes later in the same turn. */
function ruleAdvice({ rule, phase, clauses }: PastVerdict): readonly string[] {
  const late = lateWrite(clauses, rule);
  if (late === undefined) return [];
  const { read, by } = late;
  const advice =
    by.phase === phase && by.priority !== undefined
      ? `give this rule a priority above ${by.priority} to see it`
      : `this rule, in the phase ${phase}, can see it in the next turn at the earliest`;
  const place = by.phase === phase || by.rule === by.phase ? '' : ` in the phase ${by.phase}`;
  return ['', printable(`${read.text} was written later in the turn, by ${by.rule}${place}; ${advice}.`)];
}

const triggerWords: Readonly<Record<TriggerVerdict['outcome'], string>> = {
  fired: 'fired',
  'other subject': 'fired, with another subject',
  'not true': 'not true',
  'not armed': 'true, but not armed',
  'no rise': 'true, as it was before',
  'not tested': 'no sweep reached it',
};

function triggerLines({ world, verdict }: Report<TriggerVerdict>, colors: Colors): readonly string[] {
  const { trigger, turn, outcome, looks, tests, test, fired, depth, armed, subject, direct } = verdict;
  const where =
    looks === 'rise'
      ? 'the test for rises'
      : depth > 1
        ? `a sweep by an action (depth ${depth})`
        : 'the sweep of the turn';
  const { clauses, delayed, writeCount } = verdict;
  const late = lateWrite(clauses, `trigger ${trigger}`);
  return [
    title(colors, `trigger ${trigger} in turn ${turn}: ${triggerWords[outcome]}`),
    ...(test === 0 ? [] : [`tested in ${where}, test ${test} of ${tests}, ${armed ? 'armed' : 'not armed'}`]),
    ...(subject === null && direct === null
      ? []
      : [`subject ${objectText(world, subject)}, direct object ${objectText(world, direct)}`]),
    ...(fired > 1 ? [`it fired ${counted(fired, 'time')} in the turn`] : []),
    ...clausesText(world, clauses, colors, 'expire'),
    ...(delayed.length === 0
      ? []
      : ['', `Its delayed actions still wait for ${delayed.map((left) => counted(left, 'turn')).join(', ')}.`]),
    ...(writeCount === 0 ? [] : writesText(world, verdict)),
    ...(late === undefined
      ? []
      : [
          '',
          printable(`${late.read.text} was written later in the turn, by ${late.by.rule}; the next test can see it.`),
        ]),
  ];
}

const abilityWords: Readonly<Record<AbilityVerdict['outcome'], string>> = {
  answered: 'answered',
  'not chosen': 'could answer, but was not chosen',
  'not first': 'not the first occurrence of the turn',
  'not met': 'its conditions were not met',
  used: 'used already, or refused by its player',
  kept: 'something else had kept the occurrence from happening',
  'too young': 'created during this step, so it answers later ones',
  'other subject': 'the occurrence was about another object',
  'not carried': 'the object did not have the ability',
  'not created': 'nothing had created it',
  gone: 'used up, or lapsed',
  'no occurrence': 'nothing that it answers happened',
};

function abilityLines({ world, object, verdict }: Report<AbilityVerdict>, colors: Colors): readonly string[] {
  const { ability, turn, outcome, on, at, step, considered, answered, keptCount, occurrence } = verdict;
  const whose = object ?? verdict.source ?? undefined;
  const of = whose === undefined ? '' : ` of ${objectText(world, whose)}`;
  const { source, controller, clauses, kept, instead, writeCount } = verdict;
  const asked = `tested at the point \`${at}\`, in step ${step}`;
  const counts = `${counted(considered, 'occurrence')} reached it, ${answered} answered`;
  return [
    title(colors, `ability ${ability}${of} in turn ${turn}: ${abilityWords[outcome]}`),
    occurrence === null
      ? `it answers ${on.join(', ')} at the point \`${at}\`, in step ${step}; ${counts}`
      : `${asked}, for ${printable(occurrenceText(world, occurrence))}; ${counts}`,
    ...(source === null && controller === null
      ? []
      : [`source ${objectText(world, source)}, controller ${objectText(world, controller)}`]),
    ...clausesText(world, clauses, colors),
    ...(kept === null ? [] : ['', `Kept from happening: ${keptText(world, kept)}`]),
    ...(kept === null && keptCount > 0
      ? ['', `${counted(keptCount, 'occurrence')} ${keptCount === 1 ? 'was' : 'were'} kept from happening.`]
      : []),
    ...(instead.length === 0
      ? []
      : ['', `Answered instead: ${instead.map((each) => insteadText(world, each)).join(', ')}`]),
    ...(writeCount === 0 ? [] : writesText(world, verdict)),
  ];
}

function insteadText(world: World, { ability, source }: AbilityVerdict['instead'][number]): string {
  return printable(source === null ? ability : `${ability} of ${objectText(world, source)}`);
}

function occurrenceText(world: World, { type, values }: NonNullable<AbilityVerdict['occurrence']>): string {
  const fields = Object.entries(values).map(
    ([name, { value, isObject }]) => `${name} ${readValueText(world, value, isObject)}`,
  );
  return fields.length === 0 ? type : `${type} (${fields.join(', ')})`;
}

const flowWords: Readonly<Record<FlowVerdict['outcome'], string>> = {
  flowed: 'flowed',
  nothing: 'its amounts came to 0',
  'no such object': 'one of the objects did not exist yet, or no longer existed',
  'not a carrier': 'the object neither carries nor receives it',
  'not carried': '`where` of the carrier was not true, or `times` was below 1',
  'no receivers': 'nothing receives it',
  'not active': 'not active',
  'no targets': 'no targets',
};

function flowLines({ world, object, target, verdict }: Report<FlowVerdict>, colors: Colors): readonly string[] {
  const { flow, turn, outcome, does, times, receivers, active, targets, clauses, values, bounds, writeCount } = verdict;
  const to = target === undefined ? '' : ` to ${objectText(world, target)}`;
  const limits = Object.entries(bounds).map(([name, value]) => `${name} ${value}`);
  return [
    title(colors, `flow ${flow} of ${objectText(world, object ?? null)}${to} in turn ${turn}: ${flowWords[outcome]}`),
    `tested before anything flowed: ${[does, ...limits].join(', ')}`,
    `${counted(times, 'time')}, ${counted(receivers, 'receiver')}, ${active} active, ${counted(targets, 'target')}`,
    ...clausesText(world, clauses, colors, 'flows'),
    ...(values.length === 0
      ? []
      : ['', colors.bold('values'), ...values.flatMap((read) => readText(world, read, 'flows'))]),
    ...(writeCount === 0 ? [] : writesText(world, verdict)),
  ];
}

const growthWords: Readonly<Record<GrowthVerdict['outcome'], string>> = {
  grew: 'grew',
  unchanged: 'the formula gave the value that the meter had',
  absent: 'the formula gave nothing',
  'no such object': 'the object did not exist yet, or no longer existed',
  'no meter': 'the object has no such meter',
  'not reached': 'the turn did not reach the phase',
};

function growthLines({ world, object, verdict }: Report<GrowthVerdict>, colors: Colors): readonly string[] {
  const { meter, formula, turn, outcome, before, result, reads, writeCount } = verdict;
  const of = objectText(world, object ?? null);
  return [
    title(colors, `growth ${meter} of ${of} in turn ${turn}: ${growthWords[outcome]}`),
    'evaluated before anything grew',
    ...(before === undefined
      ? []
      : ['', colors.bold('growth'), `  ${readValueText(world, result, false)}  ${printable(formula)}`]),
    ...reads.flatMap((read) => readText(world, read, 'growth')),
    ...(writeCount === 0 ? [] : writesText(world, verdict)),
  ];
}

const variableWords: Readonly<Record<VariableVerdict['outcome'], string>> = {
  modified: '',
  unchanged: ', since no modifier changes it',
  unmodified: ', since no modifier is in force',
  input: ', an input: its value is what the host has set, or the default',
  'not granted': ', since its object is not granted, so it has its default',
  failed: '',
};

const modifierWords: Readonly<Record<ModifierVerdict['state'], string>> = {
  applied: '',
  skipped: 'skipped',
  'not carried': 'no object carries it',
  'not granted': 'not granted',
  'does not reach': 'changes other objects',
};

function variableLines({ world, verdict }: Report<VariableVerdict>, colors: Colors): readonly string[] {
  const { variable, object, turn, outcome, initial, value, modifiers } = verdict;
  const rows = modifiers.map(({ modifier, on, carrier, modification, text, state, amount, before, after }) => [
    modifier,
    `${modification} ${text}`,
    carrier === null ? on : objectText(world, carrier),
    modifierWords[state] === '' ? typedText(amount) : modifierWords[state],
    right(state === 'applied' ? `${typedText(before)} → ${typedText(after)}` : ''),
  ]);
  const failing = modifiers.filter(({ clauses, state }) => state === 'skipped' && clauses.length > 0);
  return [
    title(
      colors,
      `${variable} of ${objectText(world, object)} after turn ${turn}: ${typedText(value)}${variableWords[outcome]}`,
    ),
    `it begins with ${typedText(initial)}`,
    ...(rows.length === 0 ? [] : ['', tableText(['modifier', 'does', 'carrier', 'amount', ''], rows, colors)]),
    ...failing.flatMap(({ modifier, clauses }) => [
      '',
      colors.bold(printable(`when, of ${modifier}`)),
      ...clauseLines(world, clauses, colors),
    ]),
  ];
}

function typedText(value: TypedValue | null): string {
  if (value === null) return '';
  return value.type === 'failed' || !('value' in value)
    ? value.type === 'failed'
      ? 'absent'
      : value.type
    : cellText(value.value);
}

const orderWords: Readonly<Record<OrderVerdict['outcome'], string>> = {
  offered: 'offered',
  'not an agent': 'the object is no agent',
  'not alive': 'the agent no longer plays',
  'not in a slot': 'the object is in no slot',
  'no slot': 'no object is in a slot',
  'not allowed': 'no choice is allowed',
};

function orderLines({ world, object, target, verdict }: Report<OrderVerdict>, colors: Colors): readonly string[] {
  const { order, turn, outcome, slots, clauses, choices } = verdict;
  const about = target === undefined ? '' : ` about ${objectText(world, target)}`;
  return [
    title(
      colors,
      `order ${order} of ${objectText(world, object ?? null)}${about} after turn ${turn}: ${orderWords[outcome]}`,
    ),
    `${counted(slots, 'object')} in slots`,
    ...clausesText(world, clauses, colors),
    ...choices.flatMap(({ choice, allowed, clauses: own }) => [
      '',
      `${colors.bold(printable(choice))}: ${allowed ? 'allowed' : 'not allowed'}`,
      ...clauseLines(world, own, colors),
    ]),
  ];
}

function expressionLines({ world, object, verdict }: Report<ExpressionVerdict>, colors: Colors): readonly string[] {
  const { expression, turn, value, isObject, clauses, reads } = verdict;
  const of = object === undefined ? '' : ` of ${objectText(world, object)}`;
  return [
    title(colors, `${expression}${of} after turn ${turn}: ${readValueText(world, value, isObject)}`),
    ...clauseLines(world, clauses, colors),
    ...reads.flatMap((read) => readText(world, read, '')),
  ];
}
