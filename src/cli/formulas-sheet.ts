import type { Variable } from '../model/model.js';
import { printable } from '../content/diagnostics/quote.js';
import { formatName } from '../content/lst/text/format.js';
import { causeText, type Stage, objectAt } from '../scenarios/formulas/stage.js';
import { valueJson, valueText } from '../scenarios/formulas/value-text.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import type { Handle } from '../world/api.js';
import type { SolvedValue } from '../world/solving-api.js';
import { usageError } from './failure.js';
import { characterName, variableNamed } from './formulas-deeds.js';
import { right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** A variable that was asked for. */
export interface Asked {
  /** `SCOPE|key`; undefined for the character. */
  readonly object: string | undefined;
  readonly name: string | Variable;
}

/** A variable with its value. */
interface Entry {
  readonly object: string;
  readonly variable: Variable;
  readonly value: SolvedValue;
  /** The object whose variable it is is not granted. */
  readonly isGranted: boolean;
  /** Why it has no value, where it failed. */
  readonly reason: string | undefined;
}

/** Names of variables have none of these signs, keys of objects may have any. */
const askedForm = /^(?:([^|]+\|.+|[Pp][Cc])[|:])?([A-Za-z][A-Za-z0-9_]*)$/s;

/** `Var`, `PC|Var` or `SCOPE|key|Var`. */
export function askedIn(text: string): Asked {
  const [, object, name] = askedForm.exec(text) ?? [];
  if (name === undefined)
    throw usageError(`--get is ${JSON.stringify(text)}; give a variable, or 'SCOPE|key|Var' for that of an object`);
  return { object, name };
}

/** Everything of the character and of what is granted, by name, channels among it. */
export function allVariables({ campaign, world, roster }: Stage): readonly Asked[] {
  const { kinds, variables } = campaign.program.model;
  const byKind = new Map(kinds.map(({ name }) => [name, [] as Variable[]]));
  for (const variable of variables.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)))
    byKind.get(kinds[variable.kind - 1].name)?.push(variable);
  return world
    .query()
    .filter((object) => object === roster.root || world.isGranted(object))
    .flatMap((object) =>
      (byKind.get(world.kindOf(object)) ?? []).map(
        (variable): Asked => ({ object: world.classOf(object) ?? undefined, name: variable }),
      ),
    );
}

export function sheetOf(stage: Stage, asked: readonly Asked[]): readonly Entry[] {
  return asked.map(({ object, name }) => {
    const { place, variable } =
      typeof name === 'string' ? variableNamed(stage.campaign, object, name) : { place: object, variable: name };
    const at = objectAt(stage, place);
    const value = stage.world.solved(at, variable);
    const isGranted = stage.world.isGranted(variableSeenFrom(stage.world, at, [variable])?.holder ?? at);
    return {
      object: place ?? characterName,
      variable,
      value,
      isGranted,
      reason: value.type === 'failed' ? reasonOf(stage, at, variable) : undefined,
    };
  });
}

function reasonOf(stage: Stage, object: Handle, variable: Variable): string | undefined {
  const failed = stage.world.explainVariable(object, variable).steps.find(({ cause }) => cause !== undefined);
  return failed?.cause === undefined ? undefined : causeText(stage, failed.cause);
}

export function sheetJson(stage: Stage, entries: readonly Entry[]) {
  return {
    granted: grantedNames(stage),
    variables: entries.map(({ object, variable, value, reason }) => ({
      object,
      variable: variable.name,
      channel: variable.input,
      format: formatName(stage.campaign.formatOf(variable)),
      ...valueJson(value),
      ...(reason === undefined ? {} : { reason }),
    })),
  };
}

export function sheetText(
  stage: Stage,
  title: string,
  entries: readonly Entry[],
  { outColors: colors }: Terminal,
): string {
  const granted = grantedNames(stage);
  const head = colors.bold(
    printable(`${title}${granted.length === 0 ? ', nothing granted' : ` with ${granted.join(', ')}`}`),
  );
  if (entries.length === 0) return `${head}\nno variables\n`;
  const rows = entries.map((entry) => {
    const { object, variable, value } = entry;
    return [
      printable(object),
      printable(variable.name),
      formatName(stage.campaign.formatOf(variable)),
      right(printable(valueText(value))),
      printable(noteOf(entry)),
    ];
  });
  const [titles, ...lines] = tableLines([['object', 'variable', 'format', right('value'), ''], ...rows], '  ');
  return `${head}\n\n${colors.bold(titles)}\n${lines.join('\n')}\n`;
}

/** Why a value is not what one might think; else what the variable is. */
function noteOf({ variable, reason, isGranted }: Entry): string {
  if (reason !== undefined) return reason;
  const what = variable.input ? 'channel' : variable.explanation;
  return isGranted ? what : ['not granted', ...(what === '' ? [] : [what])].join('; ');
}

/** What is granted, in the order in which it was made. */
function grantedNames({ world }: Stage): readonly string[] {
  return world
    .query()
    .filter((object) => world.isGranted(object))
    .flatMap((object) => world.classOf(object) ?? []);
}
