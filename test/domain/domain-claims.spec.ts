import { domainName } from '../../src/domain/sending-domain/domain-name.js';
import type { DomainNameEvent, NameClaimed, Reserved } from '../../src/domain/sending-domain/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { specOf } from '../support/decider-spec.js';
import { domainOpens } from '../support/domain-facts.js';

const { given } = specOf(domainName);

const reservation = (id: string, teamId: string): Reserved['data'] => ({
  owner: streamName('domain', id),
  teamId,
  opens: domainOpens({ domainId: id }),
});
const reserved = (id: string, teamId: string): DomainNameEvent => ({ type: 'Reserved', data: reservation(id, teamId) });
const claimed = (claimId: string, teamId: string, returnPath = 'send'): NameClaimed => ({
  type: 'NameClaimed',
  data: {
    ...reservation(`domain-of-${claimId}`, teamId),
    opens: domainOpens({ domainId: `domain-of-${claimId}`, returnPath }),
    claimId,
    token: `token-${claimId}`,
    expiresAt: '2026-03-08T10:00:00.000Z',
  },
});
const claim = (event: NameClaimed) => ({ type: 'ClaimName', claim: event.data }) as const;
const look = (claimId: string, changes: { proved?: boolean; block?: 'grace_period' | null; at?: string } = {}) =>
  ({
    type: 'RecordClaimCheck',
    claimId,
    proved: true,
    block: null,
    at: '2026-03-02T10:00:00.000Z',
    ...changes,
  }) as const;
const ended = (claimId: string, outcome: 'expired' | 'superseded' | 'canceled'): DomainNameEvent => ({
  type: 'NameClaimEnded',
  data: { claimId, outcome },
});
const held = reserved('d1', 'team-1');
const mine = claimed('c1', 'team-2');

describe('a claim on a name', () => {
  it('needs a holder in another team', () => {
    given(held).when(claim(mine)).then(mine);
    given().when(claim(mine)).thenRefused('name-free');
    given(held)
      .when(claim(claimed('c1', 'team-1')))
      .thenRefused('name-yours');
    const kept = { ...reservation('d1', 'team-1'), opens: domainOpens({ origin: 'preverified' }) };
    given({ type: 'Reserved', data: kept }).when(claim(mine)).thenRefused('name-kept');
  });

  it('stays where the same is asked again, and makes way for another settings of its team', () => {
    given(held, mine)
      .when(claim(claimed('c2', 'team-2')))
      .thenNothing();
    const other = claimed('c2', 'team-2', 'bounces');
    given(held, mine).when(claim(other)).then(ended('c1', 'superseded'), other);
    given(held, mine)
      .when(claim(claimed('c2', 'team-3')))
      .then(claimed('c2', 'team-3'));
  });

  it('moves the name with its proof, and ends every other claim', () => {
    const rival = claimed('c2', 'team-3');
    given(held, mine, rival)
      .when(look('c1'))
      .then(
        { type: 'Released', data: { owner: streamName('domain', 'd1') } },
        reserved('domain-of-c1', 'team-2'),
        { type: 'NameClaimCompleted', data: { claimId: 'c1' } },
        ended('c2', 'superseded'),
      );
    given(held, mine, { type: 'Released', data: { owner: streamName('domain', 'd1') } })
      .when(look('c1'))
      .then(reserved('domain-of-c1', 'team-2'), { type: 'NameClaimCompleted', data: { claimId: 'c1' } });
  });

  it('waits without a proof and while it is blocked', () => {
    const blocked: DomainNameEvent = { type: 'NameClaimBlocked', data: { claimId: 'c1', reason: 'grace_period' } };
    given(held, mine)
      .when(look('c1', { proved: false }))
      .thenNothing();
    given(held, mine)
      .when(look('c1', { block: 'grace_period' }))
      .then(blocked);
    given(held, mine, blocked)
      .when(look('c1', { block: 'grace_period' }))
      .thenNothing();
    expect(given(held, mine, blocked).state.claims).toMatchObject([
      { status: 'blocked', blockedReason: 'grace_period' },
    ]);
    const { state } = given(held, mine, blocked, { type: 'NameClaimCompleted', data: { claimId: 'c1' } });
    expect(state.claims).toMatchObject([{ status: 'completed', blockedReason: null }]);
  });

  it('ends: expired, canceled, or because its team has the name by now', () => {
    given(held, mine)
      .when(look('c1', { at: '2026-03-08T10:00:00.000Z' }))
      .then(ended('c1', 'expired'));
    given(held, mine).when({ type: 'CancelClaim', claimId: 'c1' }).then(ended('c1', 'canceled'));
    given(mine, reserved('d2', 'team-2')).when(look('c1')).then(ended('c1', 'superseded'));
    given(held, mine, ended('c1', 'canceled')).when(look('c1')).thenNothing();
    given(held, mine, ended('c1', 'canceled')).when({ type: 'RequestClaimCheck', claimId: 'c1' }).thenNothing();
    given(held).when(look('c9')).thenRefused('claim-not-found');
  });

  it('can be looked after at once', () => {
    given(held, mine)
      .when({ type: 'RequestClaimCheck', claimId: 'c1' })
      .then({ type: 'NameClaimCheckRequested', data: { claimId: 'c1' } });
  });

  it('finds a name that is released only by its holder', () => {
    given(held)
      .when({ type: 'ReleaseName', owner: streamName('domain', 'd1') })
      .then({ type: 'Released', data: { owner: streamName('domain', 'd1') } });
    given(held)
      .when({ type: 'ReleaseName', owner: streamName('domain', 'd2') })
      .thenNothing();
  });
});
