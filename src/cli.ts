#!/usr/bin/env node
const [command, ...rest] = process.argv.slice(2);

// The parent of a server stays small: none of the other commands is loaded for it.
if (command === 'serve' && rest.length === 0) await (await import('./programs/cli/serve.js')).serve();
else await (await import('./programs/cli/main.js')).main();
