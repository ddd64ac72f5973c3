import { quoteText } from '../../diagnostics/quote.js';
import { unknownScope } from '../definitions/define-names.js';
import { type Definitions, sameContent, type DeclaredObject } from '../definitions/definitions.js';
import { fold, type Scope } from '../definitions/scopes.js';
import type { Ranked, Report } from '../definitions/report.js';
import type { ObjectText } from '../text/campaign-text.js';
import { readConstant } from '../text/constants.js';
import { formatName } from '../text/format.js';
import { describePlace } from '../text/problem.js';
import { readPart } from './modifier-parts.js';

/** Tokens of objects. */
export const objectTokens: readonly string[] = ['MODIFY', 'MODIFYOTHER', 'PART', 'GROUP', 'FACT'];

/**
 * Declares the objects of a campaign with their parts, groups and facts. Modifiers are left for later, when all names
 * are known.
 */
export function declareObjects(
  texts: readonly ObjectText[],
  firstRank: number,
  definitions: Definitions,
  report: Report,
): void {
  let rank = firstRank;
  const declared: DeclaredObject[] = [];
  for (const text of texts) {
    const object = declareObject({ source: text.origin, rank }, text, definitions, report);
    if (object !== undefined) declared.push(object);
    rank += 1 + text.tokens.length;
  }
  // Parents may be declared behind their parts.
  for (const object of declared) {
    findParent(object, definitions, report);
    readTokens(object, definitions, report);
  }
}

function declareObject(
  where: Ranked,
  text: ObjectText,
  { scopes, objects }: Definitions,
  report: Report,
): DeclaredObject | undefined {
  const { scope: scopeName, key } = text;
  const scope = scopes.find(scopeName);
  if (scope === undefined) {
    objects.spoil(`${scopeName}|${key}`);
    report.error(where, {
      code: 'scope',
      at: 0,
      message: unknownScope(scopeName, 'object'),
      suggestion: report.nearest(
        scopeName,
        scopes.all.slice(1).map(({ name }) => name),
      ),
    });
    return undefined;
  }
  if (key === '' || key.includes('|')) {
    report.error(where, {
      code: 'syntax',
      at: 0,
      message:
        key === ''
          ? `the key of an object of ${scope.name} is missing`
          : `the key ${quoteText(key)} has a ${quoteText('|')} in it, which separates scope and key`,
    });
    return undefined;
  }
  const object = objects.declare(scope, key, where, text);
  if (object !== undefined) {
    for (const group of text.groups) objects.join(object, group);
    return object;
  }
  const before = objects.find(scope, key);
  const place = before === undefined ? '' : `, at ${describePlace(before.where.source)}`;
  report.error(where, {
    code: 'duplicate',
    at: 0,
    message: `there is an object ${quoteText(before?.name ?? key)} already${place}, and keys ignore case: give one of them another key`,
  });
  return undefined;
}

function findParent(object: DeclaredObject, { scopes, objects }: Definitions, report: Report): void {
  const { scope, text } = object;
  const parent = text?.parent;
  if (parent === undefined) {
    if (scope.parent !== undefined && scope.parent !== scopes.root) {
      report.error(object.where, {
        code: 'scope',
        at: 0,
        message: `${quoteText(object.name)} must be part of an object of ${scope.parent.name}: give it a parent`,
      });
    }
    return;
  }
  const { rank, source } = object.where;
  const where = { rank, source: text?.parentOrigin ?? source };
  const at = text?.parentOrigin === undefined ? 0 : 'PARENT:'.length;
  const found = objects.named(parent);
  if (found === undefined) {
    if (objects.isSpoilt(parent)) return;
    report.error(where, {
      code: 'unknown-variable',
      at,
      message: `${quoteText(object.name)} is part of ${quoteText(parent)}, which is not declared`,
      suggestion: report.nearest(
        parent,
        objects.all.map(({ name }) => name),
      ),
    });
  } else if (found.scope !== scope.parent) {
    const allowed =
      scope.parent === undefined || scope.parent === scopes.root
        ? `an object of ${scope.name} is part of no other`
        : `an object of ${scope.name} is part of one of ${scope.parent.name}`;
    report.error(where, {
      code: 'scope',
      at,
      message: `${quoteText(object.name)} cannot be part of ${quoteText(found.name)}: ${allowed}`,
    });
  } else {
    object.home = { class: found.index, together: false };
  }
}

