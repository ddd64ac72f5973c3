import { asOverMembers, asRead, isSlot } from '../../eval/node-shape.js';
import { kindIn } from '../../eval/ops/range.js';
import { columnsRead } from '../../eval/make-node.js';
import { termOf } from '../../eval/term-book.js';
import type { Term } from '../../eval/term.js';
import { nodesOfEffect } from '../../ir/effect-nodes.js';
import { type Node, targetSlot } from '../../ir/node.js';
import { type Rule, kindOfCarrier } from '../../ir/rule.js';
import { kept, keptBy } from '../../kernel/maps.js';
import type { Column } from '../../model/model.js';
import { possibleOf, quoted } from '../never-true.js';
import { type Finding, type Subject, subjectOfRule, titleOf } from './finding.js';
import { type RuleWrite, type Studied, reachOf, slotKinds, targetKinds, writesOf } from './rule-writes.js';
import { type TurnOrder, turnOrder } from './turn-order.js';

/** Reads of reset meters at moments when nothing can have written them in the turn, but something will. */
export function earlyReads(studied: Studied): readonly Finding[] {
  const { model, rules } = studied.program;
  const resets = new Set(model.columns.filter(({ reset }) => reset).map(({ index }) => index));
  if (resets.size === 0) return [];
  const order = turnOrder(studied.program);
  const writers = writersOf(resets, studied);
  const kindsOfWrite = keptBy((write: RuleWrite) => reachOf(write, studied).kinds);
  const read: Reading = { studied, order, writers, kindsOfWrite };
  return [
    ...rules.rules.flatMap((rule, at) =>
      rule.reads
        .filter((column) => resets.has(column) && order.firstWrite(column) > at)
        .flatMap((column) => readByRule(rule, at, model.columns[column], read) ?? []),
    ),
    ...rules.growths.flatMap((growth) => readByGrowth(growth, resets, read)),
    ...model.columns.flatMap((column) => readByClamp(column, resets, read) ?? []),
  ];
}

interface Reading {
  readonly studied: Studied;
  readonly order: TurnOrder;
  readonly writers: ReadonlyMap<number, readonly RuleWrite[]>;
  readonly kindsOfWrite: (write: RuleWrite) => ReadonlySet<number>;
}

/** By column, in their order. */
function writersOf(columns: ReadonlySet<number>, studied: Studied): Reading['writers'] {
  const found = new Map<number, RuleWrite[]>();
  for (const [at, rule] of studied.program.rules.rules.entries()) {
    if (!rule.writes.some((column) => columns.has(column))) continue;
    for (const write of writesOf(rule, at, studied))
      if (columns.has(write.column)) kept(found, write.column, () => []).push(write);
  }
  return found;
}

function readByRule(rule: Rule, at: number, column: Column, reading: Reading): Finding | undefined {
  const kinds = kindsRead(rule, column, reading.studied);
  return findingOf(subjectOfRule(rule), at, column, kinds, reading);
}

function readByGrowth(
  { column, formula }: Studied['program']['rules']['growths'][number],
  resets: ReadonlySet<number>,
  reading: Reading,
): readonly Finding[] {
  const { order, studied } = reading;
  const { columns } = studied.program.model;
  const grown = columns[column];
  const of: Subject = { what: 'meter', name: grown.name };
  const kinds = kindsOf(grown);
  return [...columnsRead(formula)].flatMap((index) => {
    if (!resets.has(index) || index === column || order.firstWrite(index) <= order.growth) return [];
    const found = new Set([...kinds].flatMap((kind) => kindsIn(formula, columns[index], slotKinds(kind), studied)));
    return findingOf(of, order.growth, columns[index], found, reading) ?? [];
  });
}

function readByClamp(column: Column, resets: ReadonlySet<number>, reading: Reading): Finding | undefined {
  const { order, studied } = reading;
  if (!resets.has(column.cap) || order.firstWrite(column.cap) <= order.clamp) return undefined;
  const cap = studied.program.model.columns[column.cap];
  return findingOf({ what: 'meter', name: column.name }, order.clamp, cap, kindsOf(column), reading);
}

