import { Heading, Hr, Img, Link, Section, Text } from 'react-email';
import { Layout, styles } from './_components/layout';

export const subject = 'Your week: {{{first_title}}}';
export const from = 'Example Shop <news@example.com>';

/** `RESEND_UNSUBSCRIBE_URL` is filled in by the server for each recipient. */
export default function Digest({
  week,
  image_url,
  image_alt,
  first_title,
  first_text,
  first_url,
  second_title,
  second_text,
  second_url,
  RESEND_UNSUBSCRIBE_URL,
}) {
  return (
    <Layout preview="What is new this week, in two minutes.">
      <Text style={styles.small}>{week}</Text>
      <Heading style={styles.heading}>Your week in two minutes</Heading>
      <Img
        src={image_url}
        alt={image_alt}
        width="100%"
        style={{ borderRadius: '6px', display: 'block', height: 'auto', width: '100%' }}
      />
      <Story title={first_title} text={first_text} url={first_url} />
      <Hr style={styles.line} />
      <Story title={second_title} text={second_text} url={second_url} />
      <Hr style={styles.line} />
      <Text style={styles.small}>
        You get this because you subscribed to it.{' '}
        <Link href={RESEND_UNSUBSCRIBE_URL} style={styles.link}>
          Unsubscribe
        </Link>
      </Text>
    </Layout>
  );
}

function Story({ title, text, url }) {
  return (
    <Section style={{ marginTop: '24px' }}>
      <Heading as="h2" style={{ ...styles.heading, fontSize: '18px', lineHeight: '26px', margin: '0 0 8px' }}>
        {title}
      </Heading>
      <Text style={styles.text}>{text}</Text>
      <Link href={url} style={styles.link}>
        Read more
      </Link>
    </Section>
  );
}

Digest.PreviewProps = {
  week: 'March 2 to 8, 2026',
  image_url: 'https://example.com/pictures/week.png',
  image_alt: 'Ruled notebooks in three colors',
  first_title: 'Ruled notebooks are back',
  first_text: 'After two months the notebook that most of you asked for is in stock again, in three colors.',
  first_url: 'https://example.com/news/notebooks',
  second_title: 'How paper is made',
  second_text: 'We visited the mill that makes ours. It takes eleven steps, and most of them are waiting.',
  second_url: 'https://example.com/news/paper',
  RESEND_UNSUBSCRIBE_URL: 'https://example.com/unsubscribe',
};
