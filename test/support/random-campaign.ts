import type { Choices } from './choices.js';
import type { OracleCase, OracleObject, OracleStep } from './formula-oracle.js';
import { type Name, type Writer, cased, constantOf, formulaWriter, functions } from './random-formula.js';

/** How a random case is made: with `wild`, formulas may read what they like, so that loops come about. */
export interface CampaignShape {
  readonly seed: number;
  readonly variables: number;
  readonly objects: number;
  readonly steps: number;
  readonly wild: boolean;
  readonly mutated: boolean;
}

const scopes = ['EQUIPMENT', 'EQUIPMENT.PART', 'SKILL', 'STAT', 'MOVE'];
const formats = [
  'NUMBER',
  'NUMBER',
  'NUMBER',
  'BOOLEAN',
  'STRING',
  'ORDEREDPAIR',
  'DICE',
  'ARRAY[NUMBER]',
  'ARRAY[STRING]',
  'ARRAY[DICE]',
];
const words = [
  'Hands',
  'Rank',
  'Bonus',
  'Load',
  'Reach',
  'Crit_Mult',
  'AC',
  'x',
  'y2',
  'Size',
  'true',
  'abs',
  'Total',
  'Min',
  'Speed',
  'W',
  'Face',
  'Die',
  'List',
  'Txt',
  'Q',
  'R',
  'S',
  'T',
];
/** A campaign with objects and steps, by choices of its own for each part. */
export function randomCampaign(choices: Choices, shape: CampaignShape): OracleCase {
  // Few formats bring variables together that feed each other.
  const pool = ['NUMBER', ...choices.split('formats').some(formats).slice(0, choices.below(5))];
  const names = variablesOf(choices.split('variables'), shape.variables, pool);
  const channels = variablesOf(choices.split('channels'), 3, pool);
  const objects = objectsOf(choices.split('objects'), shape.objects);
  const writer = formulaWriter(
    names,
    channels,
    shape.wild,
    objects.some(({ scope, key }) => scope === 'SKILL' && key === 'Climb'),
  );
  const define = choices.split('define');
  const lst = [
    ...[
      `NUMBER|${define.oneIn(3) ? '7' : '0'}`,
      `BOOLEAN|${define.oneIn(4) ? 'TRUE' : 'false'}`,
      'STRING|none',
      'ORDEREDPAIR|0,0',
      'DICE|0',
      'dice|0',
    ].map((text) => `DEFAULTVARIABLEVALUE:${text}`),
    'DYNAMICSCOPE:MOVE',
    'FACTDEF:SKILL|Weight\tDATAFORMAT:NUMBER',
    'FACTDEF:SKILL|Key\tDATAFORMAT:STRING',
    ...names.map((name) => definitionOf(define, name)),
    ...names
      .filter(() => define.oneIn(9))
      .map((name) => definitionOf(define, { ...name, name: cased(define, name.name) })),
    ...channels.map(({ name, scope, format }) => `CHANNEL:${scope === '' ? 'PC' : scope}|${format}=${name}`),
    ...functions.map(({ name, body }) => `FUNCTION:${name}\tVALUE:${body}`),
    ...tokensOf(choices.split('global'), writer, names, '', 7, objects),
  ];
  const declared = objects.map((object, i) => ({
    ...object,
    tokens: objectTokens(choices.split(`tokens ${String(i)}`), writer, names, object, objects),
  }));
  const steps = stepsOf(choices.split('steps'), shape.steps, writer, names, channels, refsOf(declared));
  const made = { lst: define.oneIn(2) ? lst : shuffled(define, lst), objects: declared, steps };
  return shape.mutated ? mutated(choices.split('mutation'), made, names) : made;
}

function variablesOf(choices: Choices, count: number, pool: readonly string[]): readonly Name[] {
  const found: Name[] = [];
  const lineOf = (scope: string): readonly string[] =>
    scope === 'EQUIPMENT.PART' ? [scope, 'EQUIPMENT', ''] : [scope, ''];
  for (let i = 0; found.length < count && i < count * 3; i++) {
    const name = cased(choices, choices.pick(words));
    const scope = choices.oneIn(2) ? '' : choices.pick(scopes);
    const overlaps = found.some(
      (each) =>
        each.name.toLowerCase() === name.toLowerCase() &&
        (lineOf(scope).includes(each.scope) || lineOf(each.scope).includes(scope)),
    );
    if (!overlaps) found.push({ name, scope, format: choices.pick(pool), rank: found.length });
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
    const parent =
      scope === 'EQUIPMENT.PART' ? { parent: cased(choices, `EQUIPMENT|${choices.pick(homes).key}`, 9) } : {};
    found.push({
      scope,
      key,
      ...parent,
      ...(choices.oneIn(3) ? { groups: choices.some(['Weapon', 'Martial', 'two words']) } : {}),
    });
  }
  return found;
}

