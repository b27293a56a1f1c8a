import { Button, Group } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { addressOf } from '../../api/client';
import { settingMessages } from '../../messages/setting-rooms';
import { Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { ProfileName } from './profile-name';

/* Below what a first visit shows. */
const ProfileEmail = lazy(() => import('./profile-email'));
const ClockPanel = lazy(async () => ({ default: (await import('./clock-panel')).ClockPanel }));

const { profile: words } = settingMessages;

export function ProfileRoom() {
  return (
    <Page intro={words.intro}>
      <ProfileName />
      <Panel title={words.emailTitle} intro={words.emailIntro}>
        <Suspense fallback={<Outline lines={3} />}>
          <ProfileEmail />
        </Suspense>
      </Panel>
      <Suspense fallback={null}>
        <ClockPanel />
      </Suspense>
      <Panel title={words.exportTitle} intro={words.exportText}>
        <Group>
          <Button
            variant="default"
            component="a"
            href={addressOf('GET /dashboard-api/profile/export')}
            download="posthorn-my-data.json"
          >
            {words.export}
          </Button>
        </Group>
      </Panel>
    </Page>
  );
}
