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
import { Status } from '../../ui/status';

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

type Port = Smtp['ports'][number];

const columnsOf = (best: number | undefined): readonly Column<Port>[] => [
  { title: words.port, cell: ({ port }) => <Code>{port}</Code> },
  { title: words.encryption, cell: ({ encryption }) => words[encryption] },
  { title: words.take, cell: ({ port }) => (port === best ? <Status tone="good" word={words.takeThis} /> : null) },
];

/** Encrypted from the first byte (RFC 8314 §3.3), on the usual port where there is one. */
function bestOf(ports: readonly Port[]): number | undefined {
  const usual = [465, 587, 2_465, 2_587];
  const rank = ({ port, encryption }: Port): number =>
    (encryption === 'tls' ? 0 : 10) + (usual.includes(port) ? usual.indexOf(port) : usual.length);
  return [...ports].sort((one, other) => rank(one) - rank(other))[0]?.port;
}

function Details({ smtp }: { readonly smtp: Smtp }) {
  const best = bestOf(smtp.ports);
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
      <Panel title={words.ports} {...(best === undefined ? {} : { intro: words.takeHint(best) })}>
        {smtp.certificate === 'self-signed' && <Alert color="yellow">{words.selfSigned}</Alert>}
        <Rows label={words.ports} columns={columnsOf(best)} rows={smtp.ports} idOf={({ port }) => String(port)} />
      </Panel>
    </>
  );
}
