import { type Class, type Kind, type Type, type Variable, modelOf } from '../../src/model/model.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { numeral, numericAdd } from '../../src/eval/ops/numeric-arithmetic.js';
import { slot } from '../../src/eval/ops/object-links.js';
import { solved } from '../../src/eval/ops/solved.js';
import { type CellModification, type CellModifier, type Grouping, type Program, noRules } from '../../src/ir/rule.js';

const numeric: Type = { name: 'numeric' };

/** An int. */
export const int = (value: number): Node => makeNode(numeral, { value, whole: true });
export const sum = (...nodes: readonly Node[]): Node =>
  nodes.reduce((left, right) => makeNode(numericAdd, undefined, left, right));

/**
 * The variables of a sheet: of `sheet` objects, of `item` objects that hang on them, of `part` objects that hang on
 * those. A name with `=` in front is an input.
 */
export interface SheetSource {
  readonly sheet?: readonly string[];
  readonly item?: readonly string[];
  readonly part?: readonly string[];
  /** By class: its kind. */
  readonly classes?: Readonly<Record<string, 'item' | 'part'>>;
  readonly modifiers: (read: (name: string) => Node) => readonly ModifierSource[];
}

export interface ModifierSource {
  /** A class; `sheet`, `item` and `part` are the kinds. */
  readonly by: string;
  readonly of: string;
  readonly do?: CellModification;
  readonly amount: Node;
  readonly priority?: number;
  readonly others?: 'item' | 'part';
}

const kindNames = ['sheet', 'item', 'part'] as const;

/** Numeric variables of whole numbers that begin at 0, and their modifiers. */
export function handSheet(source: SheetSource): Program {
  const kinds = kindNames.map(
    (name, i): Kind => ({
      index: i + 1,
      name,
      faction: false,
      node: false,
      ownership: { rule: 'none' },
      attachesTo: i === 0 ? [] : [i],
      orphan: 'destroy',
      columns: [],
    }),
  );
  const variables: Variable[] = [];
  for (const [i, kind] of kindNames.entries()) {
    (source[kind] ?? []).forEach((text, offset) => {
      variables.push({
        index: variables.length,
        name: text.replace('=', ''),
        kind: i + 1,
        type: numeric,
        initial: { value: 0, whole: true },
        input: text.startsWith('='),
        offset,
        explanation: '',
      });
    });
  }
  const classes = Object.entries(source.classes ?? {}).map(
    ([name, kind], i): Class => ({
      index: i + 1,
      name,
      kind: kindNames.indexOf(kind) + 1,
      duration: 0,
      invisible: false,
      initial: new Map(),
    }),
  );
  const variableNamed = (name: string): Variable => {
    const found = variables.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no variable ${name}`);
    return found;
  };
  const read = (name: string): Node =>
    makeNode(
      solved,
      { variable: variableNamed(name).index, type: numeric, absent: 'missing' },
      makeNode(slot, { slot: 0 }),
    );
  const modifiers = source.modifiers(read).map((each, index): CellModifier => {
    const kind = kindNames.findIndex((name) => name === each.by);
    const others: Grouping | undefined =
      each.others === undefined ? undefined : { kind: kindNames.indexOf(each.others) + 1, which: { by: 'all' } };
    return {
      index,
      name: `${each.by}/${String(index)}`,
      variable: variableNamed(each.of).index,
      carrier:
        kind >= 0
          ? { by: 'kind', kind: kind + 1 }
          : { by: 'class', class: classes.findIndex(({ name }) => name === each.by) + 1 },
      ...(others === undefined ? {} : { others }),
      modification: each.do ?? 'set',
      amount: each.amount,
      text: '',
      priority: each.priority ?? 0,
      whenAbsent: 'fail',
      origin: { file: 'hand', line: index + 1, column: 1 },
    };
  });
  const model = modelOf({ kinds, variables, classes });
  return { model, fingerprint: 'hand', rules: { ...noRules, modifiers } };
}
