import { Dialog } from '../ui/dialog/Dialog.tsx';
import { shortcutGroups } from './shortcuts.ts';
import css from './shortcuts-dialog.module.css';

/** What the keyboard can do, by where it does it. */
export function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard shortcuts" width={720}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that is longer than the window scrolls by its keys */}
      <section className={css.groups} aria-label="Shortcuts" tabIndex={0}>
        {shortcutGroups().map(({ title, shortcuts }) => (
          <section key={title} className={css.group}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ does, keys }) => (
                <div key={does} className={css.row}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key} className={css.kbd}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
