import { useNavigate } from '@tanstack/react-router';
import { useRemoval } from '../../kit/use-removal';
import type { RemovalWords } from '../../messages/lists';
import { domainChanges } from './changes';

/** Deletes a domain, or the claim that it stands for, after some seconds in which that can be taken back. */
export function useDelete() {
  const begin = useRemoval();
  const navigate = useNavigate();
  return (id: string, name: string, words: Omit<RemovalWords, 'label' | 'named'>): void => {
    begin({ id, name }, { words, send: domainChanges.delete, list: 'GET /dashboard-api/domains' });
    void navigate({ to: '/domains' });
  };
}
