import css from '../ui/layout/screen.module.css';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { Help } from './Help.tsx';
import own from './support.module.css';

/** Help as a screen among the settings, where a phone has no rail. */
export function HelpScreen() {
  usePageTitle('Help');
  return (
    <div className={`${css.narrow} ${own.screen}`}>
      <Help />
    </div>
  );
}
