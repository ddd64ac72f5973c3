import type { Choices } from './choices.js';
import type { OracleCase, OracleObject, OracleStep } from './formula-oracle.js';

interface Name { readonly name: string; readonly scope: string; readonly format: string; readonly rank: number }
interface Function { readonly name: string; readonly body: string; readonly takes: readonly string[]; readonly gives: string }

/** How a random case is made: with `wild`, formulas may read what they like, so that loops come about. */
export interface CampaignShape { readonly seed: number; readonly variables: number; readonly objects: number; readonly steps: number; readonly wild: boolean; readonly mutated: boolean }

const scopes = ['EQUIPMENT', 'EQUIPMENT.PART', 'SKILL', 'STAT', 'MOVE'];
const formats = ['NUMBER', 'NUMBER', 'NUMBER', 'BOOLEAN', 'STRING', 'ORDEREDPAIR', 'DICE', 'ARRAY[NUMBER]', 'ARRAY[STRING]', 'ARRAY[DICE]'];
const words = ['Hands', 'Rank', 'Bonus', 'Load', 'Reach', 'Crit_Mult', 'AC', 'x', 'y2', 'Size', 'true', 'abs', 'Total', 'Min', 'Speed', 'W', 'Face', 'Die', 'List', 'Txt', 'Q', 'R', 'S', 'T'];
const functions: readonly Function[] = [
  { name: 'half', body: 'arg(0)/2', takes: ['NUMBER'], gives: 'NUMBER' },
  { name: 'abilityMod', body: 'floor( arg(0) / 2 ) - 5', takes: ['NUMBER'], gives: 'NUMBER' },
  { name: 'second', body: 'arg(1)', takes: ['*', 'NUMBER'], gives: 'NUMBER' },
  { name: 'pick', body: 'if(arg(0),arg(2),arg(1))', takes: ['BOOLEAN', 'NUMBER', 'NUMBER'], gives: 'NUMBER' },
  { name: 'nest', body: 'half(arg(1))+SECOND(arg(0),arg(1))*pick(arg(1)>0,arg(0),arg(1))', takes: ['NUMBER', 'NUMBER'], gives: 'NUMBER' },
  { name: 'twice', body: 'arg(0)+arg(0)', takes: ['STRING'], gives: 'STRING' },
  { name: 'either', body: 'arg(0)||!arg(1)', takes: ['BOOLEAN', 'BOOLEAN'], gives: 'BOOLEAN' },
  { name: 'clampTo', body: 'max(abs("3"),min(arg(0),arg(0)))', takes: ['NUMBER'], gives: 'NUMBER' },
];
const numberTexts = ['0', '1', '2', '3', '5', '-1', '2.5', '.5', '0.0', '-0.0', '100', '2147483647', '1234567', '12345678', '+5', '1e3', '007', ' 4', 'NaN', 'Infinity', '-Infinity', '-7', '0.1'];
const literals = ['0', '1', '2', '3', '5', '10', '2.5', '.5', '0.0', '1.0', '007', '2147483647', '2147483648', '0.1', '4294967297.0'];

/** A campaign with objects and steps, by choices of its own for each part. */
export function randomCampaign(choices: Choices, shape: CampaignShape): OracleCase {
  const names = variablesOf(choices.split('variables'), shape.variables);
  const channels = variablesOf(choices.split('channels'), 3);
  const objects = objectsOf(choices.split('objects'), shape.objects);
  const refs = refsOf(objects, choices.split('refs'));
  const writer = formulaWriter(names, channels, shape.wild, objects.some(({ scope, key }) => scope === 'SKILL' && key === 'Climb'));
  const define = choices.split('define');
  const lst = [
    ...['NUMBER|0', 'BOOLEAN|false', 'STRING|none', 'ORDEREDPAIR|0,0', 'DICE|0', 'number|0'].map((text) => `DEFAULTVARIABLEVALUE:${text}`),
    'DYNAMICSCOPE:MOVE', 'FACTDEF:SKILL|Weight\tDATAFORMAT:NUMBER', 'FACTDEF:SKILL|Key\tDATAFORMAT:STRING',
    ...names.map((name) => definitionOf(define, name)),
    ...names.filter(() => define.oneIn(9)).map((name) => definitionOf(define, { ...name, name: cased(define, name.name) })),
    ...channels.map(({ name, scope, format }) => `CHANNEL:${scope === '' ? 'PC' : scope}|${format}=${name}`),
    ...functions.map(({ name, body }) => `FUNCTION:${name}\tVALUE:${body}`),
    ...tokensOf(choices.split('global'), writer, names, '', 7, objects),
  ];
  const declared = objects.map((object, i) => ({ ...object, tokens: objectTokens(choices.split(`tokens ${String(i)}`), writer, names, object, objects) }));
  const steps = stepsOf(choices.split('steps'), shape.steps, writer, names, channels, refs);
  const made = { lst: define.oneIn(2) ? lst : shuffled(define, lst), objects: declared, steps };
  return shape.mutated ? mutated(choices.split('mutation'), made, names) : made;
}

