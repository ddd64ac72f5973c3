import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../../src/ir/node.js';
import { lowerExpression } from '../../../../src/content/civ/lower/lower-expression.js';
import { readDeclaration } from '../../../support/civ-declaration.js';
import { openCaseStages, type Stage, objectNamed } from '../../../../src/content/civ/scenarios/declared-world.js';
import { runCase } from '../../../../src/content/civ/scenarios/run-case.js';
import type { CaseData } from '../../../../src/content/civ/scenarios/scenario-schema.js';
import { civ, smallCiv } from '../../../support/small-civ.js';

const open = () => openCaseStages(readDeclaration({ ...smallCiv, random: [5, 6, 7] }, 'test'));
const drawing: CaseData = {
  name: 'draws',
  policy: 'compat',
  type: 'int',
  xml: '<iCost><Random><Constant>100</Constant></Random></iCost>',
  on: ['city:1', 'game'],
  expect: [5, 6],
};
const ranging: CaseData = {
  name: 'ranges',
  policy: 'intended',
  type: 'int',
  on: ['city:1'],
  expect: [0],
  xml: '<iCost><Aggregate><Aggregator>TEST_RANGE</Aggregator><RelationType>RELATION_TRADE</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType><Constant>3</Constant></Aggregate></iCost>',
};
const { expect: _unread, ...unregistered } = ranging;

describe('cases of one file', () => {
  it('share one model and one world, whatever they register', () => {
    const stages = open();
    const [plain, registering] = [stages.setting(), stages.setting(['TEST_RANGE'])];
    expect(registering.civ).toBe(plain.civ);
    expect(stages.stage(registering).world).toBe(stages.stage(plain).world);
    expect(stages.setting(['TEST_RANGE'])).toBe(registering);
  });

  it('know the aggregators that they register themselves, and no others', () => {
    const stages = open();
    expect(runCase(stages, { ...ranging, register: ['TEST_RANGE'] })).toBeUndefined();
    expect(
      runCase(stages, {
        ...unregistered,
        loadError: { code: 'unknown-id', path: 'Aggregate/Aggregator', severity: 'error' },
      }),
    ).toBeUndefined();
  });

  it('find the stream at its beginning', () => {
    const stages = open();
    expect([runCase(stages, drawing), runCase(stages, drawing)]).toEqual([undefined, undefined]);
    const drawn = (stage: Stage): number => {
      const node = lowerExpression(
        { node: 'random', operands: [civ.number(100)], type: 'number', line: 1, column: 1 },
        stage.civ,
        ['CITY'],
        'compat',
      );
      const expression: Expression = {
        index: -1,
        name: 'draw',
        scope: [stage.civ.kinds.CITY],
        node,
        clauses: [],
        text: '',
        thing: '',
        origin: { file: 'draw', line: 1, column: 1 },
      };
      return stage.world.questions.askAll(expression, [objectNamed(stage, 'city:1')])[0];
    };
    const stage = stages.stage(stages.setting());
    expect([drawn(stage), drawn(stage), drawn(stages.stage(stages.setting()))]).toEqual([5, 6, 5]);
  });

  it('say when the world has been changed, and leave another to the next', () => {
    const stages = open();
    expect(stages.isAsFilled()).toBe(true);
    const stage = stages.stage(stages.setting());
    stage.world.set(objectNamed(stage, 'city:1'), 'PROPERTY_DUST', 9);
    expect(stages.isAsFilled()).toBe(false);
    const next = stages.stage(stages.setting());
    expect([next.world.get(objectNamed(next, 'city:1'), 'PROPERTY_DUST'), stages.isAsFilled()]).toEqual([-4, true]);
  });
});
