import { describe, expect, it } from 'vitest';
import { campaignOf, compiled } from '../campaigns.js';

const campaign = campaignOf(
  [
    'GLOBAL:A',
    'GLOBAL:ARRAY[NUMBER]=L',
    'GLOBAL:ARRAY[STRING]=W',
    'GLOBAL:DICE=D',
    'GLOBAL:ORDEREDPAIR=P',
    'GLOBAL:BOOLEAN=B',
    'GLOBAL:STRING=T',
    'CHANNEL:STAT|DICE=Roll',
    'CHANNEL:PC|A',
    'LOCAL:STAT|Score',
    // Places are given in the order of mention, which is this.
    'MODIFY:A|SET|length(L)',
    'MODIFY:W|SET|x',
    'MODIFY:D|SET|1',
    'MODIFY:P|SET|1,1',
    'MODIFY:B|SET|true',
    'MODIFY:T|SET|x',
  ],
  { 'STAT|Wit': ['MODIFY:Score|SET|A'] },
);
const [A, L, W, D, P, B, T, score] = Array.from({ length: 8 }, (_, i) => `(solved ${i} missing (slot 0))`);

describe('formulas', () => {
  it.each([
    ['1+2*3', 'NUMBER (numericAdd (numeral 1) (numericMultiply (numeral 2) (numeral 3)))'],
    ['a-1.50', `NUMBER (numericSubtract ${A} (numeral 1.5))`],
    ['2147483647', 'NUMBER (numeral 2147483647)'],
    ['2147483648', 'NUMBER (numeral 2.147483648E9)'],
    ['-5', 'NUMBER (numericNegate (numeral 5))'],
    ['A^2%3', `NUMBER (numericRemainder (numericPower ${A} (numeral 2)) (numeral 3))`],
    ['A/2', `NUMBER (numericDivide ${A} (numeral 2))`],
    ['1<A', `BOOLEAN (numericCompare < (numeral 1) ${A})`],
    ['1>=A', `BOOLEAN (numericCompare >= (numeral 1) ${A})`],
    ['A!=1', `BOOLEAN (numericCompare != ${A} (numeral 1))`],
    ['B&&!B', `BOOLEAN (both ${B} (not ${B}))`],
    ['B||B', `BOOLEAN (either ${B} ${B})`],
    ['B!=B', `BOOLEAN (not (identical ${B} ${B}))`],
    ['T+"x"', `STRING (join ${T} (pooled text "x"))`],
    ['T=="x"', `BOOLEAN (identical ${T} (pooled text "x"))`],
    ['P==P', `BOOLEAN (identical ${P} ${P})`],
    ['D!=D', `BOOLEAN (not (identical ${D} ${D}))`],
    ['L==L', `BOOLEAN (sameElements ${L} ${L})`],
    ['L[A+1]', `NUMBER (element ${L} (numericAdd ${A} (numeral 1)))`],
    ['W[0]', `STRING (element ${W} (numeral 0))`],
    ['slice(L,1)', `ARRAY[NUMBER] (slice ${L} (numeral 1))`],
    ['slice(L,A,0)', `ARRAY[NUMBER] (slice ${L} ${A} (numeral 0))`],
    ['slice(L,0,1)', `ARRAY[NUMBER] (slice ${L} (numeral 0) (numeral 1))`],
    ['Length(W)', `NUMBER (length ${W})`],
    ['isempty(L)', `BOOLEAN (numericCompare == (length ${L}) (numeral 0))`],
    ['max(1,A,3)', `NUMBER (numericMaximum (numericMaximum (numeral 1) ${A}) (numeral 3))`],
    ['min(1,"2.5")', 'NUMBER (numericMinimum (numeral 1) (numeral 2.5))'],
    ['floor(A)+ceil(A)', `NUMBER (numericAdd (numericFloor ${A}) (numericCeiling ${A}))`],
    [
      'round(abs(if("true",A,"4")))',
      `NUMBER (numericRound (numericAbsolute (choose (constant boolean 1) ${A} (numeral 4))))`,
    ],
    ['if(B,"1","2")', `STRING (choose ${B} (pooled text "1") (pooled text "2"))`],
    ['input("a")', 'NUMBER (solved 8 missing (slot 0))'],
  ])('%s', (text, result) => {
    expect(compiled(campaign, text)).toBe(result);
  });

  it('take no fact and no result for a literal end of a slice', () => {
    const facts = campaignOf(
      [
        'GLOBAL:ARRAY[NUMBER]=L',
        'FACTDEF:SKILL|Weight\tDATAFORMAT:NUMBER',
        'FUNCTION:none\tVALUE:0',
        'FUNCTION:upTo\tVALUE:slice(arg(0),1,arg(1))',
        'MODIFY:L|SET|1',
      ],
      { 'SKILL|Climb': ['FACT:Weight|0'] },
    );
    expect(compiled(facts, 'slice(L,0,getFact("SKILL","Climb","Weight"))')).toMatch(/^ARRAY/);
    expect(compiled(facts, 'slice(L,0,none())')).toMatch(/^ARRAY/);
    expect(compiled(facts, 'upTo(L,2)')).toMatch(/^ARRAY/);
    expect(compiled(facts, 'upTo(L,-1)')).toMatch(/^format/);
  });

  it('see what their place sees', () => {
    expect(compiled(campaign, 'Score', { of: 'STAT|wit' })).toBe(`NUMBER ${score}`);
    expect(compiled(campaign, 'input("ROLL")', { of: 'STAT' })).toBe('DICE (solved 9 missing (slot 0))');
    expect(compiled(campaign, 'Score')).toBe('scope at 0');
    expect(compiled(campaign, 'Score', { of: 'SKILL' })).toBe('scope at 0');
    expect(compiled(campaign, 'input("Roll")')).toBe('scope at 6');
    expect(compiled(campaign, 'A', { of: 'STAT|Will' })).toBe('unknown-variable at 0');
    expect(compiled(campaign, 'A', { of: 'HERO' })).toBe('scope at 0');
  });

  it.each([
    ['nope', 'unknown-variable at 0'],
    ['1+nope[0]', 'unknown-variable at 2'],
    ['true', 'unknown-variable at 0'],
    ['%A', 'unknown-variable at 0'],
    ['flor(1)', 'unknown-function at 0'],
    ['arg(0)', 'unknown-function at 0'],
    ['arg()', 'unknown-function at 0'],
    ['value()', 'unknown-function at 0'],
    ['lookup("T","k")', 'unknown-function at 0'],
    ['value(1)', 'arity at 0'],
    ['abs()', 'arity at 0'],
    ['abs(1,nope)', 'arity at 0'],
    ['max(1)', 'arity at 0'],
    ['if(B,1)', 'arity at 0'],
    ['length(L,L)', 'arity at 0'],
    ['slice(L)', 'arity at 0'],
    ['slice(L,1,2,3)', 'arity at 0'],
    ['input()', 'arity at 0'],
    ['getFact("STAT","Wit")', 'arity at 0'],
    ['1+B', 'format at 0'],
    ['2*(T+1)', 'format at 2'],
    ['L+1', 'format at 0'],
    ['L%2', 'format at 0'],
    ['-B', 'format at 0'],
    ['!A', 'format at 0'],
    ['A&&B', 'format at 0'],
    ['B<B', 'format at 0'],
    ['T-T', 'format at 0'],
    ['A=="1"', 'format at 0'],
    ['D=="2d6"', 'format at 0'],
    ['L==W', 'format at 0'],
    ['A[0]', 'format at 0'],
    ['L["1"]', 'format at 2'],
    ['L[B]', 'format at 2'],
    ['length(A)', 'format at 7'],
    ['isEmpty("x")', 'format at 8'],
    ['slice(A,1)', 'format at 6'],
    ['slice(L,"1")', 'format at 8'],
    ['slice(L,-1)', 'format at 8'],
    ['slice(L,-(1),A)', 'format at 8'],
    ['slice(L,2,2)', 'format at 10'],
    ['slice(L,1.5,1)', 'format at 12'],
    ['max(1,B)', 'format at 6'],
    ['abs("x")', 'format at 4'],
    ['abs("1"+"2")', 'format at 4'],
    ['if(A,1,2)', 'format at 3'],
    ['if("yes",1,2)', 'format at 3'],
    ['if(B,1,"2")', 'format at 0'],
    ['input(A)', 'format at 6'],
    ['input("T")', 'unknown-variable at 6'],
    ['1+', 'syntax at 2'],
  ])('%s is refused', (text, result) => {
    expect(compiled(campaign, text)).toBe(result);
  });

  it.each([
    ['"2d6+1"', 'DICE', 'DICE (pooled dice "2d6+1")'],
    ['if(B,"2d6",D)', 'dice', `DICE (choose ${B} (pooled dice "2d6") ${D})`],
    ['"1,2"', 'ARRAY[NUMBER]', 'ARRAY[NUMBER] (pooled array numeric "[1,2]")'],
    ['L+L', 'ARRAY[NUMBER]', `ARRAY[NUMBER] (concatenate ${L} ${L})`],
    ['W-"x"', 'ARRAY[STRING]', `ARRAY[STRING] (withoutElement ${W} (pooled text "x"))`],
    ['L+W', 'ARRAY[NUMBER]', 'format at 0'],
    ['L+L', 'NUMBER', 'format at 0'],
    ['A+1', 'BOOLEAN', 'format at 0'],
    ['"x"', 'NUMBER', 'format at 0'],
    ['A', 'NUMERAL', 'format at 0'],
  ])('%s where %s is asserted', (text, as, result) => {
    expect(compiled(campaign, text, { as })).toBe(result);
  });

  it('must have the format that is wanted', () => {
    expect(compiled(campaign, 'A', { format: 'number' })).toBe(`NUMBER ${A}`);
    expect(compiled(campaign, 'A', { format: 'BOOLEAN' })).toBe('format at 0');
    expect(compiled(campaign, '"2d6"', { format: 'DICE' })).toBe('format at 0');
    expect(compiled(campaign, 'A', { format: 'NUMERAL' })).toBe('format at 0');
  });
});