function variablesOf(choices: Choices, count: number): readonly Name[] {
  const found: Name[] = [];
  const lineOf = (scope: string): readonly string[] => (scope === 'EQUIPMENT.PART' ? [scope, 'EQUIPMENT', ''] : [scope, '']);
  for (let i = 0; found.length < count && i < count * 3; i++) {
    const name = cased(choices, choices.pick(words));
    const scope = choices.oneIn(2) ? '' : choices.pick(scopes);
    const overlaps = found.some((each) => each.name.toLowerCase() === name.toLowerCase() && (lineOf(scope).includes(each.scope) || lineOf(each.scope).includes(scope)));
    if (!overlaps) found.push({ name, scope, format: choices.pick(formats), rank: found.length });
  }
  return found;
}

function definitionOf(choices: Choices, { name, scope, format }: Name): string {
  const typed = format === 'NUMBER' && choices.oneIn(3) ? name : `${cased(choices, format)}=${name}`;
  const token = scope === '' ? (choices.oneIn(4) ? typed : `GLOBAL:${typed}`) : `LOCAL:${scope}|${typed}`;
  return choices.oneIn(4) ? `${token}\tEXPLANATION:${choices.pick(['one', 'a|b: c', 'two words'])}` : token;
}

function objectsOf(choices: Choices, count: number): readonly OracleObject[] {
  const found: OracleObject[] = [];
  const keys = ['Sword', 'Bastard Sword', 'Axe', 'Climb', 'Str', 'all', 'a-b', 'Plate+1'];
  for (let i = 0; i < count; i++) {
    const [scope, key] = [choices.pick(scopes), choices.pick(keys)];
    if (found.some((each) => each.scope === scope && each.key === key)) continue;
    const homes = found.filter((each) => each.scope === 'EQUIPMENT');
    if (scope === 'EQUIPMENT.PART' && homes.length === 0) continue;
    const parent = scope === 'EQUIPMENT.PART' ? { parent: cased(choices, `EQUIPMENT|${choices.pick(homes).key}`, 9) } : {};
    found.push({ scope, key, ...parent, ...(choices.oneIn(3) ? { groups: choices.some(['Weapon', 'Martial', 'two words']) } : {}) });
  }
  return found;
}

function refsOf(objects: readonly OracleObject[], choices: Choices): readonly string[] {
  return objects.flatMap(({ scope, key }) => [`${scope}|${key}`, ...(scope === 'EQUIPMENT' && choices.oneIn(1) ? [] : [])]);
}

type Writer = (choices: Choices, format: string, scope: string, below: number, depth: number, context: { readonly running?: string; readonly asserted?: boolean }) => string;

