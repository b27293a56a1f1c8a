import '@mantine/core/styles/DataList.css';
import { Alert, Code, DataList, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Installation } from '../../api/documents';
import { installationQuery } from '../../api/queries';
import { settingMessages } from '../../messages/setting-rooms';
import { Copyable } from '../../ui/copy';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';

const { smtp: words } = settingMessages;

export function SmtpRoom() {
  const query = useQuery(installationQuery);
  return (
    <Page intro={words.intro}>
      <Loaded query={query}>
        {({ smtp }) => (smtp === null ? <Alert color="yellow">{words.off}</Alert> : <Details smtp={smtp} />)}
      </Loaded>
    </Page>
  );
}

type Smtp = NonNullable<Installation['smtp']>;

const columns: readonly Column<Smtp['ports'][number]>[] = [
  { title: words.port, cell: ({ port }) => <Code>{port}</Code> },
  { title: words.encryption, cell: ({ encryption }) => words[encryption] },
];

function Details({ smtp }: { readonly smtp: Smtp }) {
  return (
    <>
      <Panel title={words.login}>
        <Copyable label={words.host} value={window.location.hostname} />
        <Text size="xs" c="dimmed" mt={-8}>
          {words.hostHint}
        </Text>
        <Copyable label={words.user} value={smtp.user_names[0] ?? ''} />
        <DataList>
          <DataList.Item>
            <DataList.ItemLabel>{words.password}</DataList.ItemLabel>
            <DataList.ItemValue>{words.passwordHint}</DataList.ItemValue>
          </DataList.Item>
        </DataList>
      </Panel>
      <Panel title={words.ports}>
        {smtp.certificate === 'self-signed' && <Alert color="yellow">{words.selfSigned}</Alert>}
        <Rows label={words.ports} columns={columns} rows={smtp.ports} idOf={({ port }) => String(port)} />
      </Panel>
    </>
  );
}
