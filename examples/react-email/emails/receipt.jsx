import { Button, Column, Heading, Hr, Row, Section, Text } from 'react-email';
import { Layout, styles } from './_components/layout';

export const subject = 'Your receipt for order {{{order}}}';
export const from = 'Example Shop <orders@example.com>';
export const fallbacks = { name: 'there' };

/** Amounts are strings: whoever sends knows the currency and how the customer writes numbers. */
export default function Receipt({ name, order, date, item, price, shipping, total, url }) {
  return (
    <Layout preview="Thank you for your order. Here is your receipt.">
      <Heading style={styles.heading}>Thank you for your order</Heading>
      <Text style={styles.text}>Hi {name}, we received your payment. This is your receipt.</Text>
      <Text style={styles.small}>
        Order {order} · {date}
      </Text>
      <Section>
        <Line what={item} amount={price} />
        <Line what="Shipping" amount={shipping} />
      </Section>
      <Hr style={{ ...styles.line, margin: '8px 0' }} />
      <Section>
        <Line what={<strong>Total</strong>} amount={<strong>{total}</strong>} />
      </Section>
      <Button href={url} style={{ ...styles.button, marginTop: '24px' }}>
        View your order
      </Button>
    </Layout>
  );
}

function Line({ what, amount }) {
  return (
    <Row>
      <Column style={styles.cell}>{what}</Column>
      <Column style={styles.amount}>{amount}</Column>
    </Row>
  );
}

Receipt.PreviewProps = {
  name: 'Ada',
  order: 1042,
  date: 'March 2, 2026',
  item: 'Notebook, ruled',
  price: '$12.00',
  shipping: '$3.50',
  total: '$15.50',
  url: 'https://example.com/orders/1042',
};
