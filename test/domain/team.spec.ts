import type { MemberAdded, TeamEvent } from '../../src/domain/team/events.js';
import { team } from '../../src/domain/team/team.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(team);
const created: TeamEvent = { type: 'TeamCreated', data: { teamId: 't', name: 'First' } };
const member = (userId: string, role: MemberAdded['data']['role']): MemberAdded => ({
  type: 'MemberAdded',
  data: { userId, role, invitationId: null },
});
const ada = member('ada', 'admin');
const bob = member('bob', 'member');
const policy = { secondFactorRequired: true, sso: null };

describe('a team', () => {
  it('is joined once', () => {
    const join = { type: 'AddMember', ...ada.data } as const;
    given(created).when(join).then(ada);
    given(created, ada).when(join).thenNothing();
    given().when(join).thenRefused('not-found');
  });

  it('keeps an admin', () => {
    const demote = { type: 'ChangeMemberRole', userId: 'ada', role: 'member' } as const;
    const remove = { type: 'RemoveMember', userId: 'ada' } as const;
    given(created, ada, bob).when(demote).thenRefused('last-admin');
    given(created, ada, bob).when(remove).thenRefused('last-admin');
    const second = member('eve', 'admin');
    given(created, ada, second)
      .when(demote)
      .then({ type: 'MemberRoleChanged', data: { userId: 'ada', role: 'member' } });
    given(created, ada, second)
      .when(remove)
      .then({ type: 'MemberRemoved', data: { userId: 'ada' } });
    given(created, ada, second, { type: 'MemberRemoved', data: { userId: 'eve' } })
      .when(remove)
      .thenRefused('last-admin');
  });

  it('changes nothing that is so already, and refuses people who are not members', () => {
    given(created, bob).when({ type: 'ChangeMemberRole', userId: 'bob', role: 'member' }).thenNothing();
    given(created).when({ type: 'ChangeMemberRole', userId: 'bob', role: 'member' }).thenRefused('not-a-member');
    given(created).when({ type: 'RemoveMember', userId: 'bob' }).thenRefused('not-a-member');
    given(created).when({ type: 'RenameTeam', name: 'First' }).thenNothing();
  });

  it('says its whole policy each time', () => {
    const change = { type: 'ChangeSecurityPolicy', policy: { secondFactorRequired: true } } as const;
    given(created).when(change).then({ type: 'SecurityPolicyChanged', data: policy });
    given(created, { type: 'SecurityPolicyChanged', data: policy }).when(change).thenNothing();
  });
});
