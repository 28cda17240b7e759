import { passwordStrength } from '@folkmoot/contract/accounts/password-rules.ts';
import css from './auth-form.module.css';

const LEVELS = {
  weak: [1, 'var(--fm-danger)'],
  fair: [2, 'var(--fm-warn)'],
  good: [3, 'var(--fm-success)'],
  strong: [4, 'var(--fm-success)'],
} as const;

/** How hard a password is to guess, as bars and words. */
export function PasswordStrength({ password, known }: { password: string; known?: readonly string[] }) {
  if (password === '') return null;
  const { level, advice } = passwordStrength(password, known);
  const [bars, colour] = LEVELS[level];
  return (
    <p className={css.strength} aria-live="polite">
      <span className={css.bars} style={{ '--level': colour } as React.CSSProperties} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      <span>{advice}</span>
    </p>
  );
}
