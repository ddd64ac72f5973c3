import { defaultLimits } from '../../../kernel/limits.js';
import type { XmlElement } from '../xml/element.js';
import { childOf } from '../xml/element.js';
import { compatLiteral } from './compat-literals.js';
import { DepthError } from './depth-error.js';
import { integrators, objectTypeOf, rangeParameters, relationOf } from './integrators.js';
import type { ExpressionLimits } from './loading.js';
import type { Names } from './names.js';
import { defaultAdapt } from './operators.js';
import { type CivShape, type ValueType, expressionAt, literalAt } from './shape.js';
import type { CivExpression } from './syntax.js';

/** What the game does not know where it stands, and passes over without a word. */
export interface PassedOver {
  readonly element: XmlElement;
  readonly wanted: ValueType;
  /** Name of the element that stands for it; undefined where its text is a literal. */
  readonly stands: string | undefined;
  /** Where the element is known, and the name of something in it is not: that name. */
  readonly unknown?: string;
}

/** What is the same for a whole expression, and where in it we are. */
interface Compat {
  readonly names: Names;
  readonly limits: ExpressionLimits;
  readonly holder: XmlElement;
  readonly note: ((passed: PassedOver) => void) | undefined;
  readonly depth: number;
  readonly aggregates: number;
}

/** How the game reads an element where a value of a type is wanted. */
type Reader = (compat: Compat, element: XmlElement) => CivExpression;

/**
 * Loads the expression in a holder element as the shipped game does, which never fails: what it does not know it passes
 * over, what is wrong has some value.
 * Throws a DepthError where a tree is deeper than the limits, which no file of the game is. `note` hears of what is
 * passed over, whatever becomes of its value.
 */
export function loadCompat(
  holder: XmlElement,
  names: Names,
  wanted: ValueType,
  limits: ExpressionLimits = defaultLimits,
  note?: (passed: PassedOver) => void,
): CivExpression {
  return read({ names, limits, holder, note, depth: 0, aggregates: 0 }, holder, wanted);
}

function read(compat: Compat, start: XmlElement, wanted: ValueType): CivExpression {
  let element = start;
  for (;;) {
    const reader = readers[wanted].get(element.name);
    if (reader !== undefined) return reader(deeper(compat, element), element);
    const first = element.children.at(0);
    if (element !== compat.holder) compat.note?.({ element, wanted, stands: first?.name });
    if (first === undefined) return literalOf(compat, element, wanted);
    // Whatever it does not know, a holder too, stands for its first child.
    element = first;
  }
}

function deeper(compat: Compat, element: XmlElement): Compat {
  const { depth, limits } = compat;
  if (depth < limits.expressionDepth) return { ...compat, depth: depth + 1 };
  throw new DepthError(
    element,
    `the expression is more than ${limits.expressionDepth} levels deep; nothing real is so deep`,
  );
}

function literalOf({ names }: Compat, element: XmlElement, wanted: ValueType): CivExpression {
  return literalAt(compatLiteral(element.text, wanted, names), wanted, element);
}

/** One operand passes through, none is a literal. */
function foldReader(node: 'and' | 'or' | 'plus' | 'mult', type: ValueType): Reader {
  return (compat, element) => {
    const { children } = element;
    if (children.length === 0) return literalOf(compat, element, type);
    const operands = children.map((child) => read(compat, child, type));
    return operands.length === 1 ? operands[0] : expressionAt({ node, operands }, type, element);
  };
}

/** Another number of operands than two is a constant 0, or false. */
function pairReader(
  result: ValueType,
  operand: ValueType,
  shape: (left: CivExpression, right: CivExpression) => CivShape,
): Reader {
  return (compat, element) => {
    if (element.children.length !== 2) return literalAt(0, result, element);
    const [left, right] = element.children.map((child) => read(compat, child, operand));
    return expressionAt(shape(left, right), result, element);
  };
}

function comparisonReader(comparison: '>' | '>=' | '=='): Reader {
  return pairReader('boolean', 'number', (left, right) => ({ node: 'compare', comparison, left, right }));
}

function ifReader(wanted: ValueType): Reader {
  return (compat, element) => {
    const { children } = element;
    if (children.length !== 3) return literalAt(0, wanted, element);
    const condition = read(compat, children[0], 'boolean');
    const [then, otherwise] = children.slice(1).map((child) => read(compat, child, wanted));
    return expressionAt({ node: 'if', condition, then, otherwise }, wanted, element);
  };
}

/** A literal instead of an operand stays what it is. */
const readNot: Reader = (compat, element) => {
  const [first] = element.children;
  if (first === undefined) return literalOf(compat, element, 'boolean');
  return expressionAt({ node: 'not', operand: read(compat, first, 'boolean') }, 'boolean', element);
};

const readRandom: Reader = (compat, element) => {
  const [first] = element.children;
  const operand = first === undefined ? literalOf(compat, element, 'number') : read(compat, first, 'number');
  return expressionAt({ node: 'random', operand }, 'number', element);
};

