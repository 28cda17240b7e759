type Props = {
  children: string;
  as?: 'span' | 'b' | 'p' | 'small' | 'h2';
  className?: string | undefined;
  id?: string;
};

/**
 * Text that depends on the reader's language, time zone or clock: a date, a number, a price. React takes over what the
 * server has drawn as it is, and the reader's own text replaces it before the next paint.
 */
export function LocalText({ children, as: Tag = 'span', ...rest }: Props) {
  const write = (element: HTMLElement | null) => {
    if (element && element.textContent !== children) element.textContent = children;
  };
  return (
    <Tag {...rest} ref={write} suppressHydrationWarning>
      {children}
    </Tag>
  );
}
