import { describe, expect, it } from 'vitest';
import { describeIssue, issueLines } from '../../../../src/content/civ/parse/expression-loading.js';
import { loadIntended } from '../../../../src/content/civ/parse/load-intended.js';
import { formatDiagnostic } from '../../../../src/content/text/format-diagnostic.js';
import { rootOf, smallNames } from '../../../support/civ-xml.js';

function shown(text: string): readonly string[] {
  const { issues } = loadIntended(rootOf(text), smallNames, 'boolean', ['CITY'], 'any');
  return issues.map((issue) => formatDiagnostic(describeIssue(issue, 'mill.xml', issueLines(text))));
}

describe('describeIssue', () => {
  it('shows the place, the line, the path and what was meant', () => {
    expect(shown('\ufeff<Active>\r\n  <And>\r\n    <Is>TAG_SPI</Is>\r\n  </And>\r\n</Active>')).toEqual([
      [
        'mill.xml:3:9: error: unknown tag `TAG_SPI`; did you mean `TAG_SPY`? (at `And/Is`) [unknown-id]',
        '  3 |     <Is>TAG_SPI</Is>',
        '    |         ^',
      ].join('\n'),
    ]);
  });

  it('warns of what is odd, and says what would be right', () => {
    expect(shown('<Active><Not><Is>TAG_SPY</Is></Not></Active>')[0]).toMatch(
      /^mill\.xml:1:14: warning: `TAG_SPY` is always false for CITY; only UNIT can have it \(at `Not\/Is`\) \[never-true\]/,
    );
  });

  it('names the holder itself without a path', () => {
    expect(shown('<Active/>')[0]).toMatch(
      /^mill\.xml:1:1: error: nothing in `Active`; expected exactly one expression \[arity\]/,
    );
  });

  it('says an example where nothing is near', () => {
    expect(shown('<Active><Is>X</Is></Active>')[0]).toContain(
      'unknown tag `X`; expected one such as `TAG_ONLY_DEFENSIVE`',
    );
    expect(shown('<Active><Has><GOMType>GOM_CIVIC</GOMType><ID>CIVIC_X</ID></Has></Active>')[0]).toContain(
      'unknown CIVIC `CIVIC_X`; none is declared',
    );
  });
});
