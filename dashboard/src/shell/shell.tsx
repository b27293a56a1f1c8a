import { Burger, Center, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useContext, useEffect, useState } from 'react';
import { useLiveChanges } from '../api/live';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { Brand } from '../ui/brand';
import { ConfirmIdentity } from './confirm-identity';
import { ConnectionBanner } from './connection-banner';
import { Palette, openPalette } from './palette-opener';
import { Rooms } from './places';
import { ShortcutHelp } from './shortcut-help';
import { Sidebar } from './sidebar';
import classes from './shell.module.css';
import { useQuery } from '@tanstack/react-query';
import { useOlderThanServer } from '../api/build';
import { statusQuery } from '../api/queries';

/** Loaded where there is one to show, which is seldom. */
const ServerNotices = lazy(() => import('./server-notices'));

/**
 * Above every room: nothing is sent since a restore; the server serves a newer page. Without an answer it says nothing.
 */
function NoticesOfServer() {
  const { data } = useQuery(statusQuery);
  const isOlder = useOlderThanServer();
  const isHeld = data?.delivery?.state === 'held';
  if (!isHeld && !isOlder) return null;
  return (
    <Suspense>
      <ServerNotices isHeld={isHeld} heldSince={data?.delivery?.held_since ?? null} isOlder={isOlder} />
    </Suspense>
  );
}

const { shell } = messages;

/** Loaded by phones alone. */
/** Few visits show any of these. */
const EnrolNotice = lazy(async () => ({ default: (await import('./notices')).EnrolNotice }));
const NoTeam = lazy(async () => ({ default: (await import('./notices')).NoTeam }));
const ProveAddress = lazy(async () => ({ default: (await import('./prove-address')).ProveAddress }));
const MenuDrawer = lazy(() => import('./menu-drawer'));

/** What stands around every room of a person who is signed in. */
export function Shell() {
  const [isMenuOpen, menu] = useDisclosure(false);
  const [wasMenuOpen, setWasMenuOpen] = useState(false);
  if (isMenuOpen && !wasMenuOpen) setWasMenuOpen(true);
  const { pathname } = useLocation();
  useEffect(() => menu.close(), [pathname, menu.close]);
  const session = useSession();
  useLiveChanges(session.second_factor === 'done' ? (session.team?.id ?? null) : null, useContext(Rooms));
  const ofPerson = pathname.startsWith('/settings/profile') || pathname.startsWith('/settings/se');
  return (
    <>
      <a className="skip-link" href="#main">
        {shell.skip}
      </a>
      <div className={classes['shell']}>
        {/* No header: an open dialog has one, and a page has only one banner. */}
        <section className={classes['bar']} aria-label={shell.bar}>
          <Brand />
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton onClick={openPalette} aria-label={shell.search} w={40} h={40}>
              <Center h="100%">
                <IconSearch size={20} aria-hidden />
              </Center>
            </UnstyledButton>
            <Burger opened={isMenuOpen} onClick={menu.toggle} aria-label={shell.openMenu} size="sm" />
          </Group>
        </section>
        <aside className={classes['side']}>
          <Sidebar />
        </aside>
        <main className={classes['main']} id="main" tabIndex={-1}>
          <ConnectionBanner />
          <NoticesOfServer />
          <Suspense>
            {session.second_factor === 'enrol' && <EnrolNotice />}
            {!session.user.address_proven && <ProveAddress email={session.user.email} />}
          </Suspense>
          {session.team === null && !ofPerson ? (
            <Suspense>
              <NoTeam />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      <Suspense>{wasMenuOpen && <MenuDrawer isOpen={isMenuOpen} onClose={menu.close} />}</Suspense>
      <Palette />
      <ShortcutHelp />
      <ConfirmIdentity />
    </>
  );
}
