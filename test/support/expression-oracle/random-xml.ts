import type { Choices } from '../choices.js';
import { type Type, types } from './facts.js';
import type { Wanted } from './literals.js';
import { idsOf, properties } from './random-world.js';
import { leads, relations } from './relations.js';

/** How random expressions are made. */
export interface Making {
  readonly choices: Choices;
  /** Types that they are asked of. */
  readonly scope: readonly Type[];
  readonly depth: number;
  /** One element in so many is wrong; 0 for none. */
  readonly wrong: number;
  readonly pure: boolean;
  /** How many aggregates it is in. */
  readonly aggregates?: number;
}

/** No more aggregates inside one another are read. */
const deepest = 3;

const comparisons = ['Greater', 'GreaterEqual', 'Equal', 'NotEqual', 'Less', 'LessEqual'];
const gomKinds = [
  'BUILDING',
  'UNITTYPE',
  'UNITCOMBAT',
  'PROMOTION',
  'FEATURE',
  'TERRAIN',
  'ROUTE',
  'IMPROVEMENT',
  'BONUS',
  'TECH',
  'TRAIT',
  'CIVIC',
  'RELIGION',
  'CORPORATION',
  'HANDICAP',
  'GAMESPEED',
  'OPTION',
];
const tags = [
  'ONLY_DEFENSIVE',
  'SPY',
  'BLITZ',
  'ALWAYS_HEAL',
  'WATER',
  'PEAK',
  'HILL',
  'COASTAL',
  'OWNED',
  'CITY',
  'ANARCHY',
  'ANARCHY',
];
const numbers = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '-5',
  '+4',
  '100',
  '-0',
  '65536',
  '2147483647',
  '-2147483648',
  'LARGEST',
  'MINUS_FOUR',
  'YES',
];
const truths = ['0', '1', 'true', 'False', 'TRUE', 'YES', 'NO', 'MINUS_FOUR'];

const element = (tag: string, ...inner: readonly string[]): string => `<${tag}>${inner.join('')}</${tag}>`;

/** An expression in a holder. */
export function randomHolder(
  making: Making,
  wanted: Wanted,
  tag = wanted === 'bool' ? 'Active' : 'iAmountPerTurn',
): string {
  const { choices, wrong } = making;
  const text = choices.pick(wanted === 'bool' ? truths : numbers);
  if (isWrong(making))
    return element(
      tag,
      choices.pick(['', text, 'MAYBE', '3x']),
      ...choices.some([0, 1]).map(() => randomExpression(making, wanted)),
    );
  return wrong !== 0 && choices.oneIn(25)
    ? element(tag, choices.pick([' ', '<!-- 1 -->\n']), text)
    : element(tag, randomExpression(making, wanted));
}

/** An expression, right or wrong. */
export function randomExpression(making: Making, wanted: Wanted): string {
  const { choices } = making;
  if (isWrong(making)) return mistake(making, wanted);
  const inner = { ...making, depth: making.depth - 1 };
  if (making.depth <= 0) return choices.pick(wanted === 'bool' ? boolLeaves : intLeaves)(inner);
  return choices.pick(wanted === 'bool' ? boolNodes : intNodes)(inner);
}

function isWrong({ choices, wrong }: Making): boolean {
  return wrong !== 0 && choices.oneIn(wrong);
}

type Make = (making: Making) => string;

const bool: Make = (making) => randomExpression(making, 'bool');
const int: Make = (making) => randomExpression(making, 'int');
const some = ({ choices }: Making, make: () => string): readonly string[] =>
  Array.from({ length: choices.between(1, 3) }, make);

const option: Make = ({ choices, scope }) => {
  const kind = choices.pick(
    scope.some((type) => type !== 'GAME' && type !== 'TEAM') ? ['GAME', 'PLAYER', 'BUG'] : ['GAME', 'BUG'],
  );
  const id =
    {
      GAME: `GAMEOPTION_${choices.pick(['A', 'B', 'C'])}`,
      PLAYER: 'PLAYEROPTION_A',
      BUG: choices.pick(['BUG_A', 'BUG_B']),
    }[kind] ?? '';
  if (kind === 'GAME' && choices.oneIn(2)) return element('Option', id);
  return element('Option', ...shuffledPair(choices, element('OptionType', kind), element('ID', id)));
};

const shuffledPair = (choices: Choices, a: string, b: string): readonly string[] =>
  choices.oneIn(3) ? [b, a] : [a, b];

