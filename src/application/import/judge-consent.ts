import type { ConsentSense, Standing } from '../../domain/import/consent-columns.js';
import { isTime } from './words/times.js';
import { deliveryIn } from './words/mail-delivery.js';
import { cautiousFirst, standingOf } from './words/status-words.js';
import { preferenceIn } from './words/preferences.js';
import { yesOrNo } from './words/yes-no.js';

/**
 * What one cell says. `unsaid`: it would have to say that the person agreed, and is empty. `not-left`: the person has
 * not left, which is no yes where another column would have to say it.
 */
export type Said = Standing | 'unsaid' | 'not-left' | 'nothing';

const whenYes: Readonly<Record<Exclude<ConsentSense, 'status'>, Standing>> = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
  subscribed: 'subscribed',
  opt_in: 'subscribed',
  confirmed: 'subscribed',
};
const whenNo: Readonly<Record<Exclude<ConsentSense, 'status'>, Said>> = {
  unsubscribed: 'not-left',
  bounced: 'nothing',
  complained: 'nothing',
  subscribed: 'unsubscribed',
  opt_in: 'unconfirmed',
  confirmed: 'unconfirmed',
};

/** @returns undefined where the text cannot be read as what the column is. */
export function judgeCell(sense: ConsentSense, isNeeded: boolean, text: string | undefined): Said | undefined {
  if (text === undefined) return !isNeeded ? 'nothing' : sense === 'confirmed' ? 'unconfirmed' : 'unsaid';
  if (sense === 'status') {
    const answer = yesOrNo(text);
    if (answer !== undefined) return standingOf(text) ?? (answer ? 'subscribed' : 'unconfirmed');
    return standingOf(text) ?? (preferenceIn(text) === 'none' ? 'unsubscribed' : noDeliveryIn(text));
  }
  const isNo = sense === 'unsubscribed' || sense === 'bounced' || sense === 'complained';
  // How often it happened is a yes too; in a column of a yes a number is a code.
  const answer = yesOrNo(text) ?? (isTime(text) || (isNo && /^[1-9]\d*$/.test(text)) ? true : undefined);
  if (answer !== undefined) return answer ? whenYes[sense] : whenNo[sense];
  const standing = standingOf(text) ?? noDeliveryIn(text);
  switch (sense) {
    case 'bounced':
    case 'complained':
      // Whatever is written there says why it happened.
      return standing === 'subscribed' ? 'nothing' : sense;
    case 'unsubscribed':
      return /active|enabled|aktiv|attiv|activ/i.test(text)
        ? undefined
        : standing === 'subscribed'
          ? 'not-left'
          : standing;
    case 'subscribed':
    case 'opt_in': {
      const wanted = preferenceIn(text);
      if (wanted === 'none') return standing === undefined || standing === 'unconfirmed' ? whenNo[sense] : standing;
      return standing ?? (wanted === 'some' ? 'subscribed' : deliveryIn(text));
    }
    default:
      return standing;
  }
}

/** `disabled (by user)` is a no in any column of consent; what a list delivers is no yes in all of them. */
function noDeliveryIn(text: string): Standing | undefined {
  const delivery = deliveryIn(text);
  return delivery === 'subscribed' ? undefined : delivery;
}

/**
 * Where somebody stands by all that is said of the person: the most cautious word counts.
 * @returns undefined where nothing is said
 */
export function standingBy(said: readonly Said[]): Standing | undefined {
  const found = cautiousFirst.find((standing) => said.includes(standing));
  if (found !== undefined) return found;
  if (said.includes('unsaid')) return 'unconfirmed';
  return said.includes('not-left') ? 'subscribed' : undefined;
}
