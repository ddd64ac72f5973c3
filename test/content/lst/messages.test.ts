import { describe, expect, it } from 'vitest';
import { type Shorthand, toldOfFiles, toldOfLines } from './campaigns.js';

type Told = readonly [what: string, lines: readonly string[], told: readonly unknown[], objects?: Shorthand];

/** The first line of a case is line 6 of `lst`. */
function says(cases: readonly Told[]): void {
  for (const [what, lines, told, objects] of cases) {
    it(what, () => {
      expect(toldOfLines(lines, objects)).toEqual(told);
    });
  }
}

const insteadOfLoop = 'take one of these reads out, or use `value()` for what a variable was before the modifier';

describe('a loop is told with each of its reads, at the last one that was written', () => {
  says([
    [
      'of a variable',
      ['AC', 'MODIFY:AC|SET|10', 'MODIFY:AC|ADD|AC'],
      [`lst:8:15 loop: variables would need one another in a circle: \`AC\` needs \`AC\` (lst:8); ${insteadOfLoop}`],
    ],
    [
      'between two',
      ['AC', 'Speed', 'MODIFY:AC|SET|10', 'MODIFY:AC|ADD|2*Speed', 'MODIFY:Speed|SET|3', 'MODIFY:Speed|ADD|max(1,ac)'],
      [
        `lst:11:24 loop: variables would need one another in a circle: \`Speed\` needs \`AC\` (lst:11), \`AC\` needs \`Speed\` (lst:9); ${insteadOfLoop}`,
      ],
    ],
    [
      'through a function, where that is called',
      ['A', 'FUNCTION:more\tVALUE:A+arg(0)', 'MODIFY:A|SET|1+more(2)'],
      [`lst:8:16 loop: variables would need one another in a circle: \`A\` needs \`A\` (lst:8); ${insteadOfLoop}`],
    ],
    [
      'of one object among others with the same variables',
      ['LOCAL:STAT|A', 'LOCAL:STAT|B', 'MODIFYOTHER:STAT|Wit|A|ADD|B', 'MODIFYOTHER:STAT|Sum|B|ADD|A'],
      [
        `STAT|Wit:2:14 loop: variables would need one another in a circle: \`STAT|Wit|B\` needs \`STAT|Wit|A\` (STAT|Wit:2), \`STAT|Wit|A\` needs \`STAT|Wit|B\` (lst:8); ${insteadOfLoop}`,
      ],
      { 'STAT|Wit': ['MODIFY:A|SET|1', 'MODIFY:B|SET|A'], 'STAT|Sum': ['MODIFY:B|SET|A'] },
    ],
    [
      'of parts',
      ['A', 'LOCAL:EQUIPMENT|B', 'LOCAL:EQUIPMENT.PART|C'],
      [
        `EQUIPMENT|Saw:3:21 loop: variables would need one another in a circle: \`EQUIPMENT.PART|Saw#1|C\` needs \`A\` (EQUIPMENT|Saw:3), \`A\` needs \`EQUIPMENT|Saw|B\` (EQUIPMENT|Saw:1), \`EQUIPMENT|Saw|B\` needs \`EQUIPMENT.PART|Saw#1|C\` (EQUIPMENT|Saw:2); ${insteadOfLoop}`,
      ],
      { 'EQUIPMENT|Saw': ['MODIFY:A|SET|B', 'PART:1|MODIFY:B|ADD|C', 'PART:1|MODIFY:C|SET|A+1'] },
    ],
  ]);

  it('that is long begins there, and is cut short', () => {
    const lines = Array.from({ length: 30 }, (_, i) => [`V${i}`, `MODIFY:V${i}|SET|V${(i + 1) % 30}`]).flat();
    const [told] = toldOfLines([...lines.slice(0, 20), ...lines.slice(22), ...lines.slice(20, 22)]);
    expect(told).toMatch(
      /^lst:65:16 loop: .*circle: `V10` needs `V11` \(lst:65\), `V11` needs `V12` \(lst:27\).*`V17` needs `V18` \(lst:39\), and so on through 22 more; take/,
    );
  });
});

