import type { Mishaps } from '../../../ir/node.js';
import { readCompat, holderTags } from '../parse/check-document.js';
import { leaves } from '../parse/expression-loading.js';
import { integrators, operators } from '../parse/operators.js';
import { loadIntended } from '../parse/load-intended.js';
import type { Names } from '../parse/declared-names.js';
import {
  type ValueType,
  type ObjectType,
  type Policy,
  integerText,
  objectTypes,
  type XmlElement,
  childOf,
} from '../syntax.js';
import { expressionOf } from '../lower/lower-expression.js';
import { readXml } from '../parse/read-xml.js';
import { printable } from '../../text/quote.js';
import { inOrder, supposedValues, valuesOf, type Stage, objectNamed } from '../scenarios/declared-world.js';
import {
  answerOf,
  answersTable,
  refuseToRun,
  tellProblems,
  counted,
  right,
  type Colors,
} from '../../../cli/terminal.js';
import { problemsFound, type ReadDocument, readXmlFile } from './check-files.js';
import { type Context, askedBy, misused, unknownName } from '../../../cli/command.js';
import { EdictError } from '../../../kernel/errors.js';
import { meantOrKnown } from '../../text/nearest-name.js';
import type { Override } from '../../../world/questions-api.js';

export interface RunOptions {
  readonly xml?: string;
  readonly file?: string;
  readonly on?: readonly string[];
  readonly type?: readonly ObjectType[];
  readonly as?: ValueType;
  readonly policy: Policy;
  readonly suppose?: readonly string[];
  readonly turns?: number;
  readonly manipulators?: string;
  readonly track?: readonly string[];
  readonly json?: true;
}

/** Default: all declared objects. */
function objectsAsked({ civ, objects, world }: Stage, { on = [], type = [] }: RunOptions): readonly number[] {
  const named = on.map((id) => {
    const found = objects.get(id);
    if (found === undefined) throw unknownObject(objects, id);
    return found;
  });
  const kinds = new Set(type.map((each) => each.toLowerCase()));
  const ofTypes = type.length === 0 ? [] : world.query().filter((object) => kinds.has(world.kindOf(object)));
  if (on.length + type.length > 0) return [...new Set([...named, ...ofTypes])];
  return [...new Set(civ.declaration.objects.flatMap(({ id }) => objects.get(id) ?? []))];
}

/** Undefined if the expression has errors, which are printed. */
export function askExpression(context: Context, stage: Stage, options: RunOptions) {
  const { policy } = options;
  const objects = objectsAsked(stage, options);
  const { suppose = [] } = options;
  const overrides = suppose.map((text) => overrideIn(stage, text));
  const types = new Set(objects.map((object) => objectType(stage, object)));
  const scope = objectTypes.filter((type) => types.has(type));
  const expression = load(context, stage, options, scope);
  if (expression === undefined) return undefined;
  const question = { stage, expression, objects };
  const isCondition = expression.node.type.name === 'boolean';
  const shown = (value: number) => (isCondition ? value === 1 : value);
  const values = valuesOf(question);
  const after = suppose.length === 0 ? undefined : supposedValues(question, overrides);
  return {
    text: expression.text,
    policy,
    type: isCondition ? 'bool' : 'int',
    suppose,
    // Counts those before the suppositions; `compat` counts none.
    mishaps: policy === 'compat' ? undefined : inOrder(question).mishaps,
    rows: objects.map((object, i) => {
      const value = shown(values[i]);
      const then = after && shown(after[i]);
      return {
        object: stage.world.nameOf(object),
        type: objectType(stage, object),
        value,
        after: then,
        answer: then === undefined ? undefined : answerOf(value, then),
      };
    }),
  };
}

function objectType({ world }: Stage, object: number): ObjectType {
  return objectTypes.find((type) => type.toLowerCase() === world.kindOf(object)) ?? 'GAME';
}

