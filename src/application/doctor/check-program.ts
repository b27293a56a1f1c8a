import { type Facts, read } from './facts.js';
import { type Finding, finding } from './finding.js';

/** The runtime, and whether a server runs. */
export function checkProgram({ program, log, shared }: Facts): readonly Finding[] {
  const findings: Finding[] = [];
  if (isOlder(program.nodeVersion, program.leastNodeVersion)) {
    findings.push(
      finding(
        'error',
        'node-too-old',
        `This is Node ${program.nodeVersion}, and Posthorn needs ${program.leastNodeVersion} or newer.`,
        'Install a newer Node.',
      ),
    );
  }
  // On shared engines only leases show which servers run.
  const isKnown = shared === null || shared.leases.length > 0;
  if (!program.serverRuns && isKnown && read(log) !== undefined) {
    findings.push(
      finding(
        'note',
        'server-stopped',
        shared === null ? 'No server runs on this folder.' : 'No process keeps a lease.',
        'Start one with npm start.',
      ),
    );
  }
  return findings;
}

function isOlder(version: string, least: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(least)];
  const index = numbers.findIndex((number, place) => number !== (others[place] ?? 0));
  return index >= 0 && (numbers[index] ?? 0) < (others[index] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number);
}
