import { z } from 'zod';
import { anyKeys, contentJsonSchema } from '../../content/native/json-schema.js';
import { expectationSubjects, scenarioSchema, stepActions } from './scenario-schema.js';

/** The scenario format as a JSON Schema, for editors: schema/scenario.schema.json. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  // Draft 7 is what the common YAML language server knows best.
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    target: 'draft-7',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      anyKeys(jsonSchema);
      const id = z.globalRegistry.get(zodSchema)?.id;
      // Keys that exclude one another: the checker says it in sentences.
      if (id === 'step') jsonSchema.oneOf = stepActions.map((key) => ({ required: [key] }));
      if (id === 'expectation') jsonSchema.oneOf = expectationSubjects.map((key) => ({ required: [key] }));
      if (id === 'content') {
        delete jsonSchema.additionalProperties;
        delete jsonSchema.propertyNames;
        jsonSchema.allOf = [{ $ref: '#/definitions/contentFile' }];
      }
    },
  });
  return {
    $schema,
    title: 'Edict scenario',
    description: 'A scenario file of Edict, format edict-scenario/1; see docs/scenarios.md.',
    ...schema,
    definitions: { ...(schema.definitions ?? {}), ...contentDefinitions() },
  };
}

/** The content format, brought along: a validator then needs no second file. */
function contentDefinitions(): Readonly<Record<string, unknown>> {
  const own = JSON.stringify(contentJsonSchema()).replaceAll('"#/definitions/', '"#/definitions/contentFile.');
  const {
    $schema: _$schema,
    definitions = {},
    ...contentFile
  } = JSON.parse(own) as { readonly $schema?: unknown; readonly definitions?: Readonly<Record<string, unknown>> };
  return {
    contentFile,
    ...Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [`contentFile.${name}`, definition])),
  };
}
