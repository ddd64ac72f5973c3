import { writeFileSync } from 'node:fs';
import { test, vi } from 'vitest';
import { touchAll } from '../../../src/components/stamps.js';

const counts = vi.hoisted(() => ({ rule: -1, tests: new Map<string, number>(), depth: 0 }));
function add(what: string, n: number): void {
  const key = `${counts.rule} ${what}`;
  counts.tests.set(key, (counts.tests.get(key) ?? 0) + n);
}
vi.mock('../../../src/compile/columns/evaluate.js', async (original) => {
  const real: any = await original();
  return { ...real, createEvaluator(state: any, ...more: any[]) {
    const evaluator = real.createEvaluator(state, ...more);
    const evaluate = evaluator.evaluate;
    const uniform = evaluator.uniform;
    evaluator.evaluate = (term: any, rows: any) => {
      if (counts.depth === 0) add('rows', rows.length);
      const before = evaluator.frame.visits;
      counts.depth++;
      try { return evaluate(term, rows); } finally { counts.depth--; if (counts.depth === 0) add('visits', evaluator.frame.visits - before); }
    };
    evaluator.uniform = (term: any, rows: any) => {
      if (counts.depth === 0) add('uniform', 1);
      const before = evaluator.frame.visits;
      counts.depth++;
      try { return uniform(term, rows); } finally { counts.depth--; if (counts.depth === 0) add('visits', evaluator.frame.visits - before); }
    };
    let frame: any;
    Object.defineProperty(evaluator, 'frame', { get: () => frame, set(value) {
      frame = value;
      if (value === undefined || Object.getOwnPropertyDescriptor(value, 'rule')?.set !== undefined) return;
      let rule = value.rule;
      Object.defineProperty(value, 'rule', { get: () => rule, set(v) { rule = v; counts.rule = v; touchAll(state.stamps); } });
    } });
    return evaluator;
  } };
});
vi.mock('../../../src/compile/execute/write-cells.js', async (original) => {
  const real: any = await original();
  return { ...real,
    writeSame: (...a: any[]) => { add('writes', a[6] - a[5]); return real.writeSame(...a); },
    writeEach: (...a: any[]) => { add('writes', a[7] - a[6]); return real.writeEach(...a); } };
});
vi.mock('../../../src/compile/effects/fire.js', async (original) => {
  const real: any = await original();
  return { ...real, fireEffects: (context: any, rule: any, source: any, targets: any) => {
    add('fired', targets.size * rule.effects.length);
    const before = context.frame.visits;
    counts.depth++;
    try { return real.fireEffects(context, rule, source, targets); } finally { counts.depth--; add('visits', context.frame.visits - before); }
  } };
});
vi.mock('../../../src/compile/select/candidates.js', async (original) => {
  const real: any = await original();
  return { ...real, createCandidates(...e: any[]) { const c = real.createCandidates(...e); return { ...c, find: (...a: any[]) => { const n = c.find(...a); if (n > 0) add('found', n); return n; } }; } };
});

test('calibrate', async () => {
  const { generateGalaxy } = await import('../../../src/galaxy/generate.js');
  const { loadGalaxy } = await import('../../../src/galaxy/load-galaxy.js');
  const { planOf } = await import('../../../src/compile/plan/program-plan.js');
  const { estimateRule } = await import('../../../src/compile/plan/estimate.js');
  const { nominalWorld } = await import('../../../src/compile/plan/nominal-world.js');
  const program = loadGalaxy();
  const world = generateGalaxy(program, { objects: 10000 });
  const plan = planOf(program);
  const turns = 4;
  const sources = new Map<string, number>();
  const t0 = Date.now();
  for (let i = 0; i < turns; i++) {
    for (const c of program.model.classes) sources.set(c.name, (sources.get(c.name) ?? 0) + world.query({ class: c.name }).length);
    world.step();
  }
  const lines: string[] = [`${Date.now() - t0} ms`];
  lines.push(program.model.kinds.map((k) => `${k.name} ${world.query({ kind: k.name }).length}`).join(', '));
  let [within, asked] = [0, 0];
  for (const rule of program.rules.rules) {
    const p = plan.rules.get(rule)!;
    const n = Math.round(sources.get(program.model.classes[rule.carrier - 1].name)! / turns);
    if (n === 0) { lines.push(`${rule.name} no sources`); continue; }
    const estimate = estimateRule(plan.book, p, program.model, nominalWorld(10000), n);
    const parts = ['rows', 'uniform', 'visits', 'writes', 'fired', 'found'].map((w) => (counts.tests.get(`${rule.index} ${w}`) ?? 0) / turns);
    const real = parts.reduce((a, b) => a + b, 0);
    const ratio = estimate.tests / real;
    asked++;
    if (ratio >= 0.1 && ratio <= 10) within++;
    lines.push(`${ratio.toFixed(2).padStart(8)} ${rule.name} n=${n} est=${Math.round(estimate.tests)} real=${Math.round(real)} [${parts.map(Math.round).join(' ')}] ${p.together ? '' : 'turn'} ${estimate.scans.map((s) => `${s.step}:${Math.round(s.tests)}`).join(' ')} nominal=${Math.round(estimateRule(plan.book, p, program.model, nominalWorld()).tests)}`);
  }
  lines.push(`${within} of ${asked} within 10`);
  writeFileSync('/tmp/calibrate.txt', lines.join('\n'));
}, 600000);
