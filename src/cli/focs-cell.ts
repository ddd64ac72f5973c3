import { nearestName } from '../content/diagnostics/nearest-name.js';
import type { StateObject } from '../content/focs/state/schema.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import type { GameSession } from '../turns/focs/session.js';

/** A meter of an object of a game, and where it is kept. */
export interface GameCell {
  readonly object: StateObject;
  /** `TARGET_POPULATION`, or with the part that it is of, `SR_LASER/CAPACITY`. */
  readonly meter: string;
  readonly id: number;
  readonly initial: number;
  readonly current: number;
}

/**
 * The cell that a command line names: an object by id or exact name; a meter, also of a part as `PART/METER`, in
 * letters of any case. Throws EdictError where there is none such.
 */
export function findCell(session: GameSession, objectText: string, meterText: string): GameCell {
  const object = findObject(session.imported.source.objects, objectText);
  const slash = meterText.indexOf('/');
  const part = slash < 0 ? undefined : findPart(session, object, meterText.slice(0, slash));
  const meter = findMeter(session, meterText.slice(slash + 1));
  const id = part?.id ?? session.imported.idOf(object.id);
  const { initial, current } = meter;
  if (session.game.model.model.columns[current].kinds[session.state.identity.kind[id]] !== 1)
    throw withoutMeter(object, part?.name, meter.name);
  return { object, meter: part === undefined ? meter.name : `${part.name}/${meter.name}`, id, initial, current };
}

/** An object for people: its name, and its id behind it. */
export function nameOf({ id, name }: StateObject): string {
  return name === '' ? `#${String(id)}` : `${name} (#${String(id)})`;
}

const namesInAnError = 5;

/**
 * Digits, with or without `#` before them, are an id, unless there is none such and an object has them for its name.
 */
function findObject(objects: readonly StateObject[], text: string): StateObject {
  const digits = /^#?(\d+)$/.exec(text)?.[1];
  const byId = digits === undefined ? undefined : objects.find(({ id }) => id === Number(digits));
  if (byId !== undefined) return byId;
  const named = objects.filter(({ name }) => name === text);
  if (named.length === 1) return named[0];
  if (named.length > 1) {
    const some = named
      .slice(0, namesInAnError)
      .map(({ id, type }) => `${String(id)} (${type.toLowerCase()})`)
      .join(', ');
    throw new EdictError(
      'unknown-object',
      `${String(named.length)} objects are called ${JSON.stringify(text)}; give the id of one: ${some}${named.length > namesInAnError ? ' and so on' : ''}`,
    );
  }
  if (digits !== undefined) {
    const near = objects.reduce<StateObject | undefined>(
      (best, each) =>
        best === undefined || Math.abs(each.id - Number(digits)) < Math.abs(best.id - Number(digits)) ? each : best,
      undefined,
    );
    throw new EdictError(
      'unknown-object',
      `the state has no object ${digits}${near === undefined ? '; it has none at all' : `; the nearest id is ${String(near.id)}, of the ${near.type.toLowerCase()} ${JSON.stringify(near.name)}`}`,
    );
  }
  const near = nearestName(text, new Set(objects.map(({ name }) => name)));
  throw new EdictError(
    'unknown-object',
    `the state has no object called ${JSON.stringify(text)}; ${near === undefined ? 'give its id or its exact name' : `did you mean ${near}?`}`,
  );
}

function findPart(
  { imported: { parts } }: GameSession,
  object: StateObject,
  text: string,
): { readonly name: string; readonly id: number } {
  const carried = [...(parts.get(object.id) ?? [])];
  const found = carried.find(([name]) => name.toUpperCase() === text.toUpperCase());
  if (found !== undefined) return { name: found[0], id: found[1] };
  const what = `${object.type.toLowerCase()} ${nameOf(object)} has no part ${JSON.stringify(text)} with meters`;
  throw new EdictError(
    'unknown-object',
    `${what}${didYouMean(
      text,
      carried.map(([name]) => name),
    )}`,
  );
}

function findMeter(
  {
    imported: {
      game: { meters },
    },
  }: GameSession,
  text: string,
): { readonly name: string; readonly initial: number; readonly current: number } {
  const name = text.toUpperCase();
  const columns = meters.get(name);
  if (columns === undefined)
    throw new EdictError(
      'unknown-column',
      `there is no meter ${JSON.stringify(text)}${didYouMean(name, [...meters.keys()])}`,
    );
  return { name, ...columns };
}

function withoutMeter(object: StateObject, part: string | undefined, meter: string): EdictError {
  const ofParts =
    object.type === 'Ship'
      ? object.partMeters.filter((each) => (part === undefined ? each.meter === meter : each.part === part))
      : [];
  if (part === undefined && ofParts.length > 0) {
    return new EdictError(
      'bad-value',
      `ship ${nameOf(object)} itself has no ${meter}; ask for that of a part, such as ${ofParts[0].part}/${meter}`,
    );
  }
  const has = part === undefined ? [...object.meters.keys()] : ofParts.map((each) => `${part}/${each.meter}`);
  return new EdictError(
    'bad-value',
    `${object.type.toLowerCase()} ${nameOf(object)} has no ${part === undefined ? meter : `${part}/${meter}`}; it has ${has.length === 0 ? 'no meters' : has.join(', ')}`,
  );
}
