import { power } from '../../kernel/power.js';
import type { containers, functions, ItemKind, subjects } from './parse/keywords.js';

export type { ItemKind };

const itemWords: Partial<Record<ItemKind, string>> = {
  Category: 'category',
  BuildingType: 'type of building',
  FieldType: 'type of field',
  Hull: 'hull',
  Part: 'part',
  ShipDesign: 'ship design',
  Special: 'special',
  Species: 'species',
  Tech: 'tech',
};

export function itemWord(kind: ItemKind): string {
  return itemWords[kind] ?? kind;
}

export function valuesIn(fields: Entry, label: string): readonly Value[] {
  const field = fields.get(label);
  return field?.kind === 'values' ? field.values : [];
}

export function textsIn(fields: Entry, label: string): readonly string[] {
  return valuesIn(fields, label).flatMap((value) => {
    switch (value.kind) {
      case 'text':
        return [value.text];
      case 'word':
        return [value.word];
      case 'free':
        return [value.name];
      default:
        return [];
    }
  });
}

export function textIn(fields: Entry, label: string): string | undefined {
  return textsIn(fields, label).at(0);
}

/** Undefined unless made of literals. */
export function numberIn(fields: Entry, label: string): number | undefined {
  const value = valuesIn(fields, label).at(0);
  return value === undefined ? undefined : literalNumber(value);
}

export function locationIn(fields: Entry): Condition | undefined {
  const field = fields.get('location');
  return field?.kind === 'condition' ? field.condition : undefined;
}

export function entriesIn(fields: Entry, label: string): readonly Entry[] {
  const field = fields.get(label);
  return field?.kind === 'entries' ? field.entries : [];
}

/** In upper case. */
export function tagsOf({ fields }: Item): readonly string[] {
  return textsIn(fields, 'tags').map((tag) => tag.toUpperCase());
}

/** The empty tag stands for any. */
export function isTagged(tags: readonly string[], tag: string): boolean {
  return tag === '' ? tags.length > 0 : tags.includes(tag);
}

/** 32-bit, as in the game. */
export function fieldNumber({ fields }: Item, label: string, otherwise = 0): number {
  return Math.fround(numberIn(fields, label) ?? otherwise);
}

const oneShot = 1;

/** `damage` is the capacity of a weapon, else the secondary value of a part with a capacity. */
export function partNumbers(item: Item) {
  const [hasCapacity, hasDamage] = [item.fields.has('capacity'), item.fields.has('damage')];
  return {
    capacity: fieldNumber(item, hasDamage && !hasCapacity ? 'damage' : 'capacity'),
    secondary: fieldNumber(item, hasDamage && hasCapacity ? 'damage' : 'shots', oneShot),
  };
}

/** Undefined unless made of literals. Quotients by zero are 0. */
export function literalNumber(value: Value): number | undefined {
  if (value.kind === 'number') return value.value;
  if (value.kind !== 'operation') return undefined;
  const operands = value.operands.map(literalNumber);
  const [left, right = 0] = operands;
  if (left === undefined || operands.includes(undefined)) return undefined;
  switch (value.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '^':
      return power(left, right);
    case 'negate':
      return -left;
  }
}

/** FOCS after macros. Constructs have the documented spelling in any letter case, labels lower case. */

/** In the expanded text of the file. */
export type Offset = number;

export interface TextProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly at: Offset;
}

export type Subject = (typeof subjects)[number];

interface Part<Kind> {
  readonly kind: Kind;
  readonly at: Offset;
}

interface NumberValue extends Part<'number'> {
  readonly value: number;
  readonly integer: boolean;
}

interface TextValue extends Part<'text'> {
  readonly text: string;
}

/** Of an enumeration. */
interface WordValue extends Part<'word'> {
  readonly word: string;
}

export interface PropertyValue extends Part<'property'> {
  readonly subject: Subject;
  readonly through: readonly (typeof containers)[number][];
  readonly property: string;
}

