#!/usr/bin/env node
import { runCommand } from './infrastructure/cli/run-command.js';
import { readSettings } from './infrastructure/config/load.js';

process.exitCode = await runCommand(process.argv.slice(2), readSettings, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
