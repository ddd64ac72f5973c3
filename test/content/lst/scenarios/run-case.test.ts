import { describe, expect, it } from 'vitest';
import { lstFormat } from '../../../../src/content/lst/scenarios/open-case.js';

const lst = [
  'DEFAULTVARIABLEVALUE:NUMBER|0',
  'DEFAULTVARIABLEVALUE:BOOLEAN|false',
  'DEFAULTVARIABLEVALUE:STRING|',
  'DEFAULTVARIABLEVALUE:ORDEREDPAIR|0,0',
  'DEFAULTVARIABLEVALUE:DICE|0',
  'GLOBAL:NUMBER=Width\tEXPLANATION:how wide',
  'GLOBAL:NUMBER=Area',
  'GLOBAL:BOOLEAN=Wide',
  'GLOBAL:STRING=Label',
  'GLOBAL:ORDEREDPAIR=Corner',
  'GLOBAL:DICE=Roll',
  'GLOBAL:ARRAY[NUMBER]=Sizes',
  'GLOBAL:ARRAY[STRING]=Words',
  'GLOBAL:NUMBER=Third',
  'GLOBAL:NUMBER=Endless',
  'CHANNEL:PC|NUMBER=Typed',
  'LOCAL:EQUIPMENT|NUMBER=Weight',
  'LOCAL:EQUIPMENT.PART|NUMBER=Edge',
  'MODIFY:Area|SET|Width*Width',
  'MODIFY:Wide|SET|Area>20',
  'MODIFY:Label|SET|a label',
  'MODIFY:Corner|SET|1,2.5',
  'MODIFY:Roll|SET|2d6-1',
  'MODIFY:Sizes|SET|4,5.5',
  'MODIFY:Words|SET|yes,no',
  'MODIFY:Third|SET|Sizes[Width]',
  'MODIFY:Endless|SET|0/(0-1)',
  'MODIFY:Width|ADD|input("Typed")',
];
const objects = [
  { scope: 'SKILL', key: 'Broad', tokens: ['MODIFY:Width|ADD|5'] },
  { scope: 'SKILL', key: 'Narrow', tokens: ['MODIFY:Width|MIN|5|PRIORITY=1'] },
  { scope: 'EQUIPMENT', key: 'Blade', tokens: ['MODIFY:Weight|SET|Width+1', 'PART:1|MODIFY:Edge|SET|Weight*2'] },
];

/** Why a case of these steps fails; undefined where it passes. */
function faultOf(...steps: readonly object[]): string | undefined {
  const text = JSON.stringify({ format: 'formulas/1', cases: [{ name: 'a', lst, objects, steps }] });
  return lstFormat.load({ file: 'test.json', text })[0].run();
}

function loadFaultOf(loadError: object, line?: string, declared: readonly object[] = []): string | undefined {
  const lines = [
    'DEFAULTVARIABLEVALUE:NUMBER|0',
    'GLOBAL:NUMBER=Width',
    'GLOBAL:NUMBER=Area',
    ...(line === undefined ? [] : line.split('\n')),
  ];
  const text = JSON.stringify({
    format: 'formulas/1',
    cases: [{ name: 'a', lst: lines, objects: declared, loadError }],
  });
  return lstFormat.load({ file: 'test.json', text })[0].run();
}

const int = (value: number | string) => ({ format: 'NUMBER', class: 'int', value });
const double = (value: number | string) => ({ format: 'NUMBER', class: 'double', value });

