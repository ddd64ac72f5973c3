import type { ContentSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';

/** Content with its parts in another order, or with parts dropped, added and renamed: what a designer does to it. */

type Parts = Readonly<Record<string, unknown>>;
type Named = readonly [name: string, of: Parts];

export function shuffled<Item>(choices: Choices, items: readonly Item[]): Item[] {
  return items
    .map((item, place) => ({ item, key: choices.split(place).below(1_000_000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function reorder<Of extends object>(choices: Choices, parts: Of | undefined): Of {
  return Object.fromEntries(shuffled(choices, Object.entries(parts ?? {}))) as Of;
}

/** All that is declared, and the words of one enumeration whose order means nothing. */
export function reordered(choices: Choices, source: ContentSource): ContentSource {
  const of = (name: string) => choices.split(name);
  return {
    ...source,
    enumerations: reorder(of('enumerations'), {
      ...source.enumerations,
      focus: shuffled(of('words'), source.enumerations?.focus as readonly string[]),
    }),
    meters: reorder(of('meters'), source.meters),
    properties: reorder(of('properties'), source.properties),
    kinds: reorder(of('kinds'), source.kinds),
    classes: reorder(of('classes'), source.classes),
    relations: reorder(of('relations'), source.relations),
    parameters: reorder(of('parameters'), source.parameters),
  };
}

/** Without rules: then any part can go. */
export function bare(source: ContentSource): ContentSource {
  const { enumerations, roles, relations, parameters, properties, kinds } = source;
  const entries = <Of>(of: Readonly<Record<string, Of>> | undefined) => Object.entries(of ?? {});
  return {
    enumerations,
    roles,
    relations,
    parameters,
    properties,
    kinds,
    meters: Object.fromEntries(
      entries(source.meters).map(([name, { type, default: first }]) => [name, { type, default: first }]),
    ),
    classes: Object.fromEntries(entries(source.classes).map(([name, { kind }]) => [name, { kind }])),
  };
}

/** A few random changes to `bare` content. */
export function changed(choices: Choices, source: ContentSource): ContentSource {
  let made = source;
  for (let step = 0; step < choices.between(1, 5); step++) made = changeOnce(choices.split(step), made, step);
  return made;
}

function changeOnce(choices: Choices, source: ContentSource, step: number): ContentSource {
  const kinds = source.kinds as Readonly<Record<string, Parts>>;
  const properties = source.properties as Readonly<Record<string, Parts>>;
  const [kind, property] = [choices.pick(Object.keys(kinds)), choices.pick(Object.keys(properties))];
  switch (
    choices.pick([
      'kind',
      'kind',
      'kind',
      'property',
      'meter',
      'class',
      'word',
      'new',
      'new word',
      'type',
      'move',
      'rename',
    ])
  ) {
    case 'kind':
      return kind === 'empire' && choices.oneIn(2) ? source : withoutKind(source, kind);
    case 'property':
      return withoutColumn(source, 'properties', property);
    case 'meter':
      return Object.keys(source.meters ?? {}).length === 0
        ? source
        : withoutColumn(source, 'meters', choices.pick(Object.keys(source.meters ?? {})));
    case 'class': {
      const classes = Object.entries(source.classes ?? {});
      return { ...source, classes: Object.fromEntries(classes.slice(1)) };
    }
    case 'word': {
      const words = source.enumerations?.focus as readonly string[];
      return words.length < 2 ? source : withWords(source, words.slice(1));
    }
    case 'new word':
      return withWords(source, [`word${step}`, ...(source.enumerations?.focus as readonly string[])]);
    case 'new':
      return {
        ...source,
        properties: { [`fresh${step}`]: { type: 'integer', default: step }, ...source.properties },
        kinds: {
          [`novel${step}`]: {},
          ...kinds,
          [kind]: {
            ...kinds[kind],
            properties: [`fresh${step}`, ...((kinds[kind].properties as readonly string[] | undefined) ?? [])],
          },
        },
      };
    case 'type':
      return {
        ...source,
        properties: { ...properties, ...(properties.gold && { gold: { type: 'integer', default: 3 } }) },
      };
    case 'move': {
      // Of owners through others it would be said that these are never attached.
      const owned = Object.entries(kinds).map(
        ([each, { ownership, ...of }]): Named => [
          each,
          typeof ownership === 'object' ? of : { ...of, ...(ownership !== undefined && { ownership }) },
        ],
      );
      const moved = Object.fromEntries(owned);
      return { ...source, kinds: { ...moved, [kind]: { ...moved[kind], attachesTo: [] } } };
    }
    default:
      return reordered(choices, source);
  }
}

function withWords(source: ContentSource, focus: readonly string[]): ContentSource {
  return { ...source, enumerations: { ...source.enumerations, focus: [...focus] } };
}

function withoutColumn(source: ContentSource, part: 'meters' | 'properties', name: string): ContentSource {
  const kinds = Object.entries(source.kinds as Readonly<Record<string, Parts>>).map(
    ([kind, of]): Named => [
      kind,
      { ...of, [part]: ((of[part] as readonly string[] | undefined) ?? []).filter((each) => each !== name) },
    ],
  );
  const left = Object.entries(source[part] ?? {}).filter(([each]) => each !== name);
  return {
    ...source,
    [part]: Object.fromEntries(left),
    kinds: Object.fromEntries(kinds),
  };
}

function withoutKind(source: ContentSource, name: string): ContentSource {
  const kinds = Object.entries(source.kinds as Readonly<Record<string, Parts>>).filter(([kind]) => kind !== name);
  const without = kinds.map(([kind, of]): Named => {
    const { ownership, attachesTo = [], ...rest } = of as { ownership?: unknown; attachesTo?: readonly string[] };
    const isThrough = typeof ownership === 'object' && JSON.stringify(ownership).includes(`"${name}"`);
    return [
      kind,
      {
        ...rest,
        ...(ownership !== undefined && !isThrough && { ownership }),
        attachesTo: attachesTo.filter((each) => each !== name),
      },
    ];
  });
  const classes = Object.entries(source.classes ?? {}).filter(([, of]) => of.kind !== name);
  return {
    ...source,
    kinds: Object.fromEntries(without),
    classes: Object.fromEntries(classes),
  };
}
