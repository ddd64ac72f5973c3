import { answers } from './decided.js';
import { attachment } from './attachment.js';
import { availability } from './availability.js';
import { classComponent, creation, name } from './birth.js';
import { variableCells, variables } from './cell-blocks.js';
import { contents } from './cells.js';
import { instances } from './clock.js';
import type { Component } from './component.js';
import { abilities, copies } from './copies.js';
import { delays } from './delays.js';
import { edges } from './edges.js';
import { faction, factionTable } from './faction.js';
import { frames, parked } from './frames.js';
import { heldBits, holdings } from './holdings.js';
import { identity } from './live-objects.js';
import { lanes } from './lanes.js';
import { links } from './links.js';
import { memories } from './memories.js';
import { networks } from './networks.js';
import { occurrences, past, uses } from './occurrence-stack.js';
import { owner } from './ownership.js';
import { location } from './place.js';
import { randomStreams } from './random-streams.js';
import { parameters } from './parameters.js';
import { relations } from './relations.js';
import { roles } from './roles.js';
import { sights } from './sights.js';
import { triggers } from './armed-triggers.js';
import { visibility } from './visibility.js';

/**
 * In the order of their columns in the arena, on which saves depend: a new one goes before `contents` and makes a
 * layout that earlier saves lack.
 */
export const components: readonly Component[] = [
  identity,
  classComponent,
  name,
  creation,
  owner,
  attachment,
  faction,
  location,
  visibility,
  lanes,
  factionTable,
  availability,
  relations,
  randomStreams,
  roles,
  sights,
  networks,
  variables,
  variableCells,
  holdings,
  heldBits,
  links,
  triggers,
  frames,
  parked,
  delays,
  abilities,
  occurrences,
  past,
  uses,
  copies,
  memories,
  answers,
  parameters,
  edges,
  contents,
  instances,
];

/** Hashes must not change: these come first. */
const hashed: readonly Component[] = [
  contents,
  visibility,
  sights,
  networks,
  holdings,
  variables,
  identity,
  lanes,
  links,
  factionTable,
  roles,
  randomStreams,
];

export const componentsToHash: readonly Component[] = [...new Set([...hashed, ...components])];
