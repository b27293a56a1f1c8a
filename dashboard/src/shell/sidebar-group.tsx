import { Collapse, NavLink, UnstyledButton, Badge, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../messages';
import type { SidebarGroup as Named } from '../rooms/room';
import { statusQuery } from '../api/queries';
import classes from './sidebar.module.css';
import type { usePlaces } from './places';

interface SidebarGroupProps {
  readonly group: Named;
  readonly places: ReturnType<typeof usePlaces>;
  readonly pathname: string;
  /** For fingers: in the drawer of a phone. */
  readonly isRoomy: boolean;
}

/**
 * A heading of the sidebar with its rooms, which this browser remembers as folded. The room that is open shows all the
 * same.
 */
export function SidebarGroup({ group, places, pathname, isRoomy }: SidebarGroupProps) {
  const [folded, setFolded] = useLocalStorage<readonly string[]>({ key: 'posthorn-folded', defaultValue: [] });
  const listId = useId();
  if (places.length === 0) return null;
  const links = places.map(({ to, title, icon: Icon, badge }) => {
    const isHere = pathname === to || pathname.startsWith(`${to}/`);
    return (
      <NavLink
        key={to}
        component={Link}
        to={to}
        label={title}
        leftSection={<Icon size={16} aria-hidden />}
        rightSection={badge === 'troubles' ? <TroublesBadge /> : undefined}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        className={isRoomy ? classes['roomy'] : classes['link']}
      />
    );
  });
  if (group === 'settings') return links;
  const isFolded = folded.includes(group);
  const toggle = (): void => setFolded(isFolded ? folded.filter((each) => each !== group) : [...folded, group]);
  return (
    <>
      <UnstyledButton className={classes['heading']} onClick={toggle} aria-expanded={!isFolded} aria-controls={listId}>
        {messages.shell.groups[group]}
        <IconChevronDown size={12} aria-hidden className={isFolded ? classes['folded'] : undefined} />
      </UnstyledButton>
      <Collapse expanded={!isFolded} id={listId}>
        {links}
      </Collapse>
      {isFolded && links.filter((_, index) => isIn(pathname, places[index]?.to))}
    </>
  );
}

const isIn = (pathname: string, to: string | undefined): boolean =>
  to !== undefined && (pathname === to || pathname.startsWith(`${to}/`));

/** How many troubles keep email from leaving now; nothing where it leaves, or it is not known. */
function TroublesBadge() {
  const { data } = useQuery(statusQuery);
  const count = data?.delivery?.troubles?.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge color="red" size="sm" circle>
      {count}
      <VisuallyHidden> {messages.shell.troubles(count)}</VisuallyHidden>
    </Badge>
  );
}
