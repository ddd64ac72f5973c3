import { listTexts, quoteText } from '../../text/quote.js';
import { scopeFault } from '../definitions/define-names.js';
import { type DeclaredObject, type Definitions, sameContent } from '../definitions/definitions.js';
import { type Ranked, describePlace } from '../parse/campaign-problem.js';
import { fold } from '../definitions/scopes.js';
import type { ObjectText } from '../parse/campaign-text.js';
import { readConstant, formatName } from '../parse/value-format.js';
import { readPart } from './campaign-modifiers.js';

type ReadToken = (where: Ranked, object: DeclaredObject, definitions: Definitions) => void;

/** When everything is declared. */
const readLater: ReadToken = () => undefined;

const tokenReaders: ReadonlyMap<string, ReadToken> = new Map([
  ['MODIFY', readLater],
  ['MODIFYOTHER', readLater],
  ['PART', declarePart],
  ['GROUP', joinGroup],
  ['FACT', readFact],
]);
const objectTokens: readonly string[] = [...tokenReaders.keys()];

export function declareObjects(texts: readonly ObjectText[], firstRank: number, definitions: Definitions): void {
  let rank = firstRank;
  const declared: DeclaredObject[] = [];
  for (const text of texts) {
    const object = declareObject({ source: text.origin, rank }, text, definitions);
    if (object !== undefined) declared.push(object);
    rank += 1 + text.tokens.length;
  }
  // Parents may be declared after their parts.
  for (const object of declared) {
    findParent(object, definitions);
    readTokens(object, definitions);
  }
}

function declareObject(
  where: Ranked,
  text: ObjectText,
  { scopes, objects, report }: Definitions,
): DeclaredObject | undefined {
  const { scope: scopeName, key, groups } = text;
  const scope = scopes.find(scopeName);
  if (scope === undefined) {
    objects.spoil(`${scopeName}|${key}`);
    report.refuse(where, scopeFault(scopeName, 0, 'object', { scopes, report }));
    return undefined;
  }
  if (key === '' || key.includes('|')) {
    report.error(
      where,
      'syntax',
      0,
      key === ''
        ? `the key of an object of ${scope.name} is missing`
        : `the key ${quoteText(key)} has a \`|\` in it, which separates scope and key`,
    );
    return undefined;
  }
  const object = objects.declare(scope, key, where, text);
  if (object !== undefined) {
    for (const group of groups) objects.join(object, group);
    return object;
  }
  const before = objects.find(scope, key);
  const place = before === undefined ? '' : `, at ${describePlace(before.where.source)}`;
  report.error(
    where,
    'duplicate',
    0,
    `there is an object ${quoteText(before?.name ?? key)} already${place}, and keys ignore case: give one of them another key`,
  );
  return undefined;
}

function findParent(object: DeclaredObject, { scopes, objects, report }: Definitions): void {
  const { scope, text, name } = object;
  const { parent, parentOrigin } = text ?? {};
  const outer = scope.parent === scopes.root ? undefined : scope.parent;
  const said = quoteText(name);
  if (parent === undefined) {
    if (outer !== undefined)
      report.error(object.where, 'scope', 0, `${said} must be part of an object of ${outer.name}: give it a parent`);
    return;
  }
  const { rank, source } = object.where;
  const where = { rank, source: parentOrigin ?? source };
  const at = parentOrigin === undefined ? 0 : 'PARENT:'.length;
  const found = objects.named(parent);
  if (found !== undefined && found.scope === scope.parent) {
    object.home = { class: found.index, together: false };
  } else if (found !== undefined) {
    report.error(
      where,
      'scope',
      at,
      `${said} cannot be part of ${quoteText(found.name)}: an object of ${scope.name} is part of ${outer === undefined ? 'no other' : `one of ${outer.name}`}`,
    );
  } else if (!objects.isSpoilt(parent)) {
    const message = `${said} is part of ${quoteText(parent)}, which is not declared`;
    const names = objects.all.map((each) => each.name);
    report.error(where, 'unknown-variable', at, message, report.nearest(parent, names));
  }
}

function readTokens(object: DeclaredObject, definitions: Definitions): void {
  const tokens = object.text?.tokens ?? [];
  for (let i = 0; i < tokens.length; i++) {
    const source = tokens[i];
    const where = { source, rank: object.where.rank + 1 + i };
    const colon = source.text.indexOf(':');
    const token = colon < 0 ? source.text : source.text.slice(0, colon);
    const read = colon < 0 ? undefined : tokenReaders.get(token);
    if (read !== undefined) {
      read(where, object, definitions);
      continue;
    }
    const expected = listTexts(objectTokens.map((each) => `${each}:`));
    const message = `${quoteText(token)} begins no token of an object: expected ${expected}`;
    const { report } = definitions;
    report.error(where, 'syntax', 0, message, report.nearest(token, objectTokens));
  }
}

function joinGroup(where: Ranked, object: DeclaredObject, { objects, report }: Definitions): void {
  const from = 'GROUP:'.length;
  const group = where.source.text.slice(from);
  if (group === '') report.error(where, 'syntax', from, 'the name of the group is missing');
  else if (group.includes('|'))
    report.error(where, 'syntax', from, '`GROUP:` names one group: give each its own token');
  else objects.join(object, group);
}

function readFact(where: Ranked, object: DeclaredObject, { facts, report }: Definitions): void {
  const { text } = where.source;
  const from = 'FACT:'.length;
  const bar = text.indexOf('|');
  if (bar < 0 || bar === from) return report.error(where, 'syntax', from, 'a fact is `FACT:Name|value`');
  const name = text.slice(from, bar);
  const { scope } = object;
  const fact = facts.find(scope, name);
  if (fact === undefined) {
    if (facts.isSpoilt(name)) return;
    const define = `define it by ${quoteText(`FACTDEF:${scope.name}|${name}`)}`;
    const suggestion = report.nearest(name, facts.namesIn(scope)) ?? define;
    return report.error(
      where,
      'unknown-variable',
      from,
      `objects of ${scope.name} have no fact ${quoteText(name)}`,
      suggestion,
    );
  }
  const valueText = text.slice(bar + 1);
  const value = readConstant(fact.format, valueText);
  const before = object.facts.get(fold(name));
  const said = quoteText(fact.name);
  if (value === undefined) {
    report.error(
      where,
      'format',
      bar + 1,
      `the fact ${said} is ${formatName(fact.format)}, and ${quoteText(valueText)} is not a constant of that format`,
    );
  } else if (before !== undefined && !sameContent(before, value)) {
    report.error(
      where,
      'duplicate',
      from,
      `${quoteText(object.name)} has another fact ${said} already: leave one of them out`,
    );
  } else {
    object.facts.set(fold(name), value);
  }
}

function declarePart(where: Ranked, object: DeclaredObject, { scopes, objects, report }: Definitions): void {
  const scope = scopes.partOf(object.scope);
  if (scope === undefined)
    return report.error(where, 'scope', 0, `objects of ${object.scope.name} have no parts: only those of EQUIPMENT do`);
  const part = readPart(where.source.text);
  if ('fault' in part) return report.refuse(where, part.fault);
  const key = `${object.key}#${part.number}`;
  const before = objects.find(scope, key);
  if (before === undefined) {
    const made = objects.declare(scope, key, where, undefined);
    if (made !== undefined) made.home = { class: object.index, together: true };
  } else if (before.text !== undefined) {
    const place = describePlace(before.where.source);
    report.error(
      where,
      'duplicate',
      0,
      `there is an object ${quoteText(before.name)} already, at ${place}, which is what this part would be called: give that another key`,
    );
  }
}
