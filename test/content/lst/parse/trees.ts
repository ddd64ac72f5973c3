import fc from 'fast-check';
import { partsOf, type BinaryOperator, type Formula, type FormulaProblem } from '../../../../src/content/lst/syntax.js';
import { parseFormula } from '../../../../src/content/lst/parse/parse-formula.js';
import type { Tree } from './oracle.js';

export function parsed(text: string): Formula {
  const { formula, problem } = parseFormula(text);
  if (formula === undefined) throw new Error(`${text}: ${problem.message}`);
  return formula;
}

export function refused(text: string): FormulaProblem {
  const { formula, problem } = parseFormula(text);
  if (formula !== undefined) throw new Error(`${text} parses`);
  return problem;
}

/** A formula without its positions. */
export function treeOf(formula: Formula): Tree {
  const parts = partsOf(formula).map(treeOf);
  switch (formula.kind) {
    case 'number':
    case 'text':
      return { kind: formula.kind, text: formula.text };
    case 'name':
      return { kind: 'name', text: formula.name };
    case 'element':
    case 'call':
      return { kind: formula.kind, text: formula.name, parts };
    case 'negate':
    case 'not':
      return { kind: formula.kind, parts };
    case 'binary':
      return { kind: formula.operator, parts };
  }
}

/** Grouping in brackets: `(+ a (* b c))`. */
export function grouping(text: string): string {
  const show = (tree: Tree): string => {
    if (!('parts' in tree)) return tree.kind === 'text' ? `"${tree.text}"` : tree.text;
    const head = 'text' in tree ? `${tree.kind === 'element' ? '[]' : ''}${tree.text}` : tree.kind;
    return `(${[head, ...tree.parts.map(show)].join(' ')})`;
  };
  return show(treeOf(parsed(text)));
}

const operators: readonly BinaryOperator[] = [
  '||',
  '&&',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
];

const names = fc.oneof(
  fc.constantFrom(
    'a',
    'Hands',
    'a b',
    'a.b:c_d',
    'a=b',
    'Rank~',
    '%off',
    'é',
    'if',
    'true',
    'x1',
    'a  1',
    '\u{1d49c}b',
  ),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,6}[A-Za-z0-9]$/),
);

export const randomTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => {
  const tree = tie('tree');
  // Only arithmetic may stand in an index without brackets; the printer adds them.
  return {
    tree: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'formula' },
      fc.constantFrom('0', '12', '1.5', '.5', '007', '2147483648').map((text): Tree => ({ kind: 'number', text })),
      names.map((text): Tree => ({ kind: 'name', text })),
      fc.constantFrom('', 'x', 'a b', '\\"', '\\n|(', ' =', '\t').map((text): Tree => ({ kind: 'text', text })),
      fc
        .tuple(fc.constantFrom<'negate' | 'not'>('negate', 'not'), tree)
        .map(([kind, part]): Tree => ({ kind, parts: [part] })),
      fc
        .tuple(fc.constantFrom(...operators), tree, tree)
        .map(([kind, left, right]): Tree => ({ kind, parts: [left, right] })),
      fc.tuple(names, fc.array(tree, { maxLength: 3 })).map(([text, parts]): Tree => ({ kind: 'call', text, parts })),
      fc.tuple(names, tree).map(([text, part]): Tree => ({ kind: 'element', text, parts: [part] })),
    ),
  };
}).tree;

const levels: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 1,
  '==': 2,
  '!=': 2,
  '<': 3,
  '>': 3,
  '<=': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  negate: 6,
  not: 7,
  '^': 8,
};
const levelOf = ({ kind }: Tree): number => levels[kind] ?? 9;

/**
 * A tree as text with blanks wherever the grammar allows them and `next` wants them, and brackets where they are needed
 * or `next` adds them.
 */
export function writeTree(tree: Tree, next: (choices: number) => number): string {
  const pieces: { readonly text: string; readonly isSign: boolean }[] = [];
  const sign = (text: string): number => pieces.push({ text, isSign: true });
  const value = (text: string): number => pieces.push({ text, isSign: false });
  write(tree, 1);
  let text = '';
  pieces.forEach((piece, index) => {
    const before = index > 0 && pieces[index - 1].isSign;
    if (piece.isSign || before) text += ' '.repeat(Math.max(0, next(5) - 2));
    text += piece.text;
  });
  return pieces.at(-1)?.isSign === true ? text + ' '.repeat(next(2)) : text;

  function write(node: Tree, least: number): void {
    const isBracketed = levelOf(node) < least || next(8) === 0;
    if (isBracketed) sign('(');
    writeBare(node);
    if (isBracketed) sign(')');
  }

  function writeBare(node: Tree): void {
    if (!('parts' in node)) {
      value(node.kind === 'text' ? `"${node.text}"` : node.text);
      return;
    }
    const [first, second] = node.parts;
    switch (node.kind) {
      case 'call':
        value(node.text);
        sign('(');
        node.parts.forEach((part, index) => {
          if (index > 0) sign(',');
          write(part, 1);
        });
        sign(')');
        return;
      case 'element':
        value(node.text);
        sign('[');
        write(first, 4);
        sign(']');
        return;
      case 'negate':
        sign('-');
        write(first, 7);
        return;
      case 'not':
        sign('!');
        write(first, 8);
        return;
      default:
        write(first, levelOf(node));
        sign(node.kind);
        write(second, levelOf(node) + 1);
    }
  }
}
