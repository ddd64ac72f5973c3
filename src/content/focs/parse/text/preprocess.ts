import { problemAt, createTextBuilder, type Problem, type SourceFile } from './traced-text.js';
import { type Expanded, type Macros, expandMacros, unknownMacro } from './expand.js';
import { type Including, includeLines, walkIncludes, type IncludeLine, type SourceFiles } from './include.js';
import { createNameBudget } from '../../../text/nearest-name.js';
import { listTexts, quoteText } from '../../../text/quote.js';
import { defaultTextLimits, type TextLimits } from './limits.js';
import {
  findCycles,
  type Cycle,
  createDefinitionBuilder,
  findDefinitions,
  type DefinitionParts,
  type Macro,
  type MacroDefinitions,
} from './macros.js';

/** A file's text, ready to be parsed; with a problem for each macro whose calls are still in it. */
export interface Preprocessed extends Expanded {
  readonly problems: readonly Problem[];
}

/** Inserts included files and the texts of macros. Never throws; the limits bound time and memory. */
export type Preprocessor = (file: SourceFile) => Preprocessed;

/** The own contents of a file, found once for all that include it. */
interface FileParts {
  readonly lines: readonly IncludeLine[];
  /** The definitions in each stretch between include lines; undefined where they depend on the text around the file. */
  readonly stretches: readonly DefinitionParts[] | undefined;
}

export function createPreprocessor(files: SourceFiles, limits: TextLimits = defaultTextLimits): Preprocessor {
  const known = new Map<SourceFile, FileParts>();
  const partsOf = (file: SourceFile) => {
    const parts = known.get(file) ?? readFileParts(file);
    known.set(file, parts);
    return parts;
  };
  return (file) => {
    const problems: Problem[] = [];
    const including = { files, limits, problems, linesOf: (each: SourceFile) => partsOf(each).lines };
    const definitions = gather(file, including, partsOf) ?? gatherFromWhole(file, including);
    const { text, unresolved } = definitions === undefined ? nothing : expandAll(definitions, limits, problems);
    return { text, unresolved, problems: firstOf(blameLost(problems), limits.problems) };
  };
}

/**
 * Unknown macros in a file with a missing include were most likely in that: then it is the error, instead of one for
 * each of them.
 */
function blameLost(problems: readonly Problem[]): readonly Problem[] {
  const lost = problems.find((problem) => problem.lost !== undefined);
  const unknown = problems.filter(({ code }) => code === 'unknown-macro');
  const [first] = unknown;
  if (lost === undefined || first === undefined) return problems;
  const more = unknown.length === 1 ? '' : `, nor are there ${String(unknown.length - 1)} more`;
  const message = `${lost.message}, and ${first.message} elsewhere${more}`;
  return problems
    .filter(({ code }) => code !== 'unknown-macro')
    .map((problem) => (problem === lost ? { ...lost, severity: 'error', message } : problem));
}

const nothing: Expanded = { text: undefined, unresolved: new Set() };

function firstOf(problems: readonly Problem[], most: number): readonly Problem[] {
  const next = problems.at(most);
  if (next === undefined) return problems;
  const message = `${problems.length - most} more problems with includes and macros`;
  return [...problems.slice(0, most), { ...next, severity: 'error', code: 'more', message }];
}

/** Found file by file; undefined, without problems, where that differs from the whole text. */
function gather(
  file: SourceFile,
  including: Including,
  partsOf: (file: SourceFile) => FileParts,
): MacroDefinitions | undefined {
  const problems: Problem[] = [];
  const builder = createDefinitionBuilder(problems);
  let isRegular = true;
  const isWhole = walkIncludes(file, { ...including, problems }, (each, _from, _to, index) => {
    const parts = partsOf(each).stretches?.at(index);
    if (parts === undefined) isRegular = false;
    else if (isRegular) builder.add(each, parts);
  });
  if (!isRegular || !isWhole) return undefined;
  including.problems.push(...problems);
  return builder.build();
}

/** Found in the text of the file with all that it includes; undefined when that is too long. */
function gatherFromWhole(file: SourceFile, including: Including): MacroDefinitions | undefined {
  const text = createTextBuilder();
  const isWhole = walkIncludes(file, including, (from, start, end) => text.add(from, start, end));
  if (!isWhole) return undefined;
  const whole = text.build();
  const builder = createDefinitionBuilder(including.problems);
  builder.add(whole, findDefinitions(whole, 0, whole.text.length));
  return builder.build();
}

/** A definition across an include line, or with a key that another file may define, is not the file's own. */
function readFileParts(file: SourceFile): FileParts {
  const lines = includeLines(file);
  const stretches: DefinitionParts[] = [];
  let from = 0;
  for (const line of [...lines, undefined]) {
    stretches.push(findDefinitions(file, from, line?.at ?? file.text.length));
    from = line?.end ?? from;
  }
  const isOwn = !file.text.startsWith("'''") && stretches.every(({ open }) => open === undefined);
  return { lines, stretches: isOwn ? stretches : undefined };
}

function expandAll({ macros, rest }: MacroDefinitions, limits: TextLimits, problems: Problem[]): Expanded {
  const calls = [...macros].map(([key, macro]) => [key, macro.calls] as const);
  const { cyclic, cycles } = findCycles(new Map(calls.filter(([, called]) => called.size > 0)));
  const by: Macros = { macros, cyclic, limits, problems, names: createNameBudget() };
  for (const { calls: called, body } of macros.values())
    for (const [name, at] of called) if (!macros.has(name)) problems.push(unknownMacro(name, body, at, by));
  for (const cycle of cycles) problems.push(recursion(cycle, macros.get(cycle[0])));
  return expandMacros(rest, by);
}

function recursion(cycle: Cycle, first: Macro | undefined): Problem {
  if (first === undefined) throw new Error('edict: a macro calls itself, but there is no such macro');
  const way =
    cycle.length === 1
      ? 'calls itself'
      : `calls itself by way of ${listTexts(cycle.slice(1)).replace(/ or (?=[^,]*$)/, ' and ')}`;
  const message = `macro ${quoteText(first.key)} ${way}, so it has no end and is left as it is`;
  return problemAt('macro-cycle', message, first.inside, first.at);
}
