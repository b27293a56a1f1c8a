import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../api/reading';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { AddressField, type BlockFormProps, ChoiceField, TextField } from './fields';
import { iconFor } from './networks';

interface Profile {
  readonly name: string;
  readonly url: string;
  /** Nothing where the name is shown. */
  readonly iconUrl?: string;
}

/** Names, addresses and icons of social links. An icon follows the address until another is chosen. */
export function SocialForm({ attrs, change }: BlockFormProps) {
  const { data } = useQuery(read('GET /dashboard-api/social-icons'));
  const icons = data?.data ?? [];
  const links = (Array.isArray(attrs['links']) ? attrs['links'] : []) as readonly Profile[];
  const set = (place: number, part: Partial<Profile>): void =>
    change({ links: links.map((each, index) => (index === place ? { ...each, ...part } : each)) });
  const iconAt = (url: string, name: string): string =>
    icons.find((icon) => icon.name === iconFor(url, name))?.url ?? '';
  return (
    <>
      {links.map(({ name, url, iconUrl = '' }, place) => (
        <Stack key={place} gap="xs">
          <TextField label={words.socialName(place + 1)} value={name} onChange={(text) => set(place, { name: text })} />
          <AddressField
            label={words.socialUrl(place + 1)}
            value={url}
            onChange={(typed) =>
              set(place, {
                url: typed,
                ...(iconUrl === iconAt(url, name) ? { iconUrl: iconAt(typed, name) } : {}),
              })
            }
          />
          <ChoiceField
            label={words.socialIcon(place + 1)}
            value={iconUrl}
            choices={[
              { value: '', label: words.noIcon },
              ...icons.map((icon) => ({ value: icon.url, label: icon.title })),
            ]}
            onChange={(chosen) => set(place, { iconUrl: chosen })}
          />
          <Group>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change({ links: links.filter((_, index) => index !== place) })}
            >
              {words.removeSocial(name)}
            </Button>
          </Group>
        </Stack>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => change({ links: [...links, { name: '', url: '' }] })}>
          {words.addSocial}
        </Button>
      </Group>
    </>
  );
}
