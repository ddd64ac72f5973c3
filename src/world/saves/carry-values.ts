import { initialOf, setGranted, takeCells } from '../../components/cell-blocks.js';
import { readCell, storedIn } from '../../components/cells.js';
import { heldWords, holdingOffset, setHeld, takeWords } from '../../components/holdings.js';
import { setParameter } from '../../components/parameters.js';
import { header } from '../../kernel/arena.js';
import { handleOf, isLive, resolve } from '../../kernel/identity.js';
import { type CellContent, type Column, type Type, type Variable, cellClass, classAt } from '../../model/model.js';
import { misfitOf } from '../../model/parameter.js';
import { boundTo, bindRole } from '../../components/roles.js';
import { type Carry, carriedIds } from './carry.js';
import { counted } from '../../kernel/grouped.js';
import { fitted, namesGone, namesNew, sameNames, translation } from './names.js';

/** Meters and properties, sets, variables, parameters and roles. */
export function carryValues(carry: Carry): void {
  const { from, to, names, notes } = carry;
  for (const column of to.model.columns) carryColumn(carry, column);
  for (const at of namesGone(names.columns, 0)) {
    const column = from.model.columns[at];
    notes.note('dropped', column.role, column.name, 0, 'no longer in the content');
  }
  carryHoldings(carry);
  carryVariables(carry);
  carryParameters(carry);
  from.model.roles.forEach((role, at) => {
    const id = boundTo(from, at);
    if (names.roles[at] >= 0) bindRole(to, names.roles[at], isLive(to.identity, id) ? id : 0);
    else if (id > 0) notes.note('dropped', 'role', role, 1, 'no longer in the content');
  });
}

function carryColumn(carry: Carry, column: Column): void {
  const { from, to, names } = carry;
  const old = names.columns.indexOf(column.index);
  const before = old < 0 ? undefined : from.model.columns[old];
  const into = to.cells[column.index];
  const valueOf = before && translation(names, before.type, column.type);
  const isNumber = column.type.name === 'number' || column.type.name === 'boolean';
  const counts = { added: 0, defaulted: 0, converted: 0, lost: 0 };
  for (const id of carriedIds(carry)) {
    const [kind, had] = [to.identity.kind[id], before?.kinds[from.identity.kind[id]] === 1];
    if (column.kinds[kind] !== 1) {
      counts.lost += had ? 1 : 0;
      continue;
    }
    if (before === undefined || valueOf === undefined || !had) {
      counts.added++;
      into[id] = initialValue(carry, column, id);
      continue;
    }
    const value = column.type.name === 'entity' ? referenceIn(carry, before, id) : from.cells[before.index][id];
    const stored = fitted(column, valueOf(value));
    if (stored === undefined) counts.defaulted++;
    else if (isNumber && stored !== value) counts.converted++;
    into[id] = stored ?? initialValue(carry, column, id);
  }
  noteColumn(carry, column, before === undefined, counts);
}

function noteColumn(
  { notes }: Carry,
  { role, name }: Column,
  isNew: boolean,
  { added, defaulted, converted, lost }: Readonly<Record<'added' | 'defaulted' | 'converted' | 'lost', number>>,
): void {
  const objects = (count: number) => counted(count, 'object');
  if (isNew || added > 0) notes.note('added', role, name, added, `set to the default for ${objects(added)}`);
  if (lost > 0) notes.note('dropped', role, name, lost, `gone from ${objects(lost)} of kinds that no longer have it`);
  if (converted > 0)
    notes.note('converted', role, name, converted, `value changed for ${objects(converted)}, to fit the new type`);
  if (defaulted > 0)
    notes.note(
      'defaulted',
      role,
      name,
      defaulted,
      `set to the default for ${objects(defaulted)} whose value is no longer valid`,
    );
}

/** As a handle; 0 where the object is gone. */
function referenceIn({ from, to }: Carry, column: Column, id: number): number {
  if (column.type.name !== 'entity') return from.cells[column.index][id];
  const object = readCell(from, column, id);
  return isLive(to.identity, object) ? handleOf(to.identity, object) : 0;
}

/** That of its class, or of the column. */
function initialValue({ to }: Carry, column: Column, id: number): number {
  const of = to.class[id];
  const value = (of === 0 ? undefined : classAt(to.model, of).initial.get(column.index)) ?? column.initial;
  return storedIn(to, column, value);
}

function carryHoldings(carry: Carry): void {
  const { from, to, names, notes } = carry;
  for (const id of carriedIds(carry)) takeWords(to, id);
  for (const { index, name, words } of to.model.holdings) {
    const old = names.holdings.indexOf(index);
    const wordOf = old < 0 ? undefined : names.words(from.model.holdings[old].words, words);
    let [added, lost] = [0, 0];
    for (const id of carriedIds(carry)) {
      if (holdingOffset(to, index, to.identity.kind[id]) < 0) continue;
      if (wordOf === undefined || holdingOffset(from, old, from.identity.kind[id]) < 0) {
        added++;
        holdFirst(carry, index, id);
        continue;
      }
      for (const word of heldWords(from, old, id)) {
        if (wordOf[word] > 0) setHeld(to, index, id, wordOf[word], true);
        else lost++;
      }
    }
    if (added > 0 || old < 0)
      notes.note('added', 'set', name, added, `its initial words for ${counted(added, 'object')}`);
    if (lost > 0)
      notes.note('dropped', 'set', name, lost, `without ${counted(lost, 'word')} that are no longer in the content`);
  }
  for (const at of namesGone(names.holdings, 0))
    notes.note('dropped', 'set', from.model.holdings[at].name, 0, 'no longer in the content');
}

