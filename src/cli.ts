#!/usr/bin/env node
import { CommanderError } from 'commander';
import { StartRefused } from './application/installation/establish-installation.js';
import { createProgram } from './infrastructure/cli/program.js';
import { Declined, exitCodes, Misused, type Outcome, Unopened } from './infrastructure/cli/outcome.js';
import { ConfigError } from './infrastructure/config/config.js';
import { readConfig } from './infrastructure/config/load.js';
import { DataDirInUse } from './infrastructure/data-dir/data-dir.js';

/** What the operator can mend, by the exit code that says so. */
const expected = [
  { kinds: [Declined, DataDirInUse], exitCode: exitCodes.negative },
  { kinds: [Misused], exitCode: exitCodes.usage },
  { kinds: [ConfigError, StartRefused, Unopened], exitCode: exitCodes.refused },
];

const program = createProgram(async (command, { json }) => print(await command(readConfig()), json === true));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

function print({ result, text, negative }: Outcome, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
  if (negative === true) process.exitCode = exitCodes.negative;
}

/** Says in a sentence what went wrong. */
function explain(error: unknown): number {
  // It has said it already; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`posthorn: ${message}\n`);
  return expected.find(({ kinds }) => kinds.some((kind) => error instanceof kind))?.exitCode ?? exitCodes.failed;
}
