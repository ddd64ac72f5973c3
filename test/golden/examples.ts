/** What examples/ has in native YAML, as `edict check` takes it: files with a world of their own, and folders. */
export const scenarios = ['colony', 'duel', 'expedition', 'realm', 'siege', 'environments/cart-pole'] as const;
export const contents = ['chance-and-stacking', 'first-farm', 'galaxy', 'starlanes'] as const;
export const environments = ['environments/galaxy', 'environments/galaxy-small'] as const;

/** Each a file of content that begins a world by itself. */
export const models = [
  'flocking',
  'forestfire',
  'frontier',
  'life',
  'schelling',
  'sir',
  'sugarscape',
  'wolfsheep',
] as const;

export const native: readonly string[] = [
  ...scenarios.map((name) => `examples/${name}.yaml`),
  ...environments.map((name) => `examples/${name}.yaml`),
  ...contents.map((name) => `examples/${name}`),
  ...models.map((name) => `examples/agents/${name}.yaml`),
];
