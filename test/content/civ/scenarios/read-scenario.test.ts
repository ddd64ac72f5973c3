import { describe, expect, it } from 'vitest';
import { readScenario } from '../../../../src/content/civ/scenarios/civ-format.js';

const world = {
  types: { PROPERTY: ['PROPERTY_MUD'], CIVIC: ['CIVIC_TITHES'] },
  map: { width: 2, height: 1 },
  objects: [{ id: 'game', type: 'GAME' }],
};
const soundCase = { name: 'a', policy: 'intended', type: 'bool', xml: '<a/>', on: ['game'], expect: [true] };
const soundTurns = { name: 'a', policy: 'compat', turns: 1, expect: { game: { PROPERTY_MUD: [0] } } };

/** A file of one case with these keys over a sound one. */
function caseWith(change: object): string {
  return JSON.stringify({ format: 'expressions/1', world, cases: [{ ...soundCase, ...change }] }, undefined, 1);
}

function turnsWith(change: object): string {
  return JSON.stringify({ format: 'expressions/1', world, turns: [{ ...soundTurns, ...change }] }, undefined, 1);
}

function worldWith(change: object): string {
  return JSON.stringify({ format: 'expressions/1', world: { ...world, ...change }, cases: [soundCase] }, undefined, 1);
}

function problemsOf(text: string): readonly string[] {
  const read = readScenario('test.json', text);
  return read.ok
    ? []
    : read.errors.map(
        ({ line, column, message, suggestion }) =>
          `${String(line)}:${String(column)} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
      );
}

const refused = { code: 'arity', path: '', severity: 'error' };
const fact = (change: object): string =>
  caseWith({ whatIf: { overrides: [{ object: 'game', ...change }], expect: [{ before: true, after: true }] } });

describe('files that fit', () => {
  it.each([
    ['a case', caseWith({})],
    ['turns', turnsWith({})],
    ['options that are listed', worldWith({ types: { OPTION: ['OPTION_A'] } })],
    ['a plot that is not listed', caseWith({ on: ['plot:1,0'] })],
    [
      'whole numbers',
      caseWith({ type: 'int', expect: [-3], diagnostics: { overflow: 1, 'div-zero': 0 }, register: ['TEST_FIRST'] }),
    ],
    [
      'an expression that does not load',
      caseWith({ on: undefined, expect: undefined, scope: ['CITY', 'PLOT'], loadError: refused }),
    ],
    ['a lint beside values', caseWith({ loadError: { ...refused, severity: 'lint' } })],
    ['a supposed thing', fact({ gom: 'TECH', id: 'TECH_WHEEL', has: true })],
    ['a supposed number', fact({ property: 'PROPERTY_MUD', value: 1 })],
    ['a supposed tag', fact({ tag: 'TAG_HILL', has: false })],
    [
      'manipulators that do not load',
      turnsWith({ expect: undefined, turns: 0, loadError: { ...refused, carrier: 'global' } }),
    ],
    [
      'all keys of turns',
      turnsWith({
        why: 'x',
        global: ['<a/>'],
        carriers: { CIVIC_TITHES: '<a/>' },
        track: { game: ['PROPERTY_MUD'] },
        conserves: { PROPERTY_MUD: 0 },
        events: [
          { beforeTurn: 1, object: 'game', property: 'PROPERTY_MUD', value: 0 },
          { beforeTurn: 1, object: 'game', gom: 'CIVIC', id: 'CIVIC_TITHES', has: false },
        ],
      }),
    ],
  ])('%s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('files that do not fit say where and why', () => {
  it.each([
    [
      'another format',
      caseWith({}).replace('expressions/1', 'expressions/2'),
      'format is "expressions/2", expected "expressions/1"',
    ],
    ['nothing to run', JSON.stringify({ format: 'expressions/1', world }), 'the file has neither cases nor turns'],
    ['no world', '{ "format": "expressions/1", "cases": [] }', 'world is missing, expected a mapping'],
    ['a key of a case', caseWith({ expct: [] }), 'there is no key "expct" in cases[0] (did you mean `expect`?)'],
    [
      'a kind of things',
      worldWith({ types: { TECHS: [] } }),
      'there is no key "TECHS" in world.types (did you mean `TECH`?)',
    ],
    [
      'a strange kind of things',
      worldWith({ types: { WEATHER_OF_THE_DAY: [] } }),
      'there is no key "WEATHER_OF_THE_DAY" in world.types (the keys here are BUILDING, PROMOTION',
    ],
    [
      'a map that no world has room for',
      worldWith({ map: { width: 9_999, height: 9_999 } }),
      'world.map is not right: its 99,980,001 plots and the other declared objects are 99,980,002 objects, and a world has room for 16,777,215',
    ],
    [
      'two objects of one id',
      worldWith({ objects: [...world.objects, { id: 'game', type: 'TEAM' }] }),
      'world.objects[1].id is not right: two objects are called `game`; give them different ids',
    ],
    ['a policy', caseWith({ policy: 'strict' }), 'cases[0].policy is "strict", expected "intended" or "compat"'],
    [
      'neither on nor scope',
      caseWith({ on: undefined, expect: undefined, loadError: refused }),
      'a case has neither on nor scope',
    ],
    ['nothing to expect', caseWith({ expect: undefined }), 'a case expects nothing'],
    [
      'values of what does not load',
      caseWith({ loadError: refused }),
      'values are expected of an expression that does not load',
    ],
    [
      'diagnostics alone',
      caseWith({ expect: undefined, loadError: refused, diagnostics: { overflow: 1 } }),
      'diagnostics go with values that are expected',
    ],
    ['an unknown object', caseWith({ on: ['gme'] }), 'there is no object "gme" (did you mean `game`?)'],
    ['a plot off the map', caseWith({ on: ['plot:2,0'] }), 'there is no object "plot:2,0"'],
    ['too few values', caseWith({ expect: [] }), '1 objects are asked and 0 values are expected'],
    [
      'a number for a condition',
      caseWith({ expect: [1] }),
      '1 is expected of an expression of type bool; give true or false',
    ],
    [
      'a condition for a number',
      caseWith({ type: 'int' }),
      'true is expected of an expression of type int; give a whole number',
    ],
    [
      'an unknown aggregator',
      caseWith({ register: ['TEST_RANG'] }),
      'there is no aggregator "TEST_RANG" (did you mean `TEST_RANGE`?)',
    ],
    ['a fact about nothing', fact({ value: 1 }), 'a fact is about nothing'],
    [
      'a fact about two things',
      fact({ tag: 'TAG_HILL', property: 'PROPERTY_MUD' }),
      'a fact is about several things (tag, property)',
    ],
    ['a fact without its value', fact({ property: 'PROPERTY_MUD' }), 'a fact about property has no value'],
    ['a fact with too much', fact({ tag: 'TAG_HILL', has: true, value: 1 }), 'value does not go with tag'],
    ['a fact about nobody', fact({ object: 'nobody', tag: 'TAG_HILL', has: true }), 'there is no object "nobody"'],
    [
      'two of one name',
      JSON.stringify({ format: 'expressions/1', world, cases: [soundCase], turns: [soundTurns] }),
      'two cases are called "a"',
    ],
    [
      'a tag that changes',
      turnsWith({ events: [{ beforeTurn: 1, object: 'game', tag: 'TAG_HILL', has: true }] }),
      'there is no key "tag" in turns[0].events[0]',
    ],
    [
      'an unknown carrier',
      turnsWith({ carriers: { CIVIC_TITHE: '<a/>' } }),
      'there is no id "CIVIC_TITHE" (did you mean `CIVIC_TITHES`?)',
    ],
    [
      'an unknown property',
      turnsWith({ expect: { game: { PROPERTY_MUT: [0] } } }),
      'there is no property "PROPERTY_MUT" (did you mean `PROPERTY_MUD`?)',
    ],
    [
      'an unknown property that is tracked',
      turnsWith({ track: { game: ['PROPERTY_MUT'] } }),
      'there is no property "PROPERTY_MUT"',
    ],
    ['a sum of nothing known', turnsWith({ conserves: { PROPERTY_MUT: 0 } }), 'there is no property "PROPERTY_MUT"'],
    ['an unknown object of turns', turnsWith({ expect: { gaem: {} } }), 'there is no object "gaem"'],
    ['fewer values than turns', turnsWith({ turns: 2 }), '2 turns are run and 1 values are expected'],
    [
      'values of manipulators that do not load',
      turnsWith({ loadError: { ...refused, carrier: 'global' } }),
      'values are expected of manipulators that do not load',
    ],
    ['no map', worldWith({ map: undefined }), 'world.map is missing, expected a mapping'],
    [
      'a property that does not fit',
      worldWith({ objects: [{ id: 'game', type: 'GAME', properties: { PROPERTY_MUD: 2 ** 31 } }] }),
      'world.objects[0].properties.PROPERTY_MUD',
    ],
    ['no JSON', '{ "format": "expressions/1", ', 'test.json'],
  ])('%s', (_what, text, message) => {
    const problems = problemsOf(text);
    expect(problems).not.toEqual([]);
    if (message !== 'test.json') expect(problems.join('\n')).toContain(message);
  });
});
