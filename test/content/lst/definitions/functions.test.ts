import { describe, expect, it } from 'vitest';
import { campaignOf, compiled, errorsOf, load, warningsOf } from '../campaigns.js';
import { longTest } from '../../../support/heavy.js';

describe('functions', () => {
  it.each([
    ['FUNCTION:f', 'syntax: ▸FUNCTION:f'],
    ['FUNCTION:f\tBODY:1', 'syntax: FUNCTION:f\t▸BODY:1'],
    ['FUNCTION:f\tVALUE:1\tEXPLANATION:x', 'syntax: FUNCTION:f\tVALUE:1\t▸EXPLANATION:x'],
    ['FUNCTION:\tVALUE:1', 'syntax: FUNCTION:▸\tVALUE:1'],
    ['FUNCTION:my function\tVALUE:1', 'syntax: FUNCTION:▸my function\tVALUE:1'],
    ['FUNCTION:f_\tVALUE:1', 'syntax: FUNCTION:▸f_\tVALUE:1'],
    ['FUNCTION:f\tVALUE:', 'syntax: FUNCTION:f\tVALUE:▸'],
    ['FUNCTION:f\tVALUE:2*', 'syntax: FUNCTION:f\tVALUE:2*▸'],
    ['FUNCTION:Floor\tVALUE:1', 'duplicate: FUNCTION:▸Floor\tVALUE:1'],
    ['FUNCTION:arg\tVALUE:1', 'duplicate: FUNCTION:▸arg\tVALUE:1'],
    ['FUNCTION:f\tVALUE:arg()', 'arity: FUNCTION:f\tVALUE:▸arg()'],
    ['FUNCTION:f\tVALUE:1+arg(0,1)', 'arity: FUNCTION:f\tVALUE:1+▸arg(0,1)'],
    ['FUNCTION:f\tVALUE:arg(1.0)', 'format: FUNCTION:f\tVALUE:▸arg(1.0)'],
    ['FUNCTION:f\tVALUE:arg(1+1)', 'format: FUNCTION:f\tVALUE:▸arg(1+1)'],
    ['FUNCTION:f\tVALUE:arg(1000)', 'format: FUNCTION:f\tVALUE:▸arg(1000)'],
  ])('are refused where their line is wrong: %s', (line, problem) => {
    expect(errorsOf([line])).toEqual([problem]);
  });

  it('have a name of their own, in any case', () => {
    expect(errorsOf(['FUNCTION:f\tVALUE:1', 'FUNCTION:F\tVALUE:1'])).toEqual(['duplicate: FUNCTION:▸F\tVALUE:1']);
  });

  it('are replaced by their bodies with the arguments in them, at each level its own', () => {
    const campaign = campaignOf([
      'FUNCTION:swap\tVALUE:minus(arg(1),arg(0))',
      'FUNCTION:minus\tVALUE:arg(0)-arg(1)',
      'FUNCTION:twice\tVALUE:arg(0)+arg(0)',
    ]);
    expect(compiled(campaign, 'swap(1,2)')).toBe('NUMBER (numericSubtract (numeral 2) (numeral 1))');
    expect(compiled(campaign, 'SWAP(minus(3,4),5)')).toBe(
      'NUMBER (numericSubtract (numeral 5) (numericSubtract (numeral 3) (numeral 4)))',
    );
    expect(compiled(campaign, 'twice("a")')).toBe('STRING (join (pooled text "a") (pooled text "a"))');
    expect(compiled(campaign, 'twice(1==1)')).toBe('format at 0');
    expect(compiled(campaign, '4+twice(1==1)')).toBe('format at 2');
  });

  it('pass the asserted format on to their bodies and arguments', () => {
    const campaign = campaignOf([
      'FUNCTION:positive\tVALUE:abs(arg(0))',
      'FUNCTION:pick\tVALUE:if(arg(0),arg(1),"2d6")',
      'GLOBAL:DICE=D',
    ]);
    expect(compiled(campaign, 'positive("3")')).toBe('NUMBER (numericAbsolute (numeral 3))');
    expect(compiled(campaign, 'pick("true",D)', { as: 'DICE' })).toContain('(pooled dice "2d6")');
    expect(compiled(campaign, 'pick("true",D)')).toBe('format at 0');
  });

  it('take as many arguments as the highest that they mention, and check those that they do not mention', () => {
    const campaign = campaignOf(['FUNCTION:third\tVALUE:arg(2)', 'GLOBAL:A', 'LOCAL:STAT|B', 'GLOBAL:ARRAY[NUMBER]=L']);
    // What an unused argument names is read all the same.
    expect(compiled(campaign, 'third("x",L,3)')).toMatch(
      /^NUMBER \(heed \(numeral 3\) .*\(solved 1 missing \(slot 0\)\)\)$/,
    );
    expect(compiled(campaign, 'third(1,2)')).toBe('arity at 0');
    expect(compiled(campaign, 'third(1,2,3,4)')).toBe('arity at 0');
    expect(compiled(campaign, 'third(nope,2,3)')).toBe('unknown-variable at 6');
    expect(compiled(campaign, 'third(1,B,3)')).toBe('scope at 8');
    expect(compiled(campaign, 'third(1,L+L,3)')).toBe('format at 8');
    expect(compiled(campaign, 'third(1,flor(2),3)')).toBe('unknown-function at 8');
  });

  it('look names up where they are called', () => {
    const campaign = campaignOf(['FUNCTION:half\tVALUE:Size/2', 'LOCAL:EQUIPMENT|Size', 'LOCAL:SKILL|BOOLEAN=Size']);
    expect(compiled(campaign, 'half()', { of: 'EQUIPMENT' })).toContain('numericDivide');
    expect(compiled(campaign, 'half()', { of: 'SKILL' })).toBe('format at 0');
    expect(compiled(campaign, '1+half()')).toBe('scope at 2');
  });

  it('hand on names in quotes', () => {
    const campaign = campaignOf([
      'FUNCTION:read\tVALUE:input(arg(0))',
      'FUNCTION:again\tVALUE:read(arg(1))+arg(0)',
      'CHANNEL:PC|Level',
    ]);
    expect(compiled(campaign, 'again(1,"level")')).toContain('(numericAdd (solved');
    expect(compiled(campaign, 'again(1,2)')).toBe('format at 0');
  });

  it('read value() of the modifier that calls them', () => {
    const campaign = campaignOf(['FUNCTION:grow\tVALUE:value()+arg(0)', 'GLOBAL:A', 'MODIFY:A|SET|grow(2)']);
    expect(campaign.program.rules.modifiers).toHaveLength(1);
    expect(compiled(campaign, 'grow(2)')).toBe('unknown-function at 0');
  });
});