const readAdapt: Reader = (compat, element) => {
  const [first, second] = element.children;
  const operand = first === undefined ? literalOf(compat, element, 'number') : read(compat, second ?? first, 'number');
  return expressionAt(
    { node: 'adapt', id: second === undefined ? defaultAdapt : first.text, operand },
    'number',
    element,
  );
};

const gomPrefix = 'GOM_';

const readHas: Reader = ({ names, note }, element) => {
  const kindText = childOf(element, 'GOMType')?.text ?? '';
  const kind = kindText.startsWith(gomPrefix) ? kindText.slice(gomPrefix.length) : '';
  const id = childOf(element, 'ID')?.text ?? '';
  if (names.ids.get(kind)?.has(id) === true) return expressionAt({ node: 'has', kind, id }, 'boolean', element);
  note?.({ element, wanted: 'boolean', stands: undefined, unknown: names.ids.has(kind) ? id : kindText });
  return literalAt(0, 'boolean', element);
};

/** A leaf whose text is a name; an unknown one is 0, or false. */
function leafReader(
  type: ValueType,
  known: (names: Names) => { has(name: string): boolean },
  shape: (name: string) => CivShape,
): Reader {
  return ({ names, note }, element) => {
    if (known(names).has(element.text)) return expressionAt(shape(element.text), type, element);
    note?.({ element, wanted: type, stands: undefined, unknown: element.text });
    return literalAt(0, type, element);
  };
}

/**
 * `from`: the first child that is looked at for an operand; `lacking`: the operand where there is none, which may be
 * none at all.
 */
function integratorReader(name: string, from: number, lacking: 'true' | 'nothing'): Reader {
  return (compat, element) => {
    const form = integrators.get(name);
    const relation = relationOf(childOf(element, 'RelationType')?.text ?? '');
    const objectType = objectTypeOf(childOf(element, 'GameObjectType')?.text ?? '');
    const child = element.children.slice(from).find((each) => !rangeParameters.includes(each.name));
    const isEmpty =
      relation === undefined || objectType === undefined || (child === undefined && lacking === 'nothing');
    // Of nothing OR is false, and the others are 0.
    if (form === undefined || isEmpty) return literalAt(0, form?.output ?? 'number', element);
    const inside = insideAggregate(compat, element);
    const operand = child === undefined ? literalAt(1, form.input, element) : read(inside, child, form.input);
    // The game forgets the distance of NEAR.
    return expressionAt(
      { node: 'integrate', aggregator: form.aggregator, relation, objectType, distance: 0, operand },
      form.output,
      element,
    );
  };
}

function insideAggregate(compat: Compat, element: XmlElement): Compat {
  const { aggregates, limits } = compat;
  if (aggregates < limits.aggregateDepth) return { ...compat, aggregates: aggregates + 1 };
  throw new DepthError(
    element,
    `more than ${limits.aggregateDepth} aggregates inside one another; each multiplies the work`,
  );
}

/** What the game knows, by the type of value that is wanted. */
const readers: Readonly<Record<ValueType, ReadonlyMap<string, Reader>>> = {
  boolean: new Map<string, Reader>([
    ['And', foldReader('and', 'boolean')],
    ['Or', foldReader('or', 'boolean')],
    ['Not', readNot],
    ['BEqual', pairReader('boolean', 'boolean', (left, right) => ({ node: 'iff', left, right }))],
    ['Greater', comparisonReader('>')],
    ['GreaterEqual', comparisonReader('>=')],
    ['Equal', comparisonReader('==')],
    ['If', ifReader('boolean')],
    ['IntegrateOr', integratorReader('IntegrateOr', 0, 'true')],
    ['Has', readHas],
    [
      'Is',
      leafReader(
        'boolean',
        ({ tags }) => tags,
        (tag) => ({ node: 'is', tag }),
      ),
    ],
    ['Constant', (compat, element) => literalOf(compat, element, 'boolean')],
  ]),
  number: new Map<string, Reader>([
    ['Random', readRandom],
    ['Adapt', readAdapt],
    ['Plus', foldReader('plus', 'number')],
    ['Mult', foldReader('mult', 'number')],
    ['Minus', pairReader('number', 'number', (left, right) => ({ node: 'minus', left, right }))],
    ['Div', pairReader('number', 'number', (left, right) => ({ node: 'div', left, right }))],
    ['If', ifReader('number')],
    ['IntegrateSum', integratorReader('IntegrateSum', 1, 'nothing')],
    ['IntegrateAvg', integratorReader('IntegrateAvg', 1, 'nothing')],
    ['IntegrateCount', integratorReader('IntegrateCount', 1, 'nothing')],
    [
      'PropertyType',
      leafReader(
        'number',
        ({ properties }) => properties,
        (name) => ({ node: 'property', name }),
      ),
    ],
    [
      'AttributeType',
      leafReader(
        'number',
        ({ attributes }) => attributes,
        (name) => ({ node: 'attribute', name }),
      ),
    ],
    [
      'Python',
      leafReader(
        'number',
        ({ callbacks }) => callbacks,
        (name) => ({ node: 'callback', name }),
      ),
    ],
  ]),
};