describe('blanks in the place of a TAB', () => {
  const files = (equipment: string, more: Readonly<Record<string, string>> = {}): readonly string[] =>
    toldOfFiles({
      'main.pcc': ['EQUIPMENT:gear.lst', ...Object.keys(more).map((file) => `VARIABLE:${file}`)].join('\n'),
      'gear.lst': equipment,
      ...more,
    });

  it.each([
    [
      'Bow GROUP:Weapon',
      'gear.lst:1:5 syntax: `Bow GROUP:Weapon` looks like a key and a token: put a TAB between them, before `GROUP:`',
    ],
    [
      'Bow  MODIFY:AC|ADD|1',
      'gear.lst:1:6 syntax: `Bow  MODIFY:AC|ADD|1` looks like a key and a token: put a TAB between them, before `MODIFY:`',
    ],
    [
      'EQUIPMENT:Bow',
      'gear.lst:1:1 syntax: the objects of this file are of EQUIPMENT, which keys do not repeat: write `Bow`',
    ],
    ['Bow\tGROUP: Weapon', 'gear.lst:1:11 syntax: the group has blanks at an end: write `Weapon`'],
    [
      'Bow\tGROUP:Weapon MODIFY:AC|ADD|1',
      'gear.lst:1:18 syntax: `GROUP:Weapon MODIFY:AC|ADD|1` looks like two tokens: put a TAB between them, before `MODIFY:`',
    ],
    [
      'Bow\tGROUP:Weapon PART:1|MODIFY:AC|ADD|1',
      'gear.lst:1:18 syntax: `GROUP:Weapon PART:1|MODIFY:AC|ADD|1` looks like two tokens: put a TAB between them, before `PART:`',
    ],
  ])('is told: %j', (line, told) => {
    expect(files(line)).toEqual([told]);
  });

  says([
    [
      'before an explanation',
      ['AC  EXPLANATION:armour', 'MODIFY:AC|SET|1'],
      [
        'lst:6:1 syntax: `AC  EXPLANATION:armour` cannot name a variable: a name is a letter, then letters, digits or `_` (put a TAB before `EXPLANATION:`, not blanks)',
      ],
    ],
    [
      'before the body of a function',
      ['AC', 'FUNCTION:f VALUE:arg(0)', 'MODIFY:AC|SET|f(1)'],
      [
        'lst:7:1 syntax: a function is `FUNCTION:name`, a TAB and `VALUE:formula`, and nothing else (put a TAB before `VALUE:`, not blanks)',
      ],
    ],
    [
      'between modifiers',
      ['AC'],
      ['STAT|Wit:1:16 syntax: expected an operator after `1`, found a blank (put a TAB before `MODIFY:`, not blanks)'],
      { 'STAT|Wit': ['MODIFY:AC|SET|1 MODIFY:AC|ADD|2'] },
    ],
    [
      'a TAB at the beginning',
      ['AC', '\tMODIFY:AC|SET|1'],
      ['lst:7:1 syntax: a line begins with its token, `MODIFY:`: remove the TAB before it'],
    ],
  ]);
});