describe('a value that is expected', () => {
  it.each([
    ['Width', int(0)],
    ['Wide', { format: 'BOOLEAN', value: false }],
    ['Label', { format: 'STRING', value: 'a label' }],
    ['Corner', { format: 'ORDEREDPAIR', value: '1,2.5' }],
    ['Roll', { format: 'DICE', value: { count: 2, sides: 6, add: -1 } }],
    [
      'Sizes',
      {
        format: 'ARRAY[NUMBER]',
        value: [
          { class: 'int', value: 4 },
          { class: 'double', value: 5.5 },
        ],
      },
    ],
    ['Words', { format: 'array[string]', value: ['yes', 'no'] }],
    ['Third', int(4)],
    ['width', int(0)],
  ])('of %s passes', (name, value) => {
    expect(faultOf({ get: name, expect: value })).toBeUndefined();
  });

  it.each([
    ['another number', 'Width', int(1), 'Width is int 0, expected int 1'],
    ['another class', 'Width', double(0), 'Width is int 0, expected double 0.0'],
    ['minus zero', 'Endless', double(0), 'Endless is int 0, expected double 0.0'],
    ['not a number', 'Width', double('NaN'), 'expected double NaN'],
    ['a truth value', 'Wide', { format: 'BOOLEAN', value: true }, 'Wide is false, expected true'],
    ['a text', 'Label', { format: 'STRING', value: 'A label' }, 'Label is text "a label", expected text "A label"'],
    ['half a pair', 'Corner', { format: 'ORDEREDPAIR', value: '1,2' }, 'Corner is pair 1,2.5, expected pair 1,2'],
    ['the class in a pair', 'Corner', { format: 'ORDEREDPAIR', value: '1.0,2.5' }, 'expected pair 1.0,2.5'],
    [
      'the count of dice',
      'Roll',
      { format: 'DICE', value: { count: 1, sides: 6, add: -1 } },
      'Roll is dice 2d6-1, expected dice 1d6-1',
    ],
    ['the sides of dice', 'Roll', { format: 'DICE', value: { count: 2, sides: 8, add: -1 } }, 'expected dice 2d8-1'],
    ['what dice add', 'Roll', { format: 'DICE', value: { count: 2, sides: 6, add: 0 } }, 'expected dice 2d6'],
    [
      'a longer array',
      'Words',
      { format: 'ARRAY[STRING]', value: ['yes', 'no', 'so'] },
      'Words is ARRAY[STRING] [text "yes", text "no"], expected ARRAY[STRING] [text "yes", text "no", text "so"]',
    ],
    [
      'another order',
      'Words',
      { format: 'ARRAY[STRING]', value: ['no', 'yes'] },
      'expected ARRAY[STRING] [text "no", text "yes"]',
    ],
    [
      'the class of an element',
      'Sizes',
      {
        format: 'ARRAY[NUMBER]',
        value: [
          { class: 'double', value: 4 },
          { class: 'double', value: 5.5 },
        ],
      },
      'expected ARRAY[NUMBER] [double 4.0, double 5.5]',
    ],
    ['another format', 'Width', { format: 'STRING', value: '0' }, 'Width is int 0, expected text "0"'],
    ['an array of another format', 'Words', { format: 'ARRAY[BOOLEAN]', value: [] }, 'expected ARRAY[BOOLEAN] []'],
  ])('%s fails', (_what, name, value, message) => {
    expect(faultOf({ get: name, expect: value })).toContain(message);
  });

  it('of a formula tells zeros, NaN and infinities apart', () => {
    for (const [text, right, wrong] of [
      ['0/-1.0', '-0', 0],
      ['0/0', 'NaN', 'Infinity'],
      ['1/0', 'Infinity', '-Infinity'],
      ['-1/0', '-Infinity', 'NaN'],
      ['0.1+0.2', 0.30000000000000004, 0.3],
    ] as const) {
      const formula = text === '0/-1.0' ? '0/(0-1.0)' : text;
      expect(faultOf({ eval: formula, expect: double(right) })).toBeUndefined();
      expect(faultOf({ eval: formula, expect: double(wrong) })).toContain(`${formula} is double`);
    }
  });

  it('of an object is its key', () => {
    expect(faultOf({ eval: 'get("SKILL","broad")', expect: { format: 'SKILL', value: 'Broad' } })).toBeUndefined();
    expect(faultOf({ eval: 'get("SKILL","broad")', expect: { format: 'SKILL', value: 'Narrow' } })).toContain(
      'SKILL|Broad, expected SKILL|Narrow',
    );
  });
});

