import type { Fact } from './document.js';
import { removeBody } from './effects.js';
import { hasBuildObject } from './references.js';
import type { Body, Player, Stage } from './stage.js';

/** What the host says simply replaces what the level had. */
export function applyFacts(stage: Stage, facts: Readonly<Record<string, Fact>>): void {
  for (const [name, fact] of Object.entries(facts)) {
    const [of = '', first = '', second = ''] = name.split('.');
    const [body, player] = [stage.slots[Number(first)], stage.players[Number(first)]];
    if (of === 'ui') applyScreenFact(stage, first, fact);
    else if (of === 'player' && player?.isActive) applyPlayerFact(stage, player, second, fact);
    else if (of === 'initial' && body?.inUse === true) applyBodyFact(stage, body, second, fact);
  }
}

function applyScreenFact(stage: Stage, name: string, fact: Fact): void {
  if (name === 'screen') stage.screen = String(fact);
  else if (name === 'line') stage.line = Number(fact);
  else if (name === 'zoom') stage.zoom = String(fact);
  else stage.message = Array.isArray(fact) ? pairOf(fact) : undefined;
}

function applyPlayerFact(stage: Stage, player: Player, name: string, fact: Fact): void {
  switch (name) {
    case 'cash':
      player.cash = Number(fact);
      break;
    case 'ships':
      player.ships = Number(fact);
      break;
    case 'score':
      player.scores = (fact as readonly number[]).map(Number);
      break;
    case 'autopilot':
      player.autopilot = fact === true;
      break;
    case 'building':
      player.building = fact === true;
      if (fact === null) player.buildsAt = undefined;
      else if (!hasBuildObject(stage, stage.players.indexOf(player))) player.buildsAt = 'host';
      break;
    case 'flagship':
      player.flagship = bodyOf(stage, fact);
      break;
    case 'control':
      player.control = bodyOf(stage, fact);
      break;
    case 'target':
      player.target = bodyOf(stage, fact);
      break;
    default:
      throw new Error(`no such fact: ${name}`);
  }
}

function applyBodyFact(stage: Stage, body: Body, name: string, fact: Fact): void {
  switch (name) {
    case 'exists':
      removeBody(stage, body);
      break;
    case 'owner':
      body.owner = fact === null ? -1 : Number(fact);
      break;
    case 'position':
      body.place = pairOf(fact);
      break;
    case 'velocity': {
      const [x, y] = pairOf(fact);
      body.velocity = [x * 256, y * 256];
      break;
    }
    case 'health':
      body.health = Number(fact);
      break;
    case 'maxHealth':
      body.maxHealth = Number(fact);
      break;
    case 'dest':
      body.destination = bodyOf(stage, fact);
      break;
    default:
      throw new Error(`no such fact: ${name}`);
  }
}

function bodyOf(stage: Stage, fact: Fact): Body | undefined {
  return typeof fact === 'number' ? stage.slots[fact] : undefined;
}

function pairOf(fact: Fact): readonly [number, number] {
  return (fact as readonly number[]).map(Number) as [number, number];
}
