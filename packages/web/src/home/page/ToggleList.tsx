import { IconMinus, IconPlus } from '@tabler/icons-react';
import css from './toggle-list.module.css';

/** The id of the item that "House rules" in the footer leads to. */
export const HOUSE_RULES = 'house-rules';

type Item = { title: string; description: string; isHouseRules?: boolean };

/** Titles that open to their text, the first of them open. They work before any script has loaded. */
export function ToggleList({ items }: { items: readonly Item[] }) {
  return (
    <div className={css.list}>
      {items.map(({ title, description, isHouseRules }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity, and none moves while it is shown.
        <details key={index} open={index === 0} id={isHouseRules ? HOUSE_RULES : undefined} className={css.item}>
          <summary>
            <h3 dir="auto">{title}</h3>
            <IconPlus size={18} aria-hidden />
            <IconMinus size={18} aria-hidden />
          </summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it. */}
          <div className={css.text} dir="auto" dangerouslySetInnerHTML={{ __html: description }} />
        </details>
      ))}
    </div>
  );
}
