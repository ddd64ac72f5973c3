/** `edict/node`: calls that read and write files. The other entry points but `edict/batch` need no Node. */
export { readContent } from '../files/read-content.js';
export { writeFileWhole } from '../files/write-file.js';
export { readTables } from '../scenarios/read-tables.js';