/** `CurrentTurn`, `GalaxySize`, `ThisTech`, … */
interface FreeValue extends Part<'free'> {
  readonly name: string;
}

/** `Value` of the cell that is set; `of`: a meter of the target. */
interface RunningValue extends Part<'running'> {
  readonly of?: PropertyValue | undefined;
}

export interface OperationValue extends Part<'operation'> {
  readonly operator: '+' | '-' | '*' | '/' | '^' | 'negate';
  readonly operands: readonly Value[];
}

export interface FunctionValue extends Part<'function'> {
  readonly name: (typeof functions)[number];
  readonly operands: readonly Value[];
}

export interface StatisticValue extends Part<'statistic'> {
  readonly statistic: string;
  readonly value?: Value | undefined;
  readonly condition: Condition;
}

/** `GameRule name = …`, `DirectDistanceBetween object = … object = …`. */
export interface QueryValue extends Part<'query'> {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** `(a < b ? c : d)`. */
export interface ChoiceValue extends Part<'choice'> {
  readonly comparison: Comparison;
  readonly then?: Value;
  readonly otherwise?: Value | undefined;
}

export type Value =
  | NumberValue
  | TextValue
  | WordValue
  | PropertyValue
  | FreeValue
  | RunningValue
  | OperationValue
  | FunctionValue
  | StatisticValue
  | QueryValue
  | ChoiceValue;

export interface Parameter {
  readonly label: string;
  readonly values: readonly Value[];
  readonly at: Offset;
}

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** `(a < b)` or `(a <= b < c)`. */
export interface Comparison {
  readonly operands: readonly Value[];
  readonly comparators: readonly Comparator[];
}

/**
 * `name` is a keyword, `Type` (bare `Planet`, `Ship`, …), `Compare` or `MeterValue`. Parts of `And`, `Or`, `Not` and
 * `OrderedAlternativesOf`, and `condition =`, are operands. A type with parameters keeps its name: `Planet type = …` is
 * a `Planet`.
 */
export interface Condition extends Part<'condition'> {
  readonly name: string;
  /** Type of object, meter, `affiliation`, `type` of `Enqueued` and `Location`. */
  readonly word?: string | undefined;
  readonly operands: readonly Condition[];
  readonly parameters: readonly Parameter[];
  readonly comparison?: Comparison | undefined;
}

/** `word`: the meter of `SetMeter` and `SetShipPartMeter`. */
export interface Effect extends Part<'effect'> {
  readonly name: string;
  readonly word?: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly conditions: readonly { readonly label: string; readonly condition: Condition }[];
  readonly effects: readonly Effect[];
  readonly otherwise: readonly Effect[];
  /** `accountinglabel`, or empty. */
  readonly label: string;
  /** In the file, where it differs. */
  readonly spelling?: string | undefined;
}

export interface EffectsGroup {
  readonly scope: Condition;
  readonly activation?: Condition | undefined;
  readonly stackingGroup: string;
  readonly label: string;
  /** Default: 100. */
  readonly priority: number;
  readonly effects: readonly Effect[];
  readonly at: Offset;
}

export type Field =
  | { readonly kind: 'values'; readonly values: readonly Value[] }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

/** A focus (`name`, `location`), an environment (`type`, `environment`), a slot. */
export type Entry = ReadonlyMap<string, Field>;

export interface Item {
  readonly kind: ItemKind;
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Bare words, such as `CanColonize` and `NoDefaultFuelEffect`. */
  readonly flags: ReadonlySet<string>;
  readonly groups: readonly EffectsGroup[];
  readonly at: Offset;
}

/** Of the innermost text, with the macro calls that led to the item. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly calls: readonly (Omit<SourcePlace, 'calls'> & { readonly macro: string })[];
}

export interface Document {
  readonly file: string;
  readonly items: readonly Item[];
  readonly broken: readonly Item[];
  place(offset: Offset): SourcePlace;
  line(offset: Offset): string;
}