function holdFirst({ to }: Carry, holding: number, id: number): void {
  const of = to.class[id];
  if (of === 0) return;
  for (const word of classAt(to.model, of).held?.get(holding) ?? []) setHeld(to, holding, id, word, true);
}

/** Inputs; the others follow from them. Grants keep their order. */
function carryVariables(carry: Carry): void {
  const { from, to, names, notes, outline } = carry;
  const { variables } = to.model;
  const inputs = variables.filter(({ input }) => input);
  const before = outline.inputs;
  const keys = (list: readonly SavedInput[], kindOf: (kind: number) => number) =>
    list.map(({ name, kind }) => `${kindOf(kind)} ${name}`);
  const numbers = sameNames(
    keys(before, (kind) => names.kinds[kind]),
    keys(inputs, (kind) => kind),
    0,
  );
  for (const at of namesGone(numbers, 0))
    notes.note('dropped', 'variable', before[at].name, 0, 'no longer an input of the content');
  for (const at of namesNew(numbers, 0, inputs.length))
    notes.note('added', 'variable', inputs[at].name, 0, 'set to the default');
  if (variables.length === 0) return;
  to.arena.header[header.grants] = from.arena.header[header.grants];
  const pairs = pairsByKind(before, inputs, numbers);
  const defaulted = new Map<string, number>();
  for (const id of carriedIds(carry)) {
    takeCells(to, id, to.identity.kind[id]);
    if (from.granted.length === 0) setGranted(to, id, true);
    else {
      to.granted[id] = from.granted[id];
      to.grant[id] = from.grant[id];
    }
    for (const { old, into } of pairs.get(from.identity.kind[id]) ?? []) {
      const content = inputOf(carry, old, into.type, id);
      if (content === undefined) defaulted.set(into.name, (defaulted.get(into.name) ?? 0) + 1);
      const { value, class: of } = content ?? initialOf(to, into.index);
      const cell = to.block[id] + into.offset;
      to.cellValues[cell] = value;
      to.cellClasses[cell] = of;
    }
  }
  for (const [name, count] of defaulted)
    notes.note(
      'defaulted',
      'variable',
      name,
      count,
      `set to the default for ${counted(count, 'object')} whose value is no longer valid`,
    );
}

type SavedInput = Pick<Variable, 'name' | 'kind' | 'type' | 'offset'>;

interface InputPair {
  readonly old: SavedInput;
  readonly into: Variable;
}

/** By saved kind. */
function pairsByKind(before: readonly SavedInput[], after: readonly Variable[], numbers: Int32Array) {
  const pairs = new Map<number, InputPair[]>();
  before.forEach((old, at) => {
    if (numbers[at] < 0) return;
    const list = pairs.get(old.kind) ?? [];
    pairs.set(old.kind, list);
    list.push({ old, into: after[numbers[at]] });
  });
  return pairs;
}

/** Undefined for a value that has no meaning in the type. A failed one has failed in any. */
function inputOf({ from, to, names }: Carry, old: SavedInput, type: Type, id: number): CellContent | undefined {
  const cell = from.block[id] + old.offset;
  const content = { value: from.cellValues[cell], class: from.cellClasses[cell] };
  if (content.class === cellClass.failed) return content;
  if (old.type.name === 'entity' && type.name === 'entity') {
    const object = resolve(from.identity, content.value);
    return { ...content, value: isLive(to.identity, object) ? handleOf(to.identity, object) : 0 };
  }
  const value = translation(names, old.type, type)(content.value);
  if (value === undefined || (type.name === 'number' && !Number.isFinite(value))) return undefined;
  return { value, class: type.name === 'numeric' ? content.class : cellClass.plain };
}

function carryParameters({ from, to, names, notes }: Carry): void {
  for (const parameter of to.model.parameters) {
    const { index, name, initial } = parameter;
    const old = names.parameters.indexOf(index);
    if (old < 0) {
      notes.note('added', 'parameter', name, 1, 'set to the default');
      continue;
    }
    const value = from.parameter[old + 1];
    const isSame = from.model.parameters[old].type.name === parameter.type.name;
    if (isSame && misfitOf(parameter, value) === undefined) setParameter(to, index, value);
    else notes.note('defaulted', 'parameter', name, 1, `set to ${initial}, because ${value} no longer fits`);
  }
  for (const at of namesGone(names.parameters, 0))
    notes.note('dropped', 'parameter', from.model.parameters[at].name, 1, 'no longer in the content');
}
