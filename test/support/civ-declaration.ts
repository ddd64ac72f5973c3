import { type CivDeclaration, declarationSchema } from '../../src/content/civ/world/declaration.js';
import { schemaProblems } from '../../src/content/text/schema-problems.js';
import { EdictError } from '../../src/kernel/errors.js';

/** Throws an EdictError that names the first place where JSON data is no declaration. */
export function readDeclaration(data: unknown, file: string): CivDeclaration {
  const read = declarationSchema.safeParse(data);
  if (read.success) return read.data;
  const [{ message, suggestion = 'correct it there' }] = schemaProblems(declarationSchema, data);
  throw new EdictError('bad-declaration', `${file}: ${message}; ${suggestion}`, file);
}
