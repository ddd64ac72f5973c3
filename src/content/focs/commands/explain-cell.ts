import type { Game } from '../game.js';
import type { GalaxyState, StateObject } from '../state/read-state.js';
import { EdictError } from '../../../kernel/errors.js';
import { handleOf, resolve } from '../../../kernel/identity.js';
import type { CellWrite } from '../../../meaning/effects/turn-context.js';
import { didYouMean, meantOrKnown } from '../../text/nearest-name.js';
import { type Measured, runOne } from '../turn/measure.js';
import { type GameSession, createSession } from '../turn/game-session.js';
import { print, unknownName } from '../../../cli/command.js';
import { nameWithId } from '../../../cli/find-object.js';
import { firstFew, stepsTable, type Terminal, type ShownStep } from '../../../cli/terminal.js';

export function explainCell(
  terminal: Terminal,
  game: Game,
  source: GalaxyState,
  pass: Measured,
  [objectText, meterText]: readonly string[],
  json: true | undefined,
): void {
  const session = createSession(game, source);
  const cell = findCell(session, objectText, meterText);
  const writes: CellWrite[] = [];
  const initial = session.state.cells[cell.initial][cell.id];
  const handle = handleOf(session.state.identity, cell.id);
  const watch = (write: CellWrite) => {
    if (write.column === cell.current && write.object === cell.id) writes.push(write);
  };
  runOne(session, pass, { watch });
  // A destroyed object has the last written value.
  const destroyed = resolve(session.state.identity, handle) === 0;
  const current = destroyed ? (writes.at(-1)?.after ?? initial) : session.state.cells[cell.current][cell.id];
  const gameIds = new Map([...session.imported.objects].map(([gameId, id]) => [id, gameId]));
  const { object, meter } = cell;
  const history = {
    object: object.id,
    meter,
    initial,
    current,
    destroyed,
    steps: stepsOf(initial, writes, current, (id) => gameIds.get(id) ?? -1),
  };
  print(
    terminal,
    json,
    history,
    (report) => report,
    (_report, colors) => {
      const title = `${meter} of ${typeText(object)} in ${pass === 'all' ? 'a whole turn' : `pass ${pass}`}`;
      const names = new Map(source.objects.map((each) => [each.id, nameWithId(each)]));
      const sourceName = (id: number) => (id < 0 ? '' : (names.get(id) ?? `#${id}`));
      return `${stepsTable(title, history, sourceName, colors)}${destroyed ? '\nits object is destroyed in it\n' : ''}`;
    },
  );
}

/** A source of −1 is none. A reset comes before a pass: a write need not begin with the last result. */
function stepsOf(
  initial: number,
  writes: readonly CellWrite[],
  current: number,
  gameIdOf: (id: number) => number,
): readonly ShownStep[] {
  const steps: ShownStep[] = [];
  let value = initial;
  const moved = (rule: string, after: number) => {
    if (after !== value) steps.push({ rule, source: -1, label: rule, before: value, after });
    value = after;
  };
  writes.forEach(({ rule, source, label, before, after }, i) => {
    moved(i === 0 ? 'reset' : 'clamp and reset', before);
    steps.push({ rule, source: gameIdOf(source), label, before, after });
    value = after;
  });
  moved(writes.length === 0 ? 'reset' : 'clamp', current);
  return steps;
}

/** `METER` or `PART/METER`, in any letter case. */
function findCell(session: GameSession, objectText: string, meterText: string) {
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

/** Digits, with or without `#`, are an id, unless they are a name only. */
function findObject(objects: readonly StateObject[], text: string): StateObject {
  const digits = /^#?(\d+)$/.exec(text)?.[1];
  const byId = objects.find(({ id }) => digits !== undefined && id === Number(digits));
  if (byId !== undefined) return byId;
  const named = objects.filter(({ name }) => name === text);
  if (named.length === 1) return named[0];
  throw new EdictError('unknown-object', whyUnfound(objects, text, digits, named));
}

function whyUnfound(
  objects: readonly StateObject[],
  text: string,
  digits: string | undefined,
  named: readonly StateObject[],
): string {
  if (named.length > 1) {
    const some = firstFew(named.map(({ id, type }) => `${id} (${type.toLowerCase()})`));
    return `${named.length} objects are called ${JSON.stringify(text)}; give the id of one: ${some}`;
  }
  if (digits !== undefined) {
    const apart = ({ id }: StateObject) => Math.abs(id - Number(digits));
    const near = objects.toSorted((a, b) => apart(a) - apart(b)).at(0);
    return `the state has no object ${digits}${near === undefined ? '; it has none at all' : `; the nearest id is ${near.id}, of the ${near.type.toLowerCase()} ${JSON.stringify(near.name)}`}`;
  }
  const names = new Set(objects.map(({ name }) => name));
  return `the state has no object called ${JSON.stringify(text)}; ${didYouMean(text, names) ?? 'give its id or its exact name'}`;
}

function findPart({ imported: { parts } }: GameSession, object: StateObject, text: string) {
  const carried = [...(parts.get(object.id) ?? [])].map(([name, id]) => ({ name, id }));
  const found = carried.find(({ name }) => name.toUpperCase() === text.toUpperCase());
  if (found !== undefined) return found;
  const near = meantOrKnown(
    text,
    carried.map(({ name }) => name),
  );
  throw new EdictError(
    'unknown-object',
    `${typeText(object)} has no part ${JSON.stringify(text)} with meters; ${near}`,
  );
}

function findMeter({ imported: { game } }: GameSession, text: string) {
  const name = text.toUpperCase();
  const columns = game.meters.get(name);
  if (columns !== undefined) return { name, ...columns };
  throw unknownName('meter', text, game.meters.keys(), { code: 'unknown-column' });
}

function typeText(object: StateObject): string {
  return `${object.type.toLowerCase()} ${nameWithId(object)}`;
}

function withoutMeter(object: StateObject, part: string | undefined, meter: string): EdictError {
  const ofParts =
    object.type === 'Ship'
      ? object.partMeters.filter((each) => (part === undefined ? each.meter === meter : each.part === part))
      : [];
  if (part === undefined && ofParts.length > 0)
    return new EdictError(
      'bad-value',
      `${typeText(object)} itself has no ${meter}; ask for that of a part, such as ${ofParts[0].part}/${meter}`,
    );
  const has = part === undefined ? [...object.meters.keys()] : ofParts.map((each) => `${part}/${each.meter}`);
  return new EdictError(
    'bad-value',
    `${typeText(object)} has no ${part === undefined ? meter : `${part}/${meter}`}; it has ${has.length === 0 ? 'no meters' : has.join(', ')}`,
  );
}