describe('what a broken line would have defined is not missed', () => {
  says([
    [
      'a name with a blank after it',
      ['AC ', 'MODIFY:AC|SET|1'],
      ['lst:6:1 syntax: the name `AC ` has blanks at an end: write `AC`'],
    ],
    [
      'a name with another sort of blank',
      ['GLOBAL:NUMBER=AC\u00a0', 'MODIFY:AC|SET|1'],
      ['lst:6:15 syntax: the name `AC\u00a0` has blanks at an end: write `AC`'],
    ],
    [
      'a field without meaning',
      ['AC\tEXPLAIN:it', 'MODIFY:AC|SET|1'],
      ['lst:6:4 syntax: `EXPLAIN:it` has no meaning here: only `EXPLANATION:` may follow the name'],
    ],
    [
      'a local variable without a scope',
      ['LOCAL:NUMBER=AC', 'MODIFY:AC|SET|1'],
      ['lst:6:7 syntax: a local variable is `SCOPE|FORMAT=Name`: the scope is missing'],
    ],
    [
      'a misspelt token',
      ['GLOBL:NUMBER=AC', 'MODIFY:AC|SET|1'],
      [
        'lst:6:1 syntax: `GLOBL:` begins no line here: expected `GLOBAL`, `LOCAL`, `CHANNEL`, `MODIFY`, `MODIFYOTHER`, `DEFAULTVARIABLEVALUE`, `DYNAMICSCOPE`, `FACTDEF` or `FUNCTION`, or the name of a variable (did you mean `GLOBAL`?)',
      ],
    ],
    [
      'a misspelt token of a function',
      ['AC', 'FUNCTON:f\tVALUE:1', 'MODIFY:AC|SET|f()'],
      [expect.stringMatching(/^lst:7:1 syntax: `FUNCTON:`/)],
    ],
    [
      'and a sound one of that name stands',
      ['AC', 'FUNCTON:f\tVALUE:1', 'FUNCTION:f\tVALUE:2', 'MODIFY:AC|SET|f()'],
      [expect.stringMatching(/^lst:7:1 syntax: `FUNCTON:`/)],
    ],
    [
      'a fact with blanks for a TAB',
      ['FACTDEF:STAT|Rank DATAFORMAT:NUMBER'],
      [
        'lst:6:9 syntax: a fact is `FACTDEF:SCOPE|Name`, a TAB and `DATAFORMAT:FORMAT`, and nothing else (put a TAB before `DATAFORMAT:`, not blanks)',
      ],
      { 'STAT|Wit': ['FACT:Rank|3'] },
    ],
  ]);

  it('is no format without a default either', () => {
    const file = (line: string): readonly string[] =>
      toldOfFiles({ 'main.pcc': 'DATACONTROL:control.lst\nVARIABLE:vars.lst', 'control.lst': line, 'vars.lst': 'AC' });
    expect(file('DEFAULTVARIABLEVALUE:NUMBER|0\t# none')).toEqual([
      'control.lst:1:31 syntax: `# none` has no meaning here: this token ends its line',
    ]);
    expect(file('DEFAULTVARIABLEVALUE:NUMBER')).toEqual([
      'control.lst:1:22 syntax: a default is `DEFAULTVARIABLEVALUE:FORMAT|value`: the value is missing',
    ]);
    expect(file('DEFAULTVARIABLEVALUE:NUMBER 0')).toEqual([
      'control.lst:1:22 syntax: a default is `DEFAULTVARIABLEVALUE:FORMAT|value`: the value is missing',
    ]);
  });

  it('is told once of a file that is for something else', () => {
    expect(
      toldOfFiles({
        'main.pcc': 'DATACONTROL:control.lst\nVARIABLE:mods.lst\nGLOBALMODIFIER:vars.lst\n',
        'control.lst': 'DEFAULTVARIABLEVALUE:NUMBER|0\n',
        'vars.lst': 'GLOBAL:AC\nGLOBAL:Speed\nLuck\n',
        'mods.lst': 'MODIFY:AC|SET|1\nMODIFY:Speed|SET|AC\n',
      }),
    ).toEqual([
      'mods.lst:1:1 syntax: all lines of this file belong in a GLOBALMODIFIER file, and it was named as a VARIABLE file: name it by `GLOBALMODIFIER:`',
      'vars.lst:1:1 syntax: all lines of this file belong in a VARIABLE file, and it was named as a GLOBALMODIFIER file: name it by `VARIABLE:`',
    ]);
    expect(
      toldOfFiles({
        'main.pcc': 'DATACONTROL:all.lst\n',
        'all.lst': 'DEFAULTVARIABLEVALUE:NUMBER|0\nAC\nMODIFY:AC|SET|1',
      }),
    ).toEqual([
      'all.lst:2:1 syntax: a variable belongs in a VARIABLE file, not in a DATACONTROL file: move the line',
      'all.lst:3:1 syntax: `MODIFY` belongs in a GLOBALMODIFIER file, not in a DATACONTROL file: move the line',
    ]);
  });
});

describe('texts', () => {
  const warning = 'a STRING is taken as it is written, so this is a text, not a formula';
  says([
    [
      'that look like a call',
      ['STRING=Title', 'CHANNEL:PC|STRING=Class', 'MODIFY:Title|SET|input("Class")'],
      [`lst:8:18 format: ${warning}`],
    ],
    [
      'in lists',
      ['ARRAY[STRING]=Titles', 'CHANNEL:PC|STRING=Class', 'MODIFY:Titles|SET|value()+input("Class")'],
      [`lst:8:19 format: ${warning}`],
    ],
    [
      'in quotes',
      ['STRING=Title', 'MODIFY:Title|SET|"Sir"'],
      [`lst:7:18 format: ${warning} (leave the quotes out, unless they belong to it)`],
    ],
    ['that do not', ['STRING=Title', 'MODIFY:Title|SET|Knight (errant)', 'MODIFY:Title|SET|the "Bold" (max)'], []],
  ]);
});

