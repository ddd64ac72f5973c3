// Imports go downward only; see CONTRIBUTING.md. Type imports count like any other.

const layers = {
  cli: '^src/cli/',
  galaxy: '^src/galaxy/',
  turns: '^src/turns/',
  index: '^src/index\\.ts$',
  bridge: '^src/bridge/',
  environments: '^src/environments/',
  batch: '^src/batch/',
  scenarios: '^src/scenarios/',
  world: '^src/world(?:/|\\.ts$)',
  systems: '^src/systems/',
  content: '^src/content/',
  compile: '^src/compile/',
  components: '^src/components/',
  files: '^src/files/',
  kernel: '^src/kernel/',
};

/** Folders of src/content that every dialect may import; any other folder there is a dialect. */
const sharedContent = 'native|diagnostics|expression';
const dialect = `^src/content/(?!(?:${sharedContent})/)([^/]+)/`;

/** A layer may import itself, the layers named and packages, and nothing else of ours. */
const mayImportOnly = (name, allowed) => ({
  name: `${name}-imports-downward`,
  comment: `src/${name} may import ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'nothing else of ours'}.`,
  severity: 'error',
  from: { path: layers[name] },
  to: { path: '^(?:src|test|bench|scripts|bin)/', pathNot: [name, ...allowed].map((layer) => layers[layer]) },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or need a third below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    mayImportOnly('scenarios', ['turns', 'world', 'systems', 'content', 'compile', 'components', 'files', 'kernel']),
    mayImportOnly('batch', ['world', 'systems', 'content', 'compile', 'components', 'kernel']),
    mayImportOnly('environments', [
      'batch',
      'galaxy',
      'scenarios',
      'world',
      'systems',
      'content',
      'compile',
      'components',
      'files',
      'kernel',
    ]),
    mayImportOnly('bridge', [
      'environments',
      'batch',
      'galaxy',
      'scenarios',
      'world',
      'systems',
      'content',
      'compile',
      'components',
      'files',
      'kernel',
    ]),
    mayImportOnly('turns', ['world', 'systems', 'content', 'compile', 'components', 'kernel']),
    mayImportOnly('kernel', []),
    mayImportOnly('files', ['kernel']),
    mayImportOnly('components', ['kernel']),
    mayImportOnly('compile', ['components', 'kernel']),
    mayImportOnly('systems', ['compile', 'components', 'kernel']),
    mayImportOnly('content', ['compile', 'components', 'files', 'kernel']),
    {
      name: 'dialects-stay-apart',
      comment: `A dialect imports itself and the shared folders of src/content (${sharedContent}), never another dialect.`,
      severity: 'error',
      from: { path: dialect },
      to: { path: dialect, pathNot: '^src/content/$1/' },
    },
    {
      name: 'shared-content-knows-no-dialect',
      comment: 'What all dialects share must not depend on one of them.',
      severity: 'error',
      from: { path: `^src/content/(?:${sharedContent})/` },
      to: { path: dialect },
    },
    {
      name: 'world-knows-no-dialect',
      comment: 'The world may import anything but the cli and the dialects.',
      severity: 'error',
      from: { path: layers.world },
      to: { path: dialect },
    },
    {
      name: 'cli-is-the-top',
      comment: 'Nothing imports the command line: it is the topmost layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: layers.cli },
      to: { path: layers.cli },
    },
    {
      name: 'src-stands-alone',
      comment: 'src is what a package holds: it may not import tests, benchmarks or scripts.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(?:test|bench|scripts|bin)/' },
    },
    {
      name: 'only-runtime-packages',
      comment: 'A package that src imports belongs in "dependencies" of package.json.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'The imported module does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
