import { z } from 'zod';
import { delay } from '../../application/shared/delay.js';
import { parseWholeNumber } from '../../infrastructure/config/fields/parse.js';
import type { Settings } from '../../infrastructure/config/load.js';
import type { LastEvent } from '../../projections/emails/emails.document.js';
import type { Api } from './api/client.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import { bodyOf, type Given } from './operations/request.js';
import type { Field } from './operations/resource-command.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';

export type SendOptions = ServerOptions & Given & { readonly test?: boolean; readonly wait?: string };

const accepted = z.looseObject({ id: z.string() });
const entry = z.looseObject({
  created_at: z.string(),
  summary: z.string(),
  reply: z.looseObject({ code: z.int().nullable(), text: z.string() }).nullable(),
  meaning: z.string().nullable(),
});
const overview = z.looseObject({
  id: z.string(),
  last_event: z.string(),
  to: z.array(z.string()),
  from: z.string(),
  timeline: z.array(entry),
});
const domains = z.looseObject({
  data: z.array(z.looseObject({ name: z.string(), status: z.string(), origin: z.string() })),
});

type Followed = z.output<typeof overview>;

const pollMs = 250;
/** Nothing more is expected to follow: every other event is on its way to one of these. */
const results: readonly string[] = [
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'failed',
  'suppressed',
  'complained',
  'canceled',
  'scheduled',
] satisfies readonly LastEvent[];
const good: readonly string[] = ['delivered', 'opened', 'clicked', 'scheduled'] satisfies readonly LastEvent[];

/** `send`: sends an email, with `--test` one of its own, and follows it until the receiver has answered. */
export async function send(settings: Settings, fields: readonly Field[], options: SendOptions): Promise<Outcome> {
  const waitSeconds = parseWholeNumber(options.wait ?? '', 0, 3_600);
  if (waitSeconds === undefined)
    throw new Misused('--wait must be a number of seconds from 0 to 3600, for example 60.');
  const given = bodyOf(fields, options);
  if (options.test !== true && given['from'] === undefined) {
    throw new Misused('Give --from, --to and --subject, or --test to send a test email.');
  }
  return withServer(settings, options, async (api) => {
    const body = options.test === true ? { ...(await testEmail(api, given)), ...given } : given;
    const { id } = accepted.parse(await api.call('POST', '/emails', body));
    return describe(await follow(api, id, waitSeconds * 1000), waitSeconds);
  });
}

/** From the team's first verified domain to the recipient that is named, or within the sandbox of the server. */
async function testEmail(api: Api, { to, from }: Readonly<Record<string, unknown>>): Promise<object> {
  const text = 'This is a test email from the command line of Posthorn.';
  if (from !== undefined && to !== undefined) return { subject: 'Test email', text };
  const { data } = await api.get('/dashboard-api/domains', domains);
  const verified = data.filter(({ status }) => status === 'verified');
  const sandbox = verified.find(({ origin }) => origin === 'sandbox');
  const own = verified.find(({ origin }) => origin !== 'sandbox');
  const sender = to === undefined ? (sandbox ?? own) : (own ?? sandbox);
  if (sender === undefined || (to === undefined && sandbox === undefined)) {
    throw new Declined(
      'There is no sandbox domain to send to: name the recipient with --to, and the sender with --from.',
    );
  }
  return {
    from: `Posthorn <test@${sender.name}>`,
    to: [`delivered@${sandbox?.name ?? ''}`],
    subject: 'Test email',
    text,
  };
}

async function follow(api: Api, id: string, waitMs: number): Promise<Followed> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const found = await api.find(`/dashboard-api/emails/${id}/overview`, overview);
    const isOver = Date.now() >= untilMs;
    if (found !== undefined && (isOver || results.includes(found.last_event))) return found;
    if (isOver) throw new Declined(`Email ${id} was accepted and is not listed yet: posthorn emails show ${id}`);
    await delay(pollMs);
  }
}

function describe(email: Followed, waitSeconds: number): Outcome {
  const { id, last_event: lastEvent, from, to, timeline } = email;
  const isOver = results.includes(lastEvent);
  const rows = timeline.map(({ created_at: at, summary, reply, meaning }) => [
    at,
    summary,
    reply === null ? (meaning ?? '') : `${reply.code ?? ''} ${reply.text}`.trim(),
  ]);
  const later = isOver ? '' : ` after ${waitSeconds} seconds; follow it with: posthorn emails show ${id}`;
  const text = [
    `Email ${id} from ${from} to ${to.join(', ')}`,
    tableOf(['time', 'what', 'reply'], rows),
    `Result: ${lastEvent}${later}`,
  ];
  return { result: email, text: text.join('\n'), negative: isOver ? !good.includes(lastEvent) : waitSeconds > 0 };
}