/** All objects, with the parts that their tokens make. */
function refsOf(objects: readonly OracleObject[]): readonly string[] {
  return objects.flatMap(({ scope, key, tokens = [] }) => [
    `${scope}|${key}`,
    ...new Set(
      tokens.flatMap((token) => {
        const number = /^PART:(\d+)\|/.exec(token)?.[1];
        return number === undefined ? [] : [`EQUIPMENT.PART|${key}#${number}`];
      }),
    ),
  ]);
}

function valueText(choices: Choices, writer: Writer, { format, rank }: Name, modifier: string, scope: string): string {
  const isFormula = format !== 'STRING' && format !== 'ARRAY[STRING]' && !choices.oneIn(3);
  const written = isFormula
    ? writer(choices, format, scope, rank, choices.between(0, 4), {
        running: format,
        asserted: modifier === 'SET' && format !== 'NUMBER',
      })
    : 'Nothing';
  const text = written.includes('Nothing') ? constantOf(choices, format).replace(/^$/, 'empty') : written;
  return `${text.includes('||') ? `(${text.trim()})` : text}${choices.oneIn(4) ? `|PRIORITY=${choices.pick(['0', '1', '5', '50', '2147483647'])}` : ''}`;
}

function tokensOf(
  choices: Choices,
  writer: Writer,
  names: readonly Name[],
  scope: string,
  most: number,
  objects: readonly OracleObject[],
): readonly string[] {
  return Array.from({ length: choices.between(0, most) }, (): readonly string[] => {
    const remote = choices.oneIn(3);
    const at = remote ? choices.pick(scopes) : scope;
    const seen = names.filter(
      (each) => each.scope === '' || each.scope === at || (at === 'EQUIPMENT.PART' && each.scope === 'EQUIPMENT'),
    );
    if (seen.length === 0) return [];
    // One that reads the local of each target: the order of the targets shows in the character.
    const local = names.find((each) => each.scope === at && each.format === 'NUMBER');
    const shared = names.find(
      (each) => each.scope === '' && each.format === 'NUMBER' && each.rank > (local?.rank ?? Infinity),
    );
    if (remote && local !== undefined && shared !== undefined && choices.oneIn(3))
      return [
        `MODIFYOTHER:${at}|ALL|${shared.name}|${choices.pick(['SET', 'SET', 'DIVIDE'])}|${local.name}${choices.oneIn(2) ? '|PRIORITY=9' : ''}`,
      ];
    const variable = choices.pick(seen);
    const modifiers =
      variable.format === 'NUMBER'
        ? ['SET', 'ADD', 'ADD', 'MULTIPLY', 'DIVIDE', 'MAX', 'MIN']
        : variable.format.startsWith('ARRAY')
          ? ['SET', 'ADD']
          : ['SET'];
    const modifier = choices.pick(modifiers);
    const keys = ['Ghost', 'Sword#1', ...objects.map(({ key }) => key)];
    const target = choices.pick([
      'ALL',
      'ALL',
      `GROUP=${choices.pick(['Weapon', 'weapon', 'Martial', 'two words', 'None'])}`,
      choices.pick(keys),
      `KEY=${cased(choices, choices.pick(keys), 3)}`,
    ]);
    const change = `${cased(choices, variable.name, 3)}|${modifier}|${valueText(choices, writer, variable, modifier, at)}`;
    return [remote ? `MODIFYOTHER:${at}|${target}|${change}` : `MODIFY:${change}`];
  }).flat();
}

function objectTokens(
  choices: Choices,
  writer: Writer,
  names: readonly Name[],
  { scope, key }: OracleObject,
  objects: readonly OracleObject[],
): readonly string[] {
  const parts =
    scope === 'EQUIPMENT' && choices.oneIn(2)
      ? tokensOf(choices, writer, names, 'EQUIPMENT.PART', 3, objects).map(
          (token) => `PART:${choices.pick(['1', '2', '10'])}|${token}`,
        )
      : [];
  const facts = scope === 'SKILL' && key === 'Climb' && choices.oneIn(2) ? ['FACT:Weight|2.5', 'FACT:key|STR'] : [];
  const groups = choices.oneIn(4) ? ['GROUP:Weapon'] : [];
  return shuffled(choices, [...tokensOf(choices, writer, names, scope, 5, objects), ...parts, ...facts, ...groups]);
}

