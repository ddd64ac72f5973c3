import type { Block, ObservedValue } from '../../ir/environment.js';
import { quoteText } from '../diagnostics/quote.js';
import { isUsable } from './declarations.js';
import { type EnvironmentContext, agentAndSelf, nothingChosen } from './environment-context.js';
import { lowerSlots } from './environment-slots.js';
import { compileText, environmentContext } from './expression-text.js';
import { reportError } from './loading.js';
import type { BlockSource, EnvironmentSource, ExpressionSource } from './schema.js';

const none: ReadonlySet<string> = new Set();

/** Lowers what is observed; undefined, and reported, when something is wrong with it. */
export function lowerBlocks(
  { observation }: EnvironmentSource,
  context: EnvironmentContext,
): readonly Block[] | undefined {
  const blocks = Object.entries(observation).map(([name, source]) => lowerBlock(name, source, observation, context));
  const sound = blocks.filter((block) => block !== undefined);
  return sound.length < blocks.length ? undefined : sound;
}

function lowerBlock(
  name: string,
  source: BlockSource,
  observation: object,
  context: EnvironmentContext,
): Block | undefined {
  const { loading } = context;
  const place = loading.places.ofKey(observation, name);
  const isNamed = isUsable(name, 'a part of the observation', place, none, loading);
  const { kind, slots, isSound } = lowerSlots(name, source, place, context);
  const values = Object.entries(source.values).map(([value, text]) =>
    lowerValue(value, text, source.values, kind, context),
  );
  if (
    values.length === 0 &&
    source.of === undefined &&
    !loading.damage.containers.has(source) &&
    !loading.damage.containers.has(source.values)
  ) {
    reportError(loading, loading.places.ofValue(source, 'values'), {
      code: 'missing-key',
      message: `${quoteText(name)} has no values, expected one at least`,
      suggestion: 'name what is seen of the agent, such as `gold: agent.gold`',
    });
    return undefined;
  }
  const sound = values.filter((value) => value !== undefined);
  return isNamed && isSound && sound.length === values.length
    ? Object.freeze({ name, slots, values: Object.freeze(sound) })
    : undefined;
}

function lowerValue(
  name: string,
  text: ExpressionSource,
  values: object,
  kind: number | undefined,
  context: EnvironmentContext,
): ObservedValue | undefined {
  const { loading } = context;
  const isNamed = isUsable(name, 'a value that is observed', loading.places.ofKey(values, name), none, loading);
  const compiled = compileText(
    { container: values, key: name, text },
    undefined,
    environmentContext(context, agentAndSelf(kind, context), nothingChosen),
    loading,
  );
  if (compiled === undefined) return undefined;
  const { node } = compiled;
  if (node.type.name === 'number' || node.type.name === 'boolean')
    return isNamed ? Object.freeze({ name, node }) : undefined;
  reportError(loading, compiled.place(), {
    code: 'wrong-type',
    message: `the value ${quoteText(name)} is neither a condition nor a number, expected one of the two`,
    suggestion: 'compare it with something; of a word write a condition for each that matters',
  });
  return undefined;
}
