#!/usr/bin/env node
// Moves callers of a World to its parts. Run in a clone: `node /tmp/h-api-codemod/codemod.mjs [--dry] [files…]`.
// It works on callers of the old members whether src/world is old or new, and changes nothing twice.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, dirname } from 'node:path';

const root = process.cwd();
const require = createRequire(join(root, 'package.json'));
const ts = require('typescript');

const parts = {
  questions: 'ask askAll askInOrder whatIf enabled survey sweep unlockedBy evaluate explainRule',
  triggers: 'time setTime advance poll resume isPaused delayed isArmed arm isTrue hear',
  events: 'raise raiseAll pass pay decision optionCount decider decide answerWith occurred stepOfPlay',
  variables: 'grant revoke isGranted change lastChange solved:typed solveNode:evaluate',
  relations:
    'connect disconnect neighbours setVisible setVisibleTo isVisible setAvailable isAvailable setRelated isRelated setHeld:setWord isHeld:hasWord held:wordsOf setList listed:listOf setRole',
};
/** Old member -> path from the world. */
const moved = new Map([['setInput', ['set']], ['explainVariable', ['explain']]]);
for (const [part, names] of Object.entries(parts))
  for (const each of names.split(' ')) {
    const [old, now = old] = each.split(':');
    moved.set(old, [part, now]);
  }
/** Members that `inspect(world)` has now. */
const inspected = new Set(['executor', 'capacity', 'bytes']);
const sizes = { capacity: 'objects', lanes: 'lanes', factions: 'factions', streams: 'streams', cells: 'cells', words: 'words', links: 'links', frames: 'frames' };
const modules = [
  ['world/inquiry-api.js', 'world/questions-api.js'],
  ['world/solving-api.js', 'world/variables-api.js'],
  ['world/timing-api.js', 'world/events-api.js'],
  ['world/trigger-api.js', 'world/triggers-api.js'],
  ['world/inquiry.js', 'world/questions.js'],
  ['world/solving.js', 'world/variables.js'],
  ['world/timing.js', 'world/events.js'],
  ['world/solved-value.js', 'world/typed-value.js'],
  ['world/names.js', 'world/lookup.js'],
  ['systems/explain.js', 'world/api.js'],
];
const entries = {
  batch: 'createBatch replayBatch openEnvironment environmentNames bytesOfViews layoutOfViews HostRules HostShown Autoreset Batch BatchEvent BatchLog BatchOptions BatchSnapshot BatchSource Opponents SourceModule ViewLayout ViewName ViewPlace BlockShape EnvironmentShape OrderShape',
  play: 'TriggerEvent TriggerOptions AdvanceOptions createRoster firstAgent playOut randomAgent replay scriptedAgent Agent DecisionView PlayOptions PlayedOut ReplayOptions DecisionLog LoggedDecision Roster',
  inspect: 'Answer Effected Enablement FactName Inquiring Override SweepOptions WhatIf Clause Verdict Expression SurveyColumn SweepEntries OrderedAnswers Aggregator ContentFile LoadOptions CellName Change FailureCause Position CellStep builtInPhases surveyed defaultLimits EcsColumn EcsComponent EcsView PhaseObserver BuiltInPhase',
};
const entryOf = new Map(Object.entries(entries).flatMap(([entry, names]) => names.split(' ').map((name) => [name, entry])));

const dry = process.argv.includes('--dry');
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.error });
const extra = ts.sys.readDirectory(join(root, 'examples'), ['.mjs']).concat(ts.sys.readDirectory(join(root, 'bench'), ['.mjs']), ts.sys.readDirectory(join(root, 'test'), ['.mjs']));
const program = ts.createProgram([...new Set([...config.fileNames, ...extra])], { ...config.options, noEmit: true, skipLibCheck: true });
const checker = program.getTypeChecker();
const report = [];

const isDeclared = (symbol, name, file) =>
  symbol?.name === name && symbol.declarations?.some((d) => file.test(d.getSourceFile().fileName));
