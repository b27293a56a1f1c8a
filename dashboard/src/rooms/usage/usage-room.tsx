import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usageWords as words } from '../../messages/usage';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { Allowance } from './allowance';
import { type Usage, usageQuery } from './queries';
import { SentPanel } from './sent-panel';

export function UsageRoom() {
  const query = useQuery(usageQuery);
  return (
    <Page intro={words.intro}>
      <Loaded query={query} lines={5}>
        {(usage) => <Allowances usage={usage} />}
      </Loaded>
      <SentPanel />
    </Page>
  );
}

/** What is counted whenever it was made. */
const held = ['domains', 'contacts', 'segments', 'broadcasts'] as const;

function Allowances({ usage }: { readonly usage: Usage }) {
  const { emails, rate_limit: rate } = usage;
  const most = limitOf(rate.limit);
  return (
    <Panel title={words.limits} intro={words.mailsHint}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="lg">
        <Allowance name={words.today} {...periodOf(emails.daily)} />
        <Allowance name={words.month} {...periodOf(emails.monthly)} />
        <div>
          <Text size="sm" fw={600}>
            {words.rate}
          </Text>
          <Text size="sm">
            {most === null ? words.rateNone : words.rateLimit(most.toLocaleString(), rate.duration)}
          </Text>
        </div>
        {held.map((each) => (
          <Allowance key={each} name={words[each]} used={usage[each].used} limit={limitOf(usage[each].limit)} />
        ))}
      </SimpleGrid>
    </Panel>
  );
}

function periodOf({ sent, limit, resets_at: resetsAt }: Usage['emails']['daily']) {
  return { used: sent, limit: limitOf(limit), resetsAt };
}

/** Where clients expect a number, the largest that all of them can hold stands for no limit. */
const unlimited = 2_147_483_647;

function limitOf(limit: number | null): number | null {
  return limit === unlimited ? null : limit;
}