describe('recursion', () => {
  function cyclesOf(...lines: readonly string[]): readonly unknown[] {
    const loaded = load(lines);
    return loaded.ok ? [] : loaded.problems.map(({ code, cycle }) => (code === 'loop' ? cycle : code));
  }

  it('is refused with the functions that call one another', () => {
    expect(cyclesOf('FUNCTION:f\tVALUE:f(arg(0))')).toEqual([['f']]);
    expect(
      cyclesOf(
        'FUNCTION:a\tVALUE:1+b()',
        'FUNCTION:b\tVALUE:if(1==1,C(),2)',
        'FUNCTION:c\tVALUE:abs(A())',
        'FUNCTION:d\tVALUE:a()',
      ),
    ).toEqual([['a', 'b', 'c']]);
    expect(cyclesOf('FUNCTION:a\tVALUE:a()+1', 'FUNCTION:b\tVALUE:a()+b()')).toEqual([['a'], ['b']]);
  });

  it('is told once, and not of those who call', () => {
    expect(
      cyclesOf(
        'FUNCTION:f\tVALUE:f(arg(0))',
        'FUNCTION:g\tVALUE:f(1)',
        'GLOBAL:A',
        'MODIFY:A|SET|g()',
        'MODIFY:A|SET|f(1,2,3)',
      ),
    ).toEqual([['f']]);
  });

  it('is none where functions only meet', () => {
    expect(
      cyclesOf('FUNCTION:a\tVALUE:b()+c()', 'FUNCTION:b\tVALUE:d()', 'FUNCTION:c\tVALUE:d()', 'FUNCTION:d\tVALUE:1'),
    ).toEqual([]);
  });

  longTest('is looked for in long chains too', () => {
    const chain = Array.from({ length: 30_000 }, (_, i) => `FUNCTION:f${i}\tVALUE:f${i + 1}()`);
    expect(cyclesOf(...chain)).toEqual([]);
    expect(cyclesOf(...chain, 'FUNCTION:f30000\tVALUE:f29998()')).toEqual([['f29998', 'f29999', 'f30000']]);
  });
});

