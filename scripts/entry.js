#!/usr/bin/env node
// What a program is started by: it imports nothing before it has looked at the version, and has no syntax that Node 10 cannot read. So an
// older Node says in one line what is wrong, and does not fail over a file that it cannot load.
(() => {
  const needed = 'NEEDED';
  const given = process.versions.node;
  const isOlder = given.localeCompare(needed, 'en', { numeric: true }) < 0;
  if (isOlder) {
    process.stderr.write(`posthorn: Node ${given} is too old. Install Node ${needed} or newer (https://nodejs.org).\n`);
    process.exit(78);
  }
  // As Node says it of a program that waits for what never comes; one that gets to its end has set its own.
  const endless = 13;
  process.exitCode = endless;
  import('./PROGRAM').then(() => {
    if (process.exitCode === endless) process.exitCode = 0;
  });
})();
