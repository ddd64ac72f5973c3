import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../src/compiled/fingerprint.js';
import { loadOptions } from '../../src/compiled/load-options.js';
import { demandFitting, readContent } from '../../src/compiled/read-parts.js';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { checkBook } from '../../src/events/book/check-book.js';
import { type Handle, type Program, type SpawnOptions, createWorld, defineContent } from '../../src/index.js';
import { EdictError } from '../../src/kernel/errors.js';
import { changedJson } from '../support/changed-json.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { examplePrograms, parsedFile, sealed } from '../support/compiled-file.js';
import { randomContent } from '../support/random-content.js';
import { timingProgram } from '../support/timing-world.js';

/** Small ones: a change of a large file seldom matters. */
const programs = examplePrograms()
  .map(([, program]) => program)
  .filter((program) => writeProgram(program).length < 120_000);

function anyProgram(choices: Choices): Program {
  if (choices.oneIn(3)) return defineContent(randomContent(choices, [1, 2, 3, 4, 5]).source);
  return choices.oneIn(6) ? timingProgram({}) : choices.pick(programs);
}

/** The code of what it throws, which must be an EdictError. */
function codeOf(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    if (error instanceof EdictError) return error.code;
    throw error;
  }
}

const tight = {
  testsPerTurn: 200_000,
  visitsPerTurn: 200_000,
  effectsPerTurn: 20_000,
  actionsPerTick: 2_000,
  occurrencesPerRoot: 100,
  createdPerTurn: 100,
  createdAtStart: 1_000,
  solvedPerTurn: 100_000,
  flowPairs: 10_000,
};

/** Spawns what it can, runs turns and asks; returns the hash at the end, where nothing failed. */
function play(program: Program, executor: 'compiled' | 'reference'): string | undefined {
  const world = createWorld(program, { executor, limits: tight });
  const made: Handle[] = [];
  const { kinds, classes } = program.model;
  const sorts = [
    ...kinds.map(({ name }) => ({ kind: name })),
    ...classes.slice(0, 12).map(({ name }) => ({ class: name })),
  ];
  for (const sort of sorts) {
    const places: SpawnOptions['place'][] = [
      undefined,
      { x: 1, y: 2 },
      ...made.slice(0, 6).map((handle) => ({ in: handle })),
    ];
    places.some(
      (place) => codeOf(() => made.push(world.spawn(place === undefined ? sort : { ...sort, place }))) === 'none',
    );
  }
  const failure = codeOf(() => {
    world.run(3);
  });
  for (const { name } of program.rules.expressions)
    for (const object of made.slice(0, 4)) codeOf(() => world.questions.ask(name, object));
  return failure === 'none' ? world.hash() : undefined;
}

type Content = ReturnType<typeof parsedFile>['content'];

/**
 * Grids and crowds so small that the reference, which asks every object for every source, can play: a forest of 250,000
 * cells takes it hours.
 */
function withSmallWorld({ model, ...content }: Content): Content {
  const { grids, parameters } = model as {
    readonly grids?: readonly { readonly width: number; readonly height: number }[];
    readonly parameters?: readonly { readonly initial: number }[];
  };
  const small = {
    ...(model as object),
    grids: grids?.map((grid) => ({ ...grid, width: Math.min(grid.width, 9), height: Math.min(grid.height, 7) })),
    parameters: parameters?.map((parameter) => ({ ...parameter, initial: Math.min(parameter.initial, 20) })),
  };
  return { model: small, ...content };
}

describe('a file of compiled content that was changed', () => {
  it('anywhere in its text is refused, or still the same content', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), (seed) => {
        const choices = choicesOf(seed);
        const program = anyProgram(choices);
        const text = writeProgram(program);
        const at = choices.below(text.length);
        const pieces = ['', ' ', '0', '1', '"', ',', ']', '}', 'x', '\\', text.slice(at, at + 40), text.slice(0, 9)];
        const changed = text.slice(0, at) + choices.pick(pieces) + text.slice(at + choices.below(3));
        const code = codeOf(() => {
          expect(readProgram(changed)).toStrictEqual(program);
        });
        expect(['none', 'damaged-content', 'foreign-content']).toContain(code);
      }),
      propertyRuns(120, 17),
    );
  });

  it('anywhere in its bytes is refused, or still the same content', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), (seed) => {
        const choices = choicesOf(seed);
        const program = choices.pick(programs);
        const bytes = new TextEncoder().encode(writeProgram(program));
        bytes[choices.below(bytes.length)] = choices.below(256);
        const given = choices.oneIn(3) ? bytes.subarray(0, choices.below(bytes.length)) : bytes;
        const code = codeOf(() => {
          expect(readProgram(given)).toStrictEqual(program);
        });
        expect(['none', 'damaged-content', 'foreign-content']).toContain(code);
      }),
      propertyRuns(120, 17),
    );
  });

  it('and sealed again is refused, or content that runs like any other', () => {
    const codes = new Set<string>();
    let accepted = 0;
    let compared = 0;
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), (seed) => {
        const choices = choicesOf(seed);
        const file = parsedFile(anyProgram(choices));
        const small = withSmallWorld(file.content);
        for (let i = 0; i < 6; i++) {
          const content = changedJson(small, choices.split(i), choices.between(1, 2)) as Content;
          codes.add(codeOf(() => readProgram(sealed({ ...file, content }))));
          codeOf(() => {
            const parts = readContent(content, JSON.stringify(content).length, loadOptions({}));
            demandFitting(parts, checkBook);
            const fingerprint = fingerprintOf(parts.model, parts.rules, parts.environment);
            accepted++;
            const changed = readProgram(sealed({ fingerprint, content }));
            const [compiled, reference] = [play(changed, 'compiled'), play(changed, 'reference')];
            if (compiled === undefined || reference === undefined) return;
            expect(compiled).toBe(reference);
            compared++;
          });
        }
      }),
      propertyRuns(80, 24),
    );
    expect([...codes].filter((code) => !['none', 'damaged-content', 'missing-aggregator'].includes(code))).toEqual([]);
    expect(accepted).toBeGreaterThan(5);
    expect(compared).toBeGreaterThan(3);
  });
});
