import type { BootstrapApiKey } from '../../application/api-key/bootstrap-api-key.js';
import { join } from 'node:path';
import { linkProblems, linkRemedy, linkTroubleOf } from '../../domain/shared/link-trouble.js';
import type { Config } from '../../infrastructure/config/config.js';

export interface Started {
  readonly url: string;
  readonly bootstrapApiKey: BootstrapApiKey;
  readonly setUpUrl: string | null;
  readonly masterKeyCreated: boolean;
  readonly deliveryHeldSince: string | null;
  /** Where mail is submitted, and what could not be listened on. */
  readonly smtp: SmtpStarted | null;
  readonly inboundPort: number | null;
}

interface SmtpStarted {
  /** By the name of the setting. */
  readonly ports: Readonly<Partial<Record<string, number>>>;
  /** One sentence each. */
  readonly missing: readonly string[];
  readonly selfSigned: boolean;
}

/** What a start prints for the operator. The one place that ever shows a key, and only one that was just made. */
export function banner(config: Config, started: Started): string {
  const { url, bootstrapApiKey, setUpUrl, masterKeyCreated, deliveryHeldSince, smtp } = started;
  const isMade = bootstrapApiKey.outcome === 'made';
  const made = isMade && config.bootstrapKeyOutput === 'stdout' ? bootstrapApiKey.token : undefined;
  const sender = config.sandboxDomains[0];
  const lines = ['', `Posthorn serves ${url}`, '', `  Dashboard  ${url}/dashboard`, `  Delivery   ${modeOf(config)}`];
  if (smtp !== null) lines.push(...smtpLines(config.smtp.host, smtp));
  if (started.inboundPort !== null) lines.push(`  Inbound    ${config.smtp.host}: ${started.inboundPort}`);
  if (made !== undefined)
    lines.push(`  API key    ${made}   (shown only once; \`posthorn keys create\` creates another key)`);
  else if (isMade) lines.push(`  API key    in ${bootstrapKeyFile(config)}   (the only place)`);
  if (setUpUrl !== null) {
    const place = config.bootstrapKeyOutput === 'stdout' ? setUpUrl : `the link in ${setUpLinkFile(config)}`;
    lines.push('', `  Create the first user (single-use link):  ${place}`);
  }
  if (deliveryHeldSince !== null) {
    lines.push(
      '',
      `  Delivery is held since the restore of ${deliveryHeldSince}: no email is sent until you run \`posthorn resume\`.`,
    );
  }
  if (bootstrapApiKey.outcome === 'added-beside') {
    lines.push('', '  Warning: BOOTSTRAP_API_KEY has changed since an earlier start. Both keys are valid now.');
  }
  const trouble = linkTroubleOf(config);
  if (trouble !== null) {
    const refused = 'Broadcasts, email with topics, sign-up forms, and tracking are refused.';
    lines.push('', `  Warning: ${linkProblems[trouble]}. ${refused}`, `           ${linkRemedy}.`);
  }
  if (masterKeyCreated) {
    lines.push(
      '',
      `  Warning: ${config.dataDir}/master.key was created. Store a copy of it separately from your backups.`,
    );
  }
  if (sender !== undefined) lines.push('', '  Send a first email:', '', curl(url, made ?? '$POSTHORN_KEY', sender));
  return `${lines.join('\n')}\n\n`;
}

/** Where a key that the first start makes is kept, if it is not to be on standard output. */
export function bootstrapKeyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'bootstrap-api-key');
}

/** Where the link that makes the first person is kept, if it is not to be on standard output. */
export function setUpLinkFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'set-up-link');
}

function modeOf({ deliveryMode }: Config): string {
  switch (deliveryMode.kind) {
    case 'capture':
      return 'capture: email goes to the built-in catcher and never leaves this machine';
    case 'relay':
      return `relay: email goes to ${deliveryMode.relay.host}:${deliveryMode.relay.port}`;
    case 'mx':
      return 'mx: email goes to the mail hosts of each recipient';
  }
}

/** The ports that email clients know, and where they are here. */
function smtpLines(host: string, { ports, missing, selfSigned }: SmtpStarted): readonly string[] {
  const places = Object.entries(ports).map(([name, port]) => `${/\d+/.exec(name)?.[0]} on ${port}`);
  const lines = places.length === 0 ? [] : [`  SMTP       ${host}: ${places.join(', ')}`];
  if (selfSigned && places.length > 0)
    lines.push('             with a self-signed certificate, until you set SMTP_TLS_CERT');
  return [...lines, ...missing.map((sentence) => `  Warning: ${sentence}`)];
}

function curl(url: string, key: string, domain: string): string {
  const mail = {
    from: `Posthorn <onboarding@${domain}>`,
    to: [`delivered@${domain}`],
    subject: 'Hello',
    html: '<p>It works.</p>',
  };
  return [
    `  curl -X POST ${url}/emails \\`,
    `    -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `    -d '${JSON.stringify(mail)}'`,
  ].join('\n');
}
