import type { ContentSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import type { RandomContent } from './random-content.js';
import { type Place, randomExpressions } from './random-expression.js';

type Step = NonNullable<ContentSource['start']>[number];

/** Random content whose worlds begin with factions, nodes and things: all forms of steps but tables. */
export function withStart({ source, names }: RandomContent, choices: Choices, count: number): ContentSource {
  const steps = Array.from({ length: count }, (_, i) => stepOf(choices.split(i), { source, names }, 0));
  return {
    ...source,
    grids: { field: { kind: 'system', width: 4, height: 4 } },
    start: [{ kind: 'empire', count: 2 }, nodes, ...steps],
  };
}

const nodes: Step = { kind: 'system', count: 6, at: { x: 'index', y: 'floor(4 * random())' } };

function stepOf(choices: Choices, content: RandomContent, depth: number): Step {
  if (depth < 2 && choices.oneIn(6))
    return {
      repeat: choices.pick(['2', '3 * random()', 'objects(system).count() - 4']),
      do: [stepOf(choices.split('first'), content, depth + 1), stepOf(choices.split('second'), content, depth + 1)],
    };
  const { source, names } = content;
  const kinds: NonNullable<ContentSource['kinds']> = source.kinds ?? {};
  const made = choices.pick([...names.classes, ...names.kinds]);
  const of = source.classes?.[made];
  const kind = of?.kind ?? made;
  const values = valuesOf(choices.split('values'), content, kind);
  if (choices.oneIn(6)) return { grid: 'field', values: valuesOf(choices.split('grid'), content, 'system') };
  const place = placeOf(choices.split('place'), content, kinds[kind]);
  const owner = kind !== 'empire' && kinds[kind].ownership === undefined && choices.oneIn(3);
  const rest = {
    count: place.among === undefined ? choices.pick(['1', '5 * random()', '3']) : choices.pick([undefined, '2']),
    ...place,
    ...(owner ? { owner: 'objects(empire).first()' } : {}),
    values,
  };
  return of === undefined ? { kind, ...rest } : { create: made, ...rest };
}

function placeOf(
  choices: Choices,
  content: RandomContent,
  { node = false, faction = false, attachesTo = [] }: NonNullable<ContentSource['kinds']>[string],
): Pick<Extract<Step, { kind: string }>, 'in' | 'at' | 'among'> {
  const expressions = randomExpressions(choices, content.names);
  const number = () => `default(${indexed(expressions.number(over, 2))}, index)`;
  if (faction) return {};
  if (node) return { at: { x: choices.pick([number, () => 'index'])(), y: number() } };
  switch (choices.below(5)) {
    case 0:
      return {};
    case 1:
      return { at: { x: number(), y: 'random()' } };
    case 2:
      return {
        in: indexed(`${expressions.condition(over, 1)} ? objects(system).first() : ${expressions.object(over, 2)}`),
      };
    case 3:
      return { among: choices.pick(['system', ...attachesTo]) };
    default:
      return {
        among: { kind: 'system', where: `${expressions.condition({ ...over, value: false }, 2)} || chance(0.7)` },
      };
  }
}

const over: Place = { objects: ['self'], value: true, draws: true };

/** The running value of a step is its number. */
function indexed(text: string): string {
  return text.replaceAll(/\bvalue\b/g, 'index');
}

function valuesOf(choices: Choices, { source, names }: RandomContent, kind: string): Record<string, string> {
  const { meters = [], properties = [] } = source.kinds?.[kind] ?? {};
  const has = new Set([...meters, ...properties]);
  const expressions = randomExpressions(choices, names);
  const forms: Record<string, () => string> = {};
  for (const name of names.numbers) forms[name] = () => `clamp(${expressions.number(over, 3)}, -1000, 1000)`;
  for (const name of names.booleans) forms[name] = () => expressions.condition(over, 2);
  for (const name of names.references) forms[name] = () => expressions.object(over, 2);
  for (const { property, members } of names.words)
    forms[property] = () => `${expressions.condition(over, 1)} ? ${choices.pick(members)} : ${choices.pick(members)}`;
  const chosen = choices.some(Object.keys(forms).filter((name) => has.has(name)));
  return Object.fromEntries(chosen.map((name) => [name, indexed(forms[name]())]));
}
