import type { Model, Type } from '../components/model.js';
import type { Handle, World } from '../world/api.js';
import type { Decision, DecisionOption, OccurrenceView } from '../world/timing-api.js';
import type { TriggerEvent } from '../world/trigger-api.js';
import { idOf } from './find-object.js';
import { grouped } from './table.js';

/** Objects, occurrences, options and events of a game, in words for people. */
export interface PlayWords {
  object(handle: Handle | null): string;
  /** What is chosen: an ability with whose it is, an occurrence, pass, yes, no. */
  option(option: DecisionOption): string;
  /** What is to be decided, as a question. */
  question(decision: Decision): string;
  /** What has happened; undefined where it is nothing to tell of. */
  event(event: TriggerEvent): string | undefined;
}

const questions: Readonly<Record<Decision['kind'], string>> = {
  order: 'which comes first?', group: 'which is taken first?', react: 'what to do?', choose: 'is it to be?', pay: 'what pays?',
};

/** The words for a world's game. Objects of one name are told apart by their ids. */
export function playWords(world: World): PlayWords {
  const { model, rules: { timing } } = world.program;
  const shared = sharedNames(world);
  return {
    object,
    option({ name, ability, source }) {
      return ability === undefined || source === null ? name : `${name}: ${object(source)}`;
    },
    question({ kind, options: [first] }) {
      const of = kind === 'choose' && first.ability !== undefined ? `${timing.abilities[first.ability].name}${first.source === null ? '' : ` (${object(first.source)})`}: ` : '';
      return `${of}${questions[kind]}`;
    },
    event: eventText,
  };

  function object(handle: Handle | null): string {
    if (handle === null || handle === 0) return 'nobody';
    if (!world.isLive(handle)) return `#${idOf(handle)} (gone)`;
    const name = world.nameOf(handle);
    return name === '' ? `${world.classOf(handle) ?? world.kindOf(handle)} #${idOf(handle)}` : shared.has(name) ? `${name} (#${idOf(handle)})` : name;
  }

  function occurrence({ type, name, values }: OccurrenceView): string {
    const parts = timing.types[type].fields.flatMap((field, i) => (field === undefined || Number.isNaN(values[i]) ? [] : [`${field.name} ${valueText(field.type, values[i])}`]));
    return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
  }

  function valueText(type: Type, value: number): string {
    return type.name === 'entity' ? object(value) : wordOf(model, type, value) ?? grouped(value);
  }

  function eventText(event: TriggerEvent): string | undefined {
    switch (event.kind) {
      case 'apply': return occurrence(event.occurrence);
      case 'fail': return `${occurrence(event.occurrence)} fails`;
      case 'fizzle': return `${occurrence(event.occurrence)} has become impossible`;
      case 'zero': return `${occurrence(event.occurrence)} comes to nothing`;
      case 'cancel': return `${occurrence(event.occurrence)} does not happen`;
      case 'replace': return `${occurrence(event.occurrence)} instead of ${occurrence(event.before)}`;
      case 'adjust': return `${event.by < 0 ? 'less' : 'more'} by ${grouped(Math.abs(event.by))}: ${occurrence(event.occurrence)}`;
      case 'retarget': return `led elsewhere: ${occurrence(event.occurrence)}`;
      // Reactions have been decided, and said so.
      case 'start': return event.step === 'C' ? undefined : `${event.name}${event.source === null ? '' : `: ${object(event.source)}`}`;
      case 'create': return `from now on: ${event.name}`;
      case 'begin-continuous': return `${event.name} begins: ${object(event.source)}`;
      case 'end-continuous': return `${event.name} ends: ${object(event.source)}`;
      case 'yield': return `${event.name} gives ${grouped(event.amount)}`;
      case 'pay': return `${object(event.player)} ${event.isPaid ? 'pays' : 'cannot pay'} ${grouped(event.cost)}`;
      case 'loop': return `${event.cycle.join(', ')} would go round for ever and are not done again`;
      default: return undefined;
    }
  }
}

/** A value that is no number, in words; undefined of numbers. */
export function wordOf(model: Model, type: Type, value: number): string | undefined {
  switch (type.name) {
    case 'boolean': return value === 1 ? 'yes' : 'no';
    // 0 is none.
    case 'kind': return model.kinds[value - 1]?.name ?? 'none';
    case 'class': return model.classes[value - 1]?.name ?? 'none';
    case 'enumeration': return model.enumerations[type.index].members[value - 1] ?? 'none';
    default: return undefined;
  }
}

function sharedNames(world: World): ReadonlySet<string> {
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const handle of world.query()) {
    const name = world.nameOf(handle);
    if (once.has(name)) more.add(name);
    once.add(name);
  }
  return more;
}
