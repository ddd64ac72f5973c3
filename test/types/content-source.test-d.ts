import { expectTypeOf, test } from 'vitest';
import type { ContentSource } from 'edict';
import type { DataOf } from '../../dist/content/native/document-shape.js';
import type { contentShape } from '../../dist/content/native/schema.js';

test('the interfaces of content are the types of the tables that check it', () => {
  expectTypeOf<ContentSource>().toEqualTypeOf<DataOf<typeof contentShape>>();
});