describe('what ends a value', () => {
  says([
    [
      'an operator out of brackets',
      ['Speed', 'AC', 'BOOLEAN=Fast', 'MODIFY:Fast|SET|Speed>3||AC>3|PRIORITY=2'],
      ['lst:9:25 priority: `|` ends a value, also where it is written twice (put it in brackets: `(Speed>3||AC>3)`)'],
    ],
    [
      'a sign at the end',
      ['AC', 'MODIFY:AC|SET|3|'],
      ['lst:7:17 priority: expected `PRIORITY=number` after the last `|`, found nothing (leave the `|` out)'],
    ],
    [
      'a misspelt priority',
      ['AC', 'MODIFY:AC|SET|3|PRIORTY=5'],
      [
        'lst:7:17 priority: `PRIORTY=5` has no meaning after a value: only `PRIORITY=number` may follow (write `PRIORITY=5`)',
      ],
    ],
    [
      'a priority in small letters',
      ['AC', 'MODIFY:AC|SET|3|priority=5'],
      [
        'lst:7:17 priority: `priority=5` has no meaning after a value: only `PRIORITY=number` may follow (write `PRIORITY=5`)',
      ],
    ],
    [
      'blanks before a priority',
      ['AC', 'MODIFY:AC|SET|10   PRIORITY=5'],
      [
        'lst:7:17 syntax: expected an operator after `10`, found a blank (write `|PRIORITY=5`, without blanks before it)',
      ],
    ],
    [
      'blanks between a name and a priority',
      ['AC', 'MODIFY:AC|SET|AC PRIORITY=5'],
      [
        'lst:7:15 unknown-variable: there is no variable `AC PRIORITY=5` (write `|PRIORITY=5`, without blanks before it)',
      ],
    ],
  ]);
});

describe('what formulas of other languages look like', () => {
  says([
    [
      'one sign for equality',
      ['Speed', 'AC', 'MODIFY:AC|SET|if(Speed=20,1,2)'],
      ['lst:8:18 unknown-variable: there is no variable `Speed=20` (compare by `==`: `Speed==20`)'],
    ],
    [
      'words between names',
      ['BOOLEAN=A', 'BOOLEAN=B', 'MODIFY:A|SET|B and B'],
      ['lst:8:14 unknown-variable: there is no variable `B and B` (`and` is written `&&`)'],
    ],
    [
      'words between conditions',
      ['AC', 'BOOLEAN=B', 'MODIFY:B|SET|AC>3 or AC>4'],
      ['lst:8:18 syntax: expected an operator after `3`, found a blank: `or` is written `||`'],
    ],
    [
      'words after brackets',
      ['AC', 'BOOLEAN=B', 'MODIFY:B|SET|(AC>3) and B'],
      ['lst:8:21 syntax: expected an operator after `)`, found `and B`: `and` is written `&&`'],
    ],
    [
      'words in a misspelt name',
      ['Sword and Board', 'SwordAndBoard', 'AC', 'MODIFY:AC|SET|Sword and Bord'],
      [
        expect.anything(),
        'lst:9:15 unknown-variable: there is no variable `Sword and Bord` (did you mean `SwordAndBoard`?)',
      ],
    ],
    [
      'a word before a name',
      ['BOOLEAN=A', 'BOOLEAN=B', 'MODIFY:A|SET|not B'],
      ['lst:8:14 unknown-variable: there is no variable `not B` (`not` is written `!`)'],
    ],
    [
      'constants',
      ['AC', 'MODIFY:AC|SET|if(true,1,2)'],
      [
        'lst:7:18 unknown-variable: there is no variable `true` (a constant of BOOLEAN is used alone, or where one is expected in quotes: `"true"`)',
      ],
    ],
    [
      'other constants',
      ['BOOLEAN=B', 'MODIFY:B|SET|Yes'],
      ['lst:7:14 unknown-variable: there is no variable `Yes` (a BOOLEAN is `true` or `false`)'],
    ],
    [
      'dice',
      ['DICE=D', 'BOOLEAN=Tired', 'MODIFY:D|SET|if(Tired,1d4,1d6)'],
      [expect.stringMatching(/^lst:8:24 syntax: dice in a formula need quotes: `"1d4"`/)],
    ],
    [
      'a comment',
      ['AC', 'MODIFY:AC|SET|10 # armour'],
      ['lst:7:17 syntax: a comment is a line of its own that begins with `#`: remove what is here'],
    ],
    [
      'a comment without a blank',
      ['AC', 'MODIFY:AC|SET|10# armour'],
      ['lst:7:17 syntax: a comment is a line of its own that begins with `#`: remove what is here'],
    ],
    [
      'a comma as decimal point',
      ['AC', 'MODIFY:AC|SET|1,5'],
      [expect.stringMatching(/^lst:7:16 syntax: .* \(write `1\.5`\)$/)],
    ],
    [
      'hexadecimal digits',
      ['AC', 'MODIFY:AC|SET|0x5'],
      ['lst:7:16 syntax: numbers are decimal and do not begin with `0x`'],
    ],
    [
      'a pair of another sort',
      ['ORDEREDPAIR=Face', 'MODIFY:Face|SET|5x5'],
      [
        'lst:7:18 syntax: expected an operator after `5`, found `x5` (it is not a constant of ORDEREDPAIR either, such as `5,10`)',
      ],
    ],
    [
      'a computed element',
      ['ARRAY[NUMBER]=L', 'MODIFY:L|ADD|length(L)+1'],
      ['lst:7:14 format: the formula is NUMBER, and ARRAY[NUMBER] is needed here (write `SET|value()+(length(L)+1)`)'],
    ],
    [
      'an element as it is told above',
      ['ARRAY[NUMBER]=L', 'ARRAY[NUMBER]=M', 'MODIFY:L|SET|value()+(length(M)+1)'],
      [],
    ],
    ['a constant as it is told above', ['AC', 'MODIFY:AC|SET|if("true",1,2)'], []],
    [
      'a group to reach',
      ['LOCAL:STAT|A', 'MODIFYOTHER:STAT|GROUP:Body|A|SET|1'],
      [
        'lst:7:18 unknown-variable: there is no object `GROUP:Body` of STAT: this modifier has no effect (write `GROUP=Body`)',
      ],
      { 'STAT|Wit': ['GROUP:Body'] },
    ],
    [
      'a scope of channels',
      ['CHANNEL:GLOBAL|Level'],
      [expect.stringContaining('a scope is one of PC, EQUIPMENT, EQUIPMENT.PART')],
    ],
  ]);
});

