import { parse } from 'yaml';
import type { Program } from '../src/ir/rule.js';
import { defineContent } from '../src/content/native/define.js';
import { loadContent } from '../src/content/native/load-content.js';
import { EdictError } from '../src/kernel/errors.js';
import { createWorld } from '../src/world.js';
import { type ManyRules, makeManyRules } from './many-rules.js';
import { type Timing, measure } from './measure.js';
import type { Result } from './report.js';
import type { Say, Suite, SuiteOptions } from './suite.js';

const rules = 1_000;

export const loadSuite: Suite = {
  name: 'load',
  summary: 'checking and compiling 1,000 rules, from files and from objects',
  legend: {
    n: 'rules',
    perSecond: 'rules',
    lines: [
      'files: YAML files read, checked and lowered; objects: the same content as objects, checked and lowered; world: a world with a source for',
      'each rule, in which rules are planned, and its first two turns; all: files and world together. The ratio yaml says what the yaml library takes to read the same',
      'files and do nothing with them (below 1: it was faster).',
    ],
  },
  run: runLoad,
};

function runLoad({ quick }: SuiteOptions, say: Say): readonly Result[] {
  say(`load: ${String(rules)} rules`);
  const content = makeManyRules(rules);
  const program = loadFiles(content);
  const count = program.rules.rules.length;
  if (count !== rules || defineContent(content.object).rules.rules.length !== rules) {
    throw new EdictError('benchmark', `the generated content has ${String(count)} rules, not ${String(rules)}`);
  }
  const effort = { milliseconds: 0, rounds: quick ? 5 : 15, warmups: quick ? 2 : 3 };
  const yaml = measure(() => {
    for (const { text } of content.files) parse(text);
  }, effort);
  const result = (name: string, ms: Timing): Result => ({
    name,
    n: count,
    ms,
    perSecond: (count * 1_000) / ms.median,
    ratios: { yaml: yaml.median / ms.median },
  });
  return [
    result(
      'all',
      measure(() => start(loadFiles(content)), effort),
    ),
    result(
      'files',
      measure(() => {
        loadFiles(content);
      }, effort),
    ),
    result(
      'objects',
      measure(() => {
        defineContent(content.object);
      }, effort),
    ),
    result(
      'world',
      measure(() => start(program), effort),
    ),
  ];
}

/** A world with an object of each class, so that each rule has a source and is planned. */
function start(program: Program): void {
  const { kinds, classes } = program.model;
  const world = createWorld(program, { reserve: { objects: classes.length, factions: 255 } });
  for (const { name, kind } of classes) {
    const isNode = kinds.some((other) => other.index === kind && other.node);
    world.spawn({ class: name, place: isNode ? { x: 0, y: 0 } : null });
  }
  world.run(2);
}

function loadFiles({ files }: ManyRules): Program {
  const loaded = loadContent(files);
  if (loaded.ok) return loaded.program;
  const [{ file, line, message }] = loaded.errors;
  throw new EdictError('benchmark', `the generated content does not load: ${file}:${String(line)}: ${message}`);
}
