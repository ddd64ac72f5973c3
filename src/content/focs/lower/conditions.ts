import { designForms, markForms, queueForms } from './item-forms.js';
import { logicForms, ownerForms, planetForms, kindForms } from './candidate-forms.js';
import { placeForms } from './place-forms.js';
import {
  only,
  anything,
  ofAll,
  type Candidates,
  type ConditionForms,
  type ConditionForm,
  anyWhere,
  countOf,
  filteredAll,
} from './focs-forms.js';
import { isEquality } from '../../../kernel/comparison.js';
import type { Node } from '../../../ir/node.js';
import type { Comparator, Comparison, Offset, Value, Condition } from '../syntax.js';
import {
  type Context,
  counting,
  type Tested,
  siteOf,
  everyKind,
  isWithin,
  kindBits,
  type KindSet,
  kindsIn,
  partOn,
} from './lowering-context.js';
import { isEntity, kindsWith, meterName, partMeterName, enumerationOf, itemKindOf } from './object-properties.js';
import { isWhole } from './numbers.js';
import {
  wrongType,
  isBetween,
  givenAt,
  valueAt,
  unknownConstruct,
  unknownName,
  tooLarge,
  isThereBetween,
  empireFor,
} from './parameters.js';
import { among } from '../../../eval/ops/among.js';

/** Of a chain each two neighbours. False, and reported, for texts compared with numbers. */
export function lowerComparison({ operands, comparators }: Comparison, at: Offset, context: Context): Node {
  const { kit } = context;
  const read = readerOf(operands, comparators, context);
  if (read === undefined) {
    wrongType(context, { at }, 'a comparison of a text with a number', 'two numbers or two texts');
    return kit.no;
  }
  if (!read.isOrdered && !comparators.every(isEquality)) {
    wrongType(context, { at }, 'an order of texts', '== or !=');
    return kit.no;
  }
  const nodes = operands.map(read.lower);
  return kit.all(comparators.map((comparator, i) => kit.compare(comparator, nodes[i], nodes[i + 1])));
}

interface OperandReader {
  readonly isOrdered: boolean;
  readonly lower: (operand: Value) => Node;
}

/**
 * Reads all operands as words or classes if one of them is, as objects if all of them are, else as whole or 32-bit
 * numbers.
 */
function readerOf(
  operands: readonly Value[],
  comparators: readonly Comparator[],
  context: Context,
): OperandReader | undefined {
  const { language, kit } = context;
  const unordered = (lower: OperandReader['lower']) => ({ isOrdered: false, lower });
  for (const operand of operands) {
    const enumeration = enumerationOf(operand);
    if (enumeration !== undefined) return unordered((each) => language.word(each, enumeration, context));
    const kind = itemKindOf(operand);
    if (kind !== undefined) return unordered((each) => language.class(each, kind, context));
  }
  if (operands.some(({ kind }) => kind === 'text' || kind === 'word')) return undefined;
  if (operands.every(isEntity) && comparators.every(isEquality))
    return unordered((each) => language.entity(each, 'object', context).node);
  const inWhole = counting(context, true);
  return {
    isOrdered: true,
    lower: operands.every(isWhole)
      ? (each) => language.number(each, inWhole)
      : (each) => kit.single(language.real(each, context)),
  };
}

/** 32-bit bounds; defaults admit every value. */
const meterForms: ConditionForms = {
  MeterValue: [
    {
      kinds: ({ word = '' }) => kindsWith(meterName(word)),
      // A meter of all game objects excludes no other object.
      firm: ({ word = '' }) => kindsWith(meterName(word)) !== everyKind,
    },
    (context, condition) => {
      const { kit, candidate } = context;
      const { word = '' } = condition;
      const meter = meterName(word);
      if (kindsWith(meter) === 0) return unknownConstruct(context, condition, 'meter', word, []);
      const isSure = candidate.sure && isWithin(candidate.kinds, kindsWith(meter));
      const value = kit.meter(meter, 'initial', candidate.node, isSure ? 'zero' : 'missing');
      return isThereBetween(value, condition, context);
    },
  ],
  ShipPartMeter: [
    only(kindBits.ship),
    (context, condition) => {
      const { kit, candidate, language, free } = context;
      const part = language.class(givenAt(condition, 'part'), 'Part', context);
      const meter = givenAt(condition, 'meter');
      const name = partMeterName(language.text(meter, context) ?? '');
      if (!partMeters.has(name)) return unknownConstruct(context, meter, 'meter of a part', name, partMeters);
      const holder = partOn(candidate.node, part, 0, free, kit);
      return isThereBetween(kit.meter(name, 'current', holder, 'missing'), condition, context);
    },
  ],
  EmpireMeter: [
    anything,
    (context, condition) => {
      const { kit, builder, candidate, language } = context;
      const meter = givenAt(condition, 'meter');
      const name = language.text(meter, context);
      if (name === undefined) return unknownName(context, meter, 'meter of empires', 'that depends on the world', []);
      const holder = empireFor(condition, candidate, context);
      return isThereBetween(kit.read(builder.empireMeter(name), holder, 'missing'), condition, context);
    },
  ],
};

