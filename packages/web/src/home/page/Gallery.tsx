import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './gallery.module.css';

const PreviewDialog = lazyPart(() => import('../../media/attachments/PreviewDialog.tsx'), 'PreviewDialog');

type Props = { section: Extract<SectionView, { sectionType: 'PhotoGallery' }> };

/** As many as are laid out side by side; the rest is behind the last of them. On a phone all of them swipe. */
const LAID_OUT = 5;

/** Pictures, the first of them large; each opens over the whole screen. */
export function Gallery({ section: { json, attachments } }: Props) {
  const show = useShowDialog();
  const { items } = json;
  const known = items.flatMap(({ id, alt }) => {
    const found = attachments.find((one) => one.id === id);
    return found ? [{ ...found, alt: alt || found.alt }] : [];
  });
  const open = (id: string) => show(<PreviewDialog attachments={known} start={id} />);
  const more = items.length - LAID_OUT;
  return (
    <ul className={css.grid} data-count={Math.min(items.length, LAID_OUT)}>
      {items.map(({ id, alt }, index) => (
        <li key={id} data-more={index >= LAID_OUT || undefined}>
          <button
            type="button"
            className={css.picture}
            aria-label={alt === '' ? `Picture ${index + 1} of ${items.length}` : alt}
            onClick={() => open(id)}
          >
            <img
              src={variantUrl(id, 'thumb')}
              srcSet={`${variantUrl(id, 'thumb')} ${thumbWidth(attachments.find((one) => one.id === id))}w, ${variantUrl(id, 'large')} 1600w`}
              sizes={index === 0 ? '(max-width: 48em) 82vw, 560px' : '(max-width: 48em) 82vw, 280px'}
              alt=""
              loading="lazy"
              decoding="async"
            />
            {more > 0 && index === LAID_OUT - 1 && (
              <span className={css.more} aria-hidden="true">
                +{more.toLocaleString()}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How wide the small variant is, which fits into a square. */
function thumbWidth(attachment: AttachmentView | undefined): number {
  const { width, height } = attachment ?? {};
  return width && height && height > width ? Math.round((480 * width) / height) : 480;
}
