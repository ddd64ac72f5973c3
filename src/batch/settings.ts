import type { Environment } from '../ir/environment.js';
import { isProgram } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { processSetting } from '../kernel/process-settings.js';
import { isList, isObject, reading, refused, truthGiven, wholeGiven, wordGiven } from '../kernel/given.js';
import type { ExecutorName } from '../world/api.js';
import { optionsGiven } from '../world/host-arguments.js';
import { demandHostRules } from './host-rules.js';
import { type BatchOptions, type BatchSource, batchOptionNames } from './api.js';

export type Settings = Required<Omit<BatchOptions, 'buffer'>> & { readonly buffer: BatchOptions['buffer'] };

const mostInstances = 1_000_000;

/** Up to so many objects in one world, more instances make a turn of each faster. */
const quickRows = 65_536;
/** With more objects, the loops of an instance cost more than their start; and lone instances are copied as a whole. */
const largeInstance = 4_096;

/** Throws `bad-option` before it makes anything. */
export function settingsOf(
  source: BatchSource,
  environment: Environment,
  given: BatchOptions,
  apart: string | undefined,
): Settings {
  const options = optionsGiven('createBatch', given, batchOptionNames);
  const instances = wholeGiven('instances', options.instances ?? 1, 1, mostInstances);
  const settings: Settings = {
    instances,
    autoreset: wordGiven('autoreset', options.autoreset ?? 'next-step', ['next-step', 'same-step', 'disabled']),
    seats: wordGiven('seats', options.seats ?? 'all', ['all', 'first']),
    opponents:
      typeof options.opponents === 'function'
        ? options.opponents
        : wordGiven<'random' | 'script'>(
            'opponents',
            options.opponents ?? 'random',
            ['random', 'script'],
            ', or a function',
          ),
    masked: wordGiven('masked', options.masked ?? 'refuse', ['refuse', 'ignore']),
    workers: Math.min(instances, wholeGiven('workers', options.workers ?? 0, 0, 1_024)),
    together: wholeGiven(
      'together',
      options.together ??
        (apart === undefined && environment.capacity <= largeInstance
          ? Math.max(1, Math.floor(quickRows / environment.capacity))
          : 1),
      1,
      mostInstances,
    ),
    record: truthGiven('record', options.record ?? false),
    buffer: options.buffer,
    executor: wordGiven('executor', options.executor ?? executorAsked(), ['compiled', 'reference']),
  };
  if (apart !== undefined && settings.together > 1)
    throw new EdictError(
      'bad-option',
      `together is ${settings.together}, but no two instances of this content can lie in one world: ${apart}; leave it out`,
    );
  checkTogether(source, settings);
  return settings;
}

function checkTogether(source: BatchSource, { seats, opponents, workers, record, buffer }: Settings): void {
  if (typeof opponents === 'function') {
    const without = (why: string) => new EdictError('bad-option', `opponents is a function, ${why}`);
    if (seats === 'all') throw without("but all agents act through the batch; leave it out, or pass seats: 'first'");
    if (workers > 0) throw without("which workers cannot call; pass 'random' or 'script', or no workers");
    if (record)
      throw without(
        "which a log cannot hold; pass 'random' or 'script', or let seats be 'all' and record what they do",
      );
  }
  if (workers > 0 && source.module === undefined) {
    throw new EdictError(
      'bad-option',
      `workers is ${workers}, but the source does not say how a worker makes it again; give it module: { url, export, argument }, or pass no workers`,
    );
  }
  if (buffer !== undefined && !(buffer instanceof ArrayBuffer) && !(buffer instanceof SharedArrayBuffer)) {
    throw refused('buffer', buffer, 'an ArrayBuffer or a SharedArrayBuffer');
  }
}

export function checkBuffer(buffer: ArrayBufferLike, bytes: number): void {
  if (buffer.byteLength < bytes)
    throw new EdictError(
      'bad-option',
      `buffer has ${buffer.byteLength} bytes, and the views take ${bytes}; make it as large as bytesOfViews says`,
    );
}

/** Throws for an invalid source, or one without an environment. */
export function environmentOf(source: BatchSource): Environment {
  return reading('the source', () => environmentIn(source));
}

function environmentIn(source: BatchSource): Environment {
  checkSource(source);
  const { program, start, module, systems, hostRules } = source as Partial<BatchSource>;
  if (!isProgram(program))
    throw refused(
      'the program of the source',
      program,
      'what defineContent returned, or the program of what loadContent returned when it is ok',
    );
  if (typeof start !== 'function')
    throw refused('start of the source', start, 'a function that makes the world of a map');
  if (module !== undefined) {
    optionsGiven('module', module, ['url', 'export', 'argument']);
    if (typeof module.url !== 'string' || typeof module.export !== 'string')
      throw new EdictError(
        'bad-option',
        'module of the source does not say where it is; give its url and the name of an export, as texts',
      );
  }
  if (program.environment === undefined)
    throw new EdictError(
      'no-environment',
      'the content declares no environment; add a section environment, which says what agents see, do and want',
    );
  if (systems !== undefined && !isList(systems))
    throw refused('systems of the source', systems, 'a list of systems of the host');
  if (hostRules !== undefined) demandHostRules(hostRules, program, systems ?? []);
  return program.environment;
}

function checkSource(source: unknown): void {
  if (!isObject(source) || isList(source))
    throw refused('the source', source, 'what openEnvironment returned, or { program, start }');
  if ('model' in source && 'rules' in source)
    throw new EdictError(
      'bad-option',
      'the source is a program; give { program, start }, start a function that makes the world of a map',
    );
  optionsGiven('a source', source, ['program', 'start', 'systems', 'hostRules', 'module']);
}

function executorAsked(): ExecutorName {
  return processSetting('EDICT_EXECUTOR') === 'reference' ? 'reference' : 'compiled';
}
