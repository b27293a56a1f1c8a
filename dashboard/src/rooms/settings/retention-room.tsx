import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../../api/queries';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';

const { retention: words } = settingMessages;

export function RetentionRoom() {
  const query = useQuery(installationQuery);
  return (
    <Page intro={words.intro}>
      <Loaded query={query}>
        {({ retention: { retention_days: mailDays, request_log_days: logDays } }) => (
          <>
            <Kept
              what={words.mails}
              howLong={mailDays === null ? words.forever : words.days(mailDays)}
              says={mailDays === null ? words.mailsForever : words.mailsHint}
            />
            <Text size="sm" c="dimmed">
              {words.where}
            </Text>
            <Kept what={words.logs} howLong={words.days(logDays)} says={words.logsHint} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface KeptProps {
  readonly what: string;
  readonly howLong: string;
  readonly says: string;
}

function Kept({ what, howLong, says }: KeptProps) {
  return (
    <Panel
      title={what}
      intro={says}
      actions={
        <Group>
          <Text fw={600}>{howLong}</Text>
        </Group>
      }
    />
  );
}
