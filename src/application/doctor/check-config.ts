import { type ConfigFacts, type Facts, read, type ReadModelFacts } from './facts.js';
import { linkProblems, linkRemedy, linkTroubleOf } from '../../domain/shared/link-trouble.js';
import { type Finding, finding } from './finding.js';

/** Settings that are each allowed, and together not what an operator means. */
export function checkConfig({ config, readModels, log, vault }: Facts): readonly Finding[] {
  const isEmpty = log.state === 'missing' && vault.state === 'missing';
  return [
    ...checkMode(config),
    ...checkAddresses(config),
    ...checkLinks(config),
    ...(isEmpty ? [] : checkMasterKeyPlace(config)),
    ...checkLimits(config),
    ...checkQuotas(config, read(readModels)),
    ...checkIdleNames(config),
  ];
}

function checkMode(config: ConfigFacts): readonly Finding[] {
  switch (config.deliveryMode.kind) {
    case 'capture':
      return checkCapture(config);
    case 'relay':
      return [...checkRelay(config.deliveryMode.relay), ...checkHeloName(config)];
    case 'mx':
      return [...checkMx(config), ...checkHeloName(config)];
  }
}

type Relay = Extract<ConfigFacts['deliveryMode'], { kind: 'relay' }>['relay'];

function checkRelay(relay: Relay): readonly Finding[] {
  const findings: Finding[] = [];
  if (!isLoopback(relay.host)) {
    // Credentials are never sent without TLS: then mail waits where there is none, and nothing goes in the clear.
    if (!relay.implicitTls && relay.credentials === null) {
      findings.push(
        finding(
          'warning',
          'relay-without-tls',
          'RELAY_URL is smtp://: email goes in the clear where the relay, or an attacker on the way, offers no STARTTLS.',
          'Use smtps:// where the relay has it.',
        ),
      );
    }
    if (relay.credentials !== null && !relay.verify) {
      findings.push(
        finding(
          'warning',
          'relay-not-verified',
          'RELAY_TLS_VERIFY is 0: the password of RELAY_URL goes to whatever answers at its address.',
          "Name the authority of the relay's certificate in RELAY_CA, and set RELAY_TLS_VERIFY to 1.",
        ),
      );
    }
    if (relay.credentials === null) {
      findings.push(
        finding(
          'warning',
          'relay-without-credentials',
          'RELAY_URL names no user: a relay that accepts email from everyone will be used by everyone.',
          'Give Posthorn a user of its own, unless the relay knows this machine by its address.',
        ),
      );
    }
  }
  return findings;
}

/** What is right for a test and sends real mail nowhere, or where it must not go. */
function checkMx({ mx }: ConfigFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (mx.port !== 25) {
    findings.push(
      finding(
        'warning',
        'mx-port-unusual',
        `MX_PORT is ${mx.port}: mail servers accept email from each other only on port 25.`,
        'Unset MX_PORT, unless this is a test.',
      ),
    );
  }
  if (mx.allowPrivate) {
    findings.push(
      finding(
        'warning',
        'private-mx-allowed',
        'ALLOW_PRIVATE_MX is on: anyone who publishes an MX can make this server talk SMTP to hosts of your own network.',
        'Turn ALLOW_PRIVATE_MX off, unless this is a test or a closed network.',
      ),
    );
  }
  return findings;
}

function checkHeloName({ heloName }: ConfigFacts): readonly Finding[] {
  if (heloName.includes('.') && !heloName.startsWith('localhost')) return [];
  return [
    finding(
      'warning',
      'helo-name-not-qualified',
      `This server calls itself ${heloName} in EHLO, which is no name that a receiver can look up: many score it as spam.`,
      'Set HELO_NAME to the full name that the reverse DNS of your address gives.',
    ),
  ];
}

function checkCapture({ preverifiedDomains }: ConfigFacts): readonly Finding[] {
  if (preverifiedDomains.length === 0) return [];
  return [
    finding(
      'warning',
      'capture-with-preverified-domains',
      'PREVERIFIED_DOMAINS is set and DELIVERY_MODE is capture: email from these domains is accepted and never leaves this machine.',
      'Set DELIVERY_MODE=relay and RELAY_URL, or DELIVERY_MODE=mx, or leave the domains out while you try things.',
    ),
  ];
}

