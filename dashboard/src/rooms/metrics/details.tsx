import { Bounces, type BouncesProps } from './bounces';
import { Breakdown, type BreakdownProps } from './breakdown';

/** By what the mail was, and why it bounced. */
export default function Details(props: BreakdownProps & Pick<BouncesProps, 'linkTo'>) {
  const { bounce_reasons: reasons, complete } = props.metrics;
  return (
    <>
      <Breakdown {...props} />
      <Bounces reasons={reasons} isComplete={complete} linkTo={props.linkTo} />
    </>
  );
}
