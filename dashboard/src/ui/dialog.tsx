import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';

const Modal = lazy(() => import('./modal'));

/** The library's modal dialog. It brings what places and scrolls it, so it is loaded when the first one opens. */
export function Dialog(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.opened);
  if (props.opened && !wasOpen) setWasOpen(true);
  useReturn(props.opened);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}

/** The focus goes back to what opened it: the library does so only for one that was there before, and stays. */
function useReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!isOpen || !(opener instanceof HTMLElement)) return;
    return () => void comeBack(opener, mostTries);
  }, [isOpen]);
}

const mostTries = 20;
const pauseMs = 50;

/** While it fades out, the focus is still in it. */
function comeBack(opener: HTMLElement, tries: number): void {
  window.setTimeout(() => {
    if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    else if (tries > 1 && document.activeElement?.closest('[role="dialog"]') !== null) comeBack(opener, tries - 1);
  }, pauseMs);
}
