// The reference pages of docs/api, as the docstrings of the entry points' sources.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Entry points: the file of the page, what is imported, and the source that lists its exports. */
export const entries = [
  { page: 'edict.md', entry: 'edict', source: 'src/index.ts' },
  { page: 'batch.md', entry: 'edict/batch', source: 'src/entries/edict-batch.ts' },
  { page: 'node.md', entry: 'edict/node', source: 'src/entries/edict-node.ts' },
  { page: 'runtime.md', entry: 'edict/runtime', source: 'src/entries/edict-runtime.ts' },
  { page: 'play.md', entry: 'edict/play', source: 'src/entries/edict-play.ts' },
  { page: 'inspect.md', entry: 'edict/inspect', source: 'src/entries/edict-inspect.ts' },
  { page: 'antares.md', entry: 'edict/antares', source: 'src/content/antares/edict-antares.ts' },
];

/**
 * @typedef {ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration
 *   | ts.VariableStatement} Declaration
 * `about`: the declaration with the docstring.
 * @typedef {{
 *   readonly name: string, readonly node: Declaration, readonly about: ts.Node, readonly file: ts.SourceFile
 * }} Found
 */

/** @type {Map<string, ts.SourceFile>} */
const files = new Map();

/** @param {string} path */
function parsed(path) {
  let file = files.get(path);
  if (file === undefined) {
    file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2023, true);
    files.set(path, file);
  }
  return file;
}

/** The source of a module that a file imports. @param {string} from @param {string} module */
function resolved(from, module) {
  return relative(root, join(root, dirname(from), module)).replace(/\.js$/, '.ts');
}

/** Names that a file exports from others, in order: name, and the path of the other. @param {string} path */
function listed(path) {
  /** @type {(readonly [name: string, path: string])[]} */
  const names = [];
  for (const statement of parsed(path).statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
    if (!ts.isStringLiteral(moduleSpecifier)) continue;
    for (const { name } of exportClause.elements) names.push([name.text, resolved(path, moduleSpecifier.text)]);
  }
  return names;
}

/**
 * Where a name is declared, through files that only pass it on.
 * @param {string} path
 * @param {string} name
 * @returns {Found}
 */
function declared(path, name) {
  const file = parsed(path);
  for (const node of file.statements) {
    const isNamed =
      ((ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)) &&
        node.name?.text === name) ||
      (ts.isVariableStatement(node) && node.declarationList.declarations[0].name.getText() === name);
    if (isNamed && !ts.isImportDeclaration(node))
      return { name, node: implemented(file, /** @type {Declaration} */ (node)), about: node, file };
  }
  const passed = listed(path).find(([each]) => each === name);
  if (passed === undefined) throw new Error(`${path} declares no ${name}`);
  return declared(passed[1], name);
}

/** Of a function with several signatures the one of its body, which stands for all. @param {ts.SourceFile} file
 * @param {Declaration} node @returns {Declaration} */
function implemented(file, node) {
  if (!ts.isFunctionDeclaration(node) || node.body !== undefined) return node;
  const whole = file.statements.find(
    (each) => ts.isFunctionDeclaration(each) && each.name?.text === node.name?.text && each.body !== undefined,
  );
  return /** @type {ts.FunctionDeclaration | undefined} */ (whole) ?? node;
}

/** Paragraphs of a docstring. @param {ts.Node} node */
function paragraphs(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  if (comment === undefined) return [];
  const text = comment
    .getText()
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .replace(/^@throws (?:\{(\w+)\} )?/gm, (_, error = '') => `\nThrows ${error === '' ? '' : `${error} `}`)
    .replace(/^@param (\w+) /gm, '\n`$1`: ')
    .replace(/^@returns /gm, '\nReturns ');
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .flatMap((paragraph) => {
      if (isCode(paragraph)) return [paragraph.trimEnd()];
      return isList(paragraph) ? [itemsOf(paragraph).join('\n')] : shortened(onOneLine(paragraph));
    });
}

/** @param {string} paragraph */
function isList(paragraph) {
  return paragraph.trimStart().startsWith('- ');
}

/** The items of a list, each on one line. @param {string} paragraph */
function itemsOf(paragraph) {
  return paragraph
    .trimStart()
    .split(/\n(?=[ \t]*- )/)
    .map(onOneLine);
}