describe('names for people', () => {
  it('are those of the variable, after those of its object', () => {
    const wit = campaign.classOf('STAT|Wit');
    const [variable, global] = [campaign.variableOf('STAT', 'score'), campaign.variableOf('STAT', 'a')];
    expect(variable && campaign.nameOf(variable, wit)).toBe('STAT|Wit|Score');
    expect(variable && campaign.nameOf(variable)).toBe('Score');
    expect(global && campaign.nameOf(global, wit)).toBe('A');
  });
});

describe('constants of variables', () => {
  it('are read by the format', () => {
    const read = (name: string, text: string): unknown => {
      const found = campaign.variableOf(undefined, name);
      return found && campaign.constantOf(found, text);
    };
    expect(read('A', '4')).toEqual({ value: 4, whole: true });
    expect(read('A', '4+1')).toBeUndefined();
    expect(read('L', '4,5.0')).toEqual({ text: '[4,5.0]' });
    expect(read('T', '4')).toEqual({ text: '4' });
    const roll = campaign.channelOf('STAT|Wit', 'roll');
    expect(roll && campaign.constantOf(roll, 'd6')).toEqual({ text: '1d6' });
    expect(campaign.channelOf(undefined, 'Roll')).toBeUndefined();
    expect(campaign.channelOf(undefined, 'T')).toBeUndefined();
  });
});
