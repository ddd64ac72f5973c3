import { existsSync } from 'node:fs';
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
  whole,
  worldFile,
  worldOptions,
} from './command.js';
import { findObject, handleOf, idOf, nameOf } from './find-object.js';
import { noticeTo, runSilently } from './progress.js';
import { type Colors, cellText, counted, grouped, right, tableText } from './terminal.js';
import { classAt } from '../model/model.js';
import { printable } from '../content/text/quote.js';

interface WhyNotOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

export function addWhyNot(context: Context): void {
  addCommand(context, 'why-not', {
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
  });
}

interface Report {
  readonly world: World;
  readonly source: Handle;
  readonly target: Handle | undefined;
  readonly verdict: PastVerdict;
}

function whyNot(context: Context, [rule, source, ...given]: readonly string[], options: WhyNotOptions): void {
  const { terminal } = context;
  const notice = noticeTo(terminal, options.json);
  const [target, scenario] = given.length === 1 && existsSync(given[0]) ? [undefined, given[0]] : given;
  const { world } = openWorld(context, options, scenario, notice);
  if (scenario === undefined && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is asked');
  const names = world.program.rules.rules.map(({ name }) => name);
  if (!names.includes(rule)) throw unknownName('rule', rule, names);
  const turns = options.turns ?? 1;
  if (turns > 1)
    for (const name of [source, target])
      if (name !== undefined && handleOf(world, name) === undefined)
        notice(
          `there is no object ${JSON.stringify(name)} yet; it is looked for again after ${counted(turns, 'turn')}`,
        );
  runSilently(terminal, world, turns);
  const asked = {
    source: findObject(world, source),
    target: target === undefined ? undefined : findObject(world, target),
  };
  const verdict = world.questions.whyNot(rule, asked.source, asked.target);
  print(terminal, options.json, { world, ...asked, verdict }, reportJson, reportText);
}

function reportJson({ world, source, target, verdict }: Report) {
  const value = (of: CellValue | undefined): CellValue => of ?? null;
  const writeJson = ({ source: from, ...write }: PastWrite) => ({ ...write, source: from === 0 ? null : idOf(from) });
  return {
    ...verdict,
    source: { id: idOf(source), name: world.nameOf(source) },
    target: target === undefined ? null : { id: idOf(target), name: world.nameOf(target) },
    clauses: verdict.clauses.map((clause) => ({
      ...clause,
      reads: clause.reads.map((read) => ({
        ...read,
        value: value(read.value),
        object: read.object === null ? null : idOf(read.object),
        written: read.written === null ? null : writeJson(read.written),
        later: read.later.map(writeJson),
      })),
    })),
    writes: verdict.writes.map((write) => ({ ...writeJson(write), object: idOf(write.object) })),
  };
}

function reportText(report: Report, colors: Colors): string {
  const { world, source, target, verdict } = report;
  const whom = `${verdict.rule} of ${nameOf(world, source)}${target === undefined ? '' : ` on ${nameOf(world, target)}`}`;
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
      return `not in scope, which had ${counted(targets, 'other object')}`;
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

function clausesText({ world, verdict: { clauses } }: Report, colors: Colors): readonly string[] {
  return (['activation', 'include', 'exclude'] as const).flatMap((part) => {
    const own = clauses.filter((clause) => clause.part === part);
    if (own.length === 0) return [];
    const lines = own.flatMap((clause, i) => [
      ...(part !== 'activation' && i > 0 && clause.alternative !== own[i - 1].alternative ? ['  or'] : []),
      `  ${painted(clause, colors)}  ${printable(clause.text)}`,
      ...clause.reads.filter((read) => isNews(read, clause)).flatMap((read) => readText(world, read)),
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

function readText(world: World, read: PastRead): readonly string[] {
  const { text, value, isObject, written, later, laterCount } = read;
  const more = laterCount - later.length;
  return [
    `           ${printable(text)} was ${valueText(world, value, isObject)}`,
    ...(written === null ? [] : [`             written before: ${writeText(world, written, isObject)}`]),
    ...later.map((write) => `             written later: ${writeText(world, write, isObject)}`),
    ...(more > 0 ? [`             and ${counted(more, 'write')} more later`] : []),
  ];
}

function writeText(
  world: World,
  { rule, source, phase, priority, before, after }: PastWrite,
  isObject: boolean,
): string {
  const by = source === 0 ? printable(rule) : `${printable(rule)} of ${nameOf(world, source)}`;
  const when = priority === undefined ? (rule === phase ? '' : `, phase ${phase}`) : `, priority ${priority}`;
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
      const isObject = world.program.model.columnByName.get(column)?.type.name === 'entity';
      const whose = valueText(world, object, true);
      return `  ${column} of ${whose}: ${valueText(world, before, isObject)} → ${valueText(world, after, isObject)}`;
    }),
    ...(more > 0 ? [`  and ${counted(more, 'cell')} more`] : []),
  ];
}

/** What designers overlook: the value comes later in the same turn. */
function adviceFor({ clauses }: PastVerdict): readonly string[] {
  const late = clauses
    .filter(({ part, answer }) => (answer === 'true') === (part === 'exclude'))
    .flatMap(({ reads }) => reads)
    .find(({ laterCount }) => laterCount > 0);
  if (late === undefined) return [];
  const [{ rule, priority }] = late.later;
  const after = priority === undefined ? '' : ` above ${priority}`;
  return [
    '',
    printable(`${late.text} was written later in the turn, by ${rule}; give this rule a priority${after} to see it.`),
  ];
}
