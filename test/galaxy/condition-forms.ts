import type { Column, Model } from '../../src/model/model.js';
import { printNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { columnOf, dataOf, isNone, nodesOf, operationForms } from './operation-forms.js';

export type Where = 'activation' | 'scope';

const source = '(slot 0)';
const target = '(slot 1)';
const logic = ['and', 'or', 'not', 'applies', 'choose'];

/** The forms of the design that a condition and the conditions in it are of. */
export function conditionForms(model: Model, node: Node, where: Where, negated = false): readonly string[] {
  const conditions = logic.includes(node.op) ? node.args.filter((arg) => arg.type.name === 'boolean') : [];
  return [
    ...operationForms(model, node),
    ...ownForms(model, node, negated ? 'not ' : '').map((form) => `${where} ${form}`),
    ...conditions.flatMap((arg) => conditionForms(model, arg, where, node.op === 'not' ? !negated : negated)),
  ];
}

function ownForms(model: Model, node: Node, sign: string): readonly string[] {
  switch (node.op) {
    case 'constant':
      return dataOf(node).value === 1 ? ['all'] : [];
    case 'affiliation':
      return [
        `affiliation ${String(dataOf(node).mode)}`,
        ...(node.args[1].op === 'role' ? [`${sign}affiliation with a role`] : []),
      ];
    case 'unowned':
      return [`${sign}unowned`];
    case 'visible':
      return [`${sign}visible ${printNode(node.args[0]) === target ? 'to target' : 'to source'}`];
    case 'available':
      return ['available'];
    case 'within':
      return withinForms(model, node);
    case 'compare':
      return comparisonForms(model, node);
    case 'or':
      return nodesOf(node).some((each) => each.op === 'read' && columnOf(model, each).name === 'secondaryFocus')
        ? ['focus secondary']
        : [];
    default:
      return [];
  }
}

function withinForms(model: Model, node: Node): readonly string[] {
  const { type } = node.args[0];
  const name = type.name === 'enumeration' ? model.enumerations[type.index].name : '';
  return [`${name} with range`, ...(node.args[1].op === 'read' ? [`${name} of the source with range`] : [])];
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function comparisonForms(model: Model, node: Node): readonly string[] {
  const comparison = String(dataOf(node).comparison);
  const [left, right] = node.args;
  return [
    ...sideForms(model, left, right, comparison),
    ...sideForms(model, right, left, mirrored[comparison] ?? comparison),
  ];
}

/** What is said of one side of a comparison. */
function sideForms(model: Model, side: Node, other: Node, comparison: string): readonly string[] {
  const isZero = other.op === 'constant' && other.type.name === 'number' && dataOf(other).value === 0;
  const ofSource = printNode(other).includes(source) ? ' of the source' : '';
  switch (side.op) {
    case 'slot':
      return printNode(side) === target && printNode(other) === source ? ['self'] : [];
    case 'kindOf':
      return printNode(side.args[0]) === target ? [`kind${ofSource}`] : [];
    case 'classOf':
      return printNode(side.args[0]) === target ? [`class${ofSource}`] : [];
    case 'draw':
      return ['chance'];
    case 'distance':
    case 'jumps':
      return [side.op, ...(isZero ? [`${side.op} 0`] : [])];
    case 'aggregate':
      return ['distance', 'jumps']
        .filter((measure) => nodesOf(side).some((each) => each.op === measure))
        .map((measure) => `${measure} to a class`);
    case 'read':
      return [
        ...columnForms(columnOf(model, side), side, comparison),
        ...targetForms(columnOf(model, side), side, other),
        ...(isNone(other) ? ['none'] : []),
      ];
    default:
      return [];
  }
}

const boundNames: Readonly<Record<string, string>> = {
  '>': 'minimum',
  '>=': 'minimum',
  '<': 'maximum',
  '<=': 'maximum',
};
const propertyNames: Readonly<Record<string, string>> = {
  primaryFocus: 'focus primary',
  starColour: 'star colour',
  size: 'size',
  environment: 'environment',
};

function columnForms(column: Column, side: Node, comparison: string): readonly string[] {
  const bound = boundNames[comparison] ?? 'equal';
  if (column.role === 'meter') return [`${column.reset ? 'max' : 'current'} meter ${bound}`];
  const known = propertyNames[column.name];
  if (known !== undefined) return [known];
  return column.type.name === 'number' && side.args[0].op === 'follow' ? [`stockpile ${bound}`] : [];
}

function targetForms(column: Column, side: Node, other: Node): readonly string[] {
  if (column.name !== 'target') return [];
  const ends = `${printNode(side.args[0])} ${printNode(other)}`;
  if (ends === `${source} ${target}`) return ['targeted by the source'];
  return ends === `${target} ${source}` ? ['targets the source'] : [];
}
