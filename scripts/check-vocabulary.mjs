#!/usr/bin/env node
// Refuses a dialect's name outside of its folder: below src only the folders of dialects in src/content may say it. A
// name counts as a whole word, also inside an identifier: `focsParser`, but not `lstat`.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const words = ['freeorion', 'focs', 'caveman', 'c2c', 'civ4', 'civ', 'antares', 'procyon', 'l5r', 'pcgen', 'lst'];
/** The folders of dialects, and their registry. */
const allowed = /^src\/content\/(?!(?:native|text|expression)\/)/;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Any of the words, wherever it stands; `isWholeWord` decides. */
const anyWord = new RegExp(words.join('|'), 'gi');

/**
 * Whether the match is a word of its own: next to no letter or digit, except where camelCase starts a new word. A digit
 * may follow a letter (Caveman2Cosmos), but no digit a digit.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function isWholeWord(text, start, end) {
  const word = text.slice(start, end);
  const before = text[start - 1] ?? ' ';
  const after = text[end] ?? ' ';
  const startsCamel = /[a-z0-9]/.test(before) && /[A-Z]/.test(word.charAt(0));
  if (/[A-Za-z0-9]/.test(before) && !startsCamel) return false;
  if (/[a-z]/.test(after)) return false;
  // In capitals there is no camelCase: LSTAT is one word.
  if (/[A-Z]/.test(after)) return /[a-z]/.test(word);
  return !(/[0-9]/.test(after) && /[0-9]$/.test(word));
}

/** @param {string} text */
function wordsIn(text) {
  return [...text.matchAll(anyWord)]
    .filter((match) => isWholeWord(text, match.index, match.index + match[0].length))
    .map((match) => match[0]);
}

/** @param {string} folder @returns {string[]} the files below it, as paths from the root */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

const hits = filesBelow('src')
  .filter((path) => !allowed.test(path))
  .flatMap((path) => [
    ...wordsIn(path).map((word) => `${path}:1: "${word}" in the file's name`),
    ...readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => wordsIn(line).map((word) => `${path}:${String(index + 1)}: "${word}"`)),
  ]);

if (hits.length > 0) {
  console.error(
    hits
      .map((hit) => `${hit} is a dialect's word; say what the kernel means, or move it into the folder of the dialect`)
      .join('\n'),
  );
  process.exitCode = 1;
}
