import { describe, expect, test } from 'vitest';
import { parseText } from '../../../../src/content/focs/parse/parse-text.js';

/** Problems as `code at "the letters there": message (suggestion)`. */
function problemsOf(text: string): string[] {
  return parseText(`${text}\n`).problems.map(({ code, at, message, suggestion }) => {
    const there = /^(?:\w+|\S)?/.exec(text.slice(at))?.[0] ?? '';
    return `${code} at "${there}": ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
  });
}

const special = (rest: string): string => `Special name = "S" description = "" ${rest}`;
const group = (rest: string): string => special(`effectsgroups = [ EffectsGroup ${rest} ]`);
const scoped = (condition: string): string => group(`scope = ${condition} effects = Destroy`);
const valued = (value: string): string => group(`scope = Source effects = SetSize value = ${value}`);

describe('a problem tells what was expected, what is there and what to do', () => {
  test.each([
    [
      'unknown condition',
      scoped('And [ Plannet Ship ]'),
      'unknown-keyword at "Plannet": expected a condition, found `Plannet` (did you mean `Planet`?)',
    ],
    [
      'unknown effect',
      group('scope = Source effects = [ Destory ]'),
      'unknown-keyword at "Destory": expected an effect, found `Destory` (did you mean `Destroy`?)',
    ],
    [
      'unknown item',
      'Teck name = "T"',
      'unknown-keyword at "Teck": expected an item, such as `Tech` or `Species`, found `Teck` (did you mean `Tech`?)',
    ],
    [
      'unknown property',
      valued('Target.Populatoin'),
      'unknown-keyword at "Populatoin": expected a property, found `Populatoin` (did you mean `Population`?)',
    ],
    [
      'unknown value',
      valued('1 + CurrentTrn'),
      'unknown-keyword at "CurrentTrn": expected a value, found `CurrentTrn` (did you mean `CurrentTurn`?)',
    ],
    [
      'unknown statistic',
      valued('Statistic Som value = 1 condition = All'),
      'unknown-keyword at "Som": expected a kind of statistic, such as `If` or `Count`, found `Som` (did you mean `Sum`?)',
    ],
    [
      'misspelt label',
      group('scope = Source efects = Destroy'),
      'missing-parameter at "efects": expected `effects =` of `EffectsGroup`, found `efects` (did you mean `effects`?)',
    ],
    [
      'label out of order',
      scoped('And [ OwnedBy empire = 1 affiliation = EnemyOf ]'),
      'syntax at "affiliation": expected `]`, found `affiliation =` (`OwnedBy` takes `affiliation`, `empire`, in this order)',
    ],
    [
      'missing label',
      scoped('OwnerHasTech'),
      'missing-parameter at "effects": expected `name =` of `OwnerHasTech`, found `effects =`',
    ],
    [
      'missing first label',
      scoped('WithinDistance condition = Source'),
      'missing-parameter at "condition": expected `distance =` of `WithinDistance`, found `condition =`',
    ],
    [
      'missing one of several labels',
      group('scope = Source effects = MoveTowards speed = 1'),
      'missing-parameter at "]": expected `target =` or `x =` of `MoveTowards`, found `]`',
    ],
    ['missing condition', scoped('Not'), 'syntax at "effects": expected a condition, found `effects =`'],
    [
      'missing effects',
      group('scope = Source'),
      'missing-parameter at "]": expected `effects =` of `EffectsGroup`, found `]`',
    ],
    [
      'missing scope',
      group('effects = Destroy'),
      'missing-parameter at "effects": expected `scope =` of `EffectsGroup`, found `effects =`',
    ],
    [
      'missing =',
      'Special name "S"',
      'missing-parameter at "name": expected `name =` in `Special`, found `name` (`name` needs an `=` after it)',
    ],
    ['missing list', scoped('And Ship'), 'syntax at "Ship": expected `[`, found `Ship`'],
    ['empty list', scoped('And [ ]'), 'syntax at "]": expected a condition, found `]`'],
    ['missing value', special('stealth = ]'), 'syntax at "]": expected a value or `[`, found `]`'],
    [
      'text for a number',
      valued('"5"'),
      'wrong-type at """: expected a number for `value` of `SetMeter`, found the text `5`',
    ],
    [
      'word for a number',
      valued('Swamp'),
      'wrong-type at "Swamp": expected a number for `value` of `SetMeter`, found `Swamp`',
    ],
    [
      'number for a text',
      scoped('OwnerHasTech name = 5'),
      'wrong-type at "5": expected a text for `name` of `OwnerHasTech`, found the number 5',
    ],
    [
      'word of another list',
      scoped('Planet environment = Swamp'),
      'wrong-type at "Swamp": expected a word of PlanetEnvironment (`Uninhabitable`, `Hostile`, `Poor`, `Adequate` or `Good`) for `environment` of `Planet`, found `Swamp`',
    ],
    [
      'word that is none',
      scoped('OwnedBy affiliation = 5'),
      'wrong-type at "5": expected a word of Affiliation (`TheEmpire`, `EnemyOf`, `PeaceWith`, `AllyOf`, `AnyEmpire`, `None`, `CanSee` or `Human`) for `affiliation` of `OwnedBy`, found the number 5',
    ],
    ['list for one', scoped('Turn low = [1 2]'), 'wrong-type at "1": `low` of `Turn` takes one number, not a list'],
    [
      'empty list for one',
      scoped('Turn low = []'),
      'wrong-type at "low": `low` of `Turn` takes one number, not a list',
    ],
    [
      'value for a condition',
      scoped('(Source.Owner)'),
      'syntax at "(": expected a comparison or a condition between these parentheses, found a value',
    ],
    [
      'condition for a value',
      valued('1 + (Ship)'),
      'syntax at "(": expected a value between these parentheses, found a condition',
    ],
    [
      'choice without comparison',
      valued('(1 ? 2 : 3)'),
      'syntax at "(": expected a comparison before `?`, as in `(a < b ? c : d)`',
    ],
    [
      'many comparators',
      scoped('(1 < 2 < 3 < 4)'),
      'syntax at "<": a comparison has at most two comparators; join more with `And`',
    ],
    ['powers of powers', valued('2 ^ 3 ^ 4'), 'syntax at "^": `^` of `^` needs parentheses, as in `(a ^ b) ^ c`'],
    ['wrong number of arguments', valued('abs(1, 2)'), 'wrong-number at "abs": `abs` takes 1 value, found 2'],
    [
      'number beyond all',
      valued(`9${'0'.repeat(400)}`),
      `wrong-number at "9${'0'.repeat(400)}": \`9${'0'.repeat(63)}…\` is larger than any number`,
    ],
    [
      'wrong container',
      valued('Source.Owner.ID'),
      'syntax at "Owner": `Owner` has no properties; expected `Planet`, `System` or `Fleet` before the last point',
    ],
    [
      'priority that is computed',
      group('scope = Source priority = CurrentTurn effects = Destroy'),
      'wrong-type at "CurrentTurn": expected a whole number for `priority`, found `CurrentTurn`',
    ],
    [
      'priority that is not whole',
      group('scope = Source priority = 1.5 effects = Destroy'),
      'wrong-type at "1": expected a whole number for `priority`, found the number 1.5',
    ],
    [
      'label that is computed',
      group('scope = Source stackinggroup = CurrentContent effects = Destroy'),
      'wrong-type at "CurrentContent": expected a text in quotes for `stackinggroup`, found `CurrentContent`',
    ],
    [
      'name that is computed',
      'Special name = CurrentContent description = ""',
      'wrong-type at "CurrentContent": expected a text in quotes for the name of an item, found `CurrentContent`',
    ],
    [
      'missing field',
      'Special name = "S"',
      'missing-parameter at "": expected `description =` in `Special`, found the end of the file',
    ],
    [
      'field twice',
      'Special name = "S" name = "T"',
      'duplicate-field at "name": `name =` is given twice in this Special',
    ],
    [
      'field of another kind',
      special('researchcost = 5'),
      'unknown-field at "researchcost": a Special has no `researchcost =`',
    ],
    [
      'call that is none',
      scoped('[[X()]]'),
      'syntax at "[": expected a condition, found `[` (a call of a macro is written `[[NAME]]` or `[[NAME(a,b)]]`)',
    ],
    [
      'argument that is not given',
      scoped('Turn low = @2@ high = @2@'),
      'macro-argument at "@": nothing was given for `@2@` where its macro is called',
    ],
    [
      'argument in a text',
      scoped('OwnerHasTech name = "A_@3@_B"'),
      'macro-argument at "@": nothing was given for `@3@` where its macro is called',
    ],
    ['character', scoped('Source; Ship'), 'unexpected-character at ";": unexpected character `;`'],
    [
      'quotes of a macro',
      "'''x",
      "unexpected-character at \"'\": unexpected `'''`: the text of a macro begins on the line after a name that ends its line",
    ],
    [
      'text without an end',
      special('graphic = "x'),
      'open-text at """: a text has no end: from here on there is a `"` too few',
    ],
    ['comment without an end', special('/* x'), 'open-comment at "/": this comment has no end, expected `*/`'],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toBe(expected);
  });

  test('where a quote is missing, the first text that goes over a line', () => {
    expect(problemsOf(`${special('')}\n${scoped('OwnerHasTech name = "A')}\n${special('graphic = "b"')}`)).toEqual([
      expect.stringMatching(/^open-text at """: a text has no end/),
    ]);
    expect(parseText(`${special('')}\nFleet name = "A\nships = "B"\n`)).toMatchObject({
      items: [{ name: 'S' }],
      problems: [{ code: 'open-text', at: special('').length + 14 }],
    });
  });
});

describe('an item that is broken takes no other with it', () => {
  const names = (text: string): string[] => parseText(text).items.map(({ name }) => name);
  const around = (broken: string): string =>
    `Fleet name = "A" ships = "x"\n${broken}\nFleet name = "B" ships = "x"\nSpecies name = "C" description = ""\n`;

  test.each([
    ['in a condition', scoped('And [ Plannet ]')],
    ['with a bracket that nothing closes', scoped('And [ Ship')],
    ['with a bracket that nothing opens', scoped('And [ Ship ] ]')],
    ['with a parenthesis that nothing closes', valued('(1 + 2')],
    ['with words of items in its conditions', special('location = Not Species name = 5')],
    [
      'with words of items after labels',
      special('location = Species name = "X" stealth = Statistic Count condition = Contains Species name = 5'),
    ],
    ['in brackets with words of items', scoped('And [ Species name = "X" Fleet Building name = 5 ]')],
    ['with a character', scoped('Ship; Ship')],
    ['with a wrong type', valued('"a"')],
    ['that is none', '] [ 5 Ship'],
    ['whose word is not known', 'Speshal name = "S"'],
  ])('%s', (_, broken) => {
    const { items, problems } = parseText(around(broken));
    expect(items.map(({ name }) => name)).toEqual(
      broken.includes('] [') || broken.startsWith('Speshal') ? ['B', 'C'] : ['A', 'B', 'C'],
    );
    expect(problems).toHaveLength(1);
  });

  test('and several are told together', () => {
    const { items, problems } = parseText(
      [
        scoped('Plannet'),
        special(''),
        scoped('And [ Ship'),
        valued('"a"').replace('"S"', '"X"'),
        special('').replace('"S"', '"T"'),
      ].join('\n'),
    );
    expect(items.map(({ name }) => name)).toEqual(['S', 'T']);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-keyword', 'syntax', 'wrong-type']);
  });

  test('and what is sound is read as if alone', () => {
    expect(
      names(`${special('location = WithinDistance distance = 5 Species name = "X"')}\nFleet name = "F" ships = "x"`),
    ).toEqual(['S', 'F']);
    expect(names(`Hull\n${special('location = And [ Ship Contains Building name = "B" ]')}`)).toEqual(['S']);
  });
});
