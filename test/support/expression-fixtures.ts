import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CivIssue, ObjectType, Policy } from '../../src/content/civ/syntax.js';
import type { CivDeclaration } from '../../src/content/civ/world/declaration.js';
import { readDeclaration } from './civ-declaration.js';

/** The folder of the fixtures of expressions, which lies beside a checkout and is no part of it. */
export const expressionFixtures = fileURLToPath(new URL('../../../shared/fixtures/expressions/', import.meta.url));

/** Whether the fixtures are there; tests that need them are skipped where they are not. */
export const hasExpressionFixtures = existsSync(join(expressionFixtures, 'load-errors.json'));

/** What tests of loading need of a case. */
export interface ExpressionCase {
  readonly file: string;
  readonly name: string;
  readonly policy: Policy;
  readonly xml: string;
  readonly type: 'bool' | 'int';
  readonly on: readonly string[];
  readonly scope: readonly ObjectType[];
  readonly register: readonly string[];
  readonly whatIf: boolean;
  readonly loadError?: Pick<CivIssue, 'code' | 'path' | 'severity'>;
  readonly world: CivDeclaration;
}

interface CaseData extends Pick<ExpressionCase, 'name' | 'policy' | 'xml' | 'type' | 'loadError'> {
  readonly on?: readonly string[];
  readonly scope?: ObjectType | readonly ObjectType[];
  readonly register?: readonly string[];
  readonly whatIf?: unknown;
}

/** All cases of all files; none where they are not there. */
export function expressionCases(): readonly ExpressionCase[] {
  if (!hasExpressionFixtures) return [];
  const files = readdirSync(expressionFixtures)
    .filter((file) => file.endsWith('.json'))
    .sort();
  return files.flatMap((file) => {
    const data = JSON.parse(readFileSync(join(expressionFixtures, file), 'utf8')) as {
      readonly world: unknown;
      readonly cases: readonly CaseData[];
    };
    const world = readDeclaration(data.world, file);
    return data.cases.map((each) => caseOf(file, world, each));
  });
}

function caseOf(file: string, world: CivDeclaration, data: CaseData): ExpressionCase {
  const { on = [], scope, register = [], whatIf } = data;
  const types = new Map(world.objects.map(({ id, type }) => [id, type]));
  // Plots that the world does not list are there all the same.
  const scopes =
    scope === undefined ? [...new Set(on.map((id): ObjectType => types.get(id) ?? 'PLOT'))] : [scope].flat();
  return { ...data, file, on, scope: scopes, register, whatIf: whatIf !== undefined, world };
}
