import { jsonSchemaOf } from '../../content/native/content-json-schema.js';
import { scenarioShape } from './scenario-schema.js';

/** For editors: schema/scenario.schema.json. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const about = 'A scenario file of Edict, format edict-scenario/1; see docs/scenarios.md.';
  return jsonSchemaOf(scenarioShape, 'Edict scenario', about);
}
