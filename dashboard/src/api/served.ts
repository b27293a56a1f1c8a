import { useQuery } from '@tanstack/react-query';
import type { Installation } from './documents';
import { installationQuery } from './queries';

export type Feature = keyof Installation['features'];

/** Whether the server has it: what it has not is not offered. Nothing is, until that is known. */
export function useServed(): (feature: Feature | undefined) => boolean {
  const { data } = useQuery(installationQuery);
  return (feature) => feature === undefined || data?.features[feature] === true;
}
