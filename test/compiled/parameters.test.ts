import { describe, expect, it } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { type ContentSource, createWorld, defineContent } from '../../src/index.js';
import { parsedFile, sealed } from '../support/compiled-file.js';
import { refusal } from '../support/errors.js';

const content: ContentSource = {
  parameters: { breed: { default: 2, range: [0, null], about: 'chance' }, busy: { type: 'boolean' } },
  properties: { size: {} },
  kinds: { cell: { properties: ['size'] } },
  classes: {
    germ: {
      kind: 'cell',
      groups: [{ scope: { include: 'target == source' }, effects: [{ property: 'size', add: 'busy ? breed : 1' }] }],
    },
  },
  reports: { sizes: 'objects(cell).sum(c, c.size)', some: 'objects(cell).exists(c, c.size > breed)' },
};
const program = defineContent(content);

interface File {
  readonly model: { readonly parameters: Record<string, unknown>[] };
  readonly rules: { readonly reports: Record<string, unknown>[] };
  readonly operations: unknown[];
}

function saidOf(change: (file: File) => void): string {
  const file = parsedFile(program);
  change(file.content as unknown as File);
  return refusal(() => readProgram(sealed(file))).message;
}

describe('parameters and reports of compiled content', () => {
  it('are the same', () => {
    const read = readProgram(writeProgram(program));
    expect(read).toStrictEqual(program);
    const [one, other] = [program, read].map((each) => {
      const world = createWorld(each, { parameters: { breed: 3, busy: true } });
      world.spawn({ class: 'germ' });
      world.run(2);
      return [world.hash(), ...world.reports.series('sizes'), ...world.reports.series('some')];
    });
    expect(other).toEqual(one);
    expect(one.slice(1)).toEqual([3, 6, 0, 1]);
  });

  it('are not written where there are none', () => {
    const text = writeProgram(defineContent({ kinds: { cell: {} } }));
    expect(text).not.toMatch(/parameters|reports/);
  });

  it.each<readonly [string, (file: File) => void, string]>([
    [
      'a default out of range',
      ({ model }) => (model.parameters[0].initial = -1),
      'a parameter whose default does not fit',
    ],
    [
      'another type',
      ({ model }) => (model.parameters[0].type = 'entity'),
      'expected an object whose name is one of number, boolean',
    ],
    ['a condition with a range', ({ model }) => (model.parameters[1].maximum = 2), 'a condition with a range'],
    ['one name twice', ({ model }) => (model.parameters[1].name = 'breed'), 'two parameters with one name'],
    ['no such parameter', ({ model }) => model.parameters.pop(), 'expected the number of one of 1 entries (parameter)'],
    ['no reports', ({ rules }) => rules.reports.splice(0), 'found 0 reports'],
    ['a report twice', ({ rules }) => (rules.reports[1].name = 'sizes'), 'two reports with one name'],
    [
      'a report over an object',
      ({ rules, operations }) =>
        (rules.reports[0].node = operations.push(['slot', { slot: 0 }], ['present', null, operations.length]) - 1),
      'an expression over other slots than the first 0',
    ],
  ])('%s is refused', (_what, change, message) => {
    expect(saidOf(change)).toContain(message);
  });
});
