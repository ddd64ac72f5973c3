import type { Model, Type } from '../../model/model.js';
import type { Names, Node } from '../../ir/node.js';
import { quoteText } from '../text/quote.js';
import {
  type ExpressionContext,
  type Library,
  type OccurringNames,
  type Problem,
  type ReadFact,
  compileExpression,
} from '../expression/compile-expression.js';
import { grouped } from '../../kernel/grouped.js';
import { mentionsLoss } from './damage.js';
import { type Loading, type Reporting, type Where, refuse, takeOperations, warn } from './load-context.js';
import type { ExpressionSource } from './schema.js';
import type { Place } from './source-tree.js';

export interface Spot {
  readonly container: object;
  readonly key: string | number;
  readonly text: ExpressionSource;
}

/** A character may be a token, whose tree takes some 600 bytes. */
export const longestExpression = 131_072;

export function isReadable(text: string, what: string, where: Where, loading: Loading) {
  if (text.length <= longestExpression) return true;
  const [length, most] = [grouped(text.length), grouped(longestExpression)];
  const message = `the ${what} is ${length} characters long, the limit is ${most}`;
  return refuse({ loading }, where, 'too-large', message, 'split it into named parts, such as functions');
}

export interface CompiledText {
  readonly node: Node;
  readonly text: string;
  readonly reads: readonly ReadFact[];
  /** Of the character at an offset. */
  readonly place: (offset?: number) => Place;
}

const sourceOnly: ReadonlyMap<string, number> = new Map([
  ['source', 0],
  ['self', 0],
]);
const selfOnly: ReadonlyMap<string, number> = new Map([['self', 0]]);

export interface Knowing {
  readonly model: Model;
  readonly library: Library;
  readonly names: Names;
  readonly loading: Loading;
  /** Of a group, whose draws are numbered together. */
  readonly sites?: ExpressionContext['sites'];
  readonly rolesByName?: boolean;
  readonly steps?: number | undefined;
  readonly occurring?: OccurringNames | undefined;
}

function contextOf(
  { model, library, names, loading, sites = { next: 0 }, rolesByName = false, steps, occurring }: Knowing,
  own: Partial<ExpressionContext>,
): ExpressionContext {
  return {
    model,
    library,
    names,
    limits: loading.limits,
    slots: sourceOnly,
    firstFree: 1,
    tested: -1,
    value: undefined,
    sites,
    rolesByName,
    steps,
    occurring,
    written: loading.written,
    ...own,
  };
}

const ofTarget = { slots: new Map([...sourceOnly, ['target', 1]]), firstFree: 2 };

export function activationContext(knowing: Knowing): ExpressionContext {
  return contextOf(knowing, { tested: 0 });
}

export function scopeContext(knowing: Knowing): ExpressionContext {
  return contextOf(knowing, { ...ofTarget, tested: 1 });
}

/** `value`: the present value of a cell. */
export function amountContext(knowing: Knowing, value?: Type): ExpressionContext {
  return contextOf(knowing, { ...ofTarget, value });
}

/** Objects only by their roles, which may be nobody. */
export function triggerContext(knowing: Knowing): ExpressionContext {
  return { ...actionContext(knowing), slots: new Map(), firstFree: 0 };
}

export function actionContext(knowing: Knowing): ExpressionContext {
  return contextOf(knowing, { ...ofTarget, rolesByName: true, mayBeNobody: true });
}

const ofTheWorld: NonNullable<ExpressionContext['nobody']> = {
  names: ['self'],
  why: 'the world has this ability',
  suggestion:
    'say under `carrier` who has it, as `{ kind: … }` or `{ class: … }`, or name an object by its role, such as `active`, or ask an aggregate such as `objects(kind)`',
};

/**
 * Fields of an occurrence, and `self` where somebody has the ability; slot 1 is the subject. Asked repeatedly, so never
 * draws.
 */
export function answerContext(
  knowing: Knowing,
  occurring: OccurringNames | undefined,
  self: readonly number[] | 'any' | 'nobody',
  nobody = ofTheWorld,
): ExpressionContext {
  return contextOf(knowing, {
    ...(self === 'nobody' ? { nobody, slots: new Map() } : { slots: selfOnly }),
    ...(typeof self === 'string' ? {} : { kinds: new Map([[0, self]]) }),
    firstFree: 2,
    still: true,
    rolesByName: true,
    mayBeNobody: true,
    occurring,
  });
}

export function holderContext(knowing: Knowing, self: readonly number[] | 'any' | 'nobody'): ExpressionContext {
  return { ...answerContext(knowing, undefined, self), firstFree: 1 };
}

export function growthContext(knowing: Knowing, value: Type): ExpressionContext {
  return contextOf(knowing, { value });
}

/** `value`: the running value; `tested`: a condition on the object whose variable changes. */
export function modifierContext(
  knowing: Knowing,
  kind: number,
  value: Type | undefined,
  tested: boolean,
): ExpressionContext {
  const kinds = new Map([[0, [kind]]]);
  return contextOf(knowing, { slots: selfOnly, kinds, tested: tested ? 0 : -1, value, solves: true });
}

/** Of kinds, or of any; absent values stay absent. Draws nothing. */
export function askedContext(knowing: Knowing, kinds: readonly number[] | undefined): ExpressionContext {
  return contextOf(knowing, { slots: selfOnly, kinds: kinds && new Map([[0, kinds]]), tested: 0, still: true });
}

const nobodyYet: NonNullable<ExpressionContext['nobody']> = {
  names: ['self', 'index'],
  why: 'it is evaluated once for the whole step',
  suggestion: 'ask an aggregate such as `objects(kind)`',
};

