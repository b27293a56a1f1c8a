import { Button, Heading, Link, Text } from 'react-email';
import { Layout, styles } from './_components/layout';

export const subject = 'Confirm your email address';
export const from = 'Example Shop <accounts@example.com>';
export const fallbacks = { name: 'there' };

export default function VerifyAddress({ name, url, hours }) {
  return (
    <Layout preview="Confirm your address to finish creating your account.">
      <Heading style={styles.heading}>Confirm your email address</Heading>
      <Text style={styles.text}>Hi {name},</Text>
      <Text style={styles.text}>
        Thanks for signing up. Confirm that this address is yours to finish creating your account.
      </Text>
      <Button href={url} style={styles.button}>
        Confirm address
      </Button>
      <Text style={{ ...styles.small, marginTop: '24px' }}>
        The link works for {hours} hours. If the button does not open, copy this address into your browser:
      </Text>
      <Text style={styles.small}>
        <Link href={url} style={styles.link}>
          {url}
        </Link>
      </Text>
      <Text style={styles.small}>If you did not sign up, you can ignore this email.</Text>
    </Layout>
  );
}

VerifyAddress.PreviewProps = { name: 'Ada', url: 'https://example.com/verify?token=k3x9', hours: 24 };
