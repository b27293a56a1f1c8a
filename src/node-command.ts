import { nodeCommand } from './programs/server/node-command.js';

process.stdout.write(`${nodeCommand()}\n`);
