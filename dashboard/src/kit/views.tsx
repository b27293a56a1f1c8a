import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { kitWords } from '../messages/lists';
import { LazyDropdown } from '../ui/lazy-dropdown';
import { useRemembered } from './remembered';
import { viewsIn } from './saved-views';
import type { ViewMenuProps } from './view-menu';

interface ViewsProps {
  /** Name of the list. */
  readonly name: string;
  /** Filters that the address asks for. */
  readonly asked: ViewMenuProps['asked'];
}

const load = () => import('./view-menu');

/** The filters that this person saved of this list for this team. */
export function Views({ name, asked }: ViewsProps) {
  const navigate = useNavigate();
  const [views, onKeep] = useRemembered({ name: `views of ${name}`, isOfTeam: true, read: viewsIn });
  return (
    <LazyDropdown<Omit<ViewMenuProps, 'target'>>
      load={load}
      of={{ views, asked, onKeep, onOpen: ({ search }) => void navigate({ to: '.', search: { ...search } as never }) }}
      target={(onClick) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconBookmark size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onClick}
        >
          {kitWords.views}
        </Button>
      )}
    />
  );
}