const hasIt: Make = ({ choices }) => {
  const kind = choices.pick(gomKinds);
  const id =
    kind === 'OPTION' ? choices.pick(['GAMEOPTION_A', 'GAMEOPTION_B', 'GAMEOPTION_C']) : choices.pick(idsOf(kind));
  return element('Has', ...shuffledPair(choices, element('GOMType', `GOM_${kind}`), element('ID', id)));
};
const isIt: Make = ({ choices }) => element('Is', choices.pick(['', ' ']), `TAG_${choices.pick(tags)}`);
const defined: Make = ({ choices }) => element('Define', choices.pick(['ZERO', 'NO', 'YES', 'LARGEST', 'MINUS_FOUR']));
const truth: Make = ({ choices }) => element('Constant', choices.pick(truths));
const number: Make = ({ choices }) => element('Constant', choices.pick(numbers));
const property: Make = ({ choices }) => element('PropertyType', choices.pick(properties));
const attribute: Make = ({ choices, scope }) => {
  const known = scope.flatMap(
    (type) =>
      ({
        CITY: ['POPULATION', 'HEALTH', 'WEALTH'],
        GAME: ['PLAYERS', 'TEAMS'],
        UNIT: ['STRENGTH', 'WEALTH'],
        TEAM: [],
        PLAYER: [],
        PLOT: [],
      })[type],
  );
  return known.length === 0
    ? property({ choices, scope, depth: 0, wrong: 0, pure: true })
    : element('AttributeType', `ATTRIBUTE_${choices.pick(known)}`);
};
const host: Make = (making) =>
  making.pure ? property(making) : element('Python', making.choices.pick(['hostAnswer', 'hostNone']));

const comparison: Make = (making) => element(making.choices.pick(comparisons), int(making), int(making));
const branch =
  (make: Make): Make =>
  (making) =>
    element('If', bool(making), make(making), make(making));
const literalIn =
  (names: readonly string[], texts: readonly string[]): Make =>
  ({ choices }) =>
    element(choices.pick(names), choices.pick(texts));

/** Something over what is related; its parts in any order. */
function overRelated(tag: string, operand: Make | undefined, more: readonly string[] = []): Make {
  return (making) => {
    const { choices, scope } = making;
    const aggregates = (making.aggregates ?? 0) + 1;
    const roads = relations.flatMap((name) =>
      types.filter((to) => scope.some((from) => leads(name, from, to))).map((to) => [name, to] as const),
    );
    const [name, to] = choices.pick(roads);
    const distance =
      name === 'RELATION_NEAR' || choices.oneIn(6) ? [element('iDistance', String(choices.below(4)))] : [];
    const parts = [...more, element('RelationType', name), element('GameObjectType', `GAMEOBJECT_${to}`), ...distance];
    const inner =
      operand === undefined
        ? []
        : [
            operand({
              ...making,
              scope: [to],
              aggregates,
              depth: aggregates < deepest ? making.depth : Math.min(making.depth, 0),
            }),
          ];
    return element(
      tag,
      ...(choices.oneIn(4)
        ? [...inner, ...parts]
        : choices.oneIn(4)
          ? [...parts.slice(1), ...inner, parts[0]]
          : [...parts, ...inner]),
    );
  };
}

const named =
  (names: readonly string[], operand: Make): Make =>
  (making) =>
    overRelated('Aggregate', operand, [element('Aggregator', making.choices.pick(names))])(making);

const boolLeaves: readonly Make[] = [
  truth,
  defined,
  option,
  hasIt,
  hasIt,
  hasIt,
  isIt,
  isIt,
  literalIn(['And', 'Or', 'Not'], truths),
];
const intLeaves: readonly Make[] = [
  number,
  defined,
  option,
  property,
  property,
  attribute,
  attribute,
  host,
  literalIn(['Plus', 'Mult', 'Min', 'Max', 'Abs', 'Adapt'], numbers),
];

const boolNodes: readonly Make[] = [
  ...boolLeaves,
  comparison,
  comparison,
  comparison,
  branch(bool),
  (making) => element(making.choices.pick(['And', 'Or']), ...some(making, () => bool(making))),
  (making) => element('Not', bool(making)),
  (making) => element('BEqual', bool(making), bool(making)),
  overRelated('IntegrateOr', bool),
  overRelated('IntegrateAnd', bool),
  overRelated('IntegrateOr', undefined),
  named(['AND', 'OR', 'TEST_MAJORITY'], bool),
];

const intNodes: readonly Make[] = [
  ...intLeaves,
  branch(int),
  (making) => element(making.choices.pick(['Plus', 'Mult', 'Min', 'Max']), ...some(making, () => int(making))),
  (making) => element(making.choices.pick(['Minus', 'Div', 'Modulo', 'Div']), int(making), int(making)),
  (making) => element('Abs', int(making)),
  (making) =>
    element(
      'Adapt',
      ...(making.choices.oneIn(2) ? [] : [element('ID', making.choices.pick(['ADAPT_DEFAULT', 'ADAPT_COST']))]),
      int(making),
    ),
  (making) => (making.pure ? int(making) : element('Random', int(making))),
  named(
    ['SUM', 'MEAN', 'GEOMETRIC_MEAN', 'GEOMETRIC_MEAN', 'TEST_RANGE', 'TEST_MEDIAN_LOW', 'TEST_FIRST', 'TEST_FIRST'],
    property,
  ),
  overRelated('IntegrateSum', int),
  overRelated('IntegrateMean', int),
  overRelated('IntegrateAvg', int),
  overRelated('IntegrateNum', bool),
  overRelated('IntegrateCount', bool),
  overRelated('IntegrateNum', undefined),
  named(['SUM', 'MEAN', 'MIN', 'MAX', 'GEOMETRIC_MEAN', 'TEST_RANGE', 'TEST_MEDIAN_LOW', 'TEST_FIRST'], int),
  named(['NUM'], bool),
];

