import { loadCompat } from '../parse/load-compat.js';
import { loadIntended } from '../parse/load-intended.js';
import { expressionOf } from '../lower/lower-expression.js';
import { type CivIssue, type ObjectType, objectTypes, type XmlElement } from '../syntax.js';
import type { CivDeclaration } from '../world/declaration.js';
import { readXml } from '../parse/read-xml.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Override } from '../../../world/questions-api.js';
import type { CaseData, FactData, IssueData } from './scenario-schema.js';
import {
  type CaseStages,
  type Question,
  type Setting,
  type Stage,
  inOrder,
  objectNamed,
  supposedValues,
  valuesOf,
} from './declared-world.js';

export function runCase(stages: CaseStages, data: CaseData): string | undefined {
  const setting = stages.setting(data.register);
  const fault = faultOfCase(stages, setting, data);
  return stages.isAsFilled() ? fault : 'asking has changed the world';
}

function faultOfCase(stages: CaseStages, setting: Setting, data: CaseData): string | undefined {
  const scope = scopeOf(setting.civ.declaration, data);
  const { expression, issues } = load(setting, data, scope);
  const fault = loadFault(data.loadError, issues, 'the expression');
  if (fault !== undefined || expression === undefined || data.on === undefined) return fault;
  const stage = stages.stage(setting);
  const { name, policy, on } = data;
  const asked: Asked = {
    stage,
    data,
    expression: expressionOf({ expression, civ: setting.civ, scope, policy, name, file: name }),
    objects: on.map((id) => objectNamed(stage, id)),
  };
  return faultOfValues(asked) ?? faultOfWhatIf(asked);
}

type Loaded = ReturnType<typeof loadIntended>;

function load({ names }: Setting, { xml, policy, type, whatIf }: CaseData, scope: readonly ObjectType[]): Loaded {
  const holder = readDocumentOf(xml, 'the expression');
  const wanted = type === 'bool' ? 'boolean' : 'number';
  if (policy === 'compat') return { expression: loadCompat(holder, names, wanted), issues: [] };
  return loadIntended(holder, names, wanted, scope, whatIf === undefined ? 'any' : 'pure');
}

/** Stated types of a case, else those of the objects asked. */
function scopeOf({ objects }: CivDeclaration, { scope, on = [] }: CaseData): readonly ObjectType[] {
  if (scope !== undefined) return typeof scope === 'string' ? [scope] : scope;
  const types = new Map(objects.map(({ id, type }) => [id, type]));
  // Any other object is a plot without declared data.
  const asked = new Set(on.map((id) => types.get(id) ?? 'PLOT'));
  return objectTypes.filter((type) => asked.has(type));
}

interface Asked extends Question {
  readonly data: CaseData;
}

function faultOfValues(asked: Asked): string | undefined {
  const { data } = asked;
  if (data.expect === undefined) return undefined;
  const fault = faultOfAnswers(asked, valuesOf(asked), data.expect, '');
  return fault ?? faultOfDiagnostics(asked);
}

/** A case without `diagnostics` expects none. */
function faultOfDiagnostics(asked: Asked): string | undefined {
  const { policy, diagnostics = {} } = asked.data;
  const { mishaps } = inOrder(asked);
  // The shipped game does not count them.
  const [overflows, zeroDivisions] = policy === 'compat' ? [0, 0] : [mishaps.overflows, mishaps.zeroDivisions];
  const { overflow = 0, 'div-zero': divZero = 0 } = diagnostics;
  if (overflows === overflow && zeroDivisions === divZero) return undefined;
  return `${overflows} overflows and ${zeroDivisions} divisions by zero are counted, expected ${overflow} and ${divZero}`;
}

function faultOfWhatIf(asked: Asked): string | undefined {
  const { data, stage } = asked;
  const { expect, overrides = [] } = data.whatIf ?? {};
  if (expect === undefined) return undefined;
  const facts = overrides.map((fact) => overrideOf(stage, fact));
  const wanted = (side: 'before' | 'after') => expect.map((each) => each[side]);
  return (
    faultOfAnswers(asked, valuesOf(asked), wanted('before'), ' before') ??
    faultOfAnswers(asked, supposedValues(asked, facts), wanted('after'), ' after')
  );
}

function faultOfAnswers(
  { data: { on = [], type } }: Asked,
  values: Float64Array,
  wanted: readonly (number | boolean)[],
  when: string,
): string | undefined {
  const shown = (value: number) => String(type === 'bool' ? value === 1 : value);
  const wrong = wanted.flatMap((each, i) =>
    Object.is(values[i], Number(each)) ? [] : [`${on[i]} has ${shown(values[i])}${when}, expected ${each}`],
  );
  return wrong.length === 0 ? undefined : wrong.join('; ');
}

function overrideOf(
  stage: Stage,
  { object, gom, id, tag, has = false, property, attribute, value = 0 }: FactData,
): Override {
  const whose = objectNamed(stage, object);
  if (gom !== undefined) return { object: whose, question: gom, value: has, ...(id === undefined ? {} : { word: id }) };
  if (tag !== undefined) return { object: whose, question: 'TAG', word: tag, value: has };
  return { object: whose, question: property ?? `ATTRIBUTE_${attribute ?? ''}`, value };
}

/**
 * Undefined if the issues of a load are as expected. The first issue counts; a case that expects none must have none.
 */
export function loadFault(
  wanted: IssueData | undefined,
  issues: readonly CivIssue[],
  what: string,
): string | undefined {
  const [first] = issues;
  const found = `${what} has ${issues.map(issueText).join('; ')}`;
  if (wanted === undefined) return first && `${found}, expected no issue`;
  const expected = placeText(wanted);
  if (first === undefined) return `${what} loads without an issue, expected ${expected}`;
  return placeText(first) === expected ? undefined : `${found}, expected ${expected} first`;
}

export function issueText(issue: CivIssue): string {
  const { line, column, message } = issue;
  return `${placeText(issue)} (line ${line}, column ${column} of the XML): ${message}`;
}

function placeText({ severity, code, path }: Pick<CivIssue, 'severity' | 'code' | 'path'>): string {
  return `${severity === 'lint' ? 'the lint' : 'the error'} ${code} at ${path === '' ? 'the holder' : path}`;
}

export function readDocumentOf(xml: string, what: string): XmlElement {
  const { root, problem } = readXml(xml, what);
  if (root !== undefined) return root;
  const { line, column, message, code } = problem;
  throw new EdictError(code, `${what} is no XML: ${message} (line ${line}, column ${column})`, what);
}