function load(context: Context, { civ, names }: Stage, options: RunOptions, scope: readonly ObjectType[]) {
  const { xml = '', policy, file = '--xml' } = options;
  const read: ReadDocument =
    options.file === undefined ? { text: xml, ...readXml(xml, file) } : readXmlFile(options.file, context.known);
  const loaded = read.root && expressionIn(read.root, names, options, scope);
  const found = problemsFound(file, read, loaded?.issues);
  if (loaded?.expression === undefined) {
    refuseToRun(context, 'expression has', found, { done: 'asked' });
    return undefined;
  }
  tellProblems(context.terminal, found);
  return expressionOf({ expression: loaded.expression, civ, scope, policy, name: 'the expression', file });
}

/** The root, or the expression in a known holder. */
function expressionIn(
  root: XmlElement,
  names: Names,
  { policy, as: wanted, suppose = [] }: RunOptions,
  scope: readonly ObjectType[],
) {
  // Any other root may be a misspelt expression, whose error then tells so.
  const isHeld = holderTags.some(({ name }) => name === root.name);
  const holder: XmlElement = isHeld ? root : { ...root, name: 'expression', children: [root], text: '' };
  const type = wanted ?? typeIn(holder, names);
  const { expression, issues } =
    policy === 'compat'
      ? readCompat(holder, names, type)
      : loadIntended(holder, names, type, scope, suppose.length > 0 ? 'pure' : 'any');
  return { expression, issues: issues.map((issue) => ({ ...issue, owner: '' })) };
}

function typeOf(element: XmlElement, names: Names): ValueType | undefined {
  const { name, text, children } = element;
  if (name === 'Constant') return /^(?:true|false)$/i.test(text) ? 'boolean' : 'number';
  if (name === 'Aggregate')
    return names.aggregators.get(childOf(element, 'Aggregator')?.text ?? '')?.output ?? 'number';
  if (name === 'If') return children.length < 2 ? 'number' : (typeOf(children[1], names) ?? 'number');
  const known = leaves.get(name)?.result ?? integrators.get(name)?.output ?? operators.get(name)?.result;
  return known === 'either' ? 'number' : known;
}

/** By the name of the holder, else by its content. */
function typeIn({ name, children, text }: XmlElement, names: Names): ValueType {
  const named = holderTags.find((tag) => tag.name === name)?.wanted;
  if (named !== undefined) return named;
  const first = children.at(0);
  if (first !== undefined) return typeOf(first, names) ?? typeIn(first, names);
  return integerText.test(text) ? 'number' : 'boolean';
}

type Answers = NonNullable<ReturnType<typeof askExpression>>;

export function answersJson({ text, policy, type, suppose, rows, mishaps }: Answers) {
  return {
    expression: text,
    policy,
    type,
    suppose,
    answers: rows.map(({ object, type: objectType, value, after, answer }) =>
      after === undefined
        ? { object, type: objectType, value }
        : { object, type: objectType, before: value, after, answer },
    ),
    diagnostics: mishaps === undefined ? null : { overflow: mishaps.overflows, 'div-zero': mishaps.zeroDivisions },
  };
}

export function answersText({ text, policy, suppose, rows, mishaps }: Answers, colors: Colors): string {
  const lead = printable(`${text}${policy === 'compat' ? ', as the shipped game reads it' : ''}`);
  const title = colors.bold(suppose.length === 0 ? lead : `${lead}\n${printable(`if ${suppose.join(', and ')}`)}`);
  if (rows.length === 0) return `${title}\nthe world has no objects to ask\n`;
  const values = suppose.length === 0 ? [right('value')] : [right('before'), '', right('after'), 'answer'];
  const lines = rows.map(({ object, type, value, after, answer = '' }) => [
    object,
    type,
    right(String(value)),
    ...(after === undefined ? [] : ['→', right(String(after)), answer]),
  ]);
  const answers = rows.flatMap(({ answer }) => answer ?? []);
  return `${answersTable(title, ['object', 'type', ...values], lines, answers, colors)}${mishapsText(mishaps)}`;
}

