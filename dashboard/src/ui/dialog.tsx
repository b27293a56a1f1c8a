import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const Modal = lazy(() => import('./modal'));

/** The library's modal dialog. It brings what places and scrolls it, so it is loaded when the first one opens. */
export function Dialog(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.opened);
  if (props.opened && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
