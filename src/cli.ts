#!/usr/bin/env node
import { runCommand } from './programs/cli/run-command.js';
import { readSettings } from './infrastructure/config/load.js';

// Whatever the shell says: files are for this user alone.
process.umask(0o077);

process.exitCode = await runCommand(process.argv.slice(2), readSettings, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