function mishapsText({ overflows, zeroDivisions }: Mishaps = { overflows: 0, zeroDivisions: 0 }): string {
  const parts = [
    ...(overflows === 0 ? [] : [`${counted(overflows, 'result')} left 32 bits and wrapped`]),
    ...(zeroDivisions === 0 ? [] : [`${counted(zeroDivisions, 'division')} by zero gave 0`]),
  ];
  return parts.length === 0 ? '' : `\n${parts.join(', ')}\n`;
}

const forms =
  "write 'city:1 has BUILDING_X', 'city:1 lacks BUILDING_X', 'unit:1 is TAG_X', 'unit:1 is not TAG_X' or 'city:1 PROPERTY_X = 3'";

function overrideIn(stage: Stage, text: string): Override {
  return askedBy('--suppose', text, () => {
    const { object, rest } = objectIn(stage, text, '--suppose', forms);
    const { names } = stage;
    const override = hadIn(names, object, rest) ?? taggedIn(names, object, rest) ?? numberIn(names, object, rest);
    if (override === undefined) throw misused('--suppose', text, forms);
    stage.world.questions.whatIf([override]);
    return override;
  });
}

/** The longest object that a text begins with, and the rest of the text. */
export function objectIn(stage: Stage, text: string, option: string, hint: string) {
  const { objects } = stage;
  const given = text.trim();
  let longest = '';
  for (const id of objects.keys()) if (id.length > longest.length && given.startsWith(`${id} `)) longest = id;
  if (longest !== '')
    return { id: longest, object: objectNamed(stage, longest), rest: given.slice(longest.length + 1).trim() };
  const [first, ...others] = given.split(/\s+/);
  if (others.length === 0) throw misused(option, text, hint);
  throw unknownObject(objects, first);
}

function unknownObject(objects: Stage['objects'], id: string): EdictError {
  return unknownName('object', id, objects.keys(), { code: 'unknown-object', where: ' in the world' });
}

/** `has X` and `lacks X`; for an id of several kinds, `has GOM_KIND X`. */
function hadIn({ ids }: Names, object: number, text: string): Override | undefined {
  const [, verb, gom, id] = /^(has|lacks)\s+(?:GOM_(\w+)\s+)?(.+)$/s.exec(text) ?? [];
  if (id === undefined) return undefined;
  const kinds = gom === undefined ? [...ids].flatMap(([kind, known]) => (known.has(id) ? [kind] : [])) : [gom];
  if (kinds.length > 1)
    throw new EdictError(
      'ambiguous',
      `${id} is a ${kinds.join(' and a ')}; say which: ${verb} GOM_${kinds[0]} ${id}`,
      id,
    );
  const [kind] = kinds;
  if (kind === undefined) {
    const known = [...ids.values()].flatMap((each) => [...each]);
    throw new EdictError('unknown-name', `unknown name ${JSON.stringify(id)}; ${meantOrKnown(id, known)}`, id);
  }
  return { object, question: kind, word: id, value: verb === 'has' };
}

function taggedIn({ tags }: Names, object: number, text: string): Override | undefined {
  const [, not, tag] = /^is\s+(not\s+)?(\S+)$/.exec(text) ?? [];
  if (tag === undefined) return undefined;
  if (!tags.has(tag)) throw unknownName('tag', tag, tags.keys());
  return { object, question: 'TAG', word: tag, value: not === undefined };
}

/** `PROPERTY_X = 3`, also for an attribute. */
function numberIn(names: Names, object: number, text: string): Override | undefined {
  const [, name, value] = /^(.+?)\s*=\s*(\S+)$/s.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (!names.properties.has(name) && !names.attributes.has(name))
    throw unknownName('property or attribute', name, [...names.properties, ...names.attributes.keys()]);
  const number = integerText.test(value) ? Number(value) : NaN;
  if (number !== (number | 0))
    throw new EdictError('bad-value', `${name} cannot be ${JSON.stringify(value)}; give a 32-bit integer`, name);
  return { object, question: name, value: number | 0 };
}
