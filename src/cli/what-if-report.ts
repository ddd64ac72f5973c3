import type { Expression } from '../ir/expression.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { kindAt } from '../model/model.js';
import { compileExpression } from '../content/expression/compile-expression.js';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { defaultLimits } from '../kernel/limits.js';
import type { CellValue, Handle, World } from '../world/api.js';
import type { Effected, WhatIf } from '../world/inquiry-api.js';
import { idOf, nameOf } from './find-object.js';
import { type AnswerWords, answerOf, countsText } from './answers.js';
import type { Supposition } from './suppositions.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What one object answers, as things are and as they would be. */
export interface AskedRow {
  readonly expression: string;
  readonly object: Handle;
  /** Null where it is absent. */
  readonly before: CellValue;
  readonly after: CellValue;
  readonly answer: AnswerWords;
  /** Of a requirement: the clauses that stand in the way then, or that did where it becomes true. */
  readonly failing: readonly string[];
}

/** What changes of everything that content asks by name. */
export function changesOf(
  world: World,
  suppositions: readonly Supposition[],
  objects: readonly Handle[] = world.query(),
): readonly AskedRow[] {
  const overrides = suppositions.map(({ override }) => override);
  const things = new Map(world.program.rules.expressions.map(({ name, thing }) => [name, thing]));
  return world
    .whatIf(overrides)
    .changes(objects)
    .map((effected) => rowOf(world, suppositions, things.get(effected.expression) ?? '', effected));
}

function rowOf(
  world: World,
  suppositions: readonly Supposition[],
  thing: string,
  { expression, object, before, after }: Pick<Effected, 'expression' | 'object' | 'before' | 'after'>,
): AskedRow {
  return {
    expression,
    object,
    before,
    after,
    answer: answerOf(before, after),
    failing: thing === '' ? [] : failingOf(world, suppositions, thing, object, before, after),
  };
}

function failingOf(
  world: World,
  suppositions: readonly Supposition[],
  thing: string,
  object: Handle,
  before: CellValue,
  after: CellValue,
): readonly string[] {
  if (after === true) return before === true ? [] : world.enabled(thing, object).failing;
  return world.enabled(
    thing,
    object,
    suppositions.map(({ override }) => override),
  ).failing;
}

/** What an expression answers for objects; left out: for all that it is asked of. */
export function rowsOf(
  world: World,
  expression: Expression,
  suppositions: readonly Supposition[],
  objects?: readonly Handle[],
): readonly AskedRow[] {
  const { name, scope, thing } = expression;
  const { model } = world.program;
  const kinds = new Set(scope.map((kind) => kindAt(model, kind).name));
  const asked = objects ?? world.query().filter((object) => kinds.has(world.kindOf(object)));
  const present = world.askAll(expression, asked);
  const supposed = world.whatIf(suppositions.map(({ override }) => override)).askAll(expression, asked);
  const valueOf = (value: number): CellValue => (expression.node.type.name === 'boolean' ? value === 1 : value);
  return asked.map((object, i) =>
    rowOf(world, suppositions, thing, {
      expression: name,
      object,
      before: valueOf(present[i]),
      after: valueOf(supposed[i]),
    }),
  );
}

/**
 * What a condition or number answers for objects; left out: for all of which it is not absent. Throws for other texts,
 * and for one that draws, which answers anew each time.
 */
export function rowsOfText(
  world: World,
  text: string,
  suppositions: readonly Supposition[],
  objects?: readonly Handle[],
): readonly AskedRow[] {
  demandStill(world, text);
  const [present, supposed] = [world.whatIf([]), world.whatIf(suppositions.map(({ override }) => override))];
  const ask = (asked: WhatIf, object: Handle): CellValue | undefined => asked.evaluate(text, object);
  return (objects ?? world.query()).flatMap((object) => {
    const [before, after] = [ask(present, object), ask(supposed, object)];
    if (objects === undefined && before === undefined && after === undefined) return [];
    return [
      {
        expression: text,
        object,
        before: before ?? null,
        after: after ?? null,
        answer: answerOf(before ?? null, after ?? null),
        failing: [],
      },
    ];
  });
}

