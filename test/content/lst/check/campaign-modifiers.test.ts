import { describe, expect, it } from 'vitest';
import { printNode } from '../../../../src/eval/make-node.js';
import { campaignOf, errorsOf, load, warningsOf } from '../campaigns.js';

const variables = [
  'GLOBAL:N',
  'GLOBAL:M',
  'GLOBAL:BOOLEAN=B',
  'GLOBAL:STRING=S',
  'GLOBAL:ORDEREDPAIR=P',
  'GLOBAL:ORDEREDPAIR=Q',
  'GLOBAL:DICE=D',
  'GLOBAL:ARRAY[NUMBER]=L',
  'GLOBAL:ARRAY[NUMBER]=K',
  'GLOBAL:ARRAY[STRING]=W',
  'CHANNEL:PC|In',
  'LOCAL:STAT|Score',
];

/** What `MODIFY:…` becomes: its modification, its amount and its priority. */
function lowered(rest: string): string {
  const { rules } = campaignOf([...variables, `MODIFY:${rest}`]).program;
  return rules.modifiers
    .map(({ modification, amount, priority }) => `${modification} ${printNode(amount)} ${priority}`)
    .join();
}

describe('values of modifiers', () => {
  it.each([
    ['N|SET|3', 'set (numeral 3) 0'],
    ['n|ADD|-3', 'add (numeral -3) 0'],
    ['N|MULTIPLY|1e2', 'multiply (numeral 100.0) 0'],
    ['N|DIVIDE|12345678', 'divide (numeral 1.2345678E7) 0'],
    ['N|MAX|NaN', 'maximum (numeral NaN) 0'],
    ['N|MIN|2+1', 'minimum (numericAdd (numeral 2) (numeral 1)) 0'],
    ['N|SET|2147483648+0', 'set (numericAdd (numeral 2.147483648E9) (numeral 0)) 0'],
    ['N|SET|12345678+0', 'set (numericAdd (numeral 12345678) (numeral 0)) 0'],
    ['N|SET|value()*2', 'set (numericMultiply (running numeric) (numeral 2)) 0'],
    ['N|SET|1|PRIORITY=007', 'set (numeral 1) 7'],
    ['N|SET|1|PRIORITY=2147483647', 'set (numeral 1) 2147483647'],
    ['N|SET|max(1,(2))|PRIORITY=0', 'set (numericMaximum (numeral 1) (numeral 2)) 0'],
    ['B|SET|TRUE', 'set (constant boolean 1) 0'],
    [
      'B|SET|(1==1||1==2)',
      'set (either (numericCompare == (numeral 1) (numeral 1)) (numericCompare == (numeral 1) (numeral 2))) 0',
    ],
    ['B|SET|"false"', 'set (constant boolean 0) 0'],
    ['S|SET|if(B,"a","b")', 'set (pooled text "if(B,\\"a\\",\\"b\\")") 0'],
    ['S|SET|(a|b)', 'set (pooled text "(a|b)") 0'],
    ['P|SET|1,2.5', 'set (pooled pair "1,2.5") 0'],
    [
      'P|SET|if(1==1,"1,2",Q)',
      'set (choose (numericCompare == (numeral 1) (numeral 1)) (pooled pair "1,2") (solved 1 missing (slot 0))) 0',
    ],
    ['D|SET|2d4-1', 'set (pooled dice "2d4-1") 0'],
    ['L|SET|1,2.0,1', 'set (pooled array numeric "[1,2.0,1]") 0'],
    ['L|ADD|7', 'union (pooled array numeric "[7]") 0'],
    ['L|SET|K+1', 'set (append (solved 1 missing (slot 0)) (numeral 1)) 0'],
    ['L|SET|K-K', 'set (without (solved 1 missing (slot 0)) (solved 1 missing (slot 0))) 0'],
    [
      'L|SET|if(B,K+K,value()-2)',
      'set (choose (solved 1 missing (slot 0)) (concatenate (solved 2 missing (slot 0)) (solved 2 missing (slot 0))) (withoutElement (running array numeric) (numeral 2))) 0',
    ],
    ['L|ADD|slice(K,1)', 'union (slice (solved 1 missing (slot 0)) (numeral 1)) 0'],
    ['W|SET|slice(W,1)', 'set (pooled array text "[\\"slice(W,1)\\"]") 0'],
    ['N|SET|input("in")+M', 'set (numericAdd (solved 1 missing (slot 0)) (solved 2 missing (slot 0))) 0'],
  ])('%s', (rest, result) => {
    expect(lowered(rest)).toBe(result);
  });
});

