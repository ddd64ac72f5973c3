import { printable } from '../content/text/quote.js';
import type { Handle, World } from '../world/api.js';
import type { CellValue } from '../world/host-values.js';
import type { ClausePart, OwnWrites, PastClause, PastRead, PastWrite, Witness } from '../world/past-api.js';
import type { Kept, WhyNot } from '../world/why-not-api.js';
import { type Colors, counted, grouped } from './terminal.js';
import { isReference, objectText, valueText } from './value-text.js';

/** Parts of the answers of `why-not`, as text. */

export interface Report<Verdict extends WhyNot = WhyNot> {
  readonly world: World;
  readonly object: Handle | undefined;
  readonly target: Handle | undefined;
  readonly verdict: Verdict;
}

const marks: Readonly<Record<PastClause['answer'], string>> = {
  true: 'true ',
  false: 'false',
  'does not apply': 'absent',
  'not found': 'not found',
};

const titles: Readonly<Partial<Record<ClausePart, string>>> = {
  condition: 'if',
  carrier: 'where, of the carrier',
  active: 'active, of the receiver',
  target: 'where, of the target',
  slot: 'where, of the slots',
};

/** Each part of the clauses under its title. */
export function clausesText(
  world: World,
  clauses: readonly PastClause[],
  colors: Colors,
  phase = '',
): readonly string[] {
  const parts = [...new Set(clauses.map(({ part }) => part))];
  return parts.flatMap((part) => {
    const own = clauses.filter((clause) => clause.part === part);
    return ['', colors.bold(titles[part] ?? part), ...clauseLines(world, own, colors, phase)];
  });
}

export function clauseLines(
  world: World,
  clauses: readonly PastClause[],
  colors: Colors,
  phase = '',
): readonly string[] {
  return clauses.flatMap((clause, i) => [
    ...(i > 0 && clause.alternative !== clauses[i - 1].alternative && clause.part !== 'activation' ? ['  or'] : []),
    `  ${painted(clause, colors)}  ${printable(`${clause.text}${partOfText(clause)}`)}`,
    ...(clause.witness === null ? [] : witnessText(world, clause.witness, phase)),
    ...clause.reads.filter((read) => isNews(read, clause)).flatMap((read) => readText(world, read, phase)),
  ]);
}

function partOfText({ within }: PastClause): string {
  return within.length === 0 ? '' : `  (of ${within.toReversed().join(', of ')})`;
}

function witnessText(world: World, witness: Witness, phase: string): readonly string[] {
  const { object, members, text, reads } = witness;
  if (object === null) return members === 0 ? ['           there was no object to look at'] : [];
  const found = `${witness.name} = ${valueText(world, object, true)}`;
  return [
    `           ${printable(`${membersText(witness, found)}: ${text}`)}`,
    ...reads.flatMap((read) => readText(world, read, phase)).map((line) => `  ${line}`),
  ];
}

/** For which members the condition holds. `found`: the one that is shown. */
function membersText({ holds, forAll, members }: Witness, found: string): string {
  const isTrue = holds ? 'true' : 'not true';
  const all = counted(members, 'object');
  if (members === 1) return `${isTrue} for the only object, ${found}`;
  if (!forAll) return `${isTrue} for ${found}, one of ${all}`;
  return holds ? `true for all ${all}, such as ${found}` : `true for none of ${all}; nearest is ${found}, but not`;
}

/** It says more than the answer of the clause. */
function isNews({ text, written, laterCount }: PastRead, clause: PastClause): boolean {
  return text !== clause.text || written !== null || laterCount > 0;
}

function painted({ part, answer }: PastClause, { green, red }: Colors): string {
  const isGood = (answer === 'true') !== (part === 'exclude');
  return (isGood ? green : red)(marks[answer]);
}

export function readText(world: World, read: PastRead, phase: string): readonly string[] {
  const { text, value, isObject, written, later, laterCount } = read;
  const more = laterCount - later.length;
  return [
    `           ${printable(text)} was ${readValueText(world, value, isObject)}`,
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
  const by = source === 0 ? printable(rule) : `${printable(rule)} of ${objectText(world, source)}`;
  const place = phase === ownPhase || rule === phase ? '' : `, phase ${phase}`;
  const when = `${place}${priority === undefined ? '' : `, priority ${priority}`}`;
  return `${valueText(world, before, isObject)} → ${valueText(world, after, isObject)} by ${by}${when}`;
}

export function readValueText(world: World, value: CellValue | undefined, isObject: boolean): string {
  return value === undefined ? 'absent' : valueText(world, value, isObject);
}

/** What was written, and how much more. */
export function writesText(world: World, { writes, writeCount }: OwnWrites): readonly string[] {
  const more = writeCount - writes.length;
  return [
    '',
    'It wrote',
    ...writes.map(({ object, column, before, after }) => {
      const isObject = isReference(world, column);
      const whose = objectText(world, object);
      return `  ${column} of ${whose}: ${valueText(world, before, isObject)} → ${valueText(world, after, isObject)}`;
    }),
    ...(more > 0 ? [`  and ${counted(more, 'cell')} more`] : []),
  ];
}

const keptWords: Readonly<Record<Kept['how'], string>> = {
  negated: 'negated',
  replaced: 'replaced by another occurrence',
  reduced: 'reduced to nothing',
  failed: 'not possible',
  claimed: 'already claimed',
};

export function keptText(world: World, { how, object, by, source }: Kept): string {
  const whom = source === null ? '' : ` of ${objectText(world, source)}`;
  const on = object === null ? '' : `${objectText(world, object)}: `;
  return `${on}${keptWords[how]}${by === null ? '' : ` by ${printable(by)}${whom}`}`;
}

export function firstOf(some: readonly string[], count: number): string {
  return `${some.join(', ')}${count > some.length ? ` and ${grouped(count - some.length)} more` : ''}`;
}

interface LateWrite {
  readonly read: PastRead;
  readonly by: PastWrite;
}

/**
 * A value of a clause that is not met, and the write of another that came later. Undefined where a clause fails whose
 * values nothing wrote later: to see the late value would not help.
 */
export function lateWrite(clauses: readonly PastClause[], own: string): LateWrite | undefined {
  const failing = clauses.filter(({ part, answer }) => (answer === 'true') === (part === 'exclude'));
  const late = failing.map((clause) => lateWriteIn(clause, own));
  const at = late.findIndex((found) => found !== undefined);
  if (at < 0) return undefined;
  const { part, alternative } = failing[at];
  const helps = failing.every((each, i) => late[i] !== undefined || isOtherWay(each, part, alternative));
  return helps ? late[at] : undefined;
}

/** Conditions of another `include` need not hold. */
function isOtherWay(clause: PastClause, part: PastClause['part'], alternative: number): boolean {
  return clause.part === part && part === 'include' && clause.alternative !== alternative;
}

function lateWriteIn({ reads }: PastClause, own: string): LateWrite | undefined {
  for (const read of reads) {
    const by = read.later.find((write) => write.rule !== own);
    if (by !== undefined) return { read, by };
  }
  return undefined;
}