function formulaWriter(names: readonly Name[], channels: readonly Name[], wild: boolean, climbs: boolean): Writer {
  const visible = (list: readonly Name[], scope: string, format: string, below: number): readonly Name[] => list.filter((each) => each.format === format && (wild || each.rank < below)
    && (each.scope === '' || each.scope === scope || (scope === 'EQUIPMENT.PART' && each.scope === 'EQUIPMENT')));

  const write: Writer = (choices, format, scope, below, depth, context) => {
    const plain = { ...(context.running === undefined ? {} : { running: context.running }) };
    const sub = (wanted: string, asserted = false): string => write(choices, wanted, scope, below, depth - 1, { ...plain, asserted });
    const op = (operator: string): string => `${blank(choices)}${operator}${blank(choices)}`;
    const call = (name: string, ...args: readonly string[]): string => `${cased(choices, name, 3)}${op('(')}${args.join(op(','))}${op(')').trimEnd()}`;
    const bracket = (text: string): string => `(${blank(choices)}${text}${blank(choices)})`;
    const side = (wanted: string): string => { const text = sub(wanted); return /^[\w".]+$/.test(text) ? text : bracket(text); };
    const loose = (wanted: string): string => (choices.oneIn(2) ? side(wanted) : sub(wanted));
    const leaf = (): string => {
      const found = visible(names, scope, format, below);
      const read = visible(channels, scope, format, Infinity);
      if (context.running === format && choices.oneIn(4)) return 'value()';
      if (read.length > 0 && choices.oneIn(4)) return call('input', `"${cased(choices, choices.pick(read).name, 3)}"`);
      if (found.length > 0 && !choices.oneIn(4)) return cased(choices, choices.pick(found).name, 3);
      if (context.asserted === true && (format !== 'NUMBER' && format !== 'STRING' || choices.oneIn(3))) return `"${constantOf(choices, format)}"`;
      return literalOf();
    };
    const literalOf = (): string => {
      switch (format) {
        case 'NUMBER': return choices.pick(literals);
        case 'STRING': return choices.pick(['"a"', '"x y"', '""', '"q\\"r"', '"1"']);
        case 'BOOLEAN': return choices.pick(['1==1', '(1 > 2)', '"a"=="b"']);
        default: {
          const found = visible(names, scope, format, below);
          return found.length > 0 ? choices.pick(found).name : context.asserted === true ? `"${constantOf(choices, format)}"` : 'Nothing';
        }
      }
    };
    if (depth <= 0 || choices.oneIn(4)) return leaf();
    if (choices.oneIn(6)) return call('if', sub('BOOLEAN', true), sub(format, context.asserted), sub(format, context.asserted));
    if (choices.oneIn(12)) return bracket(sub(format, context.asserted));
    const given = functions.filter(({ gives }) => gives === format);
    if (given.length > 0 && choices.oneIn(5)) {
      const { name, takes } = choices.pick(given);
      return call(name, ...takes.map((wanted) => sub(wanted === '*' ? choices.pick(['NUMBER', 'STRING', 'BOOLEAN']) : wanted)));
    }
    const list = `ARRAY[${choices.pick(['NUMBER', 'STRING', 'DICE'])}]`;
    switch (format) {
      case 'NUMBER': {
        const lists = visible(names, scope, 'ARRAY[NUMBER]', below);
        switch (choices.below(9)) {
          case 0: return `${choices.oneIn(6) ? ' ' : ''}-${side('NUMBER')}`;
          case 1: return call(choices.pick(['abs', 'ceil', 'floor', 'round']), sub('NUMBER', true));
          case 2: return call(choices.pick(['max', 'min']), ...Array.from({ length: choices.between(2, 4) }, () => sub('NUMBER', true)));
          case 3: return visible(names, scope, list, below).length > 0 ? call('length', sub(list)) : leaf();
          case 4: return lists.length > 0 ? `${choices.pick(lists).name}${op('[')}${choices.oneIn(2) ? choices.pick(['0', '1', '2']) : side('NUMBER')}${op(']').trimEnd()}` : leaf();
          case 5: return climbs && choices.oneIn(2) ? call('getFact', '"SKILL"', '"Climb"', '"Weight"') : leaf();
          default: return `${loose('NUMBER')}${op(choices.pick(['+', '-', '*', '/', '%', '^', '+', '-', '*']))}${loose('NUMBER')}`;
        }
      }
      case 'BOOLEAN': {
        const wanted = choices.pick(['NUMBER', 'NUMBER', 'STRING', 'BOOLEAN', 'ORDEREDPAIR', 'DICE', list]);
        const compared = ['NUMBER', 'STRING', 'BOOLEAN'].includes(wanted) || visible(names, scope, wanted, below).length > 0 ? wanted : 'NUMBER';
        switch (choices.below(5)) {
          case 0: return `!${side('BOOLEAN')}`;
          case 1: return `${loose('BOOLEAN')}${op(choices.pick(['&&', '||']))}${loose('BOOLEAN')}`;
          case 2: return `${loose('NUMBER')}${op(choices.pick(['<', '>', '<=', '>=']))}${loose('NUMBER')}`;
          case 3: return visible(names, scope, list, below).length > 0 ? call('isEmpty', sub(list)) : leaf();
          default: return `${side(compared)}${op(choices.pick(['==', '!=']))}${side(compared)}`;
        }
      }
      case 'STRING': return climbs && choices.oneIn(6) ? call('getFact', '"SKILL"', choices.oneIn(2) ? '"climb"' : 'get("SKILL","Climb")', '"Key"') : `${side('STRING')}${op('+')}${side('STRING')}`;
      case 'ORDEREDPAIR':
      case 'DICE': return leaf();
      default:
        if (visible(names, scope, format, below).length === 0) return leaf();
        if (choices.oneIn(3)) return call('slice', sub(format), choices.pick(['0', '1', '2', sub('NUMBER')]), ...(choices.oneIn(2) ? [choices.pick(['3', '9', sub('NUMBER')])] : []));
        return context.asserted === true || choices.oneIn(20) ? `${side(format)}${op(choices.pick(['+', '-']))}${side(choices.oneIn(2) ? format : format.slice(6, -1))}` : leaf();
    }
  };
  return write;
}

function constantOf(choices: Choices, format: string): string {
  switch (format) {
    case 'NUMBER': return choices.pick(numberTexts);
    case 'BOOLEAN': return choices.pick(['true', 'false', 'TRUE', 'False']);
    case 'STRING': return choices.pick(['hello', 'a b', '1+1', 'x(y|z)', 'none', '']);
    case 'ORDEREDPAIR': return choices.pick(['0,0', '5,10', '0.5,-1', '5.0,10', '1e1,2']);
    case 'DICE': return choices.pick(['0', '2d6', 'd6', '3', '1d8+2', '1d8-1', 'd4+0', '0d1']);
    default: return Array.from({ length: choices.between(1, 4) }, () => constantOf(choices, format.slice(6, -1)).replace(/^$/, 'e').replace(/^ /, '')).join(',');
  }
}

function valueText(choices: Choices, writer: Writer, { format, rank }: Name, modifier: string, scope: string): string {
  const isFormula = format !== 'STRING' && format !== 'ARRAY[STRING]' && !choices.oneIn(3);
  const written = isFormula ? writer(choices, format, scope, rank, choices.between(0, 4), { running: format, asserted: modifier === 'SET' && format !== 'NUMBER' }) : 'Nothing';
  const text = written.includes('Nothing') ? constantOf(choices, format).replace(/^$/, 'empty') : written;
  return `${text.includes('||') ? `(${text.trim()})` : text}${choices.oneIn(4) ? `|PRIORITY=${choices.pick(['0', '1', '5', '50', '2147483647'])}` : ''}`;
}

function tokensOf(choices: Choices, writer: Writer, names: readonly Name[], scope: string, most: number, objects: readonly OracleObject[]): readonly string[] {
  return Array.from({ length: choices.between(0, most) }, (): readonly string[] => {
    const remote = choices.oneIn(3);
    const at = remote ? choices.pick(scopes) : scope;
    const seen = names.filter((each) => each.scope === '' || each.scope === at || (at === 'EQUIPMENT.PART' && each.scope === 'EQUIPMENT'));
    if (seen.length === 0) return [];
    const variable = choices.pick(seen);
    const modifiers = variable.format === 'NUMBER' ? ['SET', 'ADD', 'ADD', 'MULTIPLY', 'DIVIDE', 'MAX', 'MIN'] : variable.format.startsWith('ARRAY') ? ['SET', 'ADD'] : ['SET'];
    const modifier = choices.pick(modifiers);
    const keys = ['Ghost', 'Sword#1', ...objects.map(({ key }) => key)];
    const target = choices.pick(['ALL', 'ALL', `GROUP=${choices.pick(['Weapon', 'weapon', 'Martial', 'two words', 'None'])}`, choices.pick(keys), `KEY=${cased(choices, choices.pick(keys), 3)}`]);
    const change = `${cased(choices, variable.name, 3)}|${modifier}|${valueText(choices, writer, variable, modifier, at)}`;
    return [remote ? `MODIFYOTHER:${at}|${target}|${change}` : `MODIFY:${change}`];
  }).flat();
}

function objectTokens(choices: Choices, writer: Writer, names: readonly Name[], { scope, key }: OracleObject, objects: readonly OracleObject[]): readonly string[] {
  const parts = scope === 'EQUIPMENT' && choices.oneIn(2) ? tokensOf(choices, writer, names, 'EQUIPMENT.PART', 3, objects).map((token) => `PART:${choices.pick(['1', '2', '10'])}|${token}`) : [];
  const facts = scope === 'SKILL' && key === 'Climb' && choices.oneIn(2) ? ['FACT:Weight|2.5', 'FACT:key|STR'] : [];
  const groups = choices.oneIn(4) ? ['GROUP:Weapon'] : [];
  return shuffled(choices, [...tokensOf(choices, writer, names, scope, 5, objects), ...parts, ...facts, ...groups]);
}

function stepsOf(choices: Choices, count: number, writer: Writer, names: readonly Name[], channels: readonly Name[], refs: readonly string[]): readonly OracleStep[] {
  const place = (): { readonly of?: string } => (refs.length === 0 || choices.oneIn(3) ? {} : { of: choices.pick(refs) });
  const scopeOf = ({ of = '' }: { readonly of?: string }): string => (of.includes('|') ? of.slice(0, of.indexOf('|')) : '');
  return Array.from({ length: count }, (): OracleStep => {
    const at = place();
    switch (choices.below(refs.length === 0 ? 5 : 10)) {
      case 0:
      case 1: return names.length === 0 ? { eval: '1' } : { get: choices.pick(names).name, ...at };
      case 2: {
        const format = choices.pick(formats);
        const asserted = choices.oneIn(2);
        return { eval: writer(choices, format, scopeOf(at), Infinity, choices.between(1, 4), { asserted }), ...at, ...(asserted ? { as: format } : { format }) };
      }
      case 3:
      case 4: {
        if (channels.length === 0) return { eval: '2' };
        const { name, format } = choices.pick(channels);
        return { write: name, value: constantOf(choices, choices.oneIn(8) ? choices.pick(formats) : format), ...at };
      }
      case 5:
      case 6: return { revoke: choices.pick(refs) };
      default: return { grant: choices.pick(refs) };
    }
  });
}

/** Changes one line, token or formula a little: often into an error. */
function mutated(choices: Choices, { lst = [], objects = [], steps = [] }: OracleCase, names: readonly Name[]): OracleCase {
  const one = <T>(list: readonly T[], act: (item: T) => readonly T[]): readonly T[] => {
    const at = choices.below(list.length);
    return list.flatMap((item, i) => (i === at ? act(item) : [item]));
  };
  const spoilt = (text: string): string => {
    const at = choices.below(text.length + 1);
    switch (choices.below(6)) {
      case 0: return text.slice(0, at) + text.slice(at + 1);
      case 1: return text.slice(0, at) + choices.pick(['(', ')', '[', ']', ',', '|', '=', ' ', '-', '!', '+', '"', '%', '.', '_', '~', '1', 'x', ':', '#', '^', '&&', '||', 'é', '==', '0', '*']) + text.slice(at);
      case 2: return names.length === 0 ? text : text.replace(new RegExp(choices.pick(names).name, 'i'), choices.pick(names).name);
      case 3: return text.replace(/\b[A-Za-z_]+\(/, `${choices.pick(['max', 'abs', 'half', 'length', 'nofn', 'second', 'arg', 'value', 'if'])}(`);
      case 4: return text.replace(/SET|ADD|NUMBER|STRING|STAT|SKILL|EQUIPMENT/, choices.pick(['SET', 'ADD', 'MAX', 'BOOLEAN', 'NUMBER', 'DICE', 'SKILL', 'EQUIPMENT.PART', 'NOPE', 'SAVE']));
      default: return text.slice(0, at) + text.slice(Math.max(0, at - choices.between(1, 4)), at) + text.slice(at);
    }
  };
  switch (choices.below(6)) {
    case 0: return { lst: one(lst, () => []), objects, steps };
    case 1: return { lst: one(lst, (line) => [line, spoilt(line)]), objects, steps };
    case 2: return { lst: one(lst, (line) => [spoilt(line)]), objects, steps };
    case 3: return { lst, objects, steps: one(steps, (step) => [step.eval === undefined ? step : { ...step, eval: spoilt(step.eval) }]) };
    default: return { lst, objects: one(objects, (object) => [{ ...object, tokens: one(object.tokens ?? [], (token) => [spoilt(token)]) }]), steps };
  }
}

const blank = (choices: Choices): string => (choices.oneIn(6) ? ' '.repeat(choices.between(1, 2)) : '');

/** A text in another case, once in so many times. */
function cased(choices: Choices, text: string, times = 5): string {
  return choices.oneIn(times) ? choices.oneIn(2) ? text.toUpperCase() : text.toLowerCase() : text;
}

function shuffled<T>(choices: Choices, list: readonly T[]): readonly T[] {
  const rest = [...list];
  return list.map(() => rest.splice(choices.below(rest.length), 1)[0]);
}
