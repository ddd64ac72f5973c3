import { basename, resolve } from 'node:path';
import { formatName as compiledFormat } from '../compiled/file-form.js';
import { readProgram } from '../compiled/read-program.js';
import { writeProgram } from '../compiled/write-program.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { printable } from '../content/text/quote.js';
import { writeFileWhole } from '../files/write-file.js';
import type { Program } from '../ir/rule.js';
import { nominalWorld } from '../match/work.js';
import { type CheckedContent, checkContents } from './check-contents.js';
import { type Context, addCommand, fileToWrite, jsonOption, print, refuseToReplace, usageError } from './command.js';
import { grouped, problemJson, refuseToRun, tellProblems } from './terminal.js';

interface CompileOptions {
  readonly output?: string;
  readonly json?: true;
}

const outputFlags = '-o, --output <file>';

const notes = `All files are one content: name them, their folder, or a scenario file that brings its content. The file holds data
alone, never code. A program reads it by readProgram of edict/runtime, without the parsers of content.`;

export function addCompile(context: Context): void {
  addCommand(context, 'compile', {
    summary: 'write checked content as one data file',
    description: 'Checks content and writes it as one data file, which edict/runtime runs.',
    arguments: { '<files...>': 'content files, or the folder of one content' },
    options: [
      [outputFlags, 'the file to write (default: here, named after the first file)', { read: fileToWrite }],
      jsonOption('what was written'),
    ],
    notes,
    examples: ['compile content/ -o colony.edict.json', 'compile rules.yaml extra.yaml --json'],
    act: compile,
  });
}

function compile(context: Context, paths: readonly string[], { output, json }: CompileOptions): void {
  const { terminal, known } = context;
  const contents = checkContents(paths, nominalWorld(), known);
  const errors = contents.flatMap((content) => content.errors);
  if (errors.length > 0) return refuseToRun(context, 'content has', errors, { done: 'compiled' });
  const { program, warnings } = onlyContent(contents);
  const file = output ?? usualName(paths[0]);
  const [by, advice] =
    output === undefined ? ['edict compile', `name another file by ${outputFlags}`] : ['--output', undefined];
  refuseToReplace(file, by, 'file of compiled content', isCompiled, advice);
  const text = writeProgram(program);
  // What cannot be read again is not written.
  const { fingerprint } = readProgram(text);
  writeFileWhole(file, text);
  if (json === undefined) tellProblems(terminal, warnings);
  const bytes = Buffer.byteLength(text);
  print(
    terminal,
    json,
    { file, bytes, fingerprint },
    (written) => ({ ...written, warnings: warnings.map((warning) => problemJson(warning)) }),
    (written) => `${printable(written.file)}: ${grouped(bytes)} bytes, content ${fingerprint}\n`,
  );
}

/** After the real folder where the path is `.`, `..` or the like. */
function usualName(path: string): string {
  return `${basename(resolve(path)).replace(/\.ya?ml$/i, '') || 'content'}.edict.json`;
}

function onlyContent(contents: readonly CheckedContent[]): {
  readonly program: Program;
  readonly warnings: readonly Diagnostic[];
} {
  const programs = contents.flatMap((content) => content.programs);
  if (programs.length === 1)
    return { program: programs[0].program, warnings: contents.flatMap((each) => each.warnings) };
  const names = programs.slice(0, 3).map(({ name }) => printable(name));
  throw usageError(
    programs.length === 0
      ? 'these files have no content; name files of content'
      : `these files have ${programs.length} contents (${names.join(', ')}${programs.length > 3 ? ', …' : ''}); name the files of one`,
  );
}

/** By its first bytes. */
function isCompiled(beginning: Buffer): boolean {
  return beginning.toString('latin1').startsWith(`{"format":"${compiledFormat}"`);
}
