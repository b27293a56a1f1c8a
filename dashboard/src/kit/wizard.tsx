import '@mantine/core/styles/Stepper.css';
import { Stepper } from '@mantine/core';
import type { ReactNode } from 'react';

interface Step {
  readonly title: string;
  readonly content: ReactNode;
}

interface WizardProps {
  readonly steps: readonly Step[];
  /** Number of the open step, from 0. */
  readonly step: number;
  /** Leads back to a step that is done. Absent where nothing can be taken back any more. */
  readonly onBack?: ((step: number) => void) | undefined;
}

/** Steps one after the other, with their names above. Import it from a file that is loaded when it is needed. */
export function Wizard({ steps, step, onBack }: WizardProps) {
  return (
    <Stepper
      active={step}
      onStepClick={(number) => onBack?.(number)}
      size="sm"
      iconSize={28}
      allowNextStepsSelect={false}
      styles={{ content: { paddingTop: 'var(--mantine-spacing-lg)' } }}
    >
      {steps.map(({ title, content }, number) => (
        <Stepper.Step key={title} label={title} allowStepSelect={onBack !== undefined && number < step}>
          {content}
        </Stepper.Step>
      ))}
    </Stepper>
  );
}