describe('what a step changes', () => {
  const grant = { grant: 'SKILL|Broad' };
  it('passes in any order and case, without what it does not say', () => {
    expect(faultOf({ ...grant, changed: ['wide', 'Area', 'Third', 'WIDTH'], solves: 4 })).toBeUndefined();
    expect(
      faultOf(grant, { revoke: 'SKILL|Broad', changed: ['Wide', 'Area', 'Third', 'Width'], solves: 4 }),
    ).toBeUndefined();
    expect(
      faultOf(grant, { ...grant, changed: [], solves: 0 }, { revoke: 'SKILL|Narrow', changed: [], solves: 0 }),
    ).toBeUndefined();
    expect(faultOf({ write: 'Typed', value: '1', changed: ['Width', 'Area', 'Third'], solves: 4 })).toBeUndefined();
    expect(
      faultOf({
        grant: 'EQUIPMENT|Blade',
        changed: ['EQUIPMENT|Blade|Weight', 'EQUIPMENT.PART|Blade#1|Edge'],
        solves: 2,
      }),
    ).toBeUndefined();
  });

  it.each([
    [
      'one too few',
      [{ ...grant, changed: ['Area', 'Third', 'Width'] }],
      'Wide changed, expected only Area, Third, Width to',
    ],
    [
      'one too many',
      [{ ...grant, changed: ['Wide', 'Area', 'Third', 'Width', 'Label'] }],
      'Label did not change, expected it to',
    ],
    ['nothing', [{ ...grant, changed: [] }], 'changed, expected only nothing to'],
    [
      'another object',
      [{ grant: 'EQUIPMENT|Blade', changed: ['EQUIPMENT|Knife|Weight', 'EQUIPMENT.PART|Blade#1|Edge'] }],
      'EQUIPMENT|Knife|Weight did not change',
    ],
    ['more recomputations', [{ ...grant, solves: 5 }], 'it takes 4 recomputations, expected 5'],
    ['fewer', [{ ...grant, solves: 3 }], 'it takes 4 recomputations, expected 3'],
    ['of a revoke', [grant, { revoke: 'SKILL|Broad', solves: 1 }], 'expected 1'],
    [
      'of a write',
      [{ write: 'Typed', value: '1', solves: 1 }],
      'step 1 (write Typed): it takes 4 recomputations, expected 1',
    ],
    ['of a write that changes nothing', [{ write: 'Typed', value: '0', changed: ['Width'] }], 'Width did not change'],
  ])('%s fails', (_what, steps, message) => {
    expect(faultOf(...steps)).toContain(message);
  });
});

describe('an error that is expected', () => {
  it('passes', () => {
    expect(
      faultOf(
        { eval: '1+', expectError: { on: 'load', code: 'syntax' } },
        { eval: 'Nowhere', expectError: { on: 'load', code: 'unknown-variable' } },
        { eval: 'Weight', expectError: { on: 'load', code: 'scope' } },
        { eval: 'Label', expectError: { on: 'load', code: 'format' } },
        { eval: 'Width', format: 'STRING', expectError: { on: 'load', code: 'format' } },
        { eval: 'Sizes[9]', expectError: { on: 'eval', code: 'arithmetic' } },
        { get: 'Nowhere', expectError: { on: 'load', code: 'unknown-variable' } },
        { get: 'Weight', expectError: { on: 'load', code: 'scope' } },
        { get: 'Weight', of: 'EQUIPMENT|Nothing', expectError: { on: 'load', code: 'unknown-variable' } },
        { write: 'Typed', value: '3' },
        { get: 'Third', expectError: { on: 'eval', code: 'arithmetic' } },
        { write: 'Typed', value: 'three', expectError: { on: 'eval', code: 'format' } },
        { write: 'Untyped', value: '3', expectError: { on: 'eval', code: 'unknown-variable' } },
        { get: 'Width', expect: int(3) },
      ),
    ).toBeUndefined();
  });

  it.each([
    [
      'a formula that is sound',
      [{ eval: 'Width+1', expectError: { on: 'load', code: 'syntax' } }],
      'Width+1 is int 1, expected it to be refused with syntax',
    ],
    ['another code', [{ eval: '1+', expectError: { on: 'load', code: 'format' } }], '1+ is refused with syntax'],
    [
      'another time',
      [{ eval: 'Nowhere', expectError: { on: 'eval', code: 'unknown-variable' } }],
      'Nowhere is refused with unknown-variable',
    ],
    [
      'a formula that only fails later',
      [{ eval: 'Sizes[9]', expectError: { on: 'load', code: 'arithmetic' } }],
      'Sizes[9] fails with arithmetic, expected it to be refused with arithmetic',
    ],
    [
      'a code that there is not',
      [{ eval: 'Nowhere', expectError: { on: 'load', code: 'unknown' } }],
      'expected it to be refused with unknown (not a code',
    ],
    [
      'another failure',
      [{ eval: 'Sizes[9]', expectError: { on: 'eval', code: 'format' } }],
      'Sizes[9] fails with arithmetic, expected it to fail with format',
    ],
    [
      'a value in the place of a failure',
      [{ get: 'Third', expectError: { on: 'eval', code: 'arithmetic' } }],
      'Third is int 4, expected it to fail with arithmetic',
    ],
    [
      'a failure in the place of a value',
      [
        { write: 'Typed', value: '2' },
        { get: 'Third', expect: int(4) },
      ],
      'Third is failed (arithmetic), expected int 4',
    ],
    [
      'a refusal in the place of a value',
      [{ eval: 'Nowhere', expect: int(4) }],
      'Nowhere is refused (unknown-variable: ',
    ],
    [
      'a write that succeeds',
      [{ write: 'Typed', value: '3', expectError: { on: 'eval', code: 'format' } }],
      'the write of "3" to Typed succeeds, expected format',
    ],
    ['a write that is refused', [{ write: 'Typed', value: 'three' }], 'the write to Typed is refused with format'],
    [
      'another refusal',
      [{ write: 'Typed', value: 'three', expectError: { on: 'eval', code: 'arithmetic' } }],
      'the write to Typed is refused with format',
    ],
    [
      'a refusal at another time',
      [{ write: 'Typed', value: 'three', expectError: { on: 'load', code: 'format' } }],
      'the write to Typed is refused with format',
    ],
    ['a channel that nothing has', [{ write: 'Untyped', value: '3' }], 'there is no channel Untyped'],
    [
      'an object that nothing has',
      [{ grant: 'SKILL|Tall' }],
      'step 1 (grant SKILL|Tall): there is no object "SKILL|Tall"',
    ],
    ['an object without scope', [{ grant: 'Tall' }], 'objects are written SCOPE|key'],
  ])('%s fails', (_what, steps, message) => {
    expect(faultOf(...steps)).toContain(message);
  });
});

