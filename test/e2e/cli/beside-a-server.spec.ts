import { audit } from './beside/audit.js';
import { consent } from './beside/consent.js';
import { dns } from './beside/dns.js';
import { jobs } from './beside/jobs.js';
import { keys } from './beside/keys.js';
import { operations } from './beside/operations.js';
import { person } from './beside/person.js';
import { queue } from './beside/queue.js';
import { serverBeside } from './beside/server.js';
import { webhooks } from './beside/webhooks.js';

// One server for all of them, in this order: the list of endpoints is the installation's, and the person's part, which
// looks at every file and at the log of what all parts did, ends the server.
const beside = serverBeside();
webhooks(beside);
keys(beside);
audit(beside);
dns(beside);
queue(beside);
jobs(beside);
operations(beside);
consent(beside);
person(beside);
