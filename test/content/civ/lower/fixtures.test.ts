import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Aggregator } from '../../../../src/model/model.js';
import { createFrame } from '../../../../src/eval/interpreter.js';
import { suppose } from '../../../../src/ir/node.js';
import { loadCompat } from '../../../../src/content/civ/parse/load-compat.js';
import { loadIntended } from '../../../../src/content/civ/parse/load-intended.js';
import { namesOf } from '../../../../src/content/civ/parse/declared-names.js';
import type { ValueType, CivExpression, ObjectType, Policy } from '../../../../src/content/civ/syntax.js';
import type { CivDeclarationData } from '../../../../src/content/civ/world/declaration.js';
import { readXml } from '../../../../src/content/civ/parse/read-xml.js';
import { type CivWorld, askCiv, civWorldOf, typesOf } from '../../../support/civ-world.js';

const folder = fileURLToPath(new URL('../../../../../shared/fixtures/expressions/', import.meta.url));
const hasFixtures = existsSync(join(folder, 'values.json'));

interface Override {
  readonly object: string;
  readonly gom?: string;
  readonly id?: string;
  readonly tag?: string;
  readonly property?: string;
  readonly attribute?: string;
  readonly has?: boolean;
  readonly value?: number;
}

interface Case {
  readonly name: string;
  readonly policy: Policy;
  readonly xml: string;
  readonly type: 'bool' | 'int';
  readonly scope?: ObjectType | readonly ObjectType[];
  readonly on?: readonly string[];
  readonly expect?: readonly (boolean | number)[];
  readonly diagnostics?: { readonly overflow?: number; readonly 'div-zero'?: number };
  readonly register?: readonly string[];
  readonly whatIf?: {
    readonly overrides: readonly Override[];
    readonly expect: readonly { readonly before: unknown; readonly after: unknown }[];
  };
}

const registered: readonly Aggregator[] = [
  {
    name: 'TEST_RANGE',
    input: 'number',
    output: 'number',
    fold: (values, count) =>
      count === 0 ? 0 : Math.max(...values.subarray(0, count)) - Math.min(...values.subarray(0, count)),
  },
  {
    name: 'TEST_MEDIAN_LOW',
    input: 'number',
    output: 'number',
    fold: (values, count) => (count === 0 ? 0 : values.slice(0, count).sort()[(count - 1) >> 1]),
  },
  { name: 'TEST_FIRST', input: 'number', output: 'number', fold: (values, count) => (count === 0 ? 0 : values[0]) },
  {
    name: 'TEST_MAJORITY',
    input: 'boolean',
    output: 'boolean',
    fold: (values, count) => (values.subarray(0, count).reduce((sum, value) => sum + value, 0) * 2 > count ? 1 : 0),
  },
];

describe.skipIf(!hasFixtures)('cases of the fixtures, asked of the reference interpreter', () => {
  const files = hasFixtures
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
    : [];
  for (const file of files) {
    const { world: data, cases = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      readonly world: CivDeclarationData;
      readonly cases?: readonly Case[];
    };
    const asked = cases.filter((each) => each.expect !== undefined);
    if (asked.length === 0) continue;
    describe(file, () => {
      const world = civWorldOf(data, registered);
      test.each(asked)('$name', (given) => {
        const expression = loaded(world, given);
        const frame = createFrame(world.state, 1);
        let draws = 0;
        frame.next = () => world.civ.declaration.random[draws++ % world.civ.declaration.random.length];
        const { on = [], policy } = given;
        const scope = scopeOf(world, given);
        expect(askCiv(world, expression, on, { policy, scope, frame })).toEqual(given.expect);
        if (policy === 'intended') {
          expect(frame.mishaps).toEqual({
            overflows: given.diagnostics?.overflow ?? 0,
            zeroDivisions: given.diagnostics?.['div-zero'] ?? 0,
          });
        }
        if (given.whatIf === undefined) return;
        frame.suppositions = suppose(given.whatIf.overrides.map((override) => suppositionOf(world, override)));
        expect(askCiv(world, expression, on, { policy, scope, frame })).toEqual(
          given.whatIf.expect.map(({ after }) => after),
        );
      });
    });
  }
});

function scopeOf({ civ }: CivWorld, { scope, on = [] }: Case): readonly ObjectType[] {
  return scope === undefined ? typesOf(civ, on) : typeof scope === 'string' ? [scope] : scope;
}

function loaded(world: CivWorld, given: Case): CivExpression {
  const { xml, type, policy, whatIf } = given;
  const { civ } = world;
  const { root } = readXml(xml, 'case');
  if (root === undefined) throw new Error('the case is no XML');
  const wanted: ValueType = type === 'bool' ? 'boolean' : 'number';
  const names = namesOf(civ.declaration, civ.model.aggregators);
  if (policy === 'compat') return loadCompat(root, names, wanted);
  const { expression, issues } = loadIntended(
    root,
    names,
    wanted,
    scopeOf(world, given),
    whatIf === undefined ? 'any' : 'pure',
  );
  if (expression === undefined) throw new Error(JSON.stringify(issues));
  return expression;
}

function suppositionOf(
  { civ, objects }: CivWorld,
  { object, gom, id = '', tag, property, attribute, has, value }: Override,
) {
  const question = gom ?? (tag === undefined ? (property ?? `ATTRIBUTE_${attribute ?? ''}`) : 'TAG');
  const word = civ.words.get(question)?.get(tag ?? id) ?? 0;
  return {
    question: civ.questions.get(question) ?? -1,
    word,
    object: objects.get(object) ?? 0,
    value: value ?? Number(has),
  };
}