const partMeters: ReadonlySet<string> = new Set(['CAPACITY', 'MAX_CAPACITY', 'SECONDARY_STAT', 'MAX_SECONDARY_STAT']);

const countForms: ConditionForms = {
  Number: [anything, isNumber],
  NumberOf: chosen('random'),
  MinimumNumberOf: chosen('least'),
  MaximumNumberOf: chosen('greatest'),
};

function isNumber(context: Tested, condition: Condition): Node {
  const { kit, language } = context;
  const [operand] = condition.operands;
  const [low, high] = ['low', 'high']
    .map((label) => valueAt(condition, label))
    .map((bound) => bound && language.integer(bound, context));
  if (low === kit.number(1) && high === undefined) return anyWhere(operand, context);
  if ((low === undefined || low === kit.zero) && high === kit.zero) return kit.not(anyWhere(operand, context));
  return isBetween(countOf(operand, context), condition, 'integer', context);
}

/** Chooses among the candidates of the outermost condition. */
function chosen(choose: 'random' | 'least' | 'greatest'): ConditionForm {
  return [
    { ...ofAll, firm: true },
    (context, condition) => {
      const { kit, language, candidate } = context;
      const [operand] = condition.operands;
      const count = language.integer(givenAt(condition, 'number'), context);
      // At most one of an object and its holders is of a kind.
      if (context.choice !== 'all')
        return kit.all([kit.compare('>=', count, kit.number(1)), language.conditions([operand], context, false)]);
      const kinds = language.kinds(operand, context) & context.pool;
      if (kinds === 0) return kit.no;
      const { slot, range, ...found } = filteredAll(operand, kinds, context);
      const filter = kit.all([isInPool(slot, range.kind !== 0, context), found.filter]);
      const [site, slots] = choose === 'random' ? [siteOf(context.group, condition), context.choosing] : [0, 0];
      const keys = choose === 'random' ? [] : [language.real(givenAt(condition, 'sortkey'), found.context)];
      return kit.interner.make(among, { slot, range, choose, site, slots }, candidate.node, count, filter, ...keys);
    },
  ];
}

function isInPool(slot: number, isKnown: boolean, { kit, pool }: Context): Node {
  if (isKnown || pool === everyKind) return kit.yes;
  return kit.oneOf(
    kit.kindOf(kit.slot(slot)),
    kindsIn(pool).map((kind) => kit.kind(kind)),
  );
}

const timeForms: ConditionForms = {
  Turn: [anything, (context, condition) => isBetween(context.kit.turn, condition, 'integer', context)],
  CreatedOnTurn: [
    anything,
    (context, condition) => isBetween(context.kit.created(context.candidate.node), condition, 'integer', context),
  ],
  Random: [
    anything,
    (context, condition) => {
      const { kit, language, group, drawing } = context;
      const drawn = kit.draw(siteOf(group, condition), drawing);
      return kit.compare('<=', drawn, language.real(givenAt(condition, 'probability'), context));
    },
  ],
};

const forms: ReadonlyMap<string, ConditionForm> = new Map(
  Object.entries({
    ...logicForms,
    ...kindForms,
    ...ownerForms,
    ...placeForms,
    ...planetForms,
    ...designForms,
    ...timeForms,
    ...markForms,
    ...meterForms,
    ...countForms,
    ...queueForms,
    Compare: [anything, (context, { comparison, at }) => comparison && lowerComparison(comparison, at, context)],
  } satisfies ConditionForms),
);

export function conditionNames(): readonly string[] {
  return [...forms.keys()];
}

/** False, and reported, where unknown. */
export function lowerCondition(condition: Condition, context: Tested): Node {
  const { kit, group } = context;
  const left = --group.budget.left;
  if (left === -1) tooLarge(context, condition);
  if (left < 0) return kit.no;
  const form = forms.get(condition.name);
  if (form === undefined) unknownConstruct(context, condition, 'condition', condition.name, forms.keys());
  return form?.[1](context, condition) ?? kit.no;
}

function candidatesOf({ name }: Condition): Candidates {
  return forms.get(name)?.[0] ?? anything;
}

export function kindsOf(condition: Condition, context: Context): KindSet {
  const { kinds } = candidatesOf(condition);
  return typeof kinds === 'function' ? kinds(condition, context) : kinds;
}

export function isFirm(condition: Condition): boolean {
  const { firm } = candidatesOf(condition);
  return typeof firm === 'function' ? firm(condition, isFirm) : firm;
}
