import type { Expression } from '../ir/expression.js';
import type { Mishaps } from '../ir/frame.js';
import { expressionOf } from '../content/civ/lower/lower-expression.js';
import { type ObjectType, type Policy, objectTypes } from '../content/civ/policy.js';
import type { ValueType } from '../content/civ/expression/syntax.js';
import { readXml } from '../content/civ/xml/read-xml.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { printable } from '../content/diagnostics/quote.js';
import { inOrder, supposedValues, valuesOf, type Stage } from '../scenarios/expressions/stage.js';
import type { Handle } from '../world/api.js';
import type { Override } from '../world/inquiry-api.js';
import { type AnswerWords, answerOf, countsText } from './answers.js';
import { described } from './expressions-check.js';
import { readXmlFile } from './expressions-files.js';
import { expressionIn } from './expressions-source.js';
import { unknownObject } from './expressions-suppose.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What is asked, and of whom. */
export interface AskedExpression {
  readonly xml: { readonly file: string } | { readonly text: string };
  readonly policy: Policy;
  /** Left out: as the expression itself says. */
  readonly wanted: ValueType | undefined;
  readonly objects: readonly Handle[];
  readonly suppose: readonly { readonly text: string; readonly override: Override }[];
}

interface Row {
  readonly object: string;
  readonly type: ObjectType;
  readonly value: number | boolean;
  /** Where something is supposed. */
  readonly after?: number | boolean;
  readonly answer?: AnswerWords;
}

/** What an expression answers. */
export interface Answers {
  readonly text: string;
  readonly policy: Policy;
  readonly type: ValueType;
  readonly suppose: readonly string[];
  readonly rows: readonly Row[];
  /** Of the answers without what is supposed; under `compat` nobody counts. */
  readonly mishaps: Mishaps | undefined;
}

/**
 * The objects that a command line names, or those of a type, or of both; all that the world declares where it names
 * none.
 */
export function objectsAsked(
  { civ, objects, world }: Stage,
  ids: readonly string[],
  types: readonly ObjectType[],
): readonly Handle[] {
  const named = ids.map((id) => {
    const found = objects.get(id);
    if (found === undefined) throw unknownObject(objects, id);
    return found;
  });
  const kinds = new Set(types.map((type) => type.toLowerCase()));
  const ofTypes = types.length === 0 ? [] : world.query().filter((object) => kinds.has(world.kindOf(object)));
  if (ids.length + types.length > 0) return [...new Set([...named, ...ofTypes])];
  return [...new Set(civ.declaration.objects.flatMap(({ id }) => objects.get(id) ?? []))];
}

/** Loads an expression and asks it; undefined where it does not load, after telling why. */
export function askExpression(terminal: Terminal, stage: Stage, asked: AskedExpression): Answers | undefined {
  const { policy, objects, suppose } = asked;
  const types = new Set(objects.map((object) => typeOf(stage, object)));
  const scope = objectTypes.filter((type) => types.has(type));
  const expression = load(terminal, stage, asked, scope);
  if (expression === undefined) return undefined;
  const question = { stage, expression, objects };
  const type = expression.node.type.name === 'boolean' ? 'boolean' : 'number';
  const shown = (value: number): number | boolean => (type === 'boolean' ? value === 1 : value);
  const values = valuesOf(question);
  const after =
    suppose.length === 0
      ? undefined
      : supposedValues(
          question,
          suppose.map(({ override }) => override),
        );
  return {
    text: expression.text,
    policy,
    type,
    suppose: suppose.map(({ text }) => text),
    mishaps: policy === 'compat' ? undefined : inOrder(question).mishaps,
    rows: objects.map((object, i) => {
      const value = shown(values[i]);
      const row = { object: stage.world.nameOf(object), type: typeOf(stage, object), value };
      return after === undefined ? row : { ...row, after: shown(after[i]), answer: answerOf(value, shown(after[i])) };
    }),
  };
}

function typeOf({ world }: Stage, object: Handle): ObjectType {
  return objectTypes.find((type) => type.toLowerCase() === world.kindOf(object)) ?? 'GAME';
}