/** Markdown's own mark of code: four spaces before each line. @param {string} paragraph */
function isCode(paragraph) {
  return paragraph.split('\n').every((line) => line.startsWith('    ') || line.trim() === '');
}

/** @param {string} text */
function onOneLine(text) {
  return text.trim().replace(/\s+/g, ' ');
}

/** The longest paragraph of a page, in characters. */
const longest = 300;

/** A paragraph that is too long, in several of whole sentences or clauses. @param {string} paragraph */
function shortened(paragraph) {
  /** @type {string[]} */
  const parts = [];
  for (const sentence of paragraph.split(paragraph.length > longest ? /(?<=[.;:]) / : /$^/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= longest)
      parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts;
}

/** Source text on one line, without comments. @param {ts.Node} node @param {ts.SourceFile} file */
function flat(node, file) {
  const text = printer.printNode(ts.EmitHint.Unspecified, node, file);
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/\breadonly (?=\w+\??:|\[)/g, '')
      .replace(/; \}/g, ' }')
      // What callers have, whether their content is typed or not.
      .replaceAll("Shape['object']", 'Handle')
      .replace(/;$/, '')
  );
}

const printer = ts.createPrinter({ removeComments: true });

/** @param {Found} found */
function signature({ node, name, file }) {
  if (ts.isFunctionDeclaration(node)) {
    const given = node.parameters.map((each) => flat(parameterOf(each), file)).join(', ');
    return `${name}(${given}): ${node.type === undefined ? 'void' : flat(node.type, file)}`;
  }
  if (ts.isVariableStatement(node)) {
    const [{ type, initializer }] = node.declarationList.declarations;
    const shown = type ?? initializer;
    return shown === undefined
      ? name
      : type === undefined
        ? `${name} = ${flat(shown, file)}`
        : `${name}: ${flat(type, file)}`;
  }
  if (ts.isTypeAliasDeclaration(node)) return `type ${name} = ${flat(node.type, file)}`;
  return name;
}

/** A parameter with a default is optional. @param {ts.ParameterDeclaration} parameter */
function parameterOf(parameter) {
  const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
  const optional = initializer === undefined ? questionToken : ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  return ts.factory.createParameterDeclaration(undefined, dotDotDotToken, name, optional, type);
}

/** Lines of at most 120 characters inside a block of code, broken at unions and commas. @param {string} text */
function block(text) {
  /** @type {string[]} */
  const lines = [];
  let rest = text;
  while (rest.length > 116) {
    const cut = Math.max(...[', ', ' | ', '; ', ' => '].map((at) => rest.lastIndexOf(at, 110)));
    const end = cut <= 0 ? 110 : cut + (rest.startsWith(' | ', cut) ? 0 : rest.startsWith(' => ', cut) ? 3 : 1);
    lines.push(rest.slice(0, end));
    rest = `  ${rest.slice(end).trim()}`;
  }
  return ['```ts', ...lines, rest, '```', ''];
}

/** @param {ts.TypeElement | ts.ClassElement} member @param {ts.SourceFile} file */
function memberLines(member, file) {
  if (member.name === undefined) return [];
  const text = paragraphs(member);
  const line = `* \`${flat(member, file)}\``;
  // A long signature stands in a block of its own.
  if (line.length > 200 || line.includes('``'))
    return [
      '',
      `* \`${member.name.getText()}\``,
      '',
      ...block(flat(member, file)),
      ...text.flatMap((each) => [...(isList(each) ? wrapped(each, 120) : [each]), '']),
    ];
  if (text.length === 0) return [line];
  return [line, ...text.flatMap((each) => ['', ...wrapped(each).map((part) => `  ${part}`)]), ''];
}

