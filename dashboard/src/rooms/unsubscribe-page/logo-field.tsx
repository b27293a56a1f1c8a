import { Button, FileInput, Group, Stack } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { unsubscribePageMessages as words } from '../../messages/unsubscribe-page';

interface LogoFieldProps {
  /** A `data:` URI; empty: none. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** As base64 it is four thirds of this. */
const maxBytes = 48_000;

/** A picture, kept in the page itself: nothing is fetched from elsewhere when somebody reads it. */
export function LogoField({ value, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File): Promise<void> => {
    const wrong = !types.includes(file.type) ? words.logoNoImage : file.size > maxBytes ? words.logoTooLarge : null;
    setProblem(wrong);
    if (wrong === null) onChange(await dataUriOf(file));
  };
  return (
    <Stack gap="xs">
      <FileInput
        label={words.logo}
        description={words.logoHint}
        placeholder={words.chooseLogo}
        accept={types.join(',')}
        leftSection={<IconPhoto size={16} aria-hidden />}
        value={null}
        error={problem ?? error}
        onChange={(file) => void (file && read(file))}
      />
      {value !== '' && (
        <Group gap="sm">
          <img src={value} alt={words.logo} style={{ maxWidth: '12rem', maxHeight: '4rem' }} />
          <Button variant="default" size="xs" onClick={() => onChange('')}>
            {words.removeLogo}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

async function dataUriOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