describe('of two that do not go together the first one is told', () => {
  says([
    [
      'objects',
      ['LOCAL:STAT|A'],
      [
        'SIZE|big:1:1 duplicate: there is an object `SIZE|Big` already, at SIZE|Big:1, and keys ignore case: give one of them another key',
      ],
      { 'SIZE|Big': [], 'SIZE|big': [] },
    ],
    [
      'functions',
      ['FUNCTION:f\tVALUE:1', 'FUNCTION:F\tVALUE:2'],
      [
        'lst:7:10 duplicate: the function `f` is defined already, at lst:6, and names ignore case: give one of them another name',
      ],
    ],
    [
      'variables',
      ['AC', 'AC', 'LOCAL:STAT|ac'],
      [
        'lst:8:12 overlap: `AC` is a variable of the character already, at lst:6, and both would be seen from STAT objects: give one of them another name',
      ],
    ],
    [
      'formats',
      ['AC', 'DICE=AC'],
      [
        'lst:7:6 overlap: `AC` is a variable of the character already, at lst:6, with the format NUMBER and not DICE: give one of them another name',
      ],
    ],
    [
      'defaults',
      ['DEFAULTVARIABLEVALUE:NUMBER|1'],
      [
        'lst:6:29 default: NUMBER has another default already, at lst:1, and all content shares one: leave one of the two lines out',
      ],
    ],
  ]);

  it('and an object that is part of nothing is told at the token that says so', () => {
    expect(
      toldOfFiles({
        'main.pcc': 'EQUIPMENT:gear.lst\nEQUIPMOD:mods.lst',
        'gear.lst': 'Bow',
        'mods.lst': 'Sight\tPARENT:EQUIPMENT|Bwo',
      }),
    ).toEqual([
      'mods.lst:1:14 unknown-variable: `EQUIPMENT.PART|Sight` is part of `EQUIPMENT|Bwo`, which is not declared (did you mean `EQUIPMENT|Bow`?)',
    ]);
  });
});

describe('what has no effect', () => {
  says([
    [
      'an argument that is skipped',
      ['FUNCTION:f\tVALUE:arg(1)+arg(3)'],
      ['lst:6:18 arity: `f` takes 4 arguments and does not use `arg(0)` or `arg(2)`'],
    ],
  ]);

  it('is a campaign without lines', () => {
    expect(toldOfFiles({ 'main.pcc': '# nothing yet\n' })).toEqual([
      'main.pcc:1:1 file: the campaign has no lines and no objects: name its files, such as `VARIABLE:file`',
    ]);
  });
});
