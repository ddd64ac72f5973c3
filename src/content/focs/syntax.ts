import { power } from '../../kernel/power.js';

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

/** The number that a field gives by literals alone; undefined where it is missing or depends on more. */
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

/** Tags of an item, in any letter case. */
export function tagsOf({ fields }: Item): readonly string[] {
  return textsIn(fields, 'tags').map((tag) => tag.toUpperCase());
}

/** The empty tag stands for any. */
export function isTagged(tags: readonly string[], tag: string): boolean {
  return tag === '' ? tags.length > 0 : tags.includes(tag);
}

/** A number of an item as the game keeps it, with 32 bits; `otherwise`, by default 0, where the item lacks it. */
export function fieldNumber({ fields }: Item, label: string, otherwise = 0): number {
  return Math.fround(numberIn(fields, label) ?? otherwise);
}

/** Defaults of shots and of the damage of fighters. */
const oneShot = 1;

/**
 * The two numbers of a part: its capacity or damage, and the damage or shots of its fighters. `damage` is the first of
 * a weapon, and the second of a part with a capacity.
 */
export function partNumbers(item: Item) {
  const [hasCapacity, hasDamage] = [item.fields.has('capacity'), item.fields.has('damage')];
  return {
    capacity: fieldNumber(item, hasDamage && !hasCapacity ? 'damage' : 'capacity'),
    secondary: fieldNumber(item, hasDamage && hasCapacity ? 'damage' : 'shots', oneShot),
  };
}

/** The number of a value that is made of literals alone; undefined for others. Quotients by zero are 0. */
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

/**
 * The syntax of FOCS, after macros: items (techs, species, …) with effects groups, made of conditions, values and
 * effects. Names of constructs have the documented spelling (`WithinStarlaneJumps`), in any letter case in the file;
 * labels are in lower case.
 */

/** Offset in the expanded text of the item's file; the document maps it to its origin. */
export type Offset = number;

export type Subject = 'Source' | 'Target' | 'LocalCandidate' | 'RootCandidate';

interface NumberValue {
  readonly kind: 'number';
  readonly value: number;
  readonly integer: boolean;
  readonly at: Offset;
}

interface TextValue {
  readonly kind: 'text';
  readonly text: string;
  readonly at: Offset;
}

/** A word of an enumeration, such as `Swamp` or `Partial`, spelled as documented. */
interface WordValue {
  readonly kind: 'word';
  readonly word: string;
  readonly at: Offset;
}

/** `Source.Planet.TargetIndustry`: the property of an object, or of a container of it. */
export interface PropertyValue {
  readonly kind: 'property';
  readonly subject: Subject;
  readonly through: readonly ('Planet' | 'System' | 'Fleet')[];
  readonly property: string;
  readonly at: Offset;
}

/** A word that is a value by itself: `CurrentTurn`, `GalaxySize`, `UniverseCentreX`, `ThisTech`, … */
interface FreeValue {
  readonly kind: 'free';
  readonly name: string;
  readonly at: Offset;
}

/** `Value`: the present value of the cell that is being set; with a property, that of the meter of the target. */
interface RunningValue {
  readonly kind: 'running';
  readonly of?: PropertyValue | undefined;
  readonly at: Offset;
}

export interface OperationValue {
  readonly kind: 'operation';
  readonly operator: '+' | '-' | '*' | '/' | '^' | 'negate';
  readonly operands: readonly Value[];
  readonly at: Offset;
}

/** `min(a, b, …)`; `OneOf` and `RandomNumber` are functions too. */
export interface FunctionValue {
  readonly kind: 'function';
  readonly name: 'abs' | 'sin' | 'cos' | 'log' | 'min' | 'max' | 'OneOf' | 'RandomNumber';
  readonly operands: readonly Value[];
  readonly at: Offset;
}

/** `Statistic Sum value = … condition = …`. */
export interface StatisticValue {
  readonly kind: 'statistic';
  readonly statistic: string;
  readonly value?: Value | undefined;
  readonly condition: Condition;
  readonly at: Offset;
}

