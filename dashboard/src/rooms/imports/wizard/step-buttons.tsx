import { Button, Group } from '@mantine/core';
import { importWizardMessages as words } from '../../../messages/import-wizard';

interface StepButtonsProps {
  readonly onBack: () => void;
  readonly onNext: () => void;
  /** Label of the button that goes on; defaults to "Continue". */
  readonly next?: string;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
}

/** At the end of a step of the wizard. */
export function StepButtons({ onBack, onNext, next = words.next, isPending, isDisabled }: StepButtonsProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Button variant="default" disabled={isPending ?? false} onClick={onBack}>
        {words.back}
      </Button>
      <Button loading={isPending ?? false} disabled={isDisabled ?? false} onClick={onNext}>
        {next}
      </Button>
    </Group>
  );
}
