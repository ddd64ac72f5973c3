import { describe, expect, it } from 'vitest';
import { scopeInWords } from '../plans/plans.js';

const alone = { gates: [], kind: '', class: '', own: [], by: '', key: '', tests: [] };

function only(include: string | string[], exclude: string | string[] = []) {
  const { conjunctions, vetoes } = scopeInWords({ include, exclude });
  expect(conjunctions).toHaveLength(1);
  expect(vetoes).toEqual([]);
  return conjunctions[0];
}

describe('plans of scopes', () => {
  it('take everything where nothing is asked, and nobody where nothing can be', () => {
    expect(only('true')).toEqual(alone);
    expect(scopeInWords({ include: 'false' }).conjunctions).toEqual([]);
    expect(scopeInWords({ include: 'target.kind == planet && 1 > 2' }).conjunctions).toEqual([]);
  });

  it('ask candidates once for what depends on themselves', () => {
    expect(only('target.kind == planet && target.wealth > 3')).toEqual({
      ...alone,
      kind: 'planet',
      own: ['target.wealth > 3'],
    });
    expect(only('target.class == colony && target.kind == planet')).toMatchObject({
      kind: 'planet',
      class: '',
      own: ['target.class == colony'],
    });
    expect(only('colony == target.class')).toEqual({ ...alone, class: 'colony' });
  });

  it('ask sources alone where a condition is of them alone', () => {
    expect(only('target.kind == planet && source.crew > 2')).toEqual({
      ...alone,
      gates: ['source.crew > 2'],
      kind: 'planet',
    });
  });

  it('find one object by identity', () => {
    expect(only('target == source')).toEqual({ ...alone, by: 'identity', key: 'source' });
    expect(only('source.planet == target && target.wealth > 3')).toEqual({
      ...alone,
      by: 'identity',
      key: 'source.planet',
      own: ['target.wealth > 3'],
    });
  });

  it('find objects by a value that they have in common with the source, but not by numbers', () => {
    expect(only('target.kind == ship && target.system == source.system')).toMatchObject({
      kind: 'ship',
      by: 'equality',
      key: 'source.system',
      tests: [],
    });
    expect(only('source.kind == target.kind')).toMatchObject({ by: 'equality', key: 'source.kind' });
    expect(only('target.kind == building && target.rank == source.rank')).toMatchObject({
      by: '',
      tests: [{ keys: ['source.rank'], tests: ['target.rank == source.rank'] }],
    });
  });

  it('find objects by nearness, whichever way round it is said', () => {
    expect(only('target.kind == ship && jumps(target, source) <= 2')).toMatchObject({
      by: 'jumps',
      key: 'source',
      tests: [],
    });
    expect(only('5 > distance(source.planet, target)')).toMatchObject({ by: 'distance', key: 'source.planet' });
    expect(only('distance(target, source) < source.crew')).toMatchObject({ by: 'distance', key: 'source' });
  });

  it('do not find by nearness what is far, or bounded by the candidate', () => {
    expect(only('jumps(target, source) >= 2')).toMatchObject({
      by: '',
      tests: [{ keys: ['place source'], tests: ['jumps(target, source) >= 2'] }],
    });
    expect(only('target.kind == ship && distance(target, source) <= target.wealth').by).toBe('');
    expect(only('jumps(target.system, source) <= 2').by).toBe('');
  });

  it('prefer identity to equality to nearness, and test the rest', () => {
    const parts = ['distance(target, source) <= 9', 'target.system == source.system', 'target == source.goal'];
    expect(only(parts.join(' && '))).toMatchObject({
      by: 'identity',
      tests: [{ keys: ['place source'] }, { keys: ['source.system'] }],
    });
    expect(only(parts.slice(0, 2).join(' && '))).toMatchObject({ by: 'equality', tests: [{ keys: ['place source'] }] });
  });

  it('group sources by the factions that they stand for', () => {
    expect(only('target.kind == planet && ownedBy(target, source)').tests).toEqual([
      { keys: ['factions source'], tests: ['ownedBy(target, source)'] },
    ]);
    expect(only('target.kind == planet && sees(source.owner, target)').tests).toEqual([
      { keys: ['factions source.owner'], tests: ['sees(source.owner, target)'] },
    ]);
  });

  it('fold what excludes into an only condition', () => {
    expect(only('target.kind == planet', 'target.wealth > 3')).toMatchObject({
      kind: 'planet',
      own: ['clear target.wealth > 3'],
    });
    expect(only('target.kind == planet', 'ownedBy(target, source)').tests).toEqual([
      { keys: ['factions source'], tests: ['clear ownedBy(target, source)'] },
    ]);
    expect(only('target.kind == planet', 'source.crew > 2').gates).toEqual(['clear source.crew > 2']);
    expect(only('target.kind == planet', 'false')).toEqual({ ...alone, kind: 'planet' });
    expect(only('target.kind == planet', 'target.kind == ship')).toMatchObject({
      kind: 'planet',
      own: ['clear target.kind == ship'],
    });
  });

  it('split an `or` only where it depends on the source', () => {
    const split = scopeInWords({ include: 'target == source || target.kind == planet && ownedBy(target, source)' });
    expect(split.conjunctions.map(({ by, kind }) => [by, kind])).toEqual([
      ['identity', ''],
      ['', 'planet'],
    ]);
    expect(split.vetoes).toEqual([]);
    expect(only('target.kind == planet || target.kind == ship').own).toEqual([
      'target.kind == planet || target.kind == ship',
    ]);
  });

  it('look at no other kinds than those of which candidates must be', () => {
    expect(only('(target.kind == ship || target.kind == planet) && target.wealth > 3').kind).toBe('planet or ship');
    expect(only('target.kind == planet && target.wealth > 3 || target.kind == ship && target.crew > 2').kind).toBe(
      'planet or ship',
    );
    expect(
      only('(target.kind == ship || target.kind == planet) && (target.kind == planet || target.kind == building)').kind,
    ).toBe('planet');
    expect(only('target.kind == planet || target.wealth > 3').kind).toBe('');
    expect(only('target.kind == planet || !(target.kind == ship)').kind).toBe('');
    expect(only('(target.kind == ship || target.kind == planet) && target.class == colony')).toMatchObject({
      kind: '',
      class: 'colony',
    });
    expect(only('target.wealth > 3', 'target.kind == planet || target.kind == ship').kind).toBe('');
  });

  it('veto for several conditions what one of them does not find, candidates first', () => {
    const { conjunctions, vetoes } = scopeInWords({
      include: ['target.fertility > 2', 'target == source.planet'],
      exclude: ['target.wealth > 3', 'sees(source, target)'],
    });
    expect(conjunctions.map(({ kind, by, own }) => [kind, by, own])).toEqual([
      ['', '', ['target.fertility > 2', 'found target.fertility > 2', 'clear target.wealth > 3']],
      ['', 'identity', ['found target.fertility > 2', 'clear target.wealth > 3']],
    ]);
    expect(vetoes).toEqual(['clear sees(source, target)']);
  });

  it('never answer once for all what draws', () => {
    const { own, tests } = only('target.kind == planet && chance(0.5)');
    expect(own).toEqual([]);
    expect(tests.flatMap((each) => each.tests)).toEqual(['random() < 0.5']);
  });
});