/** Over `self` and `index`, one of the objects of a step, or over no object. */
export function startContext(
  knowing: Knowing,
  kind: { readonly index: number } | undefined,
  sites: ExpressionContext['sites'],
  isOfObjects = kind !== undefined,
): ExpressionContext {
  if (!isOfObjects) return contextOf({ ...knowing, sites }, { slots: new Map(), firstFree: 0, nobody: nobodyYet });
  const kinds = kind && new Map([[0, [kind.index]]]);
  return contextOf({ ...knowing, sites }, { slots: selfOnly, kinds, isIndexed: true });
}

export interface NamedObject {
  readonly name: string;
  readonly slot: number;
  readonly kind: number | undefined;
}

const looksAgain =
  'what agents see, can do and get must not depend on chance: it would be another thing each time that it is looked at';

/** Over these objects, of which the last is tested; never draws. */
export function environmentContext(
  knowing: Knowing,
  objects: readonly NamedObject[],
  nobody?: ExpressionContext['nobody'],
): ExpressionContext {
  const last = Math.max(0, ...objects.map(({ slot }) => slot));
  return contextOf(knowing, {
    slots: new Map(objects.map(({ name, slot }) => [name, slot])),
    kinds: new Map(objects.flatMap(({ slot, kind }) => (kind === undefined ? [] : [[slot, [kind]]]))),
    firstFree: last + 1,
    tested: last,
    still: looksAgain,
    nobody,
  });
}

const aboutTheWorld: NonNullable<ExpressionContext['nobody']> = {
  names: ['self', 'source', 'target'],
  why: 'a report is about the whole world',
  suggestion: 'ask an aggregate, such as `objects(kind).count()`',
};

const keepsSame = 'a report must not depend on chance: what a world does would change with what is looked at';

/** Over no object. */
export function reportContext(knowing: Knowing): ExpressionContext {
  return contextOf(knowing, { slots: new Map(), nobody: aboutTheWorld, still: keepsSame });
}

export function spotsOf(
  container: object,
  key: string,
  source: ExpressionSource | readonly ExpressionSource[],
): readonly Spot[] {
  if (source === null || typeof source !== 'object') return [{ container, key, text: source }];
  return source.map((text, i) => ({ container: source, key: i, text }));
}

/** As few as an operation has in a dense expression. */
const charactersAnOperation = 2;

/** Reports problems at their places, without consequences of losses. */
export function compileText(
  spot: Spot,
  expected: Type | undefined,
  context: ExpressionContext,
  { loading }: Reporting,
): CompiledText | undefined {
  // The limit is reported already.
  if (loading.left.operations < 0) return undefined;
  const text = String(spot.text);
  // Only texts stand in the file as they are.
  const place = (offset = 0): Place =>
    loading.places.ofValue(spot.container, spot.key, typeof spot.text === 'string' ? offset : 0);
  if (!isReadable(text, 'expression', place, loading)) return undefined;
  const compiled = compileExpression(text, expected, context);
  if (!compiled.ok) {
    // Wrong expressions have no operations, but take time.
    loading.left.operations -= Math.ceil(text.length / charactersAnOperation);
    for (const problem of compiled.problems) {
      if (isConsequence(problem, text, loading)) continue;
      const { code, message, suggestion, span } = problem;
      const isCut = (): boolean => code === 'syntax' && isCutShort(text, place(text.length));
      refuse({ loading }, place(span.start), code, message, () =>
        isCut()
          ? 'put the text in quotes: between brackets a comma ends it'
          : (hidingOf(problem, text, context) ?? suggestion),
      );
    }
    return undefined;
  }
  if (!takeOperations(loading, compiled.size, 'expression', place)) return undefined;
  if (!loading.collector.hasErrors)
    for (const { code, message, suggestion, span } of compiled.warnings)
      warn({ loading }, place(span.start), code, message, suggestion);
  return { node: compiled.node, text, reads: compiled.reads, place };
}

function isConsequence({ code, span }: Problem, text: string, { damage }: Loading): boolean {
  return (
    mentionsLoss(damage.names, text) ||
    (code === 'unknown-stockpile' && mentionsLoss(damage.held, text.slice(span.start, span.end)))
  );
}

/** For a name of an object or choice where a kind, class or word of that name was meant. */
function hidingOf({ code, span }: Problem, text: string, context: ExpressionContext): string | undefined {
  if (code !== 'type-mismatch' && code !== 'not-comparable') return undefined;
  // Either side of a comparison.
  for (const name of text.slice(span.start, span.end).split(/ *[=!]= */)) {
    const [meaning, word] = [meaningOf(name, context), wordOf(name, context.model)];
    if (meaning !== undefined && word !== undefined)
      return `here ${quoteText(name)} is ${meaning}: write \`'${name}'\` in quotes for the ${word}, or rename the ${meaning === theRole ? 'role' : word}`;
  }
  return undefined;
}

function wordOf(name: string, { kindByName, classByName, enumerations }: Model): string | undefined {
  if (kindByName.has(name)) return 'kind';
  if (classByName.has(name)) return 'class';
  return enumerations.some(({ members }) => members.includes(name)) ? 'word' : undefined;
}

const theRole = 'the role';

function meaningOf(name: string, { model, rolesByName, slots, names }: ExpressionContext): string | undefined {
  if (slots.has(name)) return 'an object';
  if (name === 'choice' && names?.constants.has(name) === true) return 'what is chosen';
  return rolesByName === true && model.roles.includes(name) ? theRole : undefined;
}

/** At a comma of the YAML around an open bracket. */
function isCutShort(text: string, { excerpt = '', column, excerptColumn = 1 }: Place): boolean {
  return excerpt.charAt(column - excerptColumn) === ',' && text.split('(').length > text.split(')').length;
}
