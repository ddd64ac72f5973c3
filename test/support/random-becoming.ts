import type { ContentSource, EffectSource, GroupSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import type { RandomContent } from './random-content.js';

/**
 * Random content with classes for one kind, with words that their objects hold at first, and with groups that make
 * objects ones of another class, bind a role, and look at both.
 */

const words = ['farming', 'mining', 'trade'];
const forms = ['form0', 'form1', 'form2'];

export function withBecoming({ source }: RandomContent, choices: Choices, count: number): ContentSource {
  const classes = { ...source.classes };
  for (const [i, name] of forms.entries()) {
    const own = choices.split(name);
    classes[name] = {
      kind: 'thing0',
      duration: own.oneIn(4) ? 4 : 0,
      initial: {
        m0: i + 1,
        ...(own.oneIn(3) ? {} : { trades: [...own.some(words)] }),
        ...(own.oneIn(2) ? { focus: own.pick(words) } : {}),
      },
    };
  }
  for (let i = 0; i < count; i++) {
    const own = choices.split(`becoming ${i}`);
    const name = own.oneIn(2) ? 'warden' : own.pick(forms);
    classes[name] = { ...classes[name], groups: [...(classes[name].groups ?? []), groupOf(own, i)] };
  }
  return { ...source, classes };
}

function groupOf(choices: Choices, number: number): GroupSource {
  const rival = "role('rival')";
  const asked = (): string =>
    choices.pick([
      `target.class == ${choices.pick(forms)}`,
      `target.class == ${choices.pick(forms)}`,
      `target == ${rival}`,
      `default(target.m0 > ${rival}.m0, false)`,
      `objects(thing0).filter(v0, v0.class == ${choices.pick(forms)}).count() > 2`,
      `${choices.pick(words)} in target.trades`,
      `target.owner == ${rival}.owner`,
      `${rival}.class == ${choices.pick(forms)}`,
      `source.class == target.class`,
      'target.focus == trade',
    ]);
  const chosen = (): string =>
    choices.pick([
      choices.pick(forms),
      choices.pick(forms),
      `(${asked()} ? ${choices.pick(forms)} : null)`,
      'source.class',
      `${rival}.class`,
    ]);
  const become = (): EffectSource => ({
    become: chosen(),
    ...(choices.oneIn(3) ? {} : { renew: [...choices.some(['m0', 'trades', 'focus'])] }),
    ...(choices.oneIn(5) ? { stacking: 7 } : {}),
  });
  const bind = (): EffectSource => ({
    bind: 'rival',
    to: choices.pick([
      'target',
      'target',
      'source',
      'null',
      `(${asked()} ? target : null)`,
      `(${asked()} ? target : ${rival})`,
    ]),
    ...(choices.oneIn(4) ? { on: 'source' as const } : {}),
  });
  const other = (): EffectSource =>
    choices.pick<EffectSource>([
      { property: 'focus', set: choices.pick(words) },
      { hold: choices.pick(words), in: 'trades' },
    ]);
  const write = (): EffectSource => ({ meter: 'm0', [choices.pick(['set', 'add', 'max'])]: `(${asked()} ? 2 : 1)` });
  const isMeters = choices.oneIn(3);
  const effect = (): EffectSource => (isMeters ? write() : choices.pick([become, become, bind, bind, other])());
  return {
    name: `becoming ${number}`,
    ...(choices.oneIn(2) ? { priority: choices.between(95, 105) } : {}),
    ...(choices.oneIn(3) ? { activation: asked().replaceAll('target', 'source') } : {}),
    scope: {
      include: choices.oneIn(3) ? 'target.kind == thing0' : `target.kind == thing0 && ${asked()}`,
      ...(choices.oneIn(4) ? { exclude: asked() } : {}),
    },
    effects: Array.from({ length: choices.between(1, 3) }, effect),
  };
}
