import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { under } from '../../../api/reading';
import { ConfirmTyped } from '../../../kit/confirm-typed';
import { erasures as words } from '../../../messages/erasures';
import { say } from '../../../ui/toast';
import { requestErasure } from './queries';

/** Nothing can undo it, so the address is typed twice in place of an undo. */
export default function EraseForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '' } });
  return (
    <>
      <form onSubmit={form.onSubmit(({ email }) => setAsked(email.trim()))}>
        <Stack gap="md" maw={420} align="flex-start">
          <TextInput
            label={words.email}
            type="email"
            w="100%"
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <Button type="submit" color="red" variant="light">
            {words.begin}
          </Button>
        </Stack>
      </form>
      {asked !== null && (
        <ConfirmTyped
          title={words.confirmTitle}
          consequence={words.formIntro}
          name={asked}
          submit={words.submit}
          send={async () => {
            const { id } = await requestErasure({ email: asked, confirmation: asked });
            form.reset();
            say(words.requested);
            void queryClient.invalidateQueries(under('GET /dashboard-api/erasures'));
            void navigate({ to: '/settings/erasures/$id', params: { id } });
          }}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