/** A keyword with parameters: `GameRule name = …`, `DirectDistanceBetween object = … object = …`. */
export interface QueryValue {
  readonly kind: 'query';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly at: Offset;
}

/** `(a < b ? c : d)`. */
export interface ChoiceValue {
  readonly kind: 'choice';
  readonly comparison: Comparison;
  readonly then?: Value;
  readonly otherwise?: Value | undefined;
  readonly at: Offset;
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

/** `label = value`, or a list of values. Labels may repeat. */
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
 * A condition. `name` is one of the keywords, or, without a keyword: `Type` (bare `Planet`, `Ship`, …, its word in
 * `word`), `Compare`, `MeterValue` (the meter's word in `word`). Parts of `And`, `Or`, `Not` and
 * `OrderedAlternativesOf`, and a `condition =`, are operands. A type with parameters keeps its name: `Planet type = …`
 * is a `Planet`, `Building name = …` a `Building`.
 */
export interface Condition {
  readonly kind: 'condition';
  readonly name: string;
  /** A word that belongs to the keyword: type of object, meter, `affiliation`, `type` of `Enqueued` and `Location`. */
  readonly word?: string | undefined;
  readonly operands: readonly Condition[];
  readonly parameters: readonly Parameter[];
  readonly comparison?: Comparison | undefined;
  readonly at: Offset;
}

/**
 * An effect. `SetMeter` has the meter's word in `word`, `SetShipPartMeter` `Capacity`, `MaxCapacity`, `SecondaryStat`
 * or `MaxSecondaryStat`.
 */
export interface Effect {
  readonly kind: 'effect';
  readonly name: string;
  readonly word?: string | undefined;
  readonly parameters: readonly Parameter[];
  /** `condition =`, `destination =`, `endpoint =`, `target =`, `focus =` with their labels. */
  readonly conditions: readonly { readonly label: string; readonly condition: Condition }[];
  /** `effects =`: of `If`, or for created objects. */
  readonly effects: readonly Effect[];
  readonly otherwise: readonly Effect[];
  /** `accountinglabel` after the effect, or empty. */
  readonly label: string;
  /** The spelling of the keyword in the file, where it differs. */
  readonly spelling?: string | undefined;
  readonly at: Offset;
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

/** A field of an item, besides its effects groups: values, lists, conditions or bare words by label. */
export type Field =
  | { readonly kind: 'values'; readonly values: readonly Value[] }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

/** One of a list of parts: a focus (`name`, `location`), an environment (`type`, `environment`), a slot. */
export type Entry = ReadonlyMap<string, Field>;

export type ItemKind =
  | 'Species'
  | 'SpeciesCensusOrdering'
  | 'Special'
  | 'Tech'
  | 'BuildingType'
  | 'Hull'
  | 'Part'
  | 'FieldType'
  | 'ShipDesign'
  | 'ShipDesignOrdering'
  | 'Statistic'
  | 'Article'
  | 'GameRule'
  | 'MonsterFleet'
  | 'Item'
  | 'Fleet'
  | 'Category';

export interface Item {
  readonly kind: ItemKind;
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Bare words, such as `CanColonize` and `NoDefaultFuelEffect`. */
  readonly flags: ReadonlySet<string>;
  readonly groups: readonly EffectsGroup[];
  readonly at: Offset;
}

/**
 * A place in a file, for messages: of the innermost text that a character came from, with the macro calls by which it
 * came to the item.
 */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly calls: readonly (Omit<SourcePlace, 'calls'> & { readonly macro: string })[];
}

/** One content file with all that it includes, expanded and parsed. */
export interface Document {
  readonly file: string;
  readonly items: readonly Item[];
  /** Unreadable items, by kind and name alone. */
  readonly broken: readonly Item[];
  place(offset: Offset): SourcePlace;
  /** The original line of its file for a character. */
  line(offset: Offset): string;
}
