import type { Handle, World } from '../world/api.js';
import type { CellValue } from '../world/host-values.js';
import type { PastClause, PastRead, PastVerdict, PastWrite, ScopeStep } from '../world/questions-api.js';
import { setOption } from './assignments.js';
import {
  type Context,
  type WorldChoice,
  addCommand,
  jsonOption,
  openWorld,
  print,
  stepOption,
  unknownName,
  usageError,
  whole,
  worldFile,
  withScenario,
  worldOptions,
} from './command.js';
import { findObject, handleOf, idOf, nameOf } from './find-object.js';
import { noticeTo, runSilently } from './progress.js';
import { type Colors, cellText, counted, grouped, right, tableText } from './terminal.js';
import { classAt } from '../model/model.js';
import { printable } from '../content/text/quote.js';
import { watchableWorld } from './watch.js';

interface WhyNotOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

export function addWhyNot(context: Context): void {
  addCommand(
    context,
    'why-not',
    watchableWorld({
      summary: 'show why a rule did not fire',
      description:
        'Runs a world for some turns, and shows what a rule met when it had its turn for an object in the last of them: its conditions, the values that they read, and what had written these before or wrote them later.',
      arguments: {
        '<rule>': 'name of the rule, such as farm/harvest',
        '<source>': 'id or name of the object that carries it',
        '[target]': 'id or name of an object that it could fire on (default: any)',
        '[scenario]': `${worldFile} to ask`,
      },
      options: [
        ...worldOptions,
        setOption,
        stepOption,
        ['--turns <n>', 'turns to run then (default: 1)', { read: whole(1, 10_000_000) }],
        jsonOption('the answer'),
      ],
      notes: 'Without a scenario it asks the embedded galaxy. A third argument that is a file is the scenario.',
      examples: ['why-not colony/growth Terra colony.yaml', 'why-not council/plenty 1215 Sol --turns 5 --json'],
      act: whyNot,
    }),
  );
}

interface Report {
  readonly world: World;
  readonly source: Handle;
  readonly target: Handle | undefined;
  readonly verdict: PastVerdict;
}

