import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramFacts } from '../../../application/doctor/facts.js';

export function programFacts(serverRuns: boolean, clockSteppedMs: number): ProgramFacts {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
    engines: { node: string };
  };
  return {
    serverRuns,
    nodeVersion: process.versions.node,
    leastNodeVersion: manifest.engines.node.replace(/^\D+/, ''),
    clockSteppedMs,
  };
}
