import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconBrandX,
  IconCheck,
  IconLink,
  IconMail,
} from '@tabler/icons-react';
import { toast } from '../../core/toasts/toast.ts';
import css from './share.module.css';
import { shareLinks } from './share.ts';
import { useCopyToClipboard } from './useCopyToClipboard.ts';

const ICONS = {
  WhatsApp: IconBrandWhatsapp,
  X: IconBrandX,
  LinkedIn: IconBrandLinkedin,
  Facebook: IconBrandFacebook,
  Telegram: IconBrandTelegram,
  Mail: IconMail,
} as const;

/** The ways to share an address. External pages open in a new tab, and learn nothing but what is shared. */
export function ShareTargets({ url, text, copiedMs }: { url: string; text: string; copiedMs: number }) {
  const { copied, copy } = useCopyToClipboard(copiedMs);
  return (
    <div className={css.targets}>
      {shareLinks(url, text).map(({ name, href }) => {
        const Icon = ICONS[name];
        return (
          <a key={name} className={css.target} href={href} target="_blank" rel="noopener noreferrer">
            <Icon size={22} aria-hidden />
            {name}
          </a>
        );
      })}
      <button
        type="button"
        className={css.target}
        data-on={copied || undefined}
        onClick={() =>
          void copy(url).then(
            (done) => done || toast.failed(undefined, { fallback: `Could not copy. The link is ${url}` }),
          )
        }
      >
        {copied ? <IconCheck size={22} aria-hidden /> : <IconLink size={22} aria-hidden />}
        <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
      </button>
    </div>
  );
}
