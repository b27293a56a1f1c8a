import { useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import { sessionQuery } from '../../api/queries';
import { FormPage } from '../../kit/form-page';
import { settingMessages } from '../../messages/setting-rooms';

const { people, profile } = settingMessages;

export default function TeamNameForm({ name }: { readonly name: string }) {
  const queryClient = useQueryClient();
  return (
    <FormPage
      saved={{ name }}
      sections={[{ title: people.teamTitle, fields: [{ name: 'name', label: people.teamName }] }]}
      send={async (values) => {
        await team.change(values);
        await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      }}
      list="GET /dashboard-api/team"
      said={profile.saved}
    />
  );
}
