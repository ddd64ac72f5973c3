import type { Model, Type } from '../model/model.js';
import type { Handle, World } from '../world/api.js';
import type { Decision, DecisionOption, OccurrenceView } from '../world/timing-api.js';
import type { TriggerEvent } from '../world/trigger-api.js';
import { idOf } from './find-object.js';
import { grouped } from './table.js';

/** Objects, occurrences, options and events of a game, in words for people. */
export interface PlayWords {
  readonly object: (handle: Handle | null) => string;
  /**
   * What may be chosen: an ability with whose it is, and what it answers where others answer something else; an
   * occurrence, pass, yes, no.
   */
  option(option: DecisionOption, decision: Decision): string;
  /** Who has to decide what, as a question. */
  question(decision: Decision): string;
  /** Who has decided what. */
  decided(option: DecisionOption, decision: Decision): string;
  /** What has happened; undefined where it is nothing to tell of. */
  event(event: TriggerEvent): string | undefined;
}

const questions: Readonly<Record<Exclude<Decision['kind'], 'choose'>, string>> = {
  order: 'which comes first?',
  group: 'which is taken first?',
  react: 'what to do?',
  pay: 'what pays?',
};

const moments: Readonly<Record<Decision['at'], string>> = {
  before: 'before',
  would: 'when',
  when: 'when',
  after: 'after',
};

/** What all options answer; undefined where they do not answer one and the same. */
function answered(options: readonly DecisionOption[]): OccurrenceView | undefined {
  const views = options.flatMap(({ view }) => view ?? []);
  return views.every(({ id }) => id === views[0].id) ? views[0] : undefined;
}

/** The words for a world's game. Objects of one name are told apart by their ids. */
export function playWords(world: World): PlayWords {
  const {
    model,
    rules: { timing },
  } = world.program;
  const shared = sharedNames(world);
  return {
    object,
    option: (option, { kind, options }) =>
      `${optionText(option, kind)}${answered(options) === undefined && option.view !== undefined ? `, answering ${occurrence(option.view)}` : ''}`,
    question({ player, kind, at, options }) {
      const view = answered(options);
      const what = kind === 'choose' ? `${abilityText(options[0])}?` : questions[kind];
      return `${player === null ? 'somebody' : object(player)}${view === undefined ? '' : `, ${moments[at]} ${occurrence(view)}`}: ${what}`;
    },
    decided: (option, { player, kind }) =>
      `${object(player)}: ${kind === 'choose' ? `${option.name} (${abilityText(option)})` : optionText(option, kind)}`,
    event: eventText,
  };

  /** Yes and no are answers, and no abilities. */
  function optionText(option: DecisionOption, kind: Decision['kind']): string {
    return kind === 'group' && option.view !== undefined
      ? occurrence(option.view)
      : kind === 'choose' || option.ability === undefined
        ? option.name
        : abilityText(option);
  }

  function abilityText({ ability, source }: DecisionOption): string {
    const name = ability === undefined ? '' : timing.abilities[ability].name;
    return source === null ? name : `${name}: ${object(source)}`;
  }

  function object(handle: Handle | null): string {
    if (handle === null || handle === 0) return 'nobody';
    if (!world.isLive(handle)) return `#${idOf(handle)} (gone)`;
    const name = world.nameOf(handle);
    return name === ''
      ? `${world.classOf(handle) ?? world.kindOf(handle)} #${idOf(handle)}`
      : shared.has(name)
        ? `${name} (#${idOf(handle)})`
        : name;
  }

  function occurrence({ type, name, values }: OccurrenceView): string {
    const parts = timing.types[type].fields.flatMap((field, i) =>
      field === undefined || Number.isNaN(values[i]) ? [] : [`${field.name} ${valueText(field.type, values[i])}`],
    );
    return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
  }

  function valueText(type: Type, value: number): string {
    return type.name === 'entity' ? object(value) : (wordOf(model, type, value) ?? grouped(value));
  }

  function eventText(event: TriggerEvent): string | undefined {
    switch (event.kind) {
      case 'apply':
        return occurrence(event.occurrence);
      case 'fail':
        return `${occurrence(event.occurrence)} fails`;
      case 'fizzle':
        return `${occurrence(event.occurrence)} has become impossible`;
      case 'zero':
        return `${occurrence(event.occurrence)} comes to nothing`;
      case 'cancel':
        return `${occurrence(event.occurrence)} does not happen`;
      case 'replace':
        return `${occurrence(event.occurrence)} instead of ${occurrence(event.before)}`;
      case 'adjust':
        return `${event.by < 0 ? 'less' : 'more'} by ${grouped(Math.abs(event.by))}: ${occurrence(event.occurrence)}`;
      case 'retarget':
        return `led elsewhere: ${occurrence(event.occurrence)}`;
      case 'start':
        return event.source === null ? event.name : `${event.name}: ${object(event.source)}`;
      case 'create':
        return `from now on: ${event.name}`;
      case 'begin-continuous':
        return `${event.name} begins: ${object(event.source)}`;
      case 'end-continuous':
        return `${event.name} ends: ${object(event.source)}`;
      case 'yield':
        return `${event.name} gives ${grouped(event.amount)}`;
      case 'pay':
        return `${object(event.player)} ${event.isPaid ? 'pays' : 'cannot pay'} ${grouped(event.cost)}`;
      case 'loop':
        return `${event.cycle.join(', ')} would go round for ever and are not done again`;
      default:
        return undefined;
    }
  }
}

/** A value that is no number, in words; undefined of numbers. */
export function wordOf(model: Model, type: Type, value: number): string | undefined {
  switch (type.name) {
    case 'boolean':
      return value === 1 ? 'yes' : 'no';
    // 0 is none.
    case 'kind':
      return model.kinds[value - 1]?.name ?? 'none';
    case 'class':
      return model.classes[value - 1]?.name ?? 'none';
    case 'enumeration':
      return model.enumerations[type.index].members[value - 1] ?? 'none';
    default:
      return undefined;
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
