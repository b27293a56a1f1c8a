import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import classes from './list-table.module.css';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> };

/** What a row leads to; a click elsewhere in the row opens it too. A plain element, which a row of many draws fast. */
export const RowLink = createLink((props: Props) => <a data-row-link className={classes['link']} {...props} />);