describe('limits', () => {
  it('hold what functions grow to', () => {
    const doubling = Array.from(
      { length: 20 },
      (_, i) => `FUNCTION:f${i}\tVALUE:${i === 0 ? 'arg(0)+arg(0)' : `f${i - 1}(arg(0))+f${i - 1}(arg(0))`}`,
    );
    const campaign = campaignOf(['GLOBAL:A', ...doubling]);
    expect(compiled(campaign, 'f3(A)')).toContain('NUMBER');
    const result = campaign.formulaIn('1+f19(A)');
    expect(result.ok ? '' : result.problem).toMatchObject({
      code: 'syntax',
      column: 3,
      message: expect.stringContaining('100000 parts') as string,
    });
  });

  it('hold how deep they lie', () => {
    const chain = Array.from(
      { length: 1500 },
      (_, i) => `FUNCTION:f${i}\tVALUE:${i === 0 ? 'arg(0)' : `f${i - 1}(arg(0)+1)`}`,
    );
    const campaign = campaignOf(chain);
    expect(compiled(campaign, 'f400(1)')).toContain('NUMBER');
    const result = campaign.formulaIn('f1499(1)');
    expect(result.ok ? '' : result.problem).toMatchObject({
      code: 'syntax',
      message: expect.stringContaining('1000 nested operators and calls') as string,
    });
    expect(compiled(campaign, `max(${Array.from({ length: 900 }, () => '1').join(',')})`)).toContain('NUMBER');
    expect(compiled(campaign, `max(${Array.from({ length: 1100 }, () => '1').join(',')})`)).toBe('syntax at 4');
  });
});

describe('functions that nothing can call', () => {
  it('are warned of', () => {
    expect(
      warningsOf(['GLOBAL:A', 'LOCAL:STAT|B', 'FUNCTION:f\tVALUE:A+B+g(arg(0))', 'FUNCTION:g\tVALUE:abs(arg(0))']),
    ).toEqual([]);
    expect(
      warningsOf([
        'FUNCTION:f\tVALUE:1+nope',
        'FUNCTION:g\tVALUE:flor(2)',
        'FUNCTION:h\tVALUE:g(1)',
        'FUNCTION:i\tVALUE:abs(1,2)',
        'FUNCTION:j\tVALUE:nope[0]',
      ]),
    ).toEqual([
      'unknown-variable: FUNCTION:f\tVALUE:1+▸nope',
      'unknown-function: FUNCTION:g\tVALUE:▸flor(2)',
      'arity: FUNCTION:h\tVALUE:▸g(1)',
      'arity: FUNCTION:i\tVALUE:▸abs(1,2)',
      'unknown-variable: FUNCTION:j\tVALUE:▸nope[0]',
    ]);
  });

  it('are errors of who calls them', () => {
    expect(errorsOf(['FUNCTION:f\tVALUE:1+nope', 'GLOBAL:A', 'MODIFY:A|SET|2*f()'])).toEqual([
      'unknown-variable: MODIFY:A|SET|2*▸f()',
    ]);
  });
});
