import { type Tree, parse } from './formula-oracle-grammar.js';
import {
  type Num,
  type Value,
  Fault,
  arithmetic,
  asExpected,
  compare,
  constant,
  double,
  elementOf,
  int,
  isArray,
  multiply,
  numberFunctions,
  same,
  show,
  splitOutside,
  truncated,
} from './formula-oracle-values.js';

export interface OracleObject {
  readonly scope: string;
  readonly key: string;
  readonly groups?: readonly string[];
  readonly parent?: string;
  readonly tokens?: readonly string[];
}
export interface OracleStep {
  readonly grant?: string;
  readonly revoke?: string;
  readonly write?: string;
  readonly get?: string;
  readonly eval?: string;
  readonly explanation?: string;
  readonly value?: string;
  readonly of?: string;
  readonly as?: string;
  readonly format?: string;
  readonly scope?: string;
}
export interface OracleCase {
  readonly lst?: readonly string[];
  readonly objects?: readonly OracleObject[];
  readonly steps?: readonly OracleStep[];
}
export interface OracleProblem {
  readonly code: string;
  readonly line?: string;
  readonly cycle?: readonly string[];
}

/** What a step comes to, as the expectations of a scenario file say it. */
export interface Outcome {
  readonly expect?: unknown;
  readonly expectError?: { readonly on: 'load' | 'eval'; readonly code: string };
  readonly changed?: readonly string[];
  readonly solves?: number;
}
export type OracleLoad =
  /** `loop`: whether the names of a cycle, each needing the next, the last the first, are one indeed. */
  | {
      readonly ok: false;
      readonly problems: readonly OracleProblem[];
      readonly loop: (cycle: readonly string[]) => boolean;
    }
  | { readonly ok: true; readonly run: (step: OracleStep) => Outcome };

interface Definition {
  readonly name: string;
  readonly scope: string;
  readonly format: string;
  explanation: string;
}
interface Thing {
  readonly ref: string;
  readonly scope: string;
  readonly key: string;
  readonly groups: string[];
  home: Thing | undefined;
  readonly part: boolean;
  readonly facts: Map<string, Value>;
  readonly line: string;
  readonly declared: OracleObject;
}
/**
 * What a formula is evaluated over: the thing in whose scope it stands (undefined: the character), the value before,
 * and all cells.
 */
interface Place {
  readonly thing: Thing | undefined;
  readonly running: Value | undefined;
  readonly read: (cell: string) => Value;
}
interface Checked {
  readonly format: string;
  readonly run: (place: Place) => Value;
}
interface Body {
  readonly name: string;
  readonly tree: Tree;
  readonly arity: number;
  readonly line: string;
}
/**
 * Where a formula stands: its scope, the format of `value()`, the arguments of the function around it, and what it was
 * found to read.
 */
interface Site {
  readonly scope: string;
  readonly running: string | undefined;
  readonly args?: { readonly trees: readonly Tree[]; readonly site: Site; readonly seen: Set<number> };
  readonly reads: Definition[];
}
interface Modifier {
  readonly carrier: Thing | undefined;
  readonly others: ((thing: Thing) => boolean) | undefined;
  readonly variable: Definition;
  readonly act: (before: Value, amount: Value) => Value;
  readonly amount: Checked;
  readonly reads: readonly Definition[];
  readonly priority: number;
  readonly level: number;
  readonly index: number;
}
interface Applied {
  readonly cell: string;
  readonly modifier: Modifier;
  readonly at: Thing | undefined;
  readonly id: string;
  readonly order: readonly number[];
}

const GLOBAL = '';
const CHANNEL = 'input ';
const FAILED = 'failed';
const failure: Outcome = { expectError: { on: 'eval', code: 'arithmetic' } };
const levels: ReadonlyMap<string, number> = new Map([
  ['SET', 0],
  ['MULTIPLY', 1],
  ['DIVIDE', 2],
  ['ADD', 3],
  ['MAX', 4],
  ['MIN', 5],
]);
const builtIn = new Set([
  ...numberFunctions.keys(),
  'if',
  'value',
  'length',
  'isempty',
  'slice',
  'input',
  'get',
  'getfact',
  'arg',
]);
const low = (text: string): string => text.toLowerCase();
const byNumbers = (a: readonly number[], b: readonly number[]): number =>
  a.map((n, i) => n - b[i]).find((difference) => difference !== 0) ?? 0;
function refuse(code: string, why = code): never {
  throw new Fault(code, why);
}

/**
 * Reads a whole case, plainly: nothing is kept from one step to the next but what is granted, in which order first, and
 * what was written.
 */
