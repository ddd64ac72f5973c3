import { type Model, type Type, largestValue, nameOfValue } from '../model/model.js';
import type { Handle, World } from '../world/api.js';
import type { Decision, DecisionOption, OccurrenceView, TriggerEvent } from '../world/events-api.js';
import { idOf } from './find-object.js';
import { grouped } from './terminal.js';

export type PlayWords = ReturnType<typeof playWords>;

const questions: Readonly<Record<Exclude<Decision['kind'], 'choose'>, string>> = {
  order: 'which comes first?',
  group: 'which is taken first?',
  react: 'what to do?',
  pay: 'what pays?',
};

function answered(options: readonly DecisionOption[]): OccurrenceView | undefined {
  const views = options.flatMap(({ view }) => view ?? []);
  return views.every(({ id }) => id === views[0].id) ? views[0] : undefined;
}

/** Adds ids to objects that share a name. */
export function playWords(world: World) {
  const { model, rules } = world.program;
  const { timing } = rules;
  const shared = sharedNames(world);
  return {
    object,
    option(option: DecisionOption, { kind, options }: Decision): string {
      const view = answered(options) === undefined ? option.view : undefined;
      return `${optionText(option, kind)}${view === undefined ? '' : `, answering ${occurrence(view)}`}`;
    },
    question({ player, kind, at, options }: Decision): string {
      const view = answered(options);
      const what = kind === 'choose' ? `${abilityText(options[0])}?` : questions[kind];
      const when = view === undefined ? '' : `, ${at === 'would' ? 'when' : at} ${occurrence(view)}`;
      return `${player === null ? 'somebody' : object(player)}${when}: ${what}`;
    },
    decided: (option: DecisionOption, { player, kind }: Decision): string =>
      `${object(player)}: ${kind === 'choose' ? `${option.name} (${abilityText(option)})` : optionText(option, kind)}`,
    event: eventText,
  };

  function optionText(option: DecisionOption, kind: Decision['kind']): string {
    return kind === 'group' && option.view !== undefined
      ? occurrence(option.view)
      : kind === 'choose' || option.ability === undefined
        ? option.name
        : abilityText(option);
  }

  function abilityText({ ability, source }: DecisionOption): string {
    return abilityOf(ability === undefined ? '' : timing.abilities[ability].name, source);
  }

  function abilityOf(name: string, source: Handle | null): string {
    return source === null ? name : `${name}: ${object(source)}`;
  }

  function object(handle: number | null): string {
    if (handle === null || handle === 0) return 'nobody';
    const id = idOf(handle);
    if (!world.isLive(handle)) return `#${id} (gone)`;
    const name = world.nameOf(handle);
    if (name === '') return `${world.classOf(handle) ?? world.kindOf(handle)} #${id}`;
    return shared.has(name) ? `${name} (#${id})` : name;
  }

  function occurrence({ type, name, values }: OccurrenceView): string {
    const parts = timing.types[type].fields.flatMap((field, i) =>
      field === undefined || Number.isNaN(values[i]) ? [] : [`${field.name} ${valueText(field.type, values[i])}`],
    );
    return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
  }

  function valueText(type: Type, value: number): string {
    return type.name === 'entity' ? object(value) : wordOf(model, type, value);
  }

  function eventText(event: TriggerEvent): string | undefined {
    const text = 'occurrence' in event ? occurrence(event.occurrence) : '';
    switch (event.kind) {
      case 'apply':
        return text;
      case 'fail':
        return `${text} fails`;
      case 'fizzle':
        return `${text} has become impossible`;
      case 'zero':
        return `${text} comes to nothing`;
      case 'cancel':
        return `${text} does not happen`;
      case 'replace':
        return `${text} instead of ${occurrence(event.before)}`;
      case 'adjust':
        return `${event.by < 0 ? 'less' : 'more'} by ${grouped(Math.abs(event.by))}: ${text}`;
      case 'retarget':
        return `led elsewhere: ${text}`;
      case 'start':
        return abilityOf(event.name, event.source);
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

function wordOf(model: Model, type: Type, value: number): string {
  if (type.name === 'boolean') return value === 1 ? 'yes' : 'no';
  return largestValue(model, type) === Infinity ? grouped(value) : (nameOfValue(model, type, value) ?? 'none');
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
