import css from './logo.module.css';

/** The acorn whose nut is a speech bubble. `rail` is for the dark green frame. */
export function Logo({ size = 28, tone = 'brand' }: { size?: number; tone?: 'brand' | 'rail' }) {
  const ink = tone === 'brand' ? 'var(--fm-brand)' : 'currentColor';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M17.2 1.6c-1.5 1.5-1.9 3-1.7 5" fill="none" stroke={ink} strokeWidth="2.6" strokeLinecap="round" />
      <path
        d="M3.6 14.3C3.6 9.4 9 6.2 16 6.2s12.4 3.2 12.4 8.1c0 1.5-.9 2.3-2.3 2.3H5.9c-1.4 0-2.3-.8-2.3-2.3Z"
        fill={ink}
      />
      <path
        d="M6.6 18.8h18.8c0 5.2-3.2 8.7-7.7 9.4l-4.5 2.9c-.6.4-1.3-.1-1.2-.8l.3-2.5C8.8 26.5 6.6 23.2 6.6 18.8Z"
        fill="var(--fm-accent)"
      />
    </svg>
  );
}

/** The logo with the product's name beside it. */
export function Wordmark() {
  return (
    <span className={css.brand}>
      <Logo />
      <span>Folkmoot</span>
    </span>
  );
}