describe('an explanation', () => {
  it('passes', () => {
    expect(
      faultOf(
        { explanation: 'Width', expect: { text: 'how wide' } },
        { explanation: 'Weight', scope: 'EQUIPMENT', expect: { text: '' } },
      ),
    ).toBeUndefined();
  });

  it.each([
    [
      'another text',
      { explanation: 'Width', expect: { text: 'How wide' } },
      'the explanation of Width is "how wide", expected "How wide"',
    ],
    [
      'another variable',
      { explanation: 'Area', expect: { text: 'how wide' } },
      'the explanation of Area is "", expected "how wide"',
    ],
    ['no variable', { explanation: 'Nowhere', expect: { text: '' } }, 'there is no variable Nowhere'],
    [
      'a variable of another scope',
      { explanation: 'Weight', scope: 'SKILL', expect: { text: '' } },
      'there is no variable Weight in SKILL',
    ],
  ])('%s fails', (_what, step, message) => {
    expect(faultOf(step)).toContain(message);
  });
});

describe('a load error', () => {
  it('passes', () => {
    expect(loadFaultOf({ code: 'unknown-variable', line: 'MODIFY:Depth|SET|1' }, 'MODIFY:Depth|SET|1')).toBeUndefined();
    expect(loadFaultOf({ code: 'unknown-variable' }, 'MODIFY:Depth|SET|1')).toBeUndefined();
    expect(
      loadFaultOf({ code: 'loop', cycle: ['area', 'Width'] }, 'MODIFY:Width|SET|Area\nMODIFY:Area|SET|Width'),
    ).toBeUndefined();
    expect(
      loadFaultOf({ code: 'modifier', line: 'MODIFY:Width|TWICE|1' }, undefined, [
        { scope: 'SKILL', key: 'A', tokens: ['MODIFY:Width|TWICE|1'] },
      ]),
    ).toBeUndefined();
    expect(
      loadFaultOf({ code: 'duplicate', line: 'SKILL|A' }, undefined, [
        { scope: 'SKILL', key: 'A' },
        { scope: 'SKILL', key: 'A' },
      ]),
    ).toBeUndefined();
  });

  it.each([
    ['a campaign that loads', { code: 'syntax' }, undefined, 'the campaign loads, expected syntax'],
    [
      'another code',
      { code: 'scope', line: 'MODIFY:Depth|SET|1' },
      'MODIFY:Depth|SET|1',
      'refused with unknown-variable at "MODIFY:Depth|SET|1" (entry 4',
    ],
    [
      'a code that there is not',
      { code: 'sintax' },
      undefined,
      'the campaign loads, expected sintax (not a code; did you mean `syntax`?)',
    ],
    [
      'another line',
      { code: 'unknown-variable', line: 'GLOBAL:NUMBER=Area' },
      'MODIFY:Depth|SET|1',
      'expected unknown-variable at "GLOBAL:NUMBER=Area"',
    ],
    [
      'a cycle with one more',
      { code: 'loop', cycle: ['Area', 'Width', 'Depth'] },
      'MODIFY:Width|SET|Area\nMODIFY:Area|SET|Width',
      'expected loop of Area, Width, Depth',
    ],
    [
      'a cycle with one less',
      { code: 'loop', cycle: ['Area'] },
      'MODIFY:Width|SET|Area\nMODIFY:Area|SET|Width',
      'expected loop of Area',
    ],
    ['a loop that is none', { code: 'loop', cycle: ['Area'] }, 'MODIFY:Depth|SET|1', 'expected loop of Area'],
  ])('%s fails', (_what, wanted, line, message) => {
    expect(loadFaultOf(wanted, line)).toContain(message);
  });

  it('of a token of an object names that', () => {
    expect(
      loadFaultOf({ code: 'syntax' }, undefined, [
        { scope: 'SKILL', key: 'A', tokens: ['GROUP:x', 'MODIFY:Widt|SET|1'] },
      ]),
    ).toContain('unknown-variable at "MODIFY:Widt|SET|1" (token 2 of SKILL|A, column 8): there is no');
  });

  it('in the place of steps fails with all that is wrong', () => {
    const text = JSON.stringify({
      format: 'formulas/1',
      cases: [{ name: 'a', lst: ['GLOBAL:NUMBER=A', 'MODIFY:B|SET|1'], steps: [] }],
    });
    const fault = lstFormat.load({ file: 'test.json', text })[0].run();
    expect(fault).toMatch(
      /^the campaign does not load: default at "GLOBAL:NUMBER=A" \(entry 1 of lst, column \d+\): [^\n]+\nunknown-variable at "MODIFY:B\|SET\|1"/,
    );
  });
});

