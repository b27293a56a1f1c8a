import { openEmail } from '../../application/email/read-email.js';
import { getInsights, type Insights } from '../../application/insight/get-insights.js';
import { TemplateContents } from '../../application/template/template-content.js';
import type { InsightGroup } from '../../domain/insight/finding.js';
import type { InsightFinding } from '../../domain/insight/rules.js';
import type { Config } from '../../infrastructure/config/config.js';
import { ContentThreads } from '../../infrastructure/http/content-reading/content-threads.js';
import { htmlReader } from '../../infrastructure/http/content-reading/read-contents.js';
import { presentInsights } from '../../infrastructure/http/emails/insights/insights.answers.js';
import { createMailComposer } from '../../infrastructure/mail-composer/mail-composer.js';
import { messageReader } from '../../infrastructure/message-reader/message-reader.js';
import { openDomainDns, sendingHostOf } from '../domain-dns.js';
import { printable } from './audit.js';
import { type OpenInstallation, withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';
import { keysOf } from '../../domain/shared/members.js';

/** `insights <email id>`: what `GET /emails/{id}/insights` answers; negative where something needs attention. */
export async function insightsOf(config: Config, id: string): Promise<Outcome> {
  const emailId = id.toLowerCase();
  const found = await withExisting(config, (opened) => judge(config, opened, emailId));
  const needsAttention = found.findings.some(({ group }) => group === 'attention');
  return { result: presentInsights(emailId, found), text: printable(textOf(found)), negative: needsAttention };
}

async function judge(config: Config, opened: OpenInstallation, emailId: string): Promise<Insights> {
  const { ports, log } = opened;
  const { blobs, sealer, keys } = log;
  const teamId = (await openEmail(ports, emailId))?.document.teamId;
  if (typeof teamId !== 'string') throw new Declined(`There is no email ${emailId}.`);
  const nothing = (): void => undefined;
  const threads = new ContentThreads({ logger: { debug: nothing, info: nothing, warn: nothing, error: nothing } });
  try {
    const found = await withReadModels(config, opened, (readStore) =>
      getInsights(
        {
          ...ports,
          ...{ blobs, sealer, readStore, reader: messageReader },
          ...openDomainDns(config),
          sendingHost: sendingHostOf(config, ports.clock),
          templates: new TemplateContents({ blobs, sealer, keys }),
          composer: createMailComposer({ sign: async (message) => message }),
        },
        { teamId, emailId, takeBytes: () => true, readHtml: htmlReader(threads, teamId) },
      ),
    );
    if (found === undefined || 'refused' in found) throw new Declined(`The email ${emailId} could not be read.`);
    return found;
  } finally {
    await threads.onModuleDestroy();
  }
}

const headings: Readonly<Record<InsightGroup, string>> = {
  attention: 'Needs attention',
  improvement: 'Could be better',
  unchecked: 'Not checked',
  passed: 'Passed',
};

function textOf({ erased, findings }: Insights): string {
  if (erased) return 'This email was erased, so nothing can be checked.';
  return keysOf(headings)
    .flatMap((group) => {
      const own = findings.filter((finding) => finding.group === group);
      return own.length === 0 ? [] : [[`${headings[group]}:`, ...own.map(linesOf)].join('\n\n')];
    })
    .join('\n\n');
}

function linesOf({ check, group, title, seen, why, source, remedy, fix }: InsightFinding): string {
  const reason = group === 'passed' ? [] : [`Why: ${why} ${source.name}: ${source.url}`];
  const setting = fix?.kind === 'setting' ? ` Setting: ${fix.name}.` : '';
  const toDo = remedy === null ? [] : [`Do: ${remedy}${setting}`];
  return [`${title} (${check})`, ...[seen, ...reason, ...toDo].map((line) => `  ${line}`)].join('\n');
}
