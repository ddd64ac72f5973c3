import { describe, expect, it } from 'vitest';
import { printJson } from '../../../../../src/content/antares/parse/procyon/print-json.js';
import { readProcyon } from '../../../../../src/content/antares/parse/procyon/read-procyon.js';
import type { Value } from '../../../../../src/content/antares/parse/value.js';

function printed(text: string): string {
  const read = readProcyon(Buffer.from(text));
  if (!read.ok) throw new Error(read.problem.message);
  return printJson(read.value);
}

describe('JSON of a value', () => {
  it.each([
    ['null', 'null'],
    ['true', 'true'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['10', '10'],
    ['10.0', '10.0'],
    ['-0.0', '-0.0'],
    ['0.1', '0.1'],
    ['1e21', '1e+21'],
    ['5e-324', '5e-324'],
    ['1e16', '10000000000000000.0'],
    ['inf', '1e999'],
    ['-inf', '-1e999'],
    ['nan', 'null'],
    ['$ 0A fF', '"0aff"'],
    ['"a\\n\\"é"', '"a\\n\\"é"'],
    ['[]', '[]'],
    ['{}', '{}'],
  ])('%s: %s', (text, json) => {
    expect(printed(text)).toBe(json);
  });

  it('has a line for each value', () => {
    expect(printed('a: [1, {}]\n"b c":\n\td: []')).toBe(
      '{\n\t"a": [\n\t\t1,\n\t\t{}\n\t],\n\t"b c": {\n\t\t"d": []\n\t}\n}',
    );
  });

  it('is written however deep the value is', () => {
    const at = { line: 1, column: 1 };
    let value: Value = { type: 'null', at };
    for (let i = 0; i < 3000; i++) value = { type: 'array', at, items: [value] };
    expect(printJson(value).match(/\[/g)).toHaveLength(3000);
  });
});
