import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Where results must be the same on every run and every machine. */
const deterministic = [
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
  'confine',
  'plans',
  'reference',
  'systems',
  'content',
].map((folder) => `src/${folder}/**/*.ts`);

/** Engines round these differently: `src/kernel` has its own, over + − × ÷ √ alone. */
const inexactMath = [
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atan2',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'hypot',
  'log',
  'log10',
  'log1p',
  'log2',
  'pow',
  'sin',
  'sinh',
  'tan',
  'tanh',
];

const inexact = inexactMath.map((property) => ({
  object: 'Math',
  property,
  message: 'Engines round this differently; use src/kernel (power.ts, exponentials.ts, angles.ts).',
}));

const impure = [
  { object: 'Math', property: 'random', message: "Draw from the world's random streams (src/kernel)." },
  { object: 'Date', property: 'now', message: 'No result may depend on the time.' },
  { property: 'localeCompare', message: 'The order differs between machines; compare with < and >.' },
];

/** What engines round differently, and what depends on the time. */
const powersAndDates = [
  {
    // Powers of two are exact.
    selector: 'BinaryExpression[operator="**"]:not([left.value=2]):not([left.type="Literal"][right.type="Literal"])',
    message: 'This is Math.pow; use the one shared function of src/kernel (power.ts).',
  },
  { selector: 'AssignmentExpression[operator="**="]', message: 'This is Math.pow; use src/kernel/power.ts.' },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'No result may depend on the time.',
  },
];

/**
 * What an operation is asked for stands in its record (src/eval/ops), and what an expression looks like in
 * src/eval/node-shape.ts: nobody else names operations.
 */
const namedOperations = [
  'BinaryExpression[operator=/^[!=]==?$/] > MemberExpression[property.name="op"]',
  'BinaryExpression[operator=/^[!=]==?$/] > Identifier[name="op"]',
  'SwitchStatement > MemberExpression.discriminant[property.name="op"]',
  'SwitchStatement > Identifier.discriminant[name="op"]',
  'MemberExpression[computed=true] > MemberExpression.property[property.name="op"]',
  'MemberExpression[computed=true] > Identifier.property[name="op"]',
  'CallExpression[callee.property.name=/^(?:get|has|hasOwn|includes)$/] > MemberExpression.arguments[property.name="op"]',
  'CallExpression[callee.property.name=/^(?:get|has|hasOwn|includes)$/] > Identifier.arguments[name="op"]',
].map((selector) => ({
  selector,
  message:
    'Ask a predicate of src/eval/node-shape.ts, or let the record of the operation say it (src/eval/operation.ts).',
}));

/** @type {import('eslint').Rule.RuleModule} */
const kebabCaseFile = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { name: 'File names are kebab-case: "{{name}}" is not.' },
  },
  create(context) {
    const name = context.filename.replace(/^.*[\\/]/, '');
    const isKebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(name);
    return isKebab ? {} : { Program: (node) => context.report({ node, messageId: 'name', data: { name } }) };
  },
};

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{ts,mjs}'],
    plugins: { house: { rules: { 'kebab-case-file': kebabCaseFile } } },
    rules: {
      'house/kebab-case-file': 'error',
      'max-lines': ['warn', { max: 400 }],
      'max-depth': ['warn', { max: 5 }],
      // The formatter breaks code; comments are left to who writes them, and texts stay whole.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      // A switch counts once: a table of operators is long, not complex.
      complexity: ['warn', { max: 20, variant: 'modified' }],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
    },
  },
  { files: ['*.config.{ts,mjs}'], rules: { 'no-restricted-exports': 'off' } },

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Without a comparator even numbers sort as text.
      '@typescript-eslint/require-array-sort-compare': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions', 'methods'] }],
      // What a component adds to the state is said by its columns alone.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],

      // Element types leave out undefined (noUncheckedIndexedAccess is off), so a needed check looks unnecessary.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Asks for `!`, which the house refuses.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Columns are walked by index.
      '@typescript-eslint/prefer-for-of': 'off',
      // An async function without await keeps an interface's promise.
      '@typescript-eslint/require-await': 'off',
      // There are no enums here, and looking for them in all types takes a tenth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Taste, not faults.
      '@typescript-eslint/array-type': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },

  {
    files: ['src/**/*.ts'],
    rules: { 'no-eval': 'error', 'no-new-func': 'error' },
  },
  {
    files: deterministic,
    rules: {
      'no-restricted-properties': ['error', ...impure, ...inexact],
      'no-restricted-syntax': ['error', ...powersAndDates, ...namedOperations],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: deterministic,
    rules: {
      'no-restricted-properties': ['error', ...inexact],
      'no-restricted-syntax': ['error', ...namedOperations],
    },
  },
  {
    files: [
      'src/eval/ops/**/*.ts',
      'src/eval/node-shape.ts',
      'src/eval/make-node.ts',
      // Conditions of Antares have operators of their own.
      'src/content/antares/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...powersAndDates] },
  },
  {
    // Allowed in hot loops where nothing else reads as well; everywhere else refused.
    files: ['src/kernel/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'warn' },
  },

  {
    // Written by a script.
    files: ['src/content/native/content-source.ts'],
    rules: {
      // Words stand beside expressions, for editors.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      'max-lines': 'off',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
