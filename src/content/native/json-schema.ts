import { z } from 'zod';
import { contentSchema } from './schema.js';

/** The content format as a JSON Schema, for editors: schema/content.schema.json. */
export function contentJsonSchema(): Readonly<Record<string, unknown>> {
  // Draft 7 is what the common YAML language server knows best.
  const { $schema, ...schema } = z.toJSONSchema(contentSchema, {
    target: 'draft-7',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      // The checker needs all forms side by side; here they are said once.
      if (z.globalRegistry.get(zodSchema)?.id === 'on') jsonSchema.anyOf = [{ $ref: '#/definitions/listening' }, { type: 'array', items: { $ref: '#/definitions/listening' } }];
    },
  });
  return { $schema, title: 'Edict content', description: 'A content file of Edict; see docs/content.md.', ...schema };
}
