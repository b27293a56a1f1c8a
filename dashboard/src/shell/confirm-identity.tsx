import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { setConfirmIdentity } from '../api/client';
import { sessionQuery } from '../api/queries';

/** Loaded by who is asked. */
const ConfirmDialog = lazy(() => import('./confirm-dialog'));

interface Asked {
  readonly answer: Promise<boolean>;
  readonly settle: (isConfirmed: boolean) => void;
}

function newQuestion(): Asked {
  let settle: Asked['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { answer, settle };
}

/** One dialog for whatever asks for a proof; several requests at once wait for the same answer. */
export function ConfirmIdentity() {
  const asked = useRef<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const queryClient = useQueryClient();
  useEffect(() => {
    setConfirmIdentity(() => {
      asked.current ??= newQuestion();
      setIsOpen(true);
      setWasAsked(true);
      // A factor may have been added in another browser since.
      void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      return asked.current.answer;
    });
    return () => setConfirmIdentity(null);
  }, [queryClient]);
  const answer = (isConfirmed: boolean): void => {
    asked.current?.settle(isConfirmed);
    asked.current = null;
    setIsOpen(false);
  };
  if (!wasAsked) return null;
  return (
    <Suspense>
      <ConfirmDialog isOpen={isOpen} onDone={() => answer(true)} onClose={() => answer(false)} />
    </Suspense>
  );
}
