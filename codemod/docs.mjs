#!/usr/bin/env node
// Second pass: `world.old(` in the Markdown of docs, README, python/README and CHANGELOG's Unreleased part stays by hand.
// Run in a clone: node /tmp/h-api-codemod/docs.mjs
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
const parts = {
  questions: 'ask askAll askInOrder whatIf enabled survey sweep unlockedBy evaluate explainRule',
  triggers: 'time setTime advance poll resume isPaused delayed isArmed arm isTrue hear',
  events: 'raise raiseAll pass pay decision optionCount decider decide answerWith occurred stepOfPlay',
  variables: 'grant revoke isGranted change lastChange solved:typed solveNode:evaluate',
  relations: 'connect disconnect neighbours setVisible setVisibleTo isVisible setAvailable isAvailable setRelated isRelated setHeld:setWord isHeld:hasWord held:wordsOf setList listed:listOf setRole',
};
const moved = new Map(Object.entries(parts).flatMap(([part, names]) => names.split(' ').map((n) => { const [o, w = o] = n.split(':'); return [o, `${part}.${w}`]; })));
moved.set('setInput', 'set').set('explainVariable', 'explain');
const entry = new Map(Object.entries({
  batch: 'createBatch replayBatch openEnvironment environmentNames bytesOfViews layoutOfViews',
  play: 'createRoster firstAgent playOut randomAgent replay scriptedAgent',
  inspect: 'builtInPhases surveyed defaultLimits',
}).flatMap(([e, names]) => names.split(' ').map((n) => [n, e])));
const files = ['README.md', 'python/README.md', 'CONTRIBUTING.md', ...readdirSync('docs').filter((f) => f.endsWith('.md') && f !== 'embedding.md').map((f) => `docs/${f}`)];
for (const file of files) {
  const before = readFileSync(file, 'utf8');
  let text = before.replace(/\b(world|copy|twin|fork|now|stopped)\.(\w+)\b/g, (whole, w, name) => (moved.has(name) ? `${w}.${moved.get(name)}` : whole));
  text = text.replace(/^import \{ ([^}]*) \} from 'edict';\n/gm, (whole, names) => {
    const by = new Map();
    for (const n of names.split(',').map((x) => x.trim())) { const e = entry.get(n) ?? ''; by.set(e, [...(by.get(e) ?? []), n]); }
    return [...by].sort(([a], [b]) => (a < b ? -1 : 1)).map(([e, list]) => `import { ${list.join(', ')} } from 'edict${e && `/${e}`}';\n`).join('');
  });
  if (text !== before) { writeFileSync(file, text); console.log(file); }
}