it('faults name the step and its line', () => {
  const text = JSON.stringify(
    {
      format: 'formulas/1',
      cases: [
        {
          name: 'a',
          lst,
          steps: [
            { get: 'Width', expect: int(0) },
            { get: 'Width', expect: int(7) },
          ],
        },
      ],
    },
    undefined,
    1,
  );
  expect(lstFormat.load({ file: 'test.json', text })[0].run()).toMatch(
    /^test\.json:\d\d: step 2 \(get Width\): Width is int 0, expected int 7$/,
  );
});

it('a write to a channel that is there, but not to be seen from its object, is a matter of scope', () => {
  const lines = ['DEFAULTVARIABLEVALUE:NUMBER|0', 'CHANNEL:EQUIPMENT|Charges'];
  const declared = [
    { scope: 'EQUIPMENT', key: 'Wand', tokens: [] },
    { scope: 'SKILL', key: 'Climb' },
  ];
  const run = (step: object): string | undefined =>
    lstFormat
      .load({
        file: 'test.json',
        text: JSON.stringify({
          format: 'formulas/1',
          cases: [{ name: 'a', lst: lines, objects: declared, steps: [step] }],
        }),
      })[0]
      .run();
  expect(run({ write: 'Charges', of: 'EQUIPMENT|Wand', value: '3' })).toBeUndefined();
  for (const of of [undefined, 'SKILL|Climb']) {
    expect(run({ write: 'charges', of, value: '3', expectError: { on: 'eval', code: 'scope' } })).toBeUndefined();
    expect(run({ write: 'charges', of, value: '3', expectError: { on: 'eval', code: 'unknown-variable' } })).toContain(
      'is refused with scope',
    );
    expect(
      run({ write: 'Char"ges', of, value: '3', expectError: { on: 'eval', code: 'unknown-variable' } }),
    ).toBeUndefined();
  }
});