function demandStill(world: World, text: string): void {
  const {
    model,
    rules: { names },
  } = world.program;
  const slots = new Map([
    ['self', sourceSlot],
    ['source', sourceSlot],
    ['target', targetSlot],
  ]);
  const compiled = compileExpression(text, undefined, {
    model,
    ...(names === undefined ? {} : { names }),
    limits: defaultLimits,
    slots,
    tested: sourceSlot,
    value: undefined,
    firstFree: 2,
    sites: { next: 0 },
    still: true,
  });
  if (!compiled.ok) {
    const drawn = compiled.problems.find(({ code }) => code === 'draw-in-expression');
    if (drawn !== undefined)
      throw new EdictError(
        drawn.code,
        `--where ${JSON.stringify(text)} at ${String(drawn.span.start + 1)}: ${drawn.message}; ${drawn.suggestion ?? 'leave it out'}`,
      );
    // The world has limits of its own, and says what is wrong by those.
    world.evaluate(text);
    return;
  }
  const { name } = compiled.node.type;
  if (name !== 'boolean' && name !== 'number')
    throw new EdictError(
      'type',
      `--where ${JSON.stringify(text)} is neither a condition nor a number; compare it with something`,
    );
}

export function reportJson(world: World, suppositions: readonly Supposition[], rows: readonly AskedRow[]) {
  return {
    turn: world.turn,
    suppose: suppositions.map(({ text }) => text),
    answers: rows.map(({ expression, object, before, after, answer, failing }) => ({
      expression,
      object: idOf(object),
      name: world.nameOf(object),
      before,
      after,
      answer,
      failing,
    })),
  };
}

/** Rows that a terminal shows; JSON has all. */
const mostShown = 200;

/** `isAll`: the rows are answers of all objects, and not those alone that change. */
export function reportText(
  world: World,
  suppositions: readonly Supposition[],
  rows: readonly AskedRow[],
  isAll: boolean,
  { outColors: colors }: Terminal,
): string {
  const title = colors.bold(printable(`If ${suppositions.map(({ text }) => text).join(', and ')}`));
  if (rows.length === 0)
    return `${title}\n${isAll ? 'nobody is asked: there is no object of which it is true or false' : 'nothing that content asks by name would change'}\n`;
  const hasReasons = rows.some(({ failing }) => failing.length > 0);
  const lines = rows
    .slice(0, mostShown)
    .map(({ expression, object, before, after, answer, failing }) => [
      printable(expression),
      printable(nameOf(world, object)),
      right(shown(before)),
      '→',
      right(shown(after)),
      answer,
      printable(failing.join('; ')),
    ]);
  const [head, ...body] = tableLines(
    [['expression', 'object', right('before'), '', right('after'), 'answer', hasReasons ? 'because of' : ''], ...lines],
    '  ',
  );
  const more = rows.length > mostShown ? `  … and ${grouped(rows.length - mostShown)} more; --json has all\n` : '';
  return `${title}\n\n${colors.bold(head)}\n${body.join('\n')}\n${more}\n${countsText(rows.map(({ answer }) => answer))}\n`;
}

function shown(value: CellValue): string {
  if (value === null) return 'absent';
  return typeof value === 'number' ? grouped(value, 6) : printable(String(value));
}

/** What a fact opens. */
export function unlocksText(fact: string, things: readonly string[], { outColors: colors }: Terminal): string {
  if (things.length === 0) return `no class requires anything of ${printable(fact)}\n`;
  const title = `${grouped(things.length)} ${things.length === 1 ? 'class requires' : 'classes require'} something of ${printable(fact)}`;
  return `${colors.bold(title)}\n\n${things.map((thing) => `  ${printable(thing)}`).join('\n')}\n`;
}