export function oracle({ lst = [], objects = [] }: OracleCase): OracleLoad {
  const scopes = new Set(['EQUIPMENT', 'EQUIPMENT.PART', 'SAVE', 'SIZE', 'SKILL', 'STAT']);
  const defaults = new Map<string, Value>();
  const variables: Definition[] = [];
  const channels: Definition[] = [];
  const facts = new Map<string, string>();
  const functions = new Map<string, Body>();
  const things = new Map<string, Thing>();
  const modifiers: Modifier[] = [];
  const problems: OracleProblem[] = [];

  function attempt(line: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push({ code: error.code, line });
    }
  }

  // Scopes and names

  const lineOf = (scope: string): readonly string[] =>
    scope === GLOBAL ? [GLOBAL] : scope === 'EQUIPMENT.PART' ? [scope, 'EQUIPMENT', GLOBAL] : [scope, GLOBAL];
  const initial = (format: string): Value =>
    defaults.get(format) ?? (elementOf(format) === undefined ? refuse('default', `no default of ${format}`) : []);

  function formatNamed(name: string): string {
    const format = name.toUpperCase();
    const simple = ['NUMBER', 'BOOLEAN', 'STRING', 'ORDEREDPAIR', 'DICE'];
    return simple.includes(elementOf(format) ?? format) ? format : refuse('format', `no format ${name}`);
  }

  function scopeNamed(name: string): string {
    return [...scopes].find((scope) => low(scope) === low(name)) ?? refuse('scope', `no scope ${name}`);
  }

  function find(list: readonly Definition[], scope: string, name: string): Definition {
    const named = list.filter((each) => low(each.name) === low(name));
    if (named.length === 0) refuse('unknown-variable', `no ${name}`);
    return (
      named.find((each) => lineOf(scope).includes(each.scope)) ?? refuse('scope', `${name} is not seen from ${scope}`)
    );
  }

  const plain = (name: string): string =>
    /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : refuse('syntax', `bad name ${name}`);

  function define(list: Definition[], scope: string, typed: string, explanation: string | undefined): void {
    const equals = typed.indexOf('=');
    const name = plain(typed.slice(equals + 1));
    const format = formatNamed(equals < 0 ? 'NUMBER' : typed.slice(0, equals));
    initial(format);
    const related = list.filter(
      (each) =>
        low(each.name) === low(name) && (lineOf(scope).includes(each.scope) || lineOf(each.scope).includes(scope)),
    );
    const twin = related.find((each) => each.scope === scope && each.format === format);
    if (related.some((each) => each !== twin)) refuse('overlap', `${name} twice`);
    if (twin === undefined) list.push({ name, scope, format, explanation: explanation ?? '' });
    else if (explanation !== undefined) twin.explanation = explanation;
  }

  // Formulas: checked into something to run

  function check(tree: Tree, site: Site, asserted?: string): Checked {
    switch (tree.is) {
      case 'number':
        return { format: 'NUMBER', run: () => tree.value };
      case 'text':
        return quoted(tree.text, asserted);
      case 'name':
        return variable(tree.name, site);
      case 'element':
        return element(tree.name, tree.at, site);
      case 'call':
        return call(low(tree.name), tree.args, site, asserted);
      case 'minus': {
        const of = wanted(tree.of, site, 'NUMBER');
        return {
          format: 'NUMBER',
          run: (place) => {
            const x = of.run(place) as Num;
            return x.whole ? int(-x.value) : double(-x.value);
          },
        };
      }
      case 'not': {
        const of = wanted(tree.of, site, 'BOOLEAN');
        return { format: 'BOOLEAN', run: (place) => of.run(place) !== true };
      }
      case 'operator':
        return operation(tree.operator, check(tree.left, site), check(tree.right, site), asserted);
    }
  }

  /** Of an operand (nothing is asserted there) or, with the flag, of an argument. */
  function wanted(tree: Tree, site: Site, format: string, asserted = false): Checked {
    const found = check(tree, site, asserted ? format : undefined);
    return found.format === format ? found : refuse('format', `${found.format}, not ${format}`);
  }

  function quoted(text: string, asserted: string | undefined): Checked {
    if (asserted === undefined) return { format: 'STRING', run: () => text };
    const value = constant(asserted, text);
    return value === undefined ? refuse('format', `${text} is no ${asserted}`) : { format: asserted, run: () => value };
  }

  function variable(name: string, site: Site): Checked {
    const found = find(variables, site.scope, name);
    site.reads.push(found);
    return { format: found.format, run: ({ thing, read }) => read(cellOf(found, thing)) };
  }

  function element(name: string, index: Tree, site: Site): Checked {
    const list = variable(name, site);
    const at = wanted(index, site, 'NUMBER');
    return {
      format: elementOf(list.format) ?? refuse('format', `${name} has no elements`),
      run: (place) => {
        const values = list.run(place) as readonly Value[];
        const { whole, value } = at.run(place) as Num;
        return whole && value in values ? values[value] : refuse('arithmetic', 'no such element');
      },
    };
  }

  function operation(operator: string, left: Checked, right: Checked, asserted: string | undefined): Checked {
    const { format } = left;
    const both =
      (act: (a: Value, b: Value) => Value): ((place: Place) => Value) =>
      (place) => {
        const a = left.run(place);
        return act(a, right.run(place));
      };
    if (
      '+-'.includes(operator) &&
      elementOf(format) !== undefined &&
      asserted === format &&
      [format, elementOf(format)].includes(right.format)
    ) {
      return {
        format,
        run: both((a, b) => (operator === '+' ? [a, b].flat() : without(a as readonly Value[], [b].flat()))),
      };
    }
    if (right.format !== format) refuse('format', `${format} ${operator} ${right.format}`);
    if (operator === '==' || operator === '!=')
      return { format: 'BOOLEAN', run: both((a, b) => equal(a, b) === (operator === '==')) };
    if (format === 'NUMBER' && '<>='.includes(operator[0]))
      return { format: 'BOOLEAN', run: both((a, b) => compare(operator, a as Num, b as Num)) };
    if (format === 'NUMBER' && '+-*/%^'.includes(operator))
      return { format, run: both((a, b) => arithmetic(operator, a as Num, b as Num)) };
    if (format === 'BOOLEAN' && operator === '&&') return { format, run: both((a, b) => a === true && b === true) };
    if (format === 'BOOLEAN' && operator === '||') return { format, run: both((a, b) => a === true || b === true) };
    if (format === 'STRING' && operator === '+') return { format, run: both((a, b) => (a as string) + (b as string)) };
    return refuse('format', `${operator} of ${format}`);
  }

  function call(name: string, args: readonly Tree[], site: Site, asserted: string | undefined): Checked {
    const body = functions.get(name);
    if (body !== undefined) return expand(body, args, site, asserted);
    if (name === 'arg' && site.args !== undefined) return argument(args, site.args, asserted);
    if (name === 'arg' || !builtIn.has(name)) refuse('unknown-function', name);
    const simple = numberFunctions.get(name);
    if (simple !== undefined) {
      count(args, simple.many ? 2 : 1, simple.many ? Infinity : 1);
      const list = args.map((arg) => wanted(arg, site, 'NUMBER', true));
      return { format: 'NUMBER', run: (place) => simple.of(list.map((arg) => arg.run(place) as Num)) };
    }
    switch (name) {
      case 'value': {
        count(args, 0);
        return {
          format: site.running ?? refuse('unknown-function', 'no running value'),
          run: ({ running }) => running ?? refuse('arithmetic'),
        };
      }
      case 'if':
        return choice(args, site, asserted);
      case 'slice':
        return slice(args, site);
      case 'input':
        return input(args, site);
      case 'get': {
        count(args, 2);
        const ref = objectNamed(scopeFormat(args[0]), args[1]);
        return { format: ref.scope, run: () => ({ object: low(ref.ref) }) };
      }
      case 'getfact':
        return fact(args, site);
      default: {
        count(args, 1);
        const list = arrayOf(args[0], site);
        const length = (place: Place): number => (list.run(place) as readonly Value[]).length;
        return name === 'length'
          ? { format: 'NUMBER', run: (place) => int(length(place)) }
          : { format: 'BOOLEAN', run: (place) => length(place) === 0 };
      }
    }
  }

  function count(args: readonly Tree[], least: number, most = least): void {
    if (args.length < least || args.length > most) refuse('arity', `${String(args.length)} arguments`);
  }

  function arrayOf(tree: Tree, site: Site): Checked {
    const list = check(tree, site);
    return elementOf(list.format) === undefined ? refuse('format', 'no array') : list;
  }

  function choice(args: readonly Tree[], site: Site, asserted: string | undefined): Checked {
    count(args, 3);
    const condition = wanted(args[0], site, 'BOOLEAN', true);
    const [yes, no] = [check(args[1], site, asserted), check(args[2], site, asserted)];
    if (yes.format !== no.format) refuse('format', `${yes.format} or ${no.format}`);
    return { format: yes.format, run: (place) => (condition.run(place) === true ? yes : no).run(place) };
  }

  function slice(args: readonly Tree[], site: Site): Checked {
    count(args, 2, 3);
    const list = arrayOf(args[0], site);
    const [start, end] = args.slice(1).map((arg) => wanted(arg, site, 'NUMBER')) as [Checked, Checked | undefined];
    const [from, to] = args.slice(1).map((arg) => literal(arg, site));
    if (from !== undefined && (from < 0 || (to !== undefined && to <= from))) refuse('format', 'an empty slice');
    return {
      format: list.format,
      run: (place) => {
        const values = list.run(place) as readonly Value[];
        const first = truncated(start.run(place) as Num).value;
        const last =
          end === undefined ? values.length : Math.min(values.length, truncated(end.run(place) as Num).value);
        return first < 0 || first > values.length || first > last
          ? refuse('arithmetic', 'no such slice')
          : values.slice(first, last);
      },
    };
  }

  function literal(tree: Tree, site: Site): number | undefined {
    const { args } = site;
    if (tree.is === 'call' && low(tree.name) === 'arg' && args !== undefined)
      return literal(args.trees[argNumber(tree.args)], args.site);
    if (tree.is === 'minus') {
      const value = literal(tree.of, site);
      return value === undefined ? undefined : -value;
    }
    return tree.is === 'number' ? tree.value.value : undefined;
  }

  const textOf = (tree: Tree): string => (tree.is === 'text' ? tree.text : refuse('format', 'not a quoted text'));

  function input(args: readonly Tree[], site: Site): Checked {
    count(args, 1);
    const channel = find(channels, site.scope, textOf(args[0]));
    site.reads.push(channel);
    return { format: channel.format, run: ({ thing, read }) => read(cellOf(channel, thing)) };
  }

  function scopeFormat(tree: Tree): string {
    const name = textOf(tree);
    return [...scopes].find((scope) => low(scope) === low(name)) ?? refuse('format', `no type ${name}`);
  }

  function objectNamed(scope: string, tree: Tree): Thing {
    const ref = low(`${scope}|${textOf(tree)}`);
    return things.get(ref) ?? refuse('unknown-variable', `no ${ref}`);
  }

  function fact(args: readonly Tree[], site: Site): Checked {
    count(args, 3);
    const scope = scopeFormat(args[0]);
    const object = args[1].is === 'text' ? undefined : wanted(args[1], site, scope);
    const known = object === undefined ? objectNamed(scope, args[1]) : undefined;
    const name = low(textOf(args[2]));
    const format = facts.get(`${scope}|${name}`) ?? refuse('unknown-variable', `no fact ${name}`);
    const without = known?.facts.get(name) ?? initial(format);
    return {
      format,
      run: (place) => {
        const of = known ?? things.get((object?.run(place) as { readonly object: string }).object);
        return of?.facts.get(name) ?? without;
      },
    };
  }

  function expand(body: Body, trees: readonly Tree[], site: Site, asserted: string | undefined): Checked {
    count(trees, body.arity);
    const seen = new Set<number>();
    const found = check(body.tree, { ...site, args: { trees, site, seen } }, asserted);
    trees.forEach((tree, i) => {
      if (!seen.has(i)) check(tree, site);
    });
    return found;
  }

  function argument(
    args: readonly Tree[],
    { trees, site, seen }: NonNullable<Site['args']>,
    asserted: string | undefined,
  ): Checked {
    const number = argNumber(args);
    seen.add(number);
    return check(trees[number], site, asserted);
  }

  // Cells: `name` of the character, or `SCOPE|key|name`

  function ownerOf(definition: Definition, from: Thing | undefined): Thing | undefined {
    return from === undefined || from.scope === definition.scope ? from : ownerOf(definition, from.home);
  }

  function cellOf(definition: Definition, from: Thing | undefined): string {
    const owner = ownerOf(definition, from);
    const prefix = channels.includes(definition) ? CHANNEL : '';
    if (definition.scope === GLOBAL) return prefix + definition.name;
    // Of a part without an equipment: nobody's, with the default.
    return `${prefix}${owner === undefined ? `${definition.scope}|` : owner.ref}|${definition.name}`;
  }

  // Modifiers

  function modify(token: string, carrier: Thing | undefined): void {
    const others = token.startsWith('MODIFYOTHER:');
    const fields = [...splitOutside(token.slice(token.indexOf(':') + 1), '|')];
    const [scopeText, target] = others ? fields.splice(0, 2) : [carrier?.scope ?? GLOBAL, ''];
    const [name, modifierName, text, ...associations] = fields;
    if (
      fields.length < 3 ||
      (others && (scopeText === '' || target === '')) ||
      name === '' ||
      modifierName === '' ||
      text === ''
    )
      refuse('syntax', 'a field is missing');
    const scope = others ? scopeNamed(scopeText) : scopeText;
    const groups = others ? targets(target) : undefined;
    const found = find(variables, scope, name);
    const level = levels.get(modifierName);
    const allowed =
      found.format === 'NUMBER' ? [...levels.keys()] : elementOf(found.format) === undefined ? ['SET'] : ['SET', 'ADD'];
    if (level === undefined || !allowed.includes(modifierName)) refuse('modifier', modifierName);
    const reads: Definition[] = [];
    const amount = amountOf(
      text,
      found.format,
      { scope, running: found.format, reads },
      modifierName === 'SET' && found.format !== 'NUMBER',
    );
    modifiers.push({
      carrier,
      variable: found,
      amount,
      reads,
      level: level ?? 0,
      index: modifiers.length,
      others: groups === undefined ? undefined : (thing) => thing.scope === scope && groups(thing),
      act: actOf(modifierName, found.format),
      priority: priorityOf(associations),
    });
  }

  function targets(target: string): (thing: Thing) => boolean {
    if (target === 'ALL') return () => true;
    const [, word, rest] = /^([A-Za-z]+)=(.*)$/.exec(target) ?? [];
    if (rest === '') refuse('syntax', 'no name');
    if (word === 'GROUP') return ({ groups }) => groups.some((group) => low(group) === low(rest));
    if (word !== undefined && word !== 'KEY') refuse('syntax', word);
    return ({ key }) => low(key) === low(word === undefined ? target : rest);
  }

  function amountOf(text: string, format: string, site: Site, asserted: boolean): Checked {
    const value = constant(format, text);
    if (value !== undefined) return { format, run: () => value };
    if (elementOf(format) !== undefined && splitOutside(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'), ',', true).length > 1)
      refuse('format', 'no list');
    return wanted(parse(text), site, format, asserted);
  }

  function priorityOf(associations: readonly string[]): number {
    if (associations.length === 0) return 0;
    const digits = /^PRIORITY=([0-9]+)$/.exec(associations[0])?.[1];
    if (associations.length > 1 || digits === undefined || Number(digits) > 2147483647) refuse('priority');
    return Number(digits);
  }

  function actOf(name: string, format: string): (before: Value, amount: Value) => Value {
    if (name === 'SET') return (_before, amount) => amount;
    if (format !== 'NUMBER') return (before, amount) => union(before as readonly Value[], amount as readonly Value[]);
    const of = (a: Num, x: Num): Num => {
      switch (name) {
        case 'MULTIPLY':
          return multiply(a, x);
        case 'DIVIDE':
          return arithmetic('/', a, x);
        case 'ADD':
          return arithmetic('+', a, x);
        case 'MAX':
          return a.value > x.value ? a : x;
        default:
          return a.value < x.value ? a : x;
      }
    };
    return (before, amount) => of(before as Num, amount as Num);
  }

  // Reading the lines, by their kinds

  const fieldsOf = (
    line: string,
  ): { readonly token: string; readonly text: string; readonly more: readonly string[] } => {
    const [first = '', ...more] = line.split('\t').filter((field) => field !== '');
    const colon = first.indexOf(':');
    return { token: colon < 0 ? '' : first.slice(0, colon), text: first.slice(colon + 1), more };
  };
  const known = [
    'DEFAULTVARIABLEVALUE',
    'DYNAMICSCOPE',
    'FACTDEF',
    'GLOBAL',
    'LOCAL',
    'CHANNEL',
    'FUNCTION',
    'MODIFY',
    'MODIFYOTHER',
    '',
  ];
  function each(
    tokens: readonly string[],
    act: (text: string, more: readonly string[], token: string, line: string) => void,
  ): void {
    for (const line of lst) {
      const { token, text, more } = fieldsOf(line);
      if (tokens.includes(token) && !line.startsWith(':'))
        attempt(line, () => {
          act(text, more, token, line);
        });
    }
  }
  const barred = (text: string): readonly [string, string] =>
    text.includes('|')
      ? [text.slice(0, text.indexOf('|')), text.slice(text.indexOf('|') + 1)]
      : refuse('syntax', 'no |');
  const after = (more: readonly string[], token: string): string =>
    (more[0] ?? '').startsWith(token) && more.length === 1
      ? more[0].slice(token.length)
      : refuse('syntax', `no ${token}`);

  for (const line of lst)
    attempt(line, () => {
      if (!known.includes(fieldsOf(line).token) || line.startsWith(':')) refuse('syntax', 'unknown token');
    });
  each(['DEFAULTVARIABLEVALUE'], (text) => {
    const [name, valueText] = barred(text);
    const format = formatNamed(name);
    const value = constant(format, valueText) ?? refuse('default', 'no constant');
    if (!same(defaults.get(format) ?? value, value)) refuse('default', 'another default');
    defaults.set(format, value);
  });
  each(['DYNAMICSCOPE'], (text) => {
    scopes.add(plain(text));
  });
  each(['FACTDEF'], (text, more) => {
    const [scope, name] = barred(text);
    facts.set(`${scopeNamed(scope)}|${low(plain(name))}`, formatNamed(after(more, 'DATAFORMAT:')));
  });
  each(['GLOBAL', 'LOCAL', 'CHANNEL', ''], (text, more, token) => {
    const explanation = more.length > 0 ? after(more, 'EXPLANATION:') : undefined;
    if (token === 'GLOBAL' || token === '') define(variables, GLOBAL, text, explanation);
    else {
      const [scope, typed] = barred(text);
      define(
        token === 'LOCAL' ? variables : channels,
        token === 'CHANNEL' && low(scope) === 'pc' ? GLOBAL : scopeNamed(scope),
        typed,
        explanation,
      );
    }
  });
  each(['FUNCTION'], (text, more, _token, line) => {
    const written = after(more, 'VALUE:');
    if (!/^[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?$/.test(text)) refuse('syntax', 'no name of a function');
    if (builtIn.has(low(text)) || functions.has(low(text))) refuse('duplicate');
    const tree = parse(written);
    functions.set(low(text), {
      name: text,
      tree,
      arity:
        Math.max(
          -1,
          ...callsIn(tree)
            .filter(({ name }) => low(name) === 'arg')
            .map(({ args }) => argNumber(args)),
        ) + 1,
      line,
    });
  });
  for (const { name, tree } of functions.values()) {
    const reached = new Set<string>();
    const follow = (from: Tree): void => {
      for (const called of callsIn(from)) {
        const body = functions.get(low(called.name));
        if (body !== undefined && !reached.has(low(body.name))) {
          reached.add(low(body.name));
          follow(body.tree);
        }
      }
    };
    follow(tree);
    if (reached.has(low(name))) problems.push({ code: 'loop', cycle: [name] });
  }
  if (problems.some(({ code }) => code === 'loop')) return { ok: false, problems, loop: functionLoop };

  for (const object of objects) {
    const ref = `${object.scope}|${object.key}`;
    attempt(ref, () => {
      declare(object, ref);
    });
  }
  for (const thing of things.values()) {
    const { parent } = thing.declared;
    if (parent !== undefined)
      attempt(thing.ref, () => {
        thing.home = things.get(low(parent)) ?? refuse('unknown-variable', parent);
      });
  }
  for (const thing of [...things.values()]) {
    for (const token of thing.declared.tokens ?? [])
      if (token.startsWith('FACT:'))
        attempt(token, () => {
          takeFact(token.slice(5), thing);
        });
  }
  each(['MODIFY', 'MODIFYOTHER'], (_text, _more, _token, line) => {
    modify(line, undefined);
  });
  for (const thing of [...things.values()]) {
    for (const token of thing.declared.tokens ?? [])
      attempt(token, () => {
        takeToken(token, thing);
      });
  }

  function declare(object: OracleObject, ref: string): void {
    if (things.has(low(ref))) refuse('duplicate');
    scopeNamed(object.scope);
    const tokens = object.tokens ?? [];
    const groups = [
      ...(object.groups ?? []),
      ...tokens.filter((token) => token.startsWith('GROUP:')).map((token) => token.slice(6)),
    ];
    const thing = {
      ref,
      scope: object.scope,
      key: object.key,
      groups,
      home: undefined,
      part: false,
      facts: new Map<string, Value>(),
      line: ref,
      declared: object,
    };
    things.set(low(ref), thing);
    for (const token of tokens) {
      const number = /^PART:([1-9][0-9]*)\|/.exec(token)?.[1];
      if (number !== undefined && object.scope === 'EQUIPMENT') partOf(thing, number);
    }
  }

  function partOf(home: Thing, number: string): Thing {
    const key = `${home.key}#${number}`;
    const ref = `EQUIPMENT.PART|${key}`;
    const found = things.get(low(ref)) ?? {
      ref,
      scope: 'EQUIPMENT.PART',
      key,
      groups: [],
      home,
      part: true,
      facts: new Map<string, Value>(),
      line: ref,
      declared: { scope: 'EQUIPMENT.PART', key },
    };
    things.set(low(ref), found);
    return found;
  }

  function takeFact(text: string, thing: Thing): void {
    const [name, value] = barred(text);
    if (name === '') refuse('syntax', 'no name of a fact');
    const format = facts.get(`${thing.scope}|${low(name)}`) ?? refuse('unknown-variable', name);
    thing.facts.set(low(name), constant(format, value) ?? refuse('format'));
  }

  function takeToken(token: string, thing: Thing): void {
    if (/^(?:MODIFY|MODIFYOTHER):/.test(token)) {
      modify(token, thing);
      return;
    }
    if (/^GROUP:[^|]+$|^FACT:/.test(token)) return;
    const [, number, inner] = /^PART:([1-9][0-9]*)\|((?:MODIFY|MODIFYOTHER):.*)$/.exec(token) ?? refuse('syntax');
    if (thing.scope !== 'EQUIPMENT') refuse('scope');
    modify(inner, partOf(thing, number));
  }

  // What is in force, and what comes of it

  function inForce(granted: readonly Thing[], firsts: readonly Thing[]): ReadonlyMap<string, readonly Applied[]> {
    const found: Applied[] = [];
    for (const modifier of modifiers) {
      const { carrier, others, variable: changed, priority, level, index } = modifier;
      if (carrier !== undefined && !granted.includes(carrier)) continue;
      for (const at of others === undefined ? [carrier] : granted.filter(others)) {
        // Locals of what is not granted keep the default, whoever would change them.
        const owner = ownerOf(changed, at);
        if (changed.scope !== GLOBAL && (owner === undefined || !granted.includes(owner))) continue;
        const order = [
          priority,
          level,
          carrier === undefined ? -1 : firsts.indexOf(carrier),
          index,
          at === undefined ? -1 : firsts.indexOf(at),
        ];
        found.push({ cell: cellOf(changed, at), modifier, at, id: `${String(index)} ${at?.ref ?? ''}`, order });
      }
    }
    const cells = new Map<string, Applied[]>();
    for (const applied of found.sort((a, b) => byNumbers(a.order, b.order)))
      cells.set(applied.cell, [...(cells.get(applied.cell) ?? []), applied]);
    return cells;
  }

  const inputsOf = (applied: readonly Applied[]): readonly string[] =>
    applied.flatMap(({ modifier, at }) => modifier.reads.map((read) => cellOf(read, at)));
  const formatOf = (cell: string): string => {
    const name = cell.slice(cell.lastIndexOf('|') + 1).replace(CHANNEL, '');
    const scope = cell.includes('|') ? cell.slice(0, cell.indexOf('|')).replace(CHANNEL, '') : GLOBAL;
    return find(cell.startsWith(CHANNEL) ? channels : variables, scope, name).format;
  };

  /** The cells, each after those that it reads; undefined where there is a loop. */
  function ordered(force: ReadonlyMap<string, readonly Applied[]>): readonly string[] | undefined {
    const left = new Map(
      [...force].map(([cell, applied]) => [cell, new Set(inputsOf(applied).filter((read) => force.has(read)))]),
    );
    const order: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const stack = [...left.keys()];
    for (let cell = stack.at(-1); cell !== undefined; cell = stack.at(-1)) {
      const open = [...(left.get(cell) ?? [])].filter((read) => state.get(read) !== 'done');
      if (state.get(cell) === 'done') stack.pop();
      else if (open.length === 0) {
        state.set(cell, 'done');
        order.push(cell);
        stack.pop();
      } else if (open.some((read) => state.get(read) === 'open') || open.includes(cell)) return undefined;
      else {
        state.set(cell, 'open');
        stack.push(...open.slice(0, 1));
      }
    }
    return order;
  }

  interface State {
    readonly force: ReadonlyMap<string, readonly Applied[]>;
    readonly value: (cell: string) => Value;
    readonly failed: (cell: string) => boolean;
    readonly shown: (cell: string) => string;
    readonly place: (thing: Thing | undefined, running?: Value) => Place;
  }

  function solve(force: ReadonlyMap<string, readonly Applied[]>, written: ReadonlyMap<string, Value>): State {
    const values = new Map<string, Value>(written);
    const failed = new Set<string>();
    const value = (cell: string): Value => values.get(cell) ?? initial(formatOf(cell));
    const read = (cell: string): Value => (failed.has(cell) ? refuse('arithmetic') : value(cell));
    const place = (thing: Thing | undefined, running?: Value): Place => ({ thing, running, read });
    for (const cell of ordered(force) ?? refuse('loop')) {
      try {
        let current = initial(formatOf(cell));
        for (const { modifier, at } of force.get(cell) ?? [])
          current = modifier.act(current, modifier.amount.run(place(at, current)));
        values.set(cell, current);
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'arithmetic') throw error;
        failed.add(cell);
      }
    }
    return {
      force,
      value,
      failed: (cell) => failed.has(cell),
      shown: (cell) => (failed.has(cell) ? FAILED : show(value(cell))),
      place,
    };
  }

  const all = [...things.values()];
  if (problems.length > 0) return { ok: false, problems, loop: () => false };
  const everything = inForce(all, all);
  if (ordered(everything) === undefined) {
    const reads = new Map([...everything].map(([cell, applied]) => [low(cell), new Set(inputsOf(applied).map(low))]));
    const loop = (cycle: readonly string[]): boolean =>
      cycle.length > 0 &&
      cycle.every((name, i) => reads.get(low(name))?.has(low(cycle[(i + 1) % cycle.length])) === true);
    return { ok: false, problems: [{ code: 'loop', cycle: [] }], loop };
  }

  const granted = new Set<Thing>();
  const firsts: Thing[] = [];
  const written = new Map<string, Value>();
  let state = solve(inForce([], firsts), written);

  function changed(act: () => void): Outcome {
    const before = state;
    const writtenBefore = new Map(written);
    act();
    state = solve(inForce([...granted], firsts), written);
    const idsOf = ({ force }: State, cell: string): string =>
      (force.get(cell) ?? [])
        .map(({ id }) => id)
        .sort()
        .join();
    const channelsChanged = new Set(
      [...written.keys()].filter(
        (cell) => show(writtenBefore.get(cell) ?? initial(formatOf(cell))) !== show(written.get(cell) ?? ''),
      ),
    );
    const cells = [...new Set([...before.force.keys(), ...state.force.keys()])];
    const differs = (cell: string): boolean => channelsChanged.has(cell) || before.shown(cell) !== state.shown(cell);
    const solved = cells.filter(
      (cell) => idsOf(before, cell) !== idsOf(state, cell) || inputsOf(state.force.get(cell) ?? []).some(differs),
    );
    return { changed: cells.filter((cell) => before.shown(cell) !== state.shown(cell)), solves: solved.length };
  }

  function grant(thing: Thing): void {
    if (granted.has(thing)) return;
    granted.add(thing);
    if (!firsts.includes(thing)) firsts.push(thing);
    for (const part of all) if (part.part && part.home === thing) grant(part);
  }

  function revoke(thing: Thing): void {
    granted.delete(thing);
    for (const child of all) if (child.home === thing) revoke(child);
  }

  function thingNamed(ref: string | undefined): Thing | undefined {
    return ref === undefined ? undefined : (things.get(low(ref)) ?? refuse('unknown-variable', ref));
  }

  function run(step: OracleStep): Outcome {
    const thing = thingNamed(step.grant ?? step.revoke ?? step.of);
    const scope = thing?.scope ?? GLOBAL;
    if (step.explanation !== undefined)
      return { expect: { text: find(variables, step.scope ?? GLOBAL, step.explanation).explanation } };
    if (thing !== undefined && step.grant !== undefined)
      return changed(() => {
        grant(thing);
      });
    if (thing !== undefined && step.revoke !== undefined)
      return changed(() => {
        if (granted.has(thing)) revoke(thing);
      });
    if (step.write !== undefined) {
      const channel = find(channels, scope, step.write);
      const value = constant(channel.format, step.value ?? '') ?? refuse('format');
      return changed(() => {
        written.set(cellOf(channel, thing), value);
      });
    }
    if (step.get !== undefined) {
      const found = find(variables, scope, step.get);
      const cell = cellOf(found, thing);
      return state.failed(cell) ? failure : { expect: asExpected(found.format, state.value(cell)) };
    }
    return evaluated(step, thing);
  }

  function evaluated({ eval: formula = '', as, format }: OracleStep, thing: Thing | undefined): Outcome {
    const asserted = as === undefined ? undefined : formatNamed(as);
    const found = check(parse(formula), { scope: thing?.scope ?? GLOBAL, running: undefined, reads: [] }, asserted);
    if (found.format !== (asserted ?? format ?? found.format)) refuse('format', 'another format is wanted');
    try {
      return { expect: asExpected(found.format, found.run(state.place(thing))) };
    } catch (error) {
      if (error instanceof Fault && error.code === 'arithmetic') return failure;
      throw error;
    }
  }

  return {
    ok: true,
    run(step) {
      try {
        return run(step);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return { expectError: { on: step.write === undefined ? 'load' : 'eval', code: error.code } };
      }
    },
  };

  function functionLoop(cycle: readonly string[]): boolean {
    return (
      cycle.length > 0 &&
      cycle.every((name, i) => {
        const body = functions.get(low(name));
        return (
          body !== undefined &&
          callsIn(body.tree).some((called) => low(called.name) === low(cycle[(i + 1) % cycle.length]))
        );
      })
    );
  }
}

function callsIn(tree: Tree): readonly Extract<Tree, { readonly is: 'call' }>[] {
  switch (tree.is) {
    case 'element':
      return callsIn(tree.at);
    case 'call':
      return [tree, ...tree.args.flatMap(callsIn)];
    case 'minus':
    case 'not':
      return callsIn(tree.of);
    case 'operator':
      return [...callsIn(tree.left), ...callsIn(tree.right)];
    default:
      return [];
  }
}

function argNumber([first, ...more]: readonly Tree[]): number {
  if (more.length > 0 || first === undefined) refuse('arity');
  return first.is === 'number' && first.value.whole ? first.value.value : refuse('format');
}

function equal(a: Value, b: Value): boolean {
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((value, i) => equal(value, b[i]));
  return isNumber(a) && isNumber(b) ? compare('==', a, b) : same(a, b);
}

const isNumber = (value: Value): value is Num => typeof value === 'object' && 'whole' in value;

function without(list: readonly Value[], removed: readonly Value[]): readonly Value[] {
  const left = [...list];
  for (const value of removed) {
    const at = left.findIndex((each) => same(each, value));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function union(list: readonly Value[], added: readonly Value[]): readonly Value[] {
  const all = [...list];
  for (const value of added) if (!all.some((each) => same(each, value))) all.push(value);
  return all;
}
