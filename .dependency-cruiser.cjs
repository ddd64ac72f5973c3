// Imports go downward only; see CONTRIBUTING.md. Type imports count like any other.

/** The rooms of the kernel, lowest first: each may import those before it. */
const ladder = [
  'kernel',
  'model',
  'components',
  'state',
  'indexes',
  'ir',
  'eval',
  'meaning',
  'match',
  'rules',
  'solve',
  'flow',
  'ask',
  'events',
  'compiled',
  'confine',
  'plans',
  'reference',
  'systems',
];
const below = (room) => ladder.slice(0, ladder.indexOf(room));

/** A folder of src, or the file of its name beside it. */
const place = (name) => `^src/${name}(?:/|\\.ts$)`;

/** Folders of src/content that every dialect may import; any other folder there is a dialect. */
const sharedContent = 'native|text|expression';
const dialect = `^src/content/(?!(?:${sharedContent})/)([^/]+)/`;

/** A layer may import itself, the layers named and packages, and nothing else of ours. */
const mayImportOnly = (name, allowed, folder = name) => ({
  name: `${name}-imports-downward`,
  comment: `src/${name} may import ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'nothing else of ours'}.`,
  severity: 'error',
  from: { path: place(folder) },
  to: { path: '^(?:src|test|bench|scripts|bin)/', pathNot: [folder, ...allowed].map(place) },
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
    ...ladder.map((room) => mayImportOnly(room, below(room))),
    {
      name: 'reference-stands-alone',
      comment: 'What judges the compiled executor, and what both share, rests on state, IR and interpreter alone.',
      severity: 'error',
      from: { path: '^src/(?:reference|meaning)/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(?:kernel|model|components|state|ir|meaning|reference)/',
          '^src/eval/(?:interpreter|operation|make-node|path-counts|node-shape)\\.ts$',
        ],
      },
    },
    {
      name: 'reference-is-a-fallback',
      comment: 'Only systems and the world choose the reference, or hand it to compiled code that falls back to it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['reference', 'systems', 'world'].map(place) },
      to: { path: place('reference') },
    },
    mayImportOnly('files', ['kernel']),
    // Dialects have rules of their own, below.
    mayImportOnly('content', ['files', ...below('confine')], `content/(?:${sharedContent})`),
    mayImportOnly('batch', ['world', 'content', ...ladder]),
    mayImportOnly('scenarios', ['world', 'content', 'files', ...ladder]),
    mayImportOnly('environments', ['batch', 'galaxy', 'scenarios', 'world', 'content', 'files', ...ladder]),
    mayImportOnly('bridge', ['environments', 'batch', 'galaxy', 'scenarios', 'world', 'content', 'files', ...ladder]),
    {
      name: 'dialects-are-the-top',
      comment:
        'A dialect imports anything below it, and never another dialect. The registry alone imports dialects, and the ' +
        'command line the registry.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/content/dialects\\.ts$', dialect] },
      to: { path: dialect },
    },
    {
      name: 'dialects-know-no-other',
      comment: 'A dialect never imports another dialect.',
      severity: 'error',
      from: { path: dialect },
      to: { path: dialect, pathNot: '^src/content/$1/' },
    },
    {
      name: 'cli-is-the-top',
      comment: 'Only dialects, which add commands, import the command line; nothing imports its main program.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cli/', dialect] },
      to: { path: place('cli') },
    },
    {
      name: 'main-assembles',
      comment: 'The main program alone knows the registry of dialects, and nothing imports the main program.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/main\\.ts$' },
      to: { path: '^src/(?:content/dialects|cli/main)\\.ts$' },
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
