import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../../api/client';
import type { Beginning } from './content';
import { iconFor } from './panels/networks';

export const beginningKey = ['GET /dashboard-api/brand', 'with icons'] as const;

/** The brand as it is now, with the icons of networks by address. */
export const useBeginning = (): UseQueryResult<Beginning> =>
  useQuery({
    queryKey: beginningKey,
    queryFn: async ({ signal }) => {
      const [brand, { data: icons }] = await Promise.all([
        call('GET /dashboard-api/brand', { signal }),
        call('GET /dashboard-api/social-icons', { signal }),
      ]);
      const iconAt = (url: string, name: string): string =>
        icons.find((icon) => icon.name === iconFor(url, name))?.url ?? '';
      return { brand, iconAt };
    },
  });
