import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import { sessionQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { FormPage } from '../../kit/form-page';
import { settingMessages } from '../../messages/setting-rooms';

const { profile: words } = settingMessages;

export function ProfileName() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  return (
    <FormPage
      saved={{ name: user.name }}
      sections={[
        {
          title: words.nameTitle,
          fields: [
            {
              name: 'name',
              render: (field) => (
                <TextInput label={words.name} autoComplete="name" required withAsterisk={false} {...field} />
              ),
            },
          ],
        },
      ]}
      send={async ({ name }) => {
        await profile.rename(name);
        await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      }}
      list="GET /dashboard-api/session"
      said={words.saved}
    />
  );
}
