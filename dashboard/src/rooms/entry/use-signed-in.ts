import { useNavigate } from '@tanstack/react-router';
import type { SignIn } from '../../api/documents';
import { useEnter } from './use-enter';

/** Where a sign-in leads: into the page, or to the code that is still needed. */
export function useSignedIn(returnTo: string | undefined) {
  const enter = useEnter(returnTo);
  const navigate = useNavigate();
  return async ({ state }: SignIn): Promise<void> => {
    if (state === 'signed_in') return enter();
    await navigate({ to: '/second-factor', search: returnTo === undefined ? {} : { return_to: returnTo } });
  };
}