describe('modifiers', () => {
  it.each([
    ['MODIFY:', 'syntax: MODIFY:▸'],
    ['MODIFY:N', 'syntax: MODIFY:N▸'],
    ['MODIFY:N|SET', 'syntax: MODIFY:N|SET▸'],
    ['MODIFY:N|SET|', 'syntax: MODIFY:N|SET|▸'],
    ['MODIFY:S|SET|', 'syntax: MODIFY:S|SET|▸'],
    ['MODIFY:|SET|1', 'syntax: MODIFY:▸|SET|1'],
    ['MODIFY:N||1', 'syntax: MODIFY:N|▸|1'],
    ['MODIFY:N|SET|1\tMODIFY:N|ADD|1', 'syntax: MODIFY:N|SET|1▸\tMODIFY:N|ADD|1'],
    ['MODIFY:X|SET|1', 'unknown-variable: MODIFY:▸X|SET|1'],
    ['MODIFY:In|SET|1', 'unknown-variable: MODIFY:▸In|SET|1'],
    ['MODIFY:Score|SET|1', 'scope: MODIFY:▸Score|SET|1'],
    ['MODIFY:N|SUBTRACT|1', 'modifier: MODIFY:N|▸SUBTRACT|1'],
    ['MODIFY:N|Max|1', 'modifier: MODIFY:N|▸Max|1'],
    ['MODIFY:N|toString|1', 'modifier: MODIFY:N|▸toString|1'],
    ['MODIFY:D|ADD|1', 'modifier: MODIFY:D|▸ADD|1'],
    ['MODIFY:L|MIN|1', 'modifier: MODIFY:L|▸MIN|1'],
    ['MODIFY:N|SET|1|', 'priority: MODIFY:N|SET|1|▸'],
    ['MODIFY:N|SET|1|5', 'priority: MODIFY:N|SET|1|▸5'],
    ['MODIFY:N|SET|1|priority=5', 'priority: MODIFY:N|SET|1|▸priority=5'],
    ['MODIFY:N|SET|1|PRIORITY=', 'priority: MODIFY:N|SET|1|PRIORITY=▸'],
    ['MODIFY:N|SET|1|PRIORITY=1.0', 'priority: MODIFY:N|SET|1|PRIORITY=▸1.0'],
    ['MODIFY:N|SET|1|PRIORITY=+1', 'priority: MODIFY:N|SET|1|PRIORITY=▸+1'],
    ['MODIFY:N|SET|1|PRIORITY= 1', 'priority: MODIFY:N|SET|1|PRIORITY=▸ 1'],
    ['MODIFY:N|SET|1|PRIORITY=9999999999', 'priority: MODIFY:N|SET|1|PRIORITY=▸9999999999'],
    ['MODIFY:N|SET|1|PRIORITY=1|PRIORITY=1', 'priority: MODIFY:N|SET|1|PRIORITY=1|▸PRIORITY=1'],
    ['MODIFY:B|SET|1==1||1==2', 'priority: MODIFY:B|SET|1==1|▸|1==2'],
    ['MODIFY:N|SET|2d6', 'syntax: MODIFY:N|SET|2▸d6'],
    ['MODIFY:N|SET|"3"', 'format: MODIFY:N|SET|▸"3"'],
    ['MODIFY:N|ADD|B', 'format: MODIFY:N|ADD|▸B'],
    ['MODIFY:N|ADD|1+(M-B)', 'format: MODIFY:N|ADD|1+▸(M-B)'],
    ['MODIFY:B|SET|1', 'format: MODIFY:B|SET|▸1'],
    ['MODIFY:B|SET|yes', 'unknown-variable: MODIFY:B|SET|▸yes'],
    ['MODIFY:B|SET|"yes"', 'format: MODIFY:B|SET|▸"yes"'],
    ['MODIFY:P|SET|1,2,3', 'syntax: MODIFY:P|SET|1▸,2,3'],
    ['MODIFY:P|SET|1', 'format: MODIFY:P|SET|▸1'],
    ['MODIFY:D|SET|2d', 'syntax: MODIFY:D|SET|2▸d'],
    ['MODIFY:D|SET|1d0', 'syntax: MODIFY:D|SET|1▸d0'],
    ['MODIFY:L|SET|1,', 'format: MODIFY:L|SET|▸1,'],
    ['MODIFY:L|SET|1,M', 'format: MODIFY:L|SET|▸1,M'],
    ['MODIFY:L|ADD|K+K', 'format: MODIFY:L|ADD|▸K+K'],
    ['MODIFY:L|ADD|M', 'format: MODIFY:L|ADD|▸M'],
    ['MODIFY:L|SET|K+K+K', 'format: MODIFY:L|SET|▸K+K+K'],
    ['MODIFY:L|SET|K+"1"', 'format: MODIFY:L|SET|▸K+"1"'],
    ['MODIFY:N|SET|Score', 'scope: MODIFY:N|SET|▸Score'],
  ])('are refused where they are wrong: %s', (line, problem) => {
    expect(errorsOf([...variables, line])).toEqual([problem]);
  });

  it('may end in TABs', () => {
    expect(errorsOf([...variables, 'MODIFY:N|SET|1\t\t', 'MODIFYOTHER:STAT|ALL|N|SET|1\t'])).toEqual([]);
  });

  it('are in one order: those of lines, then those of objects by their tokens', () => {
    const { modifiers } = campaignOf([...variables, 'MODIFYOTHER:STAT|ALL|N|ADD|2', 'MODIFY:N|ADD|1'], {
      'STAT|Wit': ['MODIFY:N|ADD|3', 'MODIFYOTHER:STAT|Wit|Score|SET|N'],
      'SKILL|Swim': ['MODIFY:N|ADD|4'],
    }).program.rules;
    expect(
      modifiers.map(({ index, text, name, carrier, origin }) => [index, text, name, carrier, origin.file, origin.line]),
    ).toEqual([
      [0, '2', 'MODIFYOTHER:STAT|ALL|N|ADD|2', { by: 'kind', kind: 1 }, 'lst', 18],
      [1, '1', 'MODIFY:N|ADD|1', { by: 'kind', kind: 1 }, 'lst', 19],
      [2, '3', 'STAT|Wit: MODIFY:N|ADD|3', { by: 'class', class: 1 }, 'STAT|Wit', 1],
      [3, 'N', 'STAT|Wit: MODIFYOTHER:STAT|Wit|Score|SET|N', { by: 'class', class: 1 }, 'STAT|Wit', 2],
      [4, '4', 'SKILL|Swim: MODIFY:N|ADD|4', { by: 'class', class: 2 }, 'SKILL|Swim', 1],
    ]);
  });

  it('see the variables of their carrier, and those of MODIFYOTHER what their targets see', () => {
    expect(
      errorsOf(variables, { 'STAT|Wit': ['MODIFY:N|ADD|Score'], 'SKILL|Swim': ['MODIFYOTHER:STAT|ALL|N|ADD|Score'] }),
    ).toEqual([]);
    expect(errorsOf(variables, { 'STAT|Wit': ['MODIFYOTHER:SKILL|ALL|N|ADD|Score'] })).toEqual([
      'scope: MODIFYOTHER:SKILL|ALL|N|ADD|▸Score',
    ]);
  });

  it('are warned of where they always divide by zero', () => {
    expect(
      warningsOf([
        ...variables,
        'MODIFY:N|SET|M/0',
        'MODIFY:N|ADD|2+5%0.0',
        'MODIFY:N|DIVIDE|0',
        'MODIFY:N|DIVIDE|M-M',
        'MODIFY:N|ADD|0/2',
      ]),
    ).toEqual(['arithmetic: MODIFY:N|SET|▸M/0', 'arithmetic: MODIFY:N|ADD|2+▸5%0.0', 'arithmetic: MODIFY:N|DIVIDE|▸0']);
  });

  it('name what one would do instead', () => {
    const hints = (line: string): unknown => {
      const loaded = load([...variables, line]);
      return loaded.ok ? 'loaded' : loaded.problems[0].suggestion;
    };
    expect(hints('MODIFY:N|add|1')).toBe('write `ADD`: modifiers do not ignore case');
    expect(hints('MODIFY:B|SET|1==1||1==2')).toContain('brackets');
    expect(hints('MODIFY:N|SET|In')).toContain('input("In")');
    expect(hints('MODIFY:N|SET|input("N")')).toContain('variable');
    expect(hints('MODIFY:N|SET|lookup("a",1)')).toContain('Edict');
    expect(hints('MODIFY:N|SET|getOther("SKILL","Swim",N)')).toContain('Edict');
    expect(hints('MODIFY:D|SET|2D6')).toContain('2d6+1');
  });
});