/** The first that certainly comes later, and may write what is read. */
function findingOf(
  of: Subject,
  at: number,
  column: Column,
  kinds: ReadonlySet<number>,
  { order, writers, kindsOfWrite }: Reading,
): Finding | undefined {
  if (kinds.size === 0) return undefined;
  const writer = writers
    .get(column.index)
    ?.find((write) => write.at > at && [...kindsOfWrite(write)].some((kind) => kinds.has(kind)));
  if (writer === undefined) return undefined;
  const { rule } = writer;
  const isLate = at <= order.clamp && rule.phase === 'actions';
  const how = of.what === 'rule' ? 'reads' : at === order.clamp ? 'is capped by' : 'grows by';
  return {
    code: 'reset-read-early',
    of,
    message:
      `${titleOf(of)} ${how} ${quoted(column.name)} before anything writes it: each turn resets the ` +
      `meter to ${column.initial}, and its first writer, ${titleOf(subjectOfRule(rule))} ` +
      `(${rule.origin.file}:${rule.origin.line}), comes later, ` +
      (isLate ? 'in the phase `actions`' : `with priority ${rule.priority}`),
    suggestion: isLate
      ? 'write meters in a group that does nothing else, which runs in the phase `meters`; or remove `reset`'
      : 'give the writer a lower `priority` than the reader, or remove `reset` to read what the last turn left',
  };
}

/** Of the objects whose column it reads; a read of an unknown kind counts where only one kind has the column. */
function kindsRead(rule: Rule, column: Column, studied: Studied): ReadonlySet<number> {
  const { activation, include, exclude, effects, carrier } = rule;
  const source = slotKinds(kindOfCarrier(studied.program.model, carrier));
  const all = [...activation, ...include, ...exclude, ...effects.flatMap(nodesOfEffect)];
  const found = all.flatMap((node) => kindsIn(node, column, source, studied));
  if (!found.includes(ofTarget)) return new Set(found);
  const targets = targetKinds(rule, studied);
  return new Set([...found, ...[...kindsOf(column)].filter((kind) => targets.has(kind))]);
}

/** Stands for the kinds of the target. */
const ofTarget = -1;

function kindsIn(node: Node, column: Column, kinds: ReadonlyMap<number, number>, studied: Studied): readonly number[] {
  const { program, book } = studied;
  const { model } = program;
  const having = kindsOf(column);
  const found = new Set<number>();
  const seen = new Set<string>();
  const left = [{ term: termOf(book, node), kinds }];
  for (const at of left) {
    const { term } = at;
    const key = `${term.id} ${[...at.kinds].join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (asRead(term)?.column === column.index) for (const kind of kindsOfRead(term, at.kinds)) found.add(kind);
    const over = asOverMembers(term);
    const inner = over === undefined ? at.kinds : withSlot(at.kinds, over.slot, kindIn(over.range, model));
    for (const [i, arg] of term.args.entries())
      left.push({ term: arg, kinds: over === undefined || i < over.outer ? at.kinds : inner });
  }
  return [...found];

  function kindsOfRead({ args: [of] }: Term, known: ReadonlyMap<number, number>): readonly number[] {
    if (isSlot(of, targetSlot) && !known.has(targetSlot)) return [ofTarget];
    const { kind = 0 } = possibleOf(of, { model, kinds: known });
    if (kind === 0) return having.size === 1 ? [...having] : [];
    return having.has(kind) ? [kind] : [];
  }
}

function withSlot(kinds: ReadonlyMap<number, number>, slot: number, kind: number): ReadonlyMap<number, number> {
  const changed = new Map(kinds);
  changed.delete(slot);
  if (kind !== 0) changed.set(slot, kind);
  return changed;
}

function kindsOf({ kinds }: Column): ReadonlySet<number> {
  return new Set([...kinds.keys()].filter((kind) => kinds[kind] === 1));
}