function stepsOf(
  choices: Choices,
  count: number,
  writer: Writer,
  names: readonly Name[],
  channels: readonly Name[],
  refs: readonly string[],
): readonly OracleStep[] {
  const place = (): { readonly of?: string } =>
    refs.length === 0 || choices.oneIn(3) ? {} : { of: choices.pick(refs) };
  // Some come and go again and again, for what comes back keeps its first place.
  const frequent = (): string => choices.pick(choices.oneIn(3) ? refs : refs.slice(0, 3));
  const scopeOf = ({ of = '' }: { readonly of?: string }): string =>
    of.includes('|') ? of.slice(0, of.indexOf('|')) : '';
  return Array.from({ length: count }, (): OracleStep => {
    const at = place();
    switch (choices.below(refs.length === 0 ? 5 : 10)) {
      case 0:
      case 1:
        return names.length === 0 ? { eval: '1' } : { get: choices.pick(names).name, ...at };
      case 2: {
        const format = choices.pick(formats);
        const asserted = choices.oneIn(2);
        return {
          eval: writer(choices, format, scopeOf(at), Infinity, choices.between(1, 4), { asserted }),
          ...at,
          ...(asserted ? { as: format } : { format }),
        };
      }
      case 3:
      case 4: {
        if (channels.length === 0) return { eval: '2' };
        const { name, format } = choices.pick(channels);
        return { write: name, value: constantOf(choices, choices.oneIn(8) ? choices.pick(formats) : format), ...at };
      }
      case 5:
      case 6:
        return { revoke: frequent() };
      default:
        return { grant: frequent() };
    }
  });
}

/** Changes one line, token or formula a little: often into an error. */
function mutated(
  choices: Choices,
  { lst = [], objects = [], steps = [] }: OracleCase,
  names: readonly Name[],
): OracleCase {
  const one = <T>(list: readonly T[], act: (item: T) => readonly T[]): readonly T[] => {
    const at = choices.below(list.length);
    return list.flatMap((item, i) => (i === at ? act(item) : [item]));
  };
  const spoilt = (text: string): string => {
    const at = choices.below(text.length + 1);
    switch (choices.below(6)) {
      case 0:
        return text.slice(0, at) + text.slice(at + 1);
      case 1:
        return (
          text.slice(0, at) +
          choices.pick([
            '(',
            ')',
            '[',
            ']',
            ',',
            '|',
            '=',
            ' ',
            '-',
            '!',
            '+',
            '"',
            '%',
            '.',
            '_',
            '~',
            '1',
            'x',
            ':',
            '#',
            '^',
            '&&',
            '||',
            'é',
            '==',
            '0',
            '*',
          ]) +
          text.slice(at)
        );
      case 2:
        return names.length === 0
          ? text
          : text.replace(new RegExp(choices.pick(names).name, 'i'), choices.pick(names).name);
      case 3:
        return text.replace(
          /\b[A-Za-z_]+\(/,
          `${choices.pick(['max', 'abs', 'half', 'length', 'nofn', 'second', 'arg', 'value', 'if'])}(`,
        );
      case 4:
        return text.replace(
          /SET|ADD|NUMBER|STRING|STAT|SKILL|EQUIPMENT/,
          choices.pick(['SET', 'ADD', 'MAX', 'BOOLEAN', 'NUMBER', 'DICE', 'SKILL', 'EQUIPMENT.PART', 'NOPE', 'SAVE']),
        );
      default:
        return text.slice(0, at) + text.slice(Math.max(0, at - choices.between(1, 4)), at) + text.slice(at);
    }
  };
  switch (choices.below(7)) {
    case 0:
      return names.length === 0 || choices.oneIn(2)
        ? { lst: one(lst, () => []), objects, steps }
        : {
            lst: [...lst, definitionOf(choices, { ...choices.pick(names), scope: choices.pick(['', ...scopes]) })],
            objects,
            steps,
          };
    case 1:
      return { lst: one(lst, (line) => [line, spoilt(line)]), objects, steps };
    case 2:
      return { lst: one(lst, (line) => [spoilt(line)]), objects, steps };
    case 3:
      return {
        lst,
        objects,
        steps: one(steps, (step) => [step.eval === undefined ? step : { ...step, eval: spoilt(step.eval) }]),
      };
    default:
      return {
        lst,
        objects: one(objects, (object) => [
          { ...object, tokens: one(object.tokens ?? [], (token) => [spoilt(token)]) },
        ]),
        steps,
      };
  }
}

function shuffled<T>(choices: Choices, list: readonly T[]): readonly T[] {
  const rest = [...list];
  return list.map(() => rest.splice(choices.below(rest.length), 1)[0]);
}
