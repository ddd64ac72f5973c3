import type { Link } from '../../components/connection.js';
import type { Declaration } from './declarations.js';
import { reportUnknownKind } from './kinds.js';
import type { PropertySource } from './schema.js';
import { type MemberContext, kindsListing, refuseDefault } from './sets.js';

/** Lowers the lists of objects, each once for all kinds that list it. */
export function lowerLists(
  declarations: readonly Declaration<PropertySource>[],
  context: MemberContext,
): readonly Link[] {
  const { kinds, loading } = context;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return declarations.map((declaration, index): Link => {
    const { name, source } = declaration;
    const to = source.of === undefined ? undefined : byName.get(source.of);
    refuseDefault(declaration, 'list', loading);
    if (source.of !== undefined && to === undefined) {
      reportUnknownKind(source.of, byName, () => loading.places.ofValue(source, 'of'), loading);
      loading.damage.names.add(name);
    }
    return Object.freeze({ index, name, kinds: kindsListing(name, context), to: to?.index ?? 0 });
  });
}
