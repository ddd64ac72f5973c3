import type { Problem } from '../../content/diagnostics/schema-problems.js';
import type { Path } from '../../content/native/source-document.js';
import { type KnownNames, nameProblems, structureProblem } from './known-names.js';
import type { FactData } from './scenario-schema.js';

const subjects = ['gom', 'tag', 'property', 'attribute'] as const;
type Subject = (typeof subjects)[number];

/** The keys that go with each. */
const partners: Readonly<Record<Subject, readonly ('id' | 'has' | 'value')[]>> = {
  gom: ['id', 'has'],
  tag: ['has'],
  property: ['value'],
  attribute: ['value'],
};

/**
 * What is wrong with a fact about an object. Ids, tags and attributes that are not known are found when it is looked
 * up.
 */
export function factProblems(fact: FactData, known: KnownNames, path: Path): readonly Problem[] {
  const problems = [...nameProblems(fact.object, known.objects, 'object', { path: [...path, 'object'] })];
  const about = subjects.filter((subject) => fact[subject] !== undefined);
  if (about.length !== 1) {
    const has = about.length === 0 ? 'is about nothing' : `is about several things (${about.join(', ')})`;
    return [...problems, structureProblem(path, `a fact ${has}; give it exactly one of ${subjects.join(', ')}`)];
  }
  const [subject] = about;
  for (const key of ['id', 'has', 'value'] as const) {
    const goes = partners[subject].includes(key);
    if (goes && fact[key] === undefined)
      problems.push({ path, code: 'missing-key', message: `a fact about ${subject} has no ${key}; give it one` });
    if (!goes && fact[key] !== undefined)
      problems.push(structureProblem(path, `${key} does not go with ${subject}; leave it out`, key));
  }
  return problems;
}
