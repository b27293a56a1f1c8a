import { Button, Group } from '@mantine/core';
import { importWizardMessages as words } from '../../../messages/import-wizard';

/** The dialog ends with 16 px of its own. */
const bar = {
  position: 'sticky',
  zIndex: 1,
  bottom: 0,
  marginBottom: -16,
  paddingBlock: 16,
  background: 'var(--mantine-color-body)',
} as const;

interface StepButtonsProps {
  readonly onBack: () => void;
  readonly onNext: () => void;
  /** Label of the button that goes on; defaults to "Continue". */
  readonly next?: string;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
}

/** In sight below a step of the wizard, however long it is. */
export function StepButtons({ onBack, onNext, next = words.next, isPending, isDisabled }: StepButtonsProps) {
  return (
    <Group justify="space-between" gap="xs" style={bar}>
      <Button variant="default" disabled={isPending ?? false} onClick={onBack}>
        {words.back}
      </Button>
      <Button loading={isPending ?? false} disabled={isDisabled ?? false} onClick={onNext}>
        {next}
      </Button>
    </Group>
  );
}
