import { z } from 'zod';
import { contentSchema } from './schema.js';

/**
 * Leaves out that keys are texts: in JSON they are nothing else, and to editors the key in the YAML text `7: largest`
 * is a number, which the loader takes as it is written.
 */
export function anyKeys(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames !== 'object') return;
  delete propertyNames.type;
  if (Object.keys(propertyNames).length === 0) delete jsonSchema.propertyNames;
}

/** The content format as a JSON Schema, for editors: schema/content.schema.json. */
export function contentJsonSchema(): Readonly<Record<string, unknown>> {
  // Draft 7 is what the common YAML language server knows best.
  const { $schema, ...schema } = z.toJSONSchema(contentSchema, {
    target: 'draft-7',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      anyKeys(jsonSchema);
      // The checker needs all forms side by side; here they are said once.
      if (z.globalRegistry.get(zodSchema)?.id === 'on')
        jsonSchema.anyOf = [
          { $ref: '#/definitions/listening' },
          { type: 'array', items: { $ref: '#/definitions/listening' } },
        ];
    },
  });
  return { $schema, title: 'Edict content', description: 'A content file of Edict; see docs/content.md.', ...schema };
}
