import type { ProgramFacts } from '../../../application/doctor/facts.js';
import { leastNodeVersion } from '../../manifest.js';

export function programFacts(serverRuns: boolean, clockSteppedMs: number): ProgramFacts {
  return {
    serverRuns,
    nodeVersion: process.versions.node,
    leastNodeVersion,
    clockSteppedMs,
  };
}
