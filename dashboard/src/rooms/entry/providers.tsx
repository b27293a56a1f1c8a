import { Button, Stack } from '@mantine/core';
import { IconBrandGithub, IconBrandGoogle, IconLogin2 } from '@tabler/icons-react';
import type { SignInOptions } from '../../api/documents';
import { addressOf } from '../../api/client';
import { entry } from '../../messages/entry';
import { returnPath } from '../../return-path';

interface ProvidersProps {
  readonly providers: SignInOptions['providers'];
  readonly returnTo: string | undefined;
}

const icons: Readonly<Record<string, typeof IconLogin2>> = { google: IconBrandGoogle, github: IconBrandGithub };

/** Links and not requests: the browser goes to the provider and comes back with a session. */
export function Providers({ providers, returnTo }: ProvidersProps) {
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs">
      {providers.map(({ id, name }) => {
        const Icon = icons[id] ?? IconLogin2;
        const address = addressOf('GET /dashboard-api/sign-in/providers/{provider}', {
          path: { provider: id },
          query: { return_to: returnPath(returnTo) },
        });
        return (
          <Button key={id} component="a" href={address} variant="default" leftSection={<Icon size={18} aria-hidden />}>
            {entry.signIn.provider(name)}
          </Button>
        );
      })}
    </Stack>
  );
}
