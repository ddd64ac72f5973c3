import { describe, expect, it } from 'vitest';
import { hostActions } from '../../../../../src/content/antares/syntax.js';
import { always, hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';

interface Fields {
  readonly [name: string]: Plain;
}

const ship: Plain = { initial: 1 };
const hazards = (action: readonly Plain[], condition: Fields = {}): string[] =>
  hazardsOf(loadPlain([{ when: always, action, ...condition }])).map((each) =>
    each.replace('conditions[0].action', ''),
  );
const heal: Fields = { type: 'heal', value: 1 };

describe('an action without any object', () => {
  const fieldsOf: { readonly [type: string]: Fields } = { assume: { which: 0 }, heal: { value: 1 } };
  it.each([
    'age',
    'assume',
    'cap-speed',
    'cloak',
    'create',
    'disable',
    'energize',
    'equip',
    'fire',
    'heal',
    'hold',
    'land',
    'spark',
    'spin',
    'thrust',
    'warp',
    'move',
    'play',
  ])('is a hazard if it is %s', (type) => {
    const action = { type, ...fieldsOf[type] };
    expect(hazards([action])).toEqual(['null-direct [0]']);
    for (const condition of [{ subject: ship }, { direct: ship }]) expect(hazards([action], condition)).toEqual([]);
    for (const override of [{ subject: ship }, { direct: ship }])
      expect(hazards([{ ...action, override }])).toEqual([]);
    expect(
      hazards([
        { type: 'group', of: [action], override: { direct: ship } },
        { type: 'group', of: [action] },
      ]),
    ).toEqual(['null-direct [1].of[0]']);
  });

  it('is none if it needs no object', () => {
    const quiet: Fields[] = [
      ...[
        'destroy',
        'remove',
        'capture',
        'push',
        'stop',
        'target',
        'win',
        'check',
        'condition',
        'reveal',
        'message',
        'key',
        'group',
        'flash',
      ].map((type) => ({ type })),
      { type: 'morph', base: 'ship' },
      { type: 'occupy', value: 1 },
      { type: 'pay', value: 1 },
      { type: 'slow', value: 1 },
      { type: 'speed', value: 1 },
      { type: 'score', counter: { which: 0 }, value: 1 },
      { type: 'zoom', value: 'all' },
      { type: 'select', screen: 'main', line: 0 },
      { type: 'move', origin: 'subject' },
      { type: 'move', origin: 'direct' },
    ];
    expect(hazards(quiet)).toEqual([]);
    expect(hostActions).toContain('flash');
  });

  it('is none for one sound that is heard everywhere', () => {
    for (const fields of [
      { absolute: true, sound: 'x' },
      { absolute: true, sound: ['x'], any: null },
      { absolute: true, any: ['x'] },
      { absolute: true, any: ['x', 'y'], sound: 'z' },
    ])
      expect(hazards([{ type: 'play', ...fields }])).toEqual([]);
    for (const fields of [
      { sound: 'x' },
      { absolute: false, sound: 'x' },
      { absolute: true, sound: ['x', 'y'] },
      { absolute: true, sound: [] },
      { absolute: true, any: ['x', 'y'] },
      { absolute: true, any: [] },
      { absolute: true },
    ]) {
      expect(hazards([{ type: 'play', ...fields }])).toEqual(['null-direct [0]']);
    }
  });

  it('is one where a swap leaves the direct object empty', () => {
    expect(hazards([{ ...heal, reflexive: true }], { direct: ship })).toEqual(['null-direct [0]']);
    expect(hazards([{ ...heal, reflexive: true }], { subject: ship })).toEqual([]);
    expect(hazards([{ type: 'group', reflexive: true, of: [heal] }], { direct: ship })).toEqual([]);
  });

  it('is none where a filter always skips it', () => {
    for (const filter of [{ tags: { x: false } }, { attributes: { hated: true } }]) {
      expect(hazards([{ ...heal, if: filter }])).toEqual([]);
      expect(hazards([{ type: 'group', of: [heal], if: filter }])).toEqual([]);
    }
    for (const filter of [{ owner: 'same' }, { tags: { x: null } }, { attributes: { hated: false } }])
      expect(hazards([{ ...heal, if: filter }])).toEqual(['null-direct [0]']);
  });

  it('is none in a destroy action, whose subject is the body', () => {
    const sections = {
      bases: { mine: { maxHealth: 1, maxSpeed: 0, destroyAction: [heal, { ...heal, reflexive: true }] } },
      initials: [],
    };
    expect(hazardsOf(loadPlain([], 'sound', sections))).toEqual([]);
  });
});
