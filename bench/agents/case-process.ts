import { type AgentsCase, runAgentsCase } from './case.js';

process.stdout.write(JSON.stringify(await runAgentsCase(JSON.parse(process.argv[2] ?? '') as AgentsCase)));