function whyNot(context: Context, args: readonly string[], options: WhyNotOptions): void {
  const { terminal } = context;
  const notice = noticeTo(terminal, options.json);
  const { others, scenario } = withScenario(args);
  const [rule, source, target, surplus] = others;
  if (source === undefined) throw usageError('edict why-not needs the rule and the object that carries it; name both');
  if (surplus !== undefined)
    throw usageError(`${JSON.stringify(surplus)} is no file of a scenario; put quotes around names with spaces`);
  const { world } = openWorld(context, options, scenario, notice);
  if (scenario === undefined && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is asked');
  const names = world.program.rules.rules.map(({ name }) => name);
  if (!names.includes(rule)) throw unknownName('rule', rule, names);
  const turns = options.turns ?? 1;
  runSilently(terminal, world, turns - 1);
  // What the last turn destroys has its name only before it.
  const before = new Map([source, target ?? source].map((name) => [name, handleOf(world, name)]));
  runSilently(terminal, world, 1);
  const find = (name: string): Handle => handleOf(world, name) ?? before.get(name) ?? findObject(world, name);
  const asked = { source: find(source), target: target === undefined ? undefined : find(target) };
  const verdict = world.questions.whyNot(rule, asked.source, asked.target);
  print(terminal, options.json, { world, ...asked, verdict }, reportJson, reportText);
}

function reportJson({ world, source, target, verdict }: Report) {
  const value = (of: CellValue | undefined, isObject: boolean): CellValue =>
    of === undefined ? null : isObject && typeof of === 'number' ? idOf(of) : of;
  const writeJson = ({ source: from, before, after, priority, ...write }: PastWrite, isObject: boolean) => ({
    ...write,
    source: from === 0 ? null : idOf(from),
    priority: priority ?? null,
    before: value(before, isObject),
    after: value(after, isObject),
  });
  const named = (object: Handle) => ({ id: idOf(object), name: world.isLive(object) ? world.nameOf(object) : '' });
  return {
    ...verdict,
    source: named(source),
    target: target === undefined ? null : named(target),
    clauses: verdict.clauses.map((clause) => ({
      ...clause,
      reads: clause.reads.map((read) => ({
        ...read,
        value: value(read.value, read.isObject),
        object: read.object === null ? null : idOf(read.object),
        written: read.written === null ? null : writeJson(read.written, read.isObject),
        later: read.later.map((write) => writeJson(write, read.isObject)),
      })),
    })),
    writes: verdict.writes.map((write) => ({
      ...writeJson(write, isReference(world, write.column)),
      object: idOf(write.object),
    })),
  };
}

function isReference({ program: { model } }: World, column: string): boolean {
  return model.columnByName.get(column)?.type.name === 'entity';
}

function reportText(report: Report, colors: Colors): string {
  const { world, source, target, verdict } = report;
  const on = target === undefined ? '' : ` on ${valueText(world, target, true)}`;
  const whom = `${verdict.rule} of ${valueText(world, source, true)}${on}`;
  const lines = [
    colors.bold(printable(`${whom} in turn ${verdict.turn}: ${outcomeText(report)}`)),
    `asked when it had its turn, in the phase ${verdict.phase} at priority ${verdict.priority}`,
    ...clausesText(report, colors),
    ...scopeText(verdict, colors),
    ...writesText(report),
    ...adviceFor(verdict),
  ];
  return `${lines.join('\n')}\n`;
}

function outcomeText({ world, target, verdict }: Report): string {
  const { outcome, targets } = verdict;
  switch (outcome) {
    case 'fired':
      return target === undefined ? `fired on ${counted(targets, 'object')}` : 'fired';
    case 'not active':
      return 'not active';
    case 'not in scope':
      return 'not in scope';
    case 'empty scope':
      return 'active, with no object in its scope';
    case 'no such object':
      return 'one of the objects did not exist yet, or no longer';
    case 'too young':
      return 'made in this turn, so its first turn is the next one';
    case 'not carried':
      return `the object did not carry the rule${carriersText(world, verdict.rule)}`;
    case 'not reached':
      return 'the turn did not come to this rule';
  }
}

/** Some that carry it now. */
function carriersText(world: World, name: string): string {
  const carrier = world.program.rules.rules.find((rule) => rule.name === name)?.carrier;
  if (carrier?.by !== 'class') return '';
  const { name: carrying } = classAt(world.program.model, carrier.class);
  const objects = world.query({ class: carrying });
  const some = objects.slice(0, 3).map((object) => nameOf(world, object));
  const which = objects.length === 0 ? 'there is none' : firstOf(some, objects.length);
  return `; objects of class ${carrying} do: ${which}`;
}

function firstOf(some: readonly string[], count: number): string {
  return `${some.join(', ')}${count > some.length ? ` and ${grouped(count - some.length)} more` : ''}`;
}

const marks: Readonly<Record<PastClause['answer'], string>> = {
  true: 'true ',
  false: 'false',
  'does not apply': 'absent',
  'not found': 'not found',
};

function clausesText({ world, verdict }: Report, colors: Colors): readonly string[] {
  const { clauses } = verdict;
  return (['activation', 'include', 'exclude'] as const).flatMap((part) => {
    const own = clauses.filter((clause) => clause.part === part);
    if (own.length === 0) return [];
    const lines = own.flatMap((clause, i) => [
      ...(part !== 'activation' && i > 0 && clause.alternative !== own[i - 1].alternative ? ['  or'] : []),
      `  ${painted(clause, colors)}  ${printable(clause.text)}`,
      ...clause.reads.filter((read) => isNews(read, clause)).flatMap((read) => readText(world, read, verdict)),
    ]);
    return ['', colors.bold(part), ...lines];
  });
}

/** It says more than the answer of the clause. */
function isNews({ text, written, laterCount }: PastRead, clause: PastClause): boolean {
  return text !== clause.text || written !== null || laterCount > 0;
}

function painted({ part, answer }: PastClause, { green, red }: Colors): string {
  const isGood = (answer === 'true') !== (part === 'exclude');
  return (isGood ? green : red)(marks[answer]);
}

function readText(world: World, read: PastRead, { phase }: PastVerdict): readonly string[] {
  const { text, value, isObject, written, later, laterCount } = read;
  const more = laterCount - later.length;
  return [
    `           ${printable(text)} was ${valueText(world, value, isObject)}`,
    ...(written === null ? [] : [`             written before: ${writeText(world, written, isObject, phase)}`]),
    ...later.map((write) => `             written later: ${writeText(world, write, isObject, phase)}`),
    ...(more > 0 ? [`             and ${counted(more, 'write')} more later`] : []),
  ];
}

function writeText(
  world: World,
  { rule, source, phase, priority, before, after }: PastWrite,
  isObject: boolean,
  ownPhase: string,
): string {
  const by = source === 0 ? printable(rule) : `${printable(rule)} of ${valueText(world, source, true)}`;
  const place = phase === ownPhase || rule === phase ? '' : `, phase ${phase}`;
  const when = `${place}${priority === undefined ? '' : `, priority ${priority}`}`;
  return `${valueText(world, before, isObject)} → ${valueText(world, after, isObject)} by ${by}${when}`;
}

function valueText(world: World, value: CellValue | undefined, isObject: boolean): string {
  if (value === undefined) return 'absent';
  if (!isObject || typeof value !== 'number') return cellText(value);
  return world.find(value) === undefined ? `#${idOf(value)} (gone)` : nameOf(world, value);
}

function scopeText({ scope, outcome }: PastVerdict, colors: Colors): readonly string[] {
  if (scope.length === 0 || outcome === 'fired') return [];
  const rows = scope.map(({ part, text, left }: ScopeStep) => [part, text, right(left)]);
  return ['', tableText(['scope', 'condition', right('objects left')], rows, colors)];
}

function writesText({ world, verdict: { outcome, writes, writeCount } }: Report): readonly string[] {
  if (outcome !== 'fired') return [];
  if (writeCount === 0) return ['', 'It wrote no meter and no property.'];
  const more = writeCount - writes.length;
  return [
    '',
    'It wrote',
    ...writes.map(({ object, column, before, after }) => {
      const isObject = isReference(world, column);
      const whose = valueText(world, object, true);
      return `  ${column} of ${whose}: ${valueText(world, before, isObject)} → ${valueText(world, after, isObject)}`;
    }),
    ...(more > 0 ? [`  and ${counted(more, 'cell')} more`] : []),
  ];
}

/** What designers overlook: the value comes later in the same turn. */
function adviceFor({ rule, phase, clauses }: PastVerdict): readonly string[] {
  const late = clauses
    .filter(({ part, answer }) => (answer === 'true') === (part === 'exclude'))
    .flatMap(({ reads }) => reads.map((read) => ({ read, by: read.later.find((write) => write.rule !== rule) })))
    .find(({ by }) => by !== undefined);
  if (late?.by === undefined) return [];
  const { read, by } = late;
  const advice =
    by.phase === phase && by.priority !== undefined
      ? `give this rule a priority above ${by.priority} to see it`
      : `this rule, in the phase ${phase}, can see it in the next turn at the earliest`;
  const place = by.phase === phase || by.rule === by.phase ? '' : ` in the phase ${by.phase}`;
  return ['', printable(`${read.text} was written later in the turn, by ${by.rule}${place}; ${advice}.`)];
}