function load(
  terminal: Terminal,
  { civ, names }: Stage,
  { xml, policy, wanted, suppose }: AskedExpression,
  scope: readonly ObjectType[],
): Expression | undefined {
  const file = 'file' in xml ? xml.file : '--xml';
  const { text, root, problem } =
    'file' in xml ? readXmlFile(xml.file) : { text: xml.text, ...readXml(xml.text, file) };
  const { errorColors: colors } = terminal;
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const loaded =
    root === undefined ? undefined : expressionIn(root, { names, policy, wanted, scope, isPure: suppose.length > 0 });
  const found =
    problem === undefined ? described(loaded?.issues ?? [], file, text).map(({ diagnostic }) => diagnostic) : [problem];
  if (found.length > 0) terminal.error(`${formatDiagnostics(found, paint)}\n\n`);
  if (loaded?.expression !== undefined)
    return expressionOf({ expression: loaded.expression, civ, scope, policy, name: 'the expression', file });
  const errors = found.filter(({ severity }) => severity === 'error').length;
  terminal.error(
    `${colors.red(`edict: the expression has ${errors === 1 ? '1 error' : `${String(errors)} errors`}, so nothing was asked; mend ${errors === 1 ? 'it' : 'them'} and try again`)}\n`,
  );
  return undefined;
}

export function answersJson({ text, policy, type, suppose, rows, mishaps }: Answers) {
  return {
    expression: text,
    policy,
    type: type === 'boolean' ? 'bool' : 'int',
    suppose,
    answers: rows.map(({ object, type: objectType, value, after, answer }) =>
      after === undefined
        ? { object, type: objectType, value }
        : { object, type: objectType, before: value, after, answer },
    ),
    diagnostics: mishaps === undefined ? null : { overflow: mishaps.overflows, 'div-zero': mishaps.zeroDivisions },
  };
}

/** Rows that a terminal shows; JSON has all. */
const mostShown = 200;

export function answersText(
  { text, policy, suppose, rows, mishaps }: Answers,
  { outColors: colors }: Terminal,
): string {
  const lead = printable(`${text}${policy === 'compat' ? ', as the shipped game reads it' : ''}`);
  const title = colors.bold(suppose.length === 0 ? lead : `${lead}\n${printable(`if ${suppose.join(', and ')}`)}`);
  if (rows.length === 0) return `${title}\nthe world has nobody to be asked\n`;
  const isSupposed = suppose.length > 0;
  const titles = isSupposed
    ? ['object', 'type', right('before'), '', right('after'), 'answer']
    : ['object', 'type', right('value')];
  const lines = rows.slice(0, mostShown).map(({ object, type, value, after, answer }) => {
    const cells = [printable(object), type, right(String(value))];
    return after === undefined ? cells : [...cells, '→', right(String(after)), answer ?? ''];
  });
  const [head, ...body] = tableLines([titles, ...lines], '  ');
  const more = rows.length > mostShown ? `  … and ${grouped(rows.length - mostShown)} more; --json has all\n` : '';
  const counts = isSupposed ? `\n${countsText(rows.flatMap(({ answer }) => answer ?? []))}\n` : '';
  return `${title}\n\n${colors.bold(head)}\n${body.join('\n')}\n${more}${counts}${mishapsText(mishaps)}`;
}

function mishapsText(mishaps: Mishaps | undefined): string {
  const parts =
    mishaps === undefined
      ? []
      : [
          ...(mishaps.overflows === 0
            ? []
            : [
                `${grouped(mishaps.overflows)} ${mishaps.overflows === 1 ? 'result' : 'results'} left 32 bits and wrapped`,
              ]),
          ...(mishaps.zeroDivisions === 0
            ? []
            : [
                `${grouped(mishaps.zeroDivisions)} ${mishaps.zeroDivisions === 1 ? 'division' : 'divisions'} by zero gave 0`,
              ]),
        ];
  return parts.length === 0 ? '' : `\n${parts.join(', ')}\n`;
}
