import { batch } from './attacks/batch.js';
import { bodies } from './attacks/bodies.js';
import { domains } from './attacks/domains.js';
import { growth } from './attacks/growth.js';
import { floods } from './attacks/floods.js';
import { html } from './attacks/html.js';
import { names } from './attacks/names.js';
import { owners } from './attacks/owners.js';
import { products } from './attacks/products.js';
import { reads } from './attacks/reads.js';
import { searches } from './attacks/searches.js';
import { signIns } from './attacks/sign-ins.js';
import { smtp } from './attacks/smtp.js';
import { strangers } from './attacks/strangers.js';
import { webhooks } from './attacks/webhooks.js';

/**
 * Each with `name` and `what` it does. `prepare(target)`: what must be stored before, at a server that is then started anew; its
 * result goes to `arm(target, prepared)`, which makes requests ready and answers what sends them. `env`: settings of the server.
 * `stored`: so many mails of the attacker's are in the log before (`--stored`). `reads`: a second well-behaved team lists its mails. `neighbour`: what the well-behaved team sends, where it is not a plain mail. `needsNames`: the server's system resolver must
 * be ours.
 */
export const attacks = [
  ...bodies,
  ...reads,
  ...products,
  ...growth,
  ...html,
  ...names,
  ...domains,
  ...floods,
  ...smtp,
  ...batch,
  ...owners,
  ...searches,
  ...signIns,
  ...webhooks,
  ...strangers,
];
