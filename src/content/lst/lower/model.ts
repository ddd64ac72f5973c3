import { type Class, type Kind, type Model, type Variable, nothingDeclared } from '../../../model/model.js';
import { type ObjectTable, classOfObject } from '../definitions/objects.js';
import type { Scope, ScopeTable } from '../definitions/scopes.js';

/** The model of a campaign: a kind for each scope, a class for each declared object. */
export function modelOfCampaign(scopes: ScopeTable, objects: ObjectTable, variables: readonly Variable[]): Model {
  const kinds = scopes.all.map(kindOf);
  const classes: Class[] = objects.all.map(classOfObject);
  return Object.freeze({
    kinds,
    classes,
    variables,
    ...nothingDeclared,
    columns: [],
    enumerations: [],
    roles: [],
    relations: [],
    tables: [],
    sights: [],
    networks: [],
    stacking: new Map(),
    kindByName: new Map(kinds.map((kind) => [kind.name, kind])),
    columnByName: new Map(),
    classByName: new Map(classes.map((each) => [each.name, each])),
  });
}

function kindOf({ index, name, parent }: Scope): Kind {
  return {
    index,
    name,
    faction: false,
    node: false,
    ownership: { rule: 'none' },
    attachesTo: parent === undefined ? [] : [parent.index],
    orphan: 'destroy',
    columns: [],
  };
}
