import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { readJson } from '../src/content/antares/json/read-json.js';
import { loadLevel } from '../src/content/antares/level/load-level.js';
import { isDiagnostic } from '../src/turns/antares/level-event.js';
import { openLevel } from '../src/turns/antares/session.js';
import type { Document } from './support/level-oracle/document.js';
import { playLevel } from './support/level-oracle/play-level.js';
import { caseOf } from './support/level-oracle/random-case.js';

function play({ level, conditions, policy, until, host }: Document, executor: any): any {
  const read = readJson(new TextEncoder().encode(JSON.stringify({ ...level, conditions })));
  if (!read.ok) throw new Error(read.problem.message);
  const loaded = loadLevel(read.value, policy);
  if (loaded.level === undefined) return { load: loaded.problems.map(({ path, message }) => `${path}: ${message}`).join('\n') };
  const session = openLevel(loaded.level, policy, { executor });
  session.run(until, host);
  const r = session.result();
  return { ...r, events: r.events.filter((e) => !isDiagnostic(e)), diagnostics: r.events.filter(isDiagnostic), error: r.error?.code, cycle: r.error?.cycle, message: r.error?.message };
}
const J = JSON.stringify;
function difference(d: Document, ex: any): string | undefined {
  let e: any, o: any;
  try { o = playLevel(d) as any; } catch (x) { return 'oracle throws ' + String(x).slice(0, 100); }
  try { e = play(d, ex); } catch (x) { return 'edict throws ' + String((x as Error).message).slice(0, 200); }
  if (e.load) return 'load ' + e.load.replace(/\[\d+\]/g, '[]');
  const n = Math.min(e.events.length, o.events.length);
  for (let i = 0; i < n; i++) if (J(e.events[i]) !== J(o.events[i])) return `event ${e.events[i][0]}/${o.events[i][0]} ${i}: edict ${J(e.events[i])} oracle ${J(o.events[i])}; before ${J(o.events.slice(Math.max(0, i - 4), i))}`;
  if (e.error !== o.error) return `error: edict ${e.error} (${e.message}) oracle ${o.error} last ${J(o.events.slice(-3))}`;
  if (e.error === 'sweep-depth') { if (d.policy === 'sound' && J(e.cycle) !== J(o.cycle)) return `cycle: edict ${J(e.cycle)} oracle ${J(o.cycle)}`; if (d.policy === 'sound' && e.events.length !== o.events.length) return `sweep-depth length ${e.events.length} ${o.events.length}`; return undefined; }
  if (e.events.length !== o.events.length) return `length: next edict ${J(e.events[n])} oracle ${J(o.events[n])} last ${J(o.events.slice(n - 4, n))}`;
  if (e.error !== undefined) return undefined;
  const cut = (x: any[]) => x.map((y) => y.slice(0, y[0] === 'dropped' ? 2 : 3));
  if (J(cut(e.diagnostics)) !== J(cut(o.diagnostics))) return `diagnostics: edict ${J(e.diagnostics)} oracle ${J(o.diagnostics)}`;
  for (const k of ['scores', 'cash', 'winner', 'over', 'enabledAtEnd']) if (J(e[k]) !== J(o[k])) return `${k}: edict ${J(e[k])} oracle ${J(o[k])}`;
  return undefined;
}
function remove<T>(list: readonly T[], i: number): T[] { return list.filter((_, j) => j !== i); }
function* smaller(d: any): Generator<any> {
  for (let i = 0; i < d.host.length; i++) yield { ...d, host: remove(d.host, i) };
  for (let i = 0; i < d.host.length; i++) for (const k of Object.keys(d.host[i].set ?? {})) { const set = { ...d.host[i].set }; delete set[k]; yield { ...d, host: d.host.map((h: any, j: number) => (j === i ? { ...h, set } : h)) }; }
  if (d.conditions.length > 1) yield { ...d, conditions: remove(d.conditions, d.conditions.length - 1) };
  const always = { type: 'time', op: 'gt', duration: '9999s' };
  for (let i = 0; i < d.conditions.length; i++) { const c = d.conditions[i];
    const put = (n: any) => ({ ...d, conditions: d.conditions.map((x: any, j: number) => (j === i ? n : x)) });
    if (J(c) !== J({ when: always })) yield put({ when: always });
    for (const k of ['persistent', 'disabled', 'subject', 'direct']) if (c[k] !== undefined) { const n = { ...c }; delete n[k]; yield put(n); }
    for (const n of lists(c.action ?? [])) yield put({ ...c, action: n });
  }
  for (const b of Object.keys(d.level.bases)) for (const n of lists(d.level.bases[b].destroyAction ?? [])) yield { ...d, level: { ...d.level, bases: { ...d.level.bases, [b]: { ...d.level.bases[b], destroyAction: n } } } };
  if (d.level.start_time) { const level = { ...d.level }; delete level.start_time; yield { ...d, level }; }
  if (d.until > 0) yield { ...d, until: d.until - 90 };
  for (let i = 0; i < d.level.initials.length; i++) for (const k of ['owner', 'hidden', 'flagship', 'target', 'build', 'velocity', 'health']) if (d.level.initials[i][k] !== undefined) { const n = { ...d.level.initials[i] }; delete n[k]; yield { ...d, level: { ...d.level, initials: d.level.initials.map((x: any, j: number) => (j === i ? n : x)) } }; }
}
function* lists(list: any[]): Generator<any[]> {
  for (let i = 0; i < list.length; i++) yield remove(list, i);
  for (let i = 0; i < list.length; i++) { const a = list[i]; const put = (n: any) => list.map((x, j) => (j === i ? n : x));
    for (const k of ['if', 'override', 'reflexive']) if (a[k] !== undefined) { const n = { ...a }; delete n[k]; yield put(n); }
    if (a.of) { yield [...list.slice(0, i), ...a.of, ...list.slice(i + 1)]; for (const n of lists(a.of)) yield put({ ...a, of: n }); } }
}
const kind = (s: string) => s.slice(0, 9);
function shrink(d: any, ex: any, what: string): any {
  for (let again = true; again;) { again = false;
    for (const s of smaller(d)) { const w = difference(s, ex); if (w !== undefined && kind(w) === kind(what)) { d = s; again = true; break; } } }
  return d;
}
test('hunt', () => {
  const out: string[] = [];
  const N = Number(process.env.N ?? 1000), seed = Number(process.env.SEED ?? 1), most = Number(process.env.MOST ?? 5);
  let bad = 0; const kinds: Record<string, number> = {}; const stats: Record<string, number> = {}; let events = 0;
  for (const policy of (process.env.POLICY ?? 'compat,sound').split(',') as ('compat' | 'sound')[]) {
    let shown = 0;
    for (let s = 0; s < N; s += 200) for (const [i, d] of fc.sample(caseOf(policy), { numRuns: 200, seed: seed + s }).entries()) {
      const ex = (process.env.EX ?? (i % 2 === 0 ? 'compiled' : 'reference'));
      const o = (() => { try { return playLevel(d); } catch { return undefined; } })();
      stats[`${policy} ${o?.error}`] = (stats[`${policy} ${o?.error}`] ?? 0) + 1; events += o?.events.length ?? 0;
      const w = difference(d, ex); if (w === undefined) continue;
      bad++; kinds[kind(w)] = (kinds[kind(w)] ?? 0) + 1;
      if (shown < most) { shown++; const m = shrink(d, ex, w); const used = new Set(m.level.initials.map((x: any) => x.base)); const bases = Object.fromEntries(Object.entries(m.level.bases).map(([k, v]: any) => [k, { d: v.destroyAction, die: v.die, o: v.occupyCount }]));
        out.push(`#### ${policy} ${ex} ${difference(m, ex)}\n until ${m.until} start ${m.level.start_time} players ${J(m.level.players)}\n${m.level.initials.map((x: any) => '  I ' + J(x)).join('\n')}\n  B ${J(bases)}\n${m.conditions.map((c: any, j: number) => (c.when.duration === '9999s' ? '' : `  C${j} ${J(c)}\n`)).join('')}  H ${J(m.host)}\n  full ${process.env.FULL ? J(m) : ''}`); }
    }
  }
  writeFileSync('/tmp/oracle/out.txt', `${bad} bad ${J(kinds)} events ${events} ${J(stats)}\n` + out.join('\n'));
}, 3_000_000);
