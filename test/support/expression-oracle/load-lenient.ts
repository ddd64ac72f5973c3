import { type Ask, allTags } from './asking.js';
import { type Facts, types } from './facts.js';
import { gomKinds } from './has.js';
import { type Wanted, lenientLiteral } from './literals.js';
import * as ask from './questions.js';
import type { Relation } from './relations.js';
import { type Xml, childText } from './xml.js';

/** Reads a holder as the shipped game does: whatever stands there means something. */
export function loadLenient(holder: Xml, wanted: Wanted, facts: Facts): Ask {
  return first(holder, wanted, facts);
}

function first(element: Xml, wanted: Wanted, facts: Facts): Ask {
  return element.children.length === 0 ? textOf(element, wanted, facts) : read(element.children[0], wanted, facts);
}

function textOf({ text }: Xml, wanted: Wanted, facts: Facts): Ask {
  return ask.literal(lenientLiteral(text, wanted, facts));
}

function read(element: Xml, wanted: Wanted, facts: Facts): Ask {
  if (element.tag === 'If') return readIf(element, wanted, facts);
  const known = wanted === 'bool' ? readBool(element, facts) : readInt(element, facts);
  return known ?? first(element, wanted, facts);
}

function readIf({ children }: Xml, wanted: Wanted, facts: Facts): Ask {
  if (children.length !== 3) return ask.literal(0);
  return ask.branch(
    read(children[0], 'bool', facts),
    read(children[1], wanted, facts),
    read(children[2], wanted, facts),
  );
}

function readBool(element: Xml, facts: Facts): Ask | undefined {
  const { tag, children, text } = element;
  const bools = (): readonly Ask[] => children.map((child) => read(child, 'bool', facts));
  switch (tag) {
    case 'Constant':
      return textOf(element, 'bool', facts);
    case 'And':
      return children.length === 0 ? textOf(element, 'bool', facts) : ask.all(bools());
    case 'Or':
      return children.length === 0 ? textOf(element, 'bool', facts) : ask.any(bools());
    case 'Not':
      return children.length === 0 ? textOf(element, 'bool', facts) : ask.not(bools()[0]);
    case 'BEqual': {
      if (children.length !== 2) return ask.literal(0);
      const [a, b] = bools();
      return (thing, asking) => Number(a(thing, asking) === b(thing, asking));
    }
    case 'Greater':
    case 'GreaterEqual':
    case 'Equal': {
      if (children.length !== 2) return ask.literal(0);
      const [a, b] = children.map((child) => read(child, 'int', facts));
      return (thing, asking) => Number(ask.comparisons[tag](a(thing, asking), b(thing, asking)));
    }
    case 'IntegrateOr':
      return ask.integrated('Or', relationOf(element), operandOf(children, 'bool', facts) ?? ask.literal(1));
    case 'Has':
      return readHas(element, facts);
    case 'Is':
      return allTags.includes(text) ? ask.isIt(text) : ask.literal(0);
    default:
      return undefined;
  }
}

function readHas(element: Xml, { data }: Facts): Ask {
  const [, kind = ''] = /^GOM_(.*)$/.exec(childText(element, 'GOMType') ?? '') ?? [];
  const id = childText(element, 'ID') ?? '';
  const ids = kind === 'OPTION' ? Object.keys(data.options) : (data.types[kind] ?? []);
  return gomKinds.includes(kind) && ids.includes(id) ? ask.hasIt(kind, id) : ask.literal(0);
}

function readInt(element: Xml, facts: Facts): Ask | undefined {
  const { tag, children, text } = element;
  const ints = (): readonly Ask[] => children.map((child) => read(child, 'int', facts));
  switch (tag) {
    case 'Plus':
    case 'Mult':
      return children.length === 0 ? textOf(element, 'int', facts) : ask.folded(ask.folds[tag], ints());
    case 'Minus':
      return children.length === 2 ? ask.folded(ask.pairs.Minus, ints()) : ask.literal(0);
    case 'Div':
      return children.length === 2 ? ask.folded(ask.tolerantDivision, ints()) : ask.literal(0);
    // The source of the shipped game settles what the rules leave open: a text in place of a child is the operand.
    case 'Random':
      return ask.randomBelow(children.length === 0 ? textOf(element, 'int', facts) : ints()[0]);
    case 'Adapt': {
      if (children.length === 0) return ask.adapted('ADAPT_DEFAULT', textOf(element, 'int', facts));
      return children.length === 1 ? ask.adapted('ADAPT_DEFAULT', ints()[0]) : ask.adapted(children[0].text, ints()[1]);
    }
    case 'IntegrateSum':
    case 'IntegrateAvg':
      return readSum(element, 'int', facts);
    case 'IntegrateCount':
      return readSum(element, 'bool', facts);
    case 'PropertyType':
      return ask.propertyOf(text);
    case 'AttributeType':
      return text.startsWith('ATTRIBUTE_') ? ask.attributeOf(text.slice('ATTRIBUTE_'.length)) : ask.literal(0);
    case 'Python':
      return ask.hostAnswer(text);
    default:
      return undefined;
  }
}

function readSum(element: Xml, wanted: Wanted, facts: Facts): Ask {
  const operand = operandOf(element.children.slice(1), wanted, facts);
  return operand === undefined
    ? ask.literal(0)
    : ask.integrated(element.tag.slice('Integrate'.length), relationOf(element), operand);
}

function operandOf(children: readonly Xml[], wanted: Wanted, facts: Facts): Ask | undefined {
  const found = children.find(({ tag }) => !['RelationType', 'iDistance', 'GameObjectType'].includes(tag));
  return found === undefined ? undefined : read(found, wanted, facts);
}

/** A relation that is not known, or leads to nothing that is known, is one that leads nowhere. */
function relationOf(element: Xml): Relation {
  const to = types.find((type) => `GAMEOBJECT_${type}` === childText(element, 'GameObjectType'));
  return {
    name: to === undefined ? '' : (childText(element, 'RelationType') ?? ''),
    to: to ?? 'GAME',
    distance: 0,
    once: false,
  };
}