function checkAddresses({ host, publicUrl, roles }: ConfigFacts): readonly Finding[] {
  if (!roles.includes('api')) return [];
  if (publicUrl === null && !isLoopback(host)) {
    return [
      finding(
        'warning',
        'public-url-unset',
        `The API listens on ${host} and PUBLIC_URL is unset: links in answers name an address that clients cannot follow.`,
        'Set PUBLIC_URL to the address under which clients reach this server.',
      ),
    ];
  }
  if (publicUrl !== null && publicUrl.startsWith('http://') && !isLoopback(hostOf(publicUrl))) {
    return [
      finding(
        'warning',
        'public-url-not-https',
        'PUBLIC_URL is http://: API keys and emails are sent to it in the clear.',
        'Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.',
      ),
    ];
  }
  return [];
}

function checkLinks(config: ConfigFacts): readonly Finding[] {
  const trouble = linkTroubleOf(config);
  const refused = 'Broadcasts, email about topics, forms that ask for a confirmation and tracking are refused.';
  return [
    ...(trouble === null
      ? []
      : [finding('error', 'links-unreachable', `${linkProblems[trouble]}. ${refused}`, `${linkRemedy}.`)]),
    ...(config.allowPrivateLinks
      ? [
          finding(
            'warning',
            'private-links-allowed',
            'ALLOW_PRIVATE_LINKS is on: emails leave with links to unsubscribe that may lead nowhere.',
            'Turn ALLOW_PRIVATE_LINKS off, unless this is a test or all recipients are in your network.',
          ),
        ]
      : []),
  ];
}

function checkMasterKeyPlace({ masterKey, dataDir, deliveryMode }: ConfigFacts): readonly Finding[] {
  if (masterKey !== null) return [];
  return [
    finding(
      // An operator who captures mail is trying things; one who sends it has customers.
      deliveryMode.kind === 'capture' ? 'note' : 'warning',
      'master-key-in-data-dir',
      `The master key is ${dataDir}/master.key, beside what it locks: anyone who copies this folder can read every email.`,
      'Move its content into MASTER_KEY (a secret of your platform), remove the file, and keep a copy apart from backups.',
    ),
  ];
}

function checkLimits({ rateLimitPerSecond, allowPrivateFetch }: ConfigFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (rateLimitPerSecond === 0) {
    findings.push(
      finding(
        'note',
        'no-rate-limit',
        'RATE_LIMIT_PER_SECOND is 0: one client can take all of this server.',
        'Set it, unless every client is yours.',
      ),
    );
  }
  if (allowPrivateFetch) {
    findings.push(
      finding(
        'warning',
        'private-fetch-allowed',
        'ALLOW_PRIVATE_FETCH is on: anyone with an API key can read from hosts of your own network through attachments, and send to them through webhooks.',
        'Unset it outside of tests.',
      ),
    );
  }
  return findings;
}

function checkQuotas({ quotas }: ConfigFacts, readModels: ReadModelFacts | undefined): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { teamId, daily, monthly } of readModels?.usage ?? []) {
    const beyond =
      quotas.daily !== null && daily > quotas.daily
        ? `DAILY_QUOTA is ${quotas.daily} and team ${teamId} has written to ${daily} recipients today`
        : quotas.monthly !== null && monthly > quotas.monthly
          ? `MONTHLY_QUOTA is ${quotas.monthly} and team ${teamId} has written to ${monthly} recipients this month`
          : undefined;
    if (beyond === undefined) continue;
    findings.push(
      finding(
        'warning',
        'quota-below-use',
        `${beyond}: everything that it sends is refused.`,
        'Raise the quota, or wait for the next day or month (UTC).',
      ),
    );
  }
  return findings;
}

function checkIdleNames({ overruled }: ConfigFacts): readonly Finding[] {
  return overruled.map(({ name, by }) =>
    finding('warning', 'name-overruled', `${name} is set, and ${by} overrules it.`, `Unset one of the two.`),
  );
}

function hostOf(url: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^:/]*)/.exec(url)?.[1]?.replace(/^\[(.*)\]$/, '$1') ?? '';
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