const constituents = (type) => (type.isUnionOrIntersection() ? type.types.flatMap(constituents) : [type]);
const isWorld = (type) =>
  constituents(checker.getApparentType(type)).some((t) => isDeclared(t.symbol, 'World', /world\/api(\.d)?\.ts$/));
const isOptions = (type) =>
  type !== undefined && constituents(type).some((t) => isDeclared(t.symbol, 'WorldOptions', /world\/(api|options)(\.d)?\.ts$/) || isDeclared(t.aliasSymbol, 'WorldOptions', /world\/api(\.d)?\.ts$/));

for (const file of program.getSourceFiles()) {
  const name = relative(root, file.fileName);
  if (name.startsWith('..') || name.startsWith('node_modules') || name.startsWith('dist') || file.isDeclarationFile) continue;
  if (only.length > 0 && !only.includes(name)) continue;
  const edits = [];
  let needsInspect = false;
  const place = (node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node) && (moved.has(node.name.text) || inspected.has(node.name.text))) {
      const type = checker.getTypeAtLocation(node.expression);
      if (isWorld(type)) {
        if (inspected.has(node.name.text)) {
          needsInspect = true;
          edits.push({ start: node.expression.getStart(), end: node.expression.getStart(), text: 'inspect(' });
          edits.push({ start: node.expression.getEnd(), end: node.expression.getEnd(), text: ')' });
          if (node.questionDotToken) report.push(`${place(node)} optional inspect`);
        } else edits.push({ start: node.name.getStart(), end: node.name.getEnd(), text: moved.get(node.name.text).join('.') });
      } else if (type.flags & ts.TypeFlags.Any && /^(world|now|twin|copy|fork)$/.test(node.expression.getText()))
        report.push(`${place(node)} any: ${node.getText()}`);
    }
    if (ts.isElementAccessExpression(node) && isWorld(checker.getTypeAtLocation(node.expression))) report.push(`${place(node)} ${node.getText()}`);
    if (ts.isObjectBindingPattern(node)) {
      const parent = node.parent;
      const source = parent.initializer !== undefined && ts.isVariableDeclaration(parent) ? checker.getTypeAtLocation(parent.initializer) : checker.getTypeAtLocation(node);
      const isOf = ts.isVariableDeclaration(parent) && parent.initializer ? isWorld(source) : isWorld(source) || patternOfWorld(node);
      if (isOf) pattern(node);
    }
    if (ts.isObjectLiteralExpression(node)) {
      const given = node.properties.filter((p) => (ts.isPropertyAssignment(p) || ts.isShorthandPropertyAssignment(p)) && p.name.getText() in sizes);
      if (given.length > 0 && isOptions(checker.getContextualType(node))) options(node, given);
    }
    if (ts.isTypeReferenceNode(node) && /^(Pick|Omit)$/.test(node.typeName.getText()) && /^(World|WorldOptions|Timing|Inquiring|Solving|Triggering)$/.test(node.typeArguments?.[0].getText() ?? ''))
      report.push(`${place(node)} ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  const patternOfWorld = (node) => {
    // A parameter or a nested pattern: the type of the pattern itself is only of what it takes.
    if (ts.isParameter(node.parent) && node.parent.type) return isWorld(checker.getTypeFromTypeNode(node.parent.type));
    if (ts.isBindingElement(node.parent)) {
      const key = (node.parent.propertyName ?? node.parent.name).getText();
      const holder = node.parent.parent.parent;
      const type = ts.isVariableDeclaration(holder) && holder.initializer ? checker.getTypeAtLocation(holder.initializer) : ts.isParameter(holder) && holder.type ? checker.getTypeFromTypeNode(holder.type) : undefined;
      const property = type?.getProperty?.(key);
      return property !== undefined && isWorld(checker.getTypeOfSymbolAtLocation(property, node));
    }
    return false;
  };
  const pattern = (node) => {
    const byPart = new Map();
    const rest = [];
    for (const element of node.elements) {
      const key = (element.propertyName ?? element.name).getText();
      const path = moved.get(key);
      if (path === undefined || element.dotDotDotToken) {
        if (inspected.has(key)) report.push(`${place(element)} destructured ${key}`);
        rest.push(element.getText());
        continue;
      }
      const local = element.name.getText();
      const [part, now = part] = path;
      const text = now === local ? local : `${now}: ${local}`;
      if (path.length === 1) rest.push(text);
      else byPart.set(part, [...(byPart.get(part) ?? []), text]);
    }
    if (byPart.size === 0) return;
    for (const [part, names] of byPart) rest.push(`${part}: { ${names.join(', ')} }`);
    edits.push({ start: node.getStart(), end: node.getEnd(), text: `{ ${rest.join(', ')} }` });
  };
  const options = (node, given) => {
    if (node.properties.some(ts.isSpreadAssignment)) report.push(`${place(node)} options with a spread: ${node.getText().slice(0, 120)}`);
    const inner = given.map((p) => {
      const key = sizes[p.name.getText()];
      if (ts.isShorthandPropertyAssignment(p)) return key === p.name.text ? key : `${key}: ${p.name.text}`;
      const value = p.initializer.getText();
      return value === key ? key : `${key}: ${value}`;
    });
    const kept = node.properties.map((p) => (given[0] === p ? `reserve: { ${inner.join(', ')} }` : given.includes(p) ? undefined : p.getText())).filter((text) => text !== undefined);
    edits.push({ start: node.getStart(), end: node.getEnd(), text: `{ ${kept.join(', ')} }`, isWhole: true });
  };
  visit(file);
  // An edit of a whole node may hold others: those within it are dropped, and a second run finds them.
  const sorted = edits
    .filter((edit) => !edits.some((outer) => outer !== edit && outer.isWhole && outer.start <= edit.start && outer.end >= edit.end && !(outer.start === edit.start && outer.end === edit.end)))
    .sort((a, b) => b.start - a.start || b.end - a.end);
  let text = file.text;
  for (const { start, end, text: now } of sorted) text = text.slice(0, start) + now + text.slice(end);
  // Modules that have other names now.
  if (!name.startsWith('src/world/')) for (const [old, now] of modules) text = text.replaceAll(`/${old}'`, `/${now}'`);
  else for (const [old, now] of modules) text = text.replaceAll(`'./${old.slice(6)}'`, `'./${now.slice(6)}'`);
  text = text.replace(/\bSolvedValue\b/g, 'TypedValue');
  // Entry points.
  text = text.replace(/^import (type )?\{([^}]*)\} from '((?:[^']*\/)?(?:src|dist)\/index\.js|edict)';\n/gm, (whole, type = '', names, from) => {
    const by = new Map([['', []], ['batch', []], ['play', []], ['inspect', []]]);
    for (const each of names.split(',').map((n) => n.trim()).filter(Boolean)) by.get(entryOf.get(each.replace(/^type /, '')) ?? '').push(each);
    if (by.get('').length === names.split(',').filter((n) => n.trim()).length) return whole;
    return [...by].filter(([, list]) => list.length > 0).map(([entry, list]) => {
      const path = entry === '' ? from : from === 'edict' ? `edict/${entry}` : from.replace(/index\.js$/, `entries/edict-${entry}.js`);
      return `import ${type}{ ${list.join(', ')} } from '${path}';\n`;
    }).join('');
  });
  if (needsInspect && !/\binspect\b[^;]*from '/.test(text)) {
    let path = relative(dirname(name), 'src/world/inspect.js');
    if (!path.startsWith('.')) path = `./${path}`;
    if (name.startsWith('examples')) path = 'edict/inspect';
    text = text.replace(/^(import )/m, `import { inspect } from '${path}';\n$1`);
  }
  if (text !== file.text) {
    console.log(`${name}: ${sorted.length}`);
    if (!dry) writeFileSync(file.fileName, text);
  }
}
console.log('\nby hand:');
for (const line of report) console.log(line);