const wrongLeaves = [
  element('Constant', 'MAYBE'),
  element('Constant', '3.5'),
  element('Constant', '2147483648'),
  element('Constant'),
  element('Define', 'NOWHERE'),
  element('Option', 'GAMEOPTION_X'),
  element('Option', element('OptionType', 'PLAYER'), element('ID', 'PLAYEROPTION_A')),
  element('Option', element('OptionType', 'TEAM'), element('ID', 'GAMEOPTION_A')),
  element('Option', element('ID', 'GAMEOPTION_A')),
  element('Has', element('GOMType', 'GOM_TECH')),
  element('Has', element('GOMType', 'GOM_TECH'), element('ID', 'TECH_X')),
  element('Has', element('GOMType', 'GOM_X'), element('ID', 'TECH_A')),
  element('Has', element('ID', 'TECH_A'), element('ID', 'TECH_B'), element('GOMType', 'GOM_TECH')),
  element('Is', 'TAG_X'),
  element('Is', 'SPY'),
  element('AttributeType', 'ATTRIBUTE_X'),
  element('AttributeType', 'ATTRIBUTE_STRENGTH'),
  element('AttributeType', 'POPULATION'),
  element('PropertyType', 'PROPERTY_X'),
  element('Python', 'hostNobody'),
  element('ID', 'TECH_A'),
  element('RelationType', 'RELATION_NEAR'),
  element('iDistance', '1'),
  element('Xor'),
  element('and', '1'),
  element('Constant', ' 1<!-- one --> '),
  element('Define', element('Constant', 'ZERO')),
];

const anyTag = [
  ...comparisons,
  'And',
  'Or',
  'Not',
  'BEqual',
  'If',
  'Plus',
  'Mult',
  'Min',
  'Max',
  'Minus',
  'Div',
  'Modulo',
  'Abs',
  'Adapt',
  'Random',
  'Xor',
  'Sqrt',
  'IntegrateOr',
  'IntegrateSum',
  'IntegrateCount',
  'IntegrateAvg',
  'IntegrateAnd',
  'Constant',
  'Has',
];

const wrongParts = [
  element('RelationType', 'RELATION_X'),
  element('RelationType', 'RELATION_TRADE'),
  element('RelationType', 'RELATION_WORKING'),
  element('RelationType', 'RELATION_ASSOCIATED'),
  element('GameObjectType', 'GAMEOBJECT_X'),
  element('GameObjectType', 'CITY'),
  element('GameObjectType', 'GAMEOBJECT_PLOT'),
  element('GameObjectType', 'GAMEOBJECT_CITY'),
  element('iDistance', '-1'),
  element('iDistance', '2'),
  element('iDistance', ''),
  element('Aggregator', 'MAX'),
  element('Aggregator', 'NOBODY'),
  element('ID', 'ADAPT_X'),
  element('ID', 'ADAPT_COST'),
];

function mistake(making: Making, wanted: Wanted): string {
  const { choices, depth } = making;
  const inner = { ...making, depth: depth - 1 };
  const either = (): string => randomExpression(inner, choices.oneIn(2) ? 'bool' : 'int');
  switch (choices.below(depth > 0 ? 6 : 2)) {
    case 0:
      return choices.pick(wrongLeaves);
    case 1:
      return choices.pick(wanted === 'bool' ? intLeaves : boolLeaves)(inner);
    case 2:
      return element(choices.pick(anyTag), ...Array.from({ length: choices.below(5) }, either));
    case 3:
      return element(
        choices.pick(['IntegrateOr', 'IntegrateSum', 'IntegrateNum', 'Aggregate', 'Adapt']),
        ...Array.from({ length: choices.below(3) }, () => choices.pick(wrongParts)),
        ...choices.some([0, 1]).map(either),
        ...choices.some(wrongParts.slice(8, 10)),
      );
    case 4:
      return element(
        choices.pick(anyTag),
        choices.pick(['1', '0', 'true', 'YES', 'MAYBE', '-3', '12abc']),
        ...choices.some([0, 1]).map(either),
      );
    default:
      return overRelated(
        choices.pick(['IntegrateOr', 'IntegrateSum', 'IntegrateCount', 'Has', 'Aggregate']),
        choices.oneIn(3) ? undefined : choices.oneIn(2) ? bool : int,
        choices.some(wrongParts),
      )(inner);
  }
}
