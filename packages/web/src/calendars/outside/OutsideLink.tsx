import { IconExternalLink } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';

type Props = HTMLAttributes<HTMLElement> & {
  url: string;
  /** Of the sign that it leads elsewhere. */
  size?: number;
};

/** Leads to where an event of an outside feed is from, in a tab of its own; without an address it leads nowhere. */
export function OutsideLink({ url, size = 15, children, ...rest }: Props) {
  if (url === '') return <span {...rest}>{children}</span>;
  return (
    <a {...rest} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <IconExternalLink size={size} aria-label="On another site" role="img" />
    </a>
  );
}