function readTokens(object: DeclaredObject, definitions: Definitions, report: Report): void {
  const tokens = object.text?.tokens ?? [];
  for (let i = 0; i < tokens.length; i++) {
    const source = tokens[i];
    const where = { source, rank: object.where.rank + 1 + i };
    const colon = source.text.indexOf(':');
    const token = colon < 0 ? source.text : source.text.slice(0, colon);
    switch (colon < 0 ? '' : token) {
      case 'MODIFY':
      case 'MODIFYOTHER':
        break;
      case 'GROUP':
        joinGroup(where, object, definitions, report);
        break;
      case 'FACT':
        readFact(where, object, definitions, report);
        break;
      case 'PART':
        declarePart(where, object, definitions, report);
        break;
      default:
        report.error(where, {
          code: 'syntax',
          at: 0,
          message: `${quoteText(token)} begins no token of an object: expected ${quoteText('MODIFY:')}, ${quoteText('MODIFYOTHER:')}, ${quoteText('PART:')}, ${quoteText('GROUP:')} or ${quoteText('FACT:')}`,
          suggestion: report.nearest(token, objectTokens),
        });
    }
  }
}

function joinGroup(where: Ranked, object: DeclaredObject, { objects }: Definitions, report: Report): void {
  const from = 'GROUP:'.length;
  const group = where.source.text.slice(from);
  const isWrong = group === '' || group.includes('|');
  if (!isWrong) objects.join(object, group);
  else
    report.error(where, {
      code: 'syntax',
      at: from,
      message:
        group === ''
          ? 'the name of the group is missing'
          : `${quoteText('GROUP:')} names one group: give each its own token`,
    });
}

function readFact(where: Ranked, object: DeclaredObject, { facts }: Definitions, report: Report): void {
  const { text } = where.source;
  const from = 'FACT:'.length;
  const bar = text.indexOf('|');
  if (bar < 0 || bar === from) {
    report.error(where, { code: 'syntax', at: from, message: `a fact is ${quoteText('FACT:Name|value')}` });
    return;
  }
  const name = text.slice(from, bar);
  const fact = facts.find(object.scope, name);
  if (fact === undefined) {
    if (facts.isSpoilt(name)) return;
    report.error(where, {
      code: 'unknown-variable',
      at: from,
      message: `objects of ${object.scope.name} have no fact ${quoteText(name)}`,
      suggestion:
        report.nearest(name, facts.namesIn(object.scope)) ??
        `define it by ${quoteText(`FACTDEF:${object.scope.name}|${name}`)}`,
    });
    return;
  }
  const value = readConstant(fact.format, text.slice(bar + 1));
  const before = object.facts.get(fold(name));
  if (value === undefined) {
    report.error(where, {
      code: 'format',
      at: bar + 1,
      message: `the fact ${quoteText(fact.name)} is ${formatName(fact.format)}, and ${quoteText(text.slice(bar + 1))} is no constant of that format`,
    });
  } else if (before !== undefined && !sameContent(before, value)) {
    report.error(where, {
      code: 'duplicate',
      at: from,
      message: `${quoteText(object.name)} has another fact ${quoteText(fact.name)} already: leave one of them out`,
    });
  } else {
    object.facts.set(fold(name), value);
  }
}

function declarePart(where: Ranked, object: DeclaredObject, definitions: Definitions, report: Report): void {
  const { scopes, objects } = definitions;
  const scope: Scope | undefined = scopes.partOf(object.scope);
  if (scope === undefined) {
    report.error(where, {
      code: 'scope',
      at: 0,
      message: `objects of ${object.scope.name} have no parts: only those of EQUIPMENT do`,
    });
    return;
  }
  const part = readPart(where.source.text);
  if ('fault' in part) {
    report.error(where, part.fault);
    return;
  }
  const key = `${object.key}#${part.number}`;
  const before = objects.find(scope, key);
  if (before === undefined) {
    const made = objects.declare(scope, key, where, undefined);
    if (made !== undefined) made.home = { class: object.index, together: true };
  } else if (before.text !== undefined) {
    report.error(where, {
      code: 'duplicate',
      at: 0,
      message: `there is an object ${quoteText(before.name)} already, at ${describePlace(before.where.source)}, which is what this part would be called: give that another key`,
    });
  }
}