/** Members of a union that have comments of their own; empty for other types. @param {Found} found */
function unionLines({ node, file }) {
  if (!ts.isTypeAliasDeclaration(node) || !ts.isUnionTypeNode(node.type)) return [];
  const { types } = node.type;
  const comments = types.map((type, i) => {
    const before = file.text.slice(i === 0 ? node.type.pos : types[i - 1].end, type.getStart());
    return (/\/\*\*([^]*?)\*\//.exec(before)?.[1] ?? '')
      .replace(/^[ \t]*\* ?/gm, '')
      .trim()
      .replace(/\s+/g, ' ');
  });
  if (comments.every((comment) => comment === '')) return [];
  return types.flatMap((type, i) => [
    `* \`${flat(type, file)}\``,
    ...(comments[i] === '' ? [] : ['', ...wrapped(comments[i]).map((part) => `  ${part}`), '']),
  ]);
}

/** @param {string} text @returns {string[]} */
function wrapped(text, width = 118) {
  if (isCode(text)) return text.split('\n');
  // The mark differs from that of the members, so that Markdown does not join the two lists.
  if (isList(text))
    return itemsOf(text).flatMap((item) =>
      wrapped(item.slice(2), width - 2).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`),
    );
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** @param {Found} found */
function sectionOf(found) {
  const { name, node, about, file } = found;
  const lines = [`### ${name}`, ''];
  const union = unionLines(found);
  if (union.length > 0) {
    for (const each of paragraphs(about)) lines.push(...wrapped(each, 120), '');
    return [...lines, 'One of:', '', ...union, ''];
  }
  if (ts.isFunctionDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isVariableStatement(node))
    lines.push(...block(signature(found)));
  for (const each of paragraphs(about)) lines.push(...wrapped(each, 120), '');
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => `\`${flat(type, file)}\``));
    if (bases.length > 0) lines.push(`Extends ${bases.join(', ')}.`, '');
    for (const member of node.members)
      if (!ts.isConstructorDeclaration(member)) lines.push(...memberLines(member, file));
    lines.push('');
  }
  return lines;
}

/** Types that a declaration names. @param {ts.Node} node @param {Set<string>} names */
function namedTypes(node, names) {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) names.add(node.typeName.text);
  if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) names.add(node.expression.text);
  // A result would end the walk.
  if (!ts.isBlock(node)) node.forEachChild((child) => void namedTypes(child, names));
  return names;
}

/** The declaration that a name means in a file, if it is ours. @param {ts.SourceFile} file @param {string} name */
function meant(file, name) {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    if (!bindings.elements.some((each) => each.name.text === name)) continue;
    if (!statement.moduleSpecifier.text.startsWith('.')) return undefined;
    return declared(resolved(file.fileName, statement.moduleSpecifier.text), name);
  }
  const isOwn = file.statements.some(
    (node) => (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name,
  );
  return isOwn ? declared(file.fileName, name) : undefined;
}

/** Folders whose types are explained elsewhere. */
const isEngine = /^src\/(?:components|content\/native|eval|ir|kernel|meaning|model|state)\//;

/** @param {Found} found */
function isType({ node }) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The pages by their file name. */
export function apiPages() {
  const exported = entries.map(({ source }) => listed(source).map(([name, path]) => declared(path, name)));
  // Types beside exported ones belong to them; types of the engine do not.
  const sources = new Set(exported.flat().flatMap(({ file }) => (isEngine.test(file.fileName) ? [] : file.fileName)));
  const known = new Set(exported.flat().map(({ node }) => node));
  /** @type {Map<string, string>} */
  const pages = new Map();
  entries.forEach(({ page, entry, source }, i) => {
    const own = [...exported[i]];
    for (let at = 0; at < own.length; at++)
      for (const name of namedTypes(own[at].node, new Set())) {
        const found = meant(own[at].file, name);
        if (found === undefined || known.has(found.node) || !sources.has(found.file.fileName)) continue;
        known.add(found.node);
        own.push(found);
      }
    const [head = ''] = paragraphs(parsed(source).statements[0]);
    const values = own.filter((each) => !isType(each));
    const types = own.filter(isType);
    const lines = [
      `# ${entry}`,
      '',
      ...wrapped(head, 120),
      '',
      'This page is generated from the docstrings by `node scripts/write-api.mjs`. The guide is [Edict as a library](../embedding.md).',
      '',
      ...(values.length > 0 ? ['## Values', '', ...values.flatMap(sectionOf)] : []),
      '## Types',
      '',
      ...types.flatMap(sectionOf),
    ];
    pages.set(
      page,
      `${lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trimEnd()}\n`,
    );
  });
  return pages;
}
