import { z } from 'zod';
import { maxCapacity } from '../../../kernel/identity.js';
import { grouped } from '../../../kernel/grouped.js';
import { quoteText } from '../../text/quote.js';
import { objectTypes } from '../syntax.js';
import { declaredKinds } from './gom-kinds.js';

/**
 * A world of the dialect as plain data. Names are keys of a Map, never of an object, so that `constructor` is an
 * ordinary name. After reading, missing parts are empty, and booleans that stand for numbers are 0 and 1.
 */

const name = z.string().min(1).max(1_000);
const names = z.array(name);
const whole = z.int32();
const amount = z.union([whole, z.boolean()]).transform(Number);

function mapOf<V extends z.ZodType>(value: V) {
  return z
    .record(z.string(), value)
    .transform((record): ReadonlyMap<string, z.output<V>> => new Map(Object.entries(record)));
}

function optionalMapOf<V extends z.ZodType>(value: V) {
  return mapOf(value).prefault({});
}

const common = {
  id: name,
  gom: optionalMapOf(names),
  tags: names.default([]),
  properties: optionalMapOf(whole),
  attributes: optionalMapOf(whole),
};

const game = z.strictObject({ ...common, type: z.literal('GAME') });
const team = z.strictObject({ ...common, type: z.literal('TEAM') });
const player = z.strictObject({
  ...common,
  type: z.literal('PLAYER'),
  team: name,
  alive: z.boolean().default(true),
  options: optionalMapOf(amount),
});
const city = z.strictObject({
  ...common,
  type: z.literal('CITY'),
  plot: name,
  owner: name,
  working: names.default([]),
  trade: names.default([]),
  /** Buildings that exist without effect. */
  inactive: names.default([]),
  specialists: optionalMapOf(whole.min(0)),
});
const unit = z.strictObject({ ...common, type: z.literal('UNIT'), plot: name, owner: name });
const plot = z.strictObject({
  ...common,
  type: z.literal('PLOT'),
  x: whole.min(0),
  y: whole.min(0),
  owner: name.nullable().default(null),
});

const percents = optionalMapOf(whole);

const types = z.partialRecord(z.enum(declaredKinds), names);

export const declarationSchema = z
  .strictObject({
    /** Ids by kind, in the order of their registry. */
    types,
    /** Its keys are the ids of kind OPTION; those that only `types` lists are 0 after reading. */
    options: optionalMapOf(amount),
    bugOptions: optionalMapOf(amount),
    defines: optionalMapOf(amount),
    attributes: optionalMapOf(z.array(z.enum(objectTypes))),
    /** Percent by id of kind ADAPT; missing ones are 100. */
    adapt: z
      .strictObject({ gamespeed: percents, worldsize: percents, handicap: optionalMapOf(mapOf(whole)) })
      .default({ gamespeed: new Map(), worldsize: new Map(), handicap: new Map() }),
    /** Draws of `Random`, used cyclically. */
    random: z.array(whole.min(0)).default([]),
    /** Callbacks of the host: values by id of an object, `*` for all others; 0 if both are missing. */
    python: optionalMapOf(mapOf(amount)),
    map: z.strictObject({
      width: z.int().min(1).max(10_000),
      height: z.int().min(1).max(10_000),
      wrapX: z.boolean().default(false),
      wrapY: z.boolean().default(false),
    }),
    objects: z.array(z.discriminatedUnion('type', [game, team, player, city, unit, plot])),
  })
  .superRefine(({ map, objects }, context) => {
    const plots = map.width * map.height;
    // Plots and the game exist without being listed.
    const count = plots + objects.filter(({ type }) => type !== 'PLOT' && type !== 'GAME').length + 1;
    if (count > maxCapacity) {
      context.addIssue({
        code: 'custom',
        path: ['map'],
        message:
          `its ${grouped(plots)} plots and the other declared objects are ${grouped(count)} objects, and a world ` +
          `has room for ${grouped(maxCapacity)}; make width or height smaller`,
      });
    }
    const seen = new Set<string>();
    objects.forEach(({ id }, i) => {
      if (seen.has(id))
        context.addIssue({
          code: 'custom',
          path: ['objects', i, 'id'],
          message: `two objects are called ${quoteText(id)}; give them different ids`,
        });
      seen.add(id);
    });
  })
  .overwrite((declared) => ({ ...declared, options: withListed(declared.options, declared.types.OPTION ?? []) }));

function withListed(options: ReadonlyMap<string, number>, listed: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...options, ...listed.filter((id) => !options.has(id)).map((id) => [id, 0] as const)]);
}

export type CivDeclaration = z.output<typeof declarationSchema>;
export type CivDeclarationData = z.input<typeof declarationSchema>;
export type CivObject = CivDeclaration['objects'][number];
export type CivObjectOf<T extends CivObject['type']> = Extract<CivObject, { readonly type: T }>;

export function declaredObjects<T extends CivObject['type']>(
  declaration: CivDeclaration,
  type: T,
): readonly CivObjectOf<T>[] {
  return declaration.objects.filter((object): object is CivObjectOf<T> => object.type === type);
}
