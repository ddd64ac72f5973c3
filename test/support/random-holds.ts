import type { ContentSource, EffectSource, GroupSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import type { RandomContent } from './random-content.js';
import type { Vocabulary } from './random-expression.js';

/**
 * Random content with groups that look at sets of words, and others that change them: conditions and amounts that stay
 * the same but for a word, so that answers which are kept too long come to light.
 */
export function withHolds({ source, names }: RandomContent, choices: Choices, count: number): ContentSource {
  const classes = { ...source.classes };
  const carriers = Object.keys(classes);
  for (let i = 0; i < count; i++) {
    const own = choices.split(`held ${i}`);
    const name = own.oneIn(2) ? 'warden' : own.pick(carriers);
    classes[name] = { ...classes[name], groups: [...(classes[name].groups ?? []), heldGroup(own, i, names)] };
  }
  return { ...source, classes };
}

function heldGroup(choices: Choices, number: number, names: Vocabulary): GroupSource {
  const { property, members } = choices.pick(names.sets);
  const kind = (): string => choices.pick(['thing0', 'thing0', 'empire']);
  const held = (object: string): string =>
    `${choices.oneIn(4) ? '!' : ''}(${choices.pick(members)} in ${object}.${property})`;
  const asked = (): string =>
    choices.pick([
      held('target'),
      held('target'),
      held('source'),
      held('target.owner'),
      `objects(${kind()}).exists(v0, ${held('v0')})`,
      `owned(target).exists(v0, ${held('v0')})`,
      `objects(${kind()}).filter(v0, ${held('v0')}).count() > 1`,
    ]);
  const scope = choices.pick([
    `target.kind == ${kind()}`,
    `target.kind == ${kind()}`,
    'target.kind == source.kind',
    'ownedBy(target, source)',
    'target == source',
  ]);
  const amount = (): string =>
    `(${asked()} ? ${choices.pick(['1', '2.5', '-3'])} : ${choices.pick(['0', '7', 'target.m0 / 2'])})`;
  const word = (): string =>
    choices.pick([
      choices.pick(members),
      choices.pick(members),
      'target.focus',
      `(${asked()} ? ${choices.pick(members)} : null)`,
    ]);
  const change = (): EffectSource => ({
    hold: word(),
    in: property,
    to: choices.pick([true, false, asked(), 'turn % 2 == 0', '(turn / 2) % 2 < 1']),
    ...(choices.oneIn(4) ? { stacking: choices.pick([7, 8]) } : {}),
    ...(choices.oneIn(5) ? { on: choices.pick(['source', 'empires'] as const) } : {}),
  });
  const write = (): EffectSource => ({
    meter: choices.oneIn(4) ? 'm1' : 'm0',
    [choices.pick(['set', 'add', 'max'])]: amount(),
  });
  const effect = choices.oneIn(2) ? change : write;
  return {
    name: `held ${number}`,
    ...(choices.oneIn(2) ? { priority: choices.between(95, 105) } : {}),
    ...(choices.oneIn(3)
      ? { activation: choices.pick([held('source'), held('source.owner'), asked().replaceAll('target', 'source')]) }
      : {}),
    scope: {
      include: choices.oneIn(3) ? scope : `${scope} && ${asked()}`,
      ...(choices.oneIn(3) ? { exclude: asked() } : {}),
    },
    effects: Array.from({ length: choices.between(1, 2) }, effect),
  };
}
